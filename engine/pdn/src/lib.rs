//! Whole games as Portable Draughts Notation, with their tags, comments and variations.
//!
//! [`Reader`] takes a file apart into [`Record`]s, one game at a time, and puts up with the dirt of
//! real files; what it puts right it tells in [`Note`]s. [`replay`] finds out which game a record is
//! of and plays its moves under that game's rules into a [`Sheet`]. [`write_game`] writes a sheet by
//! PDN 3.0, strictly: reading and replaying what it wrote gives the same sheet.
//!
//! ```
//! use damier_pdn::{Reader, replay};
//!
//! let file = "[GameType \"22\"] [Result \"1/2-1/2\"] 1. 21-17 10-13 2. 17x10 5x14 1/2-1/2";
//! for record in Reader::new(file.as_bytes()) {
//!     let replayed = replay(&record?, None)?;
//!     assert_eq!(replayed.sheet.variant().rules().name, "italian");
//!     assert_eq!(replayed.sheet.plies().count(), 4);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod ambiguity;
mod builder;
mod comment;
mod decide;
mod lexer;
mod note;
mod reader;
mod reading;
mod record;
mod replay;
mod resolve;
mod result;
mod sheet;
mod source;
mod tag;
mod token;
mod write;

pub use comment::{Command, CommandValue, Comment, CommentPart};
pub use decide::{Decision, Votes};
pub use note::{Note, Remark};
pub use reader::Reader;
pub use record::{Item, ItemKind, Place, Record, Tag, Terminator};
pub use replay::{ReplayError, ReplayFault, Replayed, Reviewing, replay, replay_with};
pub use result::GameResult;
pub use sheet::{Element, Ply, Sheet};
pub use token::Limits;
pub use write::{write_game, write_game_in};

//! Whole games as Portable Draughts Notation, with their tags, comments and variations.
//!
//! [`PdnReader`] takes a file apart into [`RawGame`]s, one game at a time, and accepts the
//! nonconforming input of real files; what it puts right it reports in [`Note`]s. [`replay`] finds out
//! which variant a raw game is of and plays its moves under that variant's rules into a [`PdnGame`]. [`write_game`] writes a game by
//! PDN 3.0, strictly: reading and replaying what it wrote gives the same game.
//!
//! ```
//! use damier_pdn::{PdnReader, replay};
//!
//! let file = "[GameType \"22\"] [Result \"1/2-1/2\"] 1. 21-17 10-13 2. 17x10 5x14 1/2-1/2";
//! for raw in PdnReader::new(file.as_bytes()) {
//!     let replayed = replay(&raw?, None)?;
//!     assert_eq!(replayed.game.variant().rules().name, "italian");
//!     assert_eq!(replayed.game.plies().count(), 4);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod builder;
mod char_source;
mod comment;
mod decide;
mod dialect;
mod game;
mod lexer;
mod note;
mod raw_game;
mod reader;
mod replay;
mod resolve;
mod tag;
mod token;
mod write;

pub use comment::{CommandValue, Comment, CommentCommand, CommentPart};
pub use decide::{Decision, Votes};
pub use game::{Element, PdnGame, Ply};
pub use note::{Note, Place, Remark};
pub use raw_game::{Item, ItemKind, RawGame, Terminator};
pub use reader::PdnReader;
pub use replay::{Replayed, replay, replay_with};
pub use resolve::{ReplayError, ReplayFault, ReplayOptions};
pub use tag::{GameResult, Tag};
pub use token::ReaderLimits;
pub use write::{write_game, write_game_in};

/// The example of the README is run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Squares, positions and moves as text: FEN, PDN and Hub forms, and why a move is refused.
//!
//! Readers are liberal and never guess: a text that could mean two things is an error that names
//! both. Writers are strict and follow PDN 3.0 and the Hub protocol. Nothing here panics, whatever
//! the text.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod fen;
mod hub;
mod moves;
mod squares;
mod why;

pub use fen::{FenDefect, FenError, MenOnCrownRow, read_fen, read_fen_with, write_fen};
pub use hub::{
    HubPositionError, SquareOrder, hub_move, read_hub_move, read_hub_position, write_hub_position,
};
pub use moves::{MoveError, meanings, read_move, write_move, write_move_full};
pub use squares::{SquareError, read_square, square_text};
pub use why::{Reason, Refusal, Verdict, compared_captures, why};

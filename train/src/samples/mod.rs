//! Labelled positions and their files.
//!
//! # The file
//!
//! All numbers are little-endian. A file is a header and after it one record a game, in the order
//! of their numbers:
//!
//! | bytes | header |
//! |---|---|
//! | 8 | `DAMIERSP` |
//! | 2 | version, 1 |
//! | 4 | length of the JSON |
//! | … | JSON, see [`SampleHeader`] |
//! | 4 | CRC-32 of all before |
//!
//! | bytes | record |
//! |---|---|
//! | 4 | length of the body |
//! | 4 | the same, every bit inverted |
//! | … | body |
//! | 4 | CRC-32 of the body |
//!
//! | bytes | body |
//! |---|---|
//! | 4 | number of the game |
//! | 1 | result for White: 1, 0, −1 |
//! | 2 | plies after the opening |
//! | 4 | the opening: CRC-32 of its position, packed |
//! | 2 | count of the samples |
//! | … | the samples: packed position, then the score as `i16` of [`Score::raw`] |
//!
//! A packed position is the set of occupied squares, numbered row by row from Black's side and
//! each row from column 0, as bits of 4 bytes (8×8) or 7 bytes (10×10); then a string of bits, the
//! lowest of each byte first, cut to whole bytes: the side to move (1 is Black), and for each
//! piece in the order of squares whether it is Black's and whether it is a king. So a position of
//! 8×8 with its score takes at most 13 bytes, one of 10×10 at most 20.
//!
//! A file that ends within a record was cut off by a crash: what is whole is read, and
//! [`SampleWriter::open`] cuts the rest away and goes on. Damage before the last record is an error.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod error;
mod header;
mod load;
mod pack;
mod reader;
mod record;
mod writer;

pub use error::SampleError;
pub use header::SampleHeader;
pub use load::load;
pub use reader::SampleReader;
pub use writer::{Numbers, SampleWriter};

pub(crate) use record::{opening_of, result_for};

use damier_engine::score::Score;
use damier_rules::position::Position;

/// A labelled position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// What the search said, in centi-men as the side to move sees it; may be a proven win or
    /// loss.
    pub score: Score,
    /// How its game ended for the side to move: 1 won, 0 drawn, −1 lost.
    pub result: i8,
    /// The game it comes from: its number, or from [`load`] a number that differs also between
    /// games of several files.
    pub game: u32,
}

/// One game's samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledGame {
    /// The number of the game, which with the seed determines it.
    pub number: u32,
    /// How it ended for White: 1 won, 0 drawn, −1 lost.
    pub result: i8,
    /// Plies played after the opening.
    pub plies: u16,
    /// Tells openings apart: the CRC-32 of the position after the opening.
    pub opening: u32,
    /// In the order in which they stood on the board, no position twice.
    pub samples: Vec<Sample>,
}

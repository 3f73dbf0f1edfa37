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

mod header;
mod reader;
mod record;
mod writer;

pub use header::SampleHeader;
pub use reader::{SampleReader, load};
pub use writer::{Numbers, SampleWriter};

pub(crate) use record::{opening_of, result_for};

use std::io;
use std::path::PathBuf;

use damier_engine::locked_file::LockError;
use damier_engine::score::Score;
use damier_rules::position::Position;

/// A labelled position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// The score of the search, in centi-men as the side to move sees it; may be a proven win or
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
    /// Identifies the opening: the CRC-32 of the position after the opening.
    pub opening: u32,
    /// In the order in which they stood on the board, no position twice.
    pub samples: Vec<Sample>,
}

/// Why samples cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum SampleError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is a device or a pipe, which nothing can be read back from.
    #[error("it is no regular file, and games are added to those in their file")]
    Irregular,
    /// It begins as no file of samples does.
    #[error("not a file of samples")]
    Foreign,
    /// It is of a later version of the format.
    #[error("format version {0}, known are versions up to {known}", known = header::VERSION)]
    Version(u16),
    /// Its header is damaged.
    #[error("the header is damaged")]
    Header,
    /// Another program is writing it.
    #[error("another process writes to this file")]
    Locked,
    /// A record is damaged.
    #[error("damaged at byte {byte}, in record {record}")]
    Damaged {
        /// Where the record begins in the file.
        byte: u64,
        /// Its number in the file, from 1.
        record: u64,
    },
    /// A record is not of the game that has to stand there.
    #[error("record {record} is of game {found}, expected game {expected}")]
    Order {
        /// The number of the record in the file, from 1.
        record: u64,
        /// The number of its game.
        found: u32,
        /// The number expected.
        expected: u32,
    },
    /// It was made with other settings.
    #[error("made with other settings: {key} is {found}, expected {expected}")]
    Settings {
        /// What differs.
        key: String,
        /// Its value in the file.
        found: String,
        /// The value wanted.
        expected: String,
    },
    /// One of several files cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: Box<SampleError>,
    },
    /// More samples than a record can hold, or a game number that is too great.
    #[error("the game is too long for a record")]
    TooLong,
}

impl From<LockError> for SampleError {
    fn from(error: LockError) -> SampleError {
        match error {
            LockError::InUse => SampleError::Locked,
            LockError::Irregular => SampleError::Irregular,
            LockError::Io(error) => SampleError::Io(error),
        }
    }
}

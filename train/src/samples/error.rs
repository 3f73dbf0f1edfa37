//! What can be wrong with a file of samples.

use std::io;
use std::path::PathBuf;

use damier_engine::locked_file::LockError;

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
    #[error("format version {0}, known are versions up to {known}", known = super::header::VERSION)]
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
        /// Its place in the file, from 1.
        record: u64,
    },
    /// A record is not of the game that has to stand there.
    #[error("record {record} is of game {found}, expected game {expected}")]
    Order {
        /// The place of the record in the file, from 1.
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

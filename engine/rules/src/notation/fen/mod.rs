//! Positions as PDN's FEN.

mod defect;
mod read;
mod write;

pub use defect::{FenDefect, FenError};
pub use read::{MenOnCrownRow, read_fen, read_fen_with};
pub use write::write_fen;

#[cfg(test)]
mod tests;

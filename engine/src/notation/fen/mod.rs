//! Positions as PDN's FEN.

mod defect;
mod read;
mod write;

pub use defect::{FenDefect, FenError};
pub use read::read_fen;
pub use write::write_fen;

#[cfg(test)]
mod tests;

//! What can be wrong with a FEN.

use crate::notation::squares::{SquareError, shortened};
use crate::position::Side;

/// A position that cannot be read, with every reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read the position `{text}`: {}", joined(.defects))]
pub struct FenError {
    /// The text, cut to a length fit for a message.
    pub text: String,
    /// All that is wrong with it, in the order of the text; at least one.
    pub defects: Vec<FenDefect>,
}

impl FenError {
    pub(super) fn of(text: &str, defects: Vec<FenDefect>) -> FenError {
        FenError { text: shortened(text), defects }
    }
}

/// One thing that is wrong with a FEN; squares are named as in the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum FenDefect {
    /// The text is longer than any position.
    #[error("it has {length} bytes, a position has no more than {longest}")]
    TooLong {
        /// Its length.
        length: usize,
        /// The greatest length that is read.
        longest: usize,
    },
    /// A part begins with neither colour.
    #[error("`{0}` begins with neither W nor B")]
    UnknownColour(String),
    /// The board has no such square.
    #[error(transparent)]
    NoSquare(#[from] SquareError),
    /// A square is given twice for one side.
    #[error("square {0} is given twice")]
    Twice(String),
    /// A square is given for both sides.
    #[error("square {0} is given for both sides")]
    BothSides(String),
    /// A man stands where it is crowned.
    #[error(
        "a man of {side:?} cannot stand on {square}, where it is crowned (a king is K{square})"
    )]
    ManOnCrownRow {
        /// The side.
        side: Side,
        /// The square.
        square: String,
    },
    /// A `K` without a square.
    #[error("`{0}` has a K that no square follows")]
    KingWithoutSquare(String),
    /// A range that runs backward.
    #[error("the range `{first}-{last}` is reversed (write `{last}-{first}`)")]
    ReversedRange {
        /// Where it begins.
        first: String,
        /// Where it ends.
        last: String,
    },
    /// A range of squares in letters.
    #[error("`{0}` is a range in letters (ranges are written in numbers)")]
    LetterRange(String),
    /// Letters and numbers in one text.
    #[error("squares are named both by letters and by numbers")]
    MixedNames,
    /// Something that is no square.
    #[error("`{0}` is not understood (a part is a colour and squares, as in `W21,K5`)")]
    UnknownText(String),
    /// Nobody stands on the board.
    #[error("there is no piece on the board")]
    NoPieces,
}

fn joined(defects: &[FenDefect]) -> String {
    let texts: Vec<String> = defects.iter().map(FenDefect::to_string).collect();
    texts.join("; ")
}

//! What can be wrong with a FEN.

use std::mem::discriminant;

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
    /// The board is drawn row by row.
    #[error(
        "it gives the board in rows, as chess programs do; write the side to move, then the \
         squares of each side, as in `{example}`"
    )]
    Rows {
        /// A position as this game writes it.
        example: String,
    },
    /// The board is one letter a square.
    #[error("it is a position as the Hub protocol writes it; write squares, as in `{example}`")]
    Hub {
        /// A position as this game writes it.
        example: String,
    },
    /// Letters in a game that has numbers.
    #[error("squares are named by letters, in this game they are numbers from 1 to {squares}")]
    Letters {
        /// The number of squares.
        squares: usize,
    },
    /// A part begins with neither colour.
    #[error("`{0}` begins with neither W nor B (a part is a colour and squares, as in `W21,K5`)")]
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

impl FenDefect {
    /// What of the text is meant, where there can be several of a kind.
    fn subject(&self) -> Option<String> {
        Some(match self {
            FenDefect::UnknownColour(text)
            | FenDefect::KingWithoutSquare(text)
            | FenDefect::LetterRange(text)
            | FenDefect::UnknownText(text) => format!("`{text}`"),
            FenDefect::NoSquare(error) => format!("`{}`", error.text),
            FenDefect::Twice(square) | FenDefect::BothSides(square) => square.clone(),
            FenDefect::ManOnCrownRow { side, square } => format!("{side:?} on {square}"),
            FenDefect::ReversedRange { first, last } => format!("`{first}-{last}`"),
            _ => return None,
        })
    }
}

/// A sentence for each kind of defect, with the first of that kind; the others are named or counted.
fn joined(defects: &[FenDefect]) -> String {
    let mut kinds: Vec<Vec<&FenDefect>> = Vec::new();
    for defect in defects {
        let kind_of = |known: &&FenDefect| discriminant(*known) == discriminant(defect);
        let same = |kind: &&mut Vec<&FenDefect>| kind.first().is_some_and(kind_of);
        match kinds.iter_mut().find(same) {
            Some(kind) => kind.push(defect),
            None => kinds.push(vec![defect]),
        }
    }
    kinds.iter().map(|kind| sentence(kind)).collect::<Vec<_>>().join("; ")
}

/// The first of some defects of one kind, and what the others are about.
fn sentence(kind: &[&FenDefect]) -> String {
    /// Named besides the first.
    const NAMED: usize = 3;
    let Some((first, others)) = kind.split_first() else { return String::new() };
    if others.is_empty() {
        return first.to_string();
    }
    let mut names: Vec<String> =
        others.iter().filter_map(|other| other.subject()).take(NAMED).collect();
    let more = others.len() - names.len();
    if more > 0 {
        names.push(format!("{more} more"));
    }
    let last = names.pop().unwrap_or_default();
    let list = if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) };
    format!("{first}, and so with {list}")
}

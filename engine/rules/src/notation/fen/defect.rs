//! What can be wrong with a FEN.

use std::error::Error;
use std::fmt;
use std::mem::discriminant;

use crate::notation::squares::SquareError;
use crate::position::Side;
use crate::text::shortened;

/// A position that cannot be read, with every reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The text, cut to a length fit for a message.
    pub text: String,
    /// All that is wrong with it, in the order of the text; at least one.
    pub defects: Vec<FenDefect>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read the position `{}`: {}", self.text, joined(&self.defects))
    }
}

impl Error for FenError {}

impl FenError {
    pub(super) fn of(text: &str, defects: Vec<FenDefect>) -> FenError {
        FenError { text: shortened(text), defects }
    }
}

/// One thing that is wrong with a FEN; squares are named as in the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FenDefect {
    /// The text is longer than any position.
    TooLong {
        /// Its length.
        length: usize,
        /// The greatest length that is read.
        longest: usize,
    },
    /// The board is drawn row by row.
    Rows {
        /// A position as this game writes it.
        example: String,
    },
    /// The board is one letter a square.
    Hub {
        /// A position as this game writes it.
        example: String,
    },
    /// Letters in a game that has numbers.
    Letters {
        /// The number of squares.
        squares: usize,
    },
    /// A part begins with neither colour.
    UnknownColour(String),
    /// The board has no such square.
    NoSquare(SquareError),
    /// A square is given twice for one side.
    Twice(String),
    /// A square is given for both sides.
    BothSides(String),
    /// A man stands where it is crowned.
    ManOnCrownRow {
        /// The side.
        side: Side,
        /// The square.
        square: String,
    },
    /// A `K` without a square.
    KingWithoutSquare(String),
    /// A range that runs backward.
    ReversedRange {
        /// Where it begins.
        first: String,
        /// Where it ends.
        last: String,
    },
    /// A range of squares in letters.
    LetterRange(String),
    /// Letters and numbers in one text.
    MixedNames,
    /// Something that is no square.
    UnknownText(String),
    /// Nobody stands on the board.
    NoPieces,
}

impl fmt::Display for FenDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenDefect::TooLong { length, longest } => {
                write!(f, "it has {length} bytes, a position has no more than {longest}")
            }
            FenDefect::Rows { example } => write!(
                f,
                "it gives the board in rows, as chess programs do; write the side to move, then \
                 the squares of each side, as in `{example}`"
            ),
            FenDefect::Hub { example } => write!(
                f,
                "it is a position as the Hub protocol writes it; write squares, as in `{example}`"
            ),
            FenDefect::Letters { squares } => write!(
                f,
                "squares are named by letters, in this game they are numbers from 1 to {squares}"
            ),
            FenDefect::UnknownColour(value) => write!(
                f,
                "`{value}` begins with neither W nor B (a part is a colour and squares, as in \
                 `W21,K5`)"
            ),
            FenDefect::NoSquare(error) => error.fmt(f),
            FenDefect::Twice(value) => write!(f, "square {value} is given twice"),
            FenDefect::BothSides(value) => write!(f, "square {value} is given for both sides"),
            FenDefect::ManOnCrownRow { side, square } => write!(
                f,
                "a man of {side:?} cannot stand on {square}, where it is crowned (a king is \
                 K{square})"
            ),
            FenDefect::KingWithoutSquare(value) => {
                write!(f, "`{value}` has a K that no square follows")
            }
            FenDefect::ReversedRange { first, last } => {
                write!(f, "the range `{first}-{last}` is reversed (write `{last}-{first}`)")
            }
            FenDefect::LetterRange(value) => {
                write!(f, "`{value}` is a range in letters (ranges are written in numbers)")
            }
            FenDefect::MixedNames => write!(f, "squares are named both by letters and by numbers"),
            FenDefect::UnknownText(value) => write!(
                f,
                "`{value}` is not understood (a part is a colour and squares, as in `W21,K5`)"
            ),
            FenDefect::NoPieces => write!(f, "there is no piece on the board"),
        }
    }
}

impl Error for FenDefect {}

impl From<SquareError> for FenDefect {
    fn from(error: SquareError) -> FenDefect {
        FenDefect::NoSquare(error)
    }
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
        let kind_of = |listed: &&FenDefect| discriminant(*listed) == discriminant(defect);
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
    let Some((first, rest)) = kind.split_first() else { return String::new() };
    if rest.is_empty() {
        return first.to_string();
    }
    let mut names: Vec<String> =
        rest.iter().filter_map(|defect| defect.subject()).take(NAMED).collect();
    let more = rest.len() - names.len();
    if more > 0 {
        names.push(format!("{more} more"));
    }
    let last = names.pop().unwrap_or_default();
    let list = if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) };
    format!("{first}, and so with {list}")
}

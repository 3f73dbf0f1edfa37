//! How a game's squares and moves are written: numbering, letters, signs.

use crate::board::{Geometry, Square, SquareSet};
use crate::position::Side;

use super::RuleSet;

/// How a game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation {
    /// Numbers of the squares; for games in letters, the numbers of Hub and of numeric FEN.
    pub numbering: Numbering,
    /// Whether squares are written as numbers or letters.
    pub names: SquareNames,
    /// The sign of a capture in PDN, `x` or `:`.
    pub capture_sign: char,
    /// How results are written in PDN.
    pub results: ResultStyle,
    /// The game's number in PDN's tag `GameType`.
    pub pdn_type: u8,
    /// How the Python package pydraughts writes this game on Hub, where it knows the game and
    /// differs.
    pub pydraughts: Option<Pydraughts>,
}

/// How squares are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareNames {
    /// As numbers.
    Numeric,
    /// As a column's letter and a row's digit, `a1` at White's left.
    Algebraic,
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultStyle {
    /// 1-0, 1/2-1/2, 0-1.
    One,
    /// 2-0, 1-1, 0-2.
    Two,
}

/// A corner of the board as drawn, with White below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Rows are numbered from the top, each from the left.
    TopLeft,
    /// Rows are numbered from the top, each from the right.
    TopRight,
    /// Rows are numbered from the bottom, each from the left.
    BottomLeft,
    /// Rows are numbered from the bottom, each from the right.
    BottomRight,
}

impl Corner {
    /// The corner at the other end of the diagonal.
    pub const fn opposite(self) -> Corner {
        match self {
            Corner::TopLeft => Corner::BottomRight,
            Corner::TopRight => Corner::BottomLeft,
            Corner::BottomLeft => Corner::TopRight,
            Corner::BottomRight => Corner::TopLeft,
        }
    }

    const fn at_top(self) -> bool {
        matches!(self, Corner::TopLeft | Corner::TopRight)
    }

    const fn at_left(self) -> bool {
        matches!(self, Corner::TopLeft | Corner::BottomLeft)
    }
}

/// Numbers of the squares, from 1.
///
/// ```
/// use damier_rules::board::Geometry;
/// use damier_rules::rules::named;
///
/// let numbering = named("international").unwrap().notation.numbering;
/// let square = numbering.square(Geometry::Ten, 32).unwrap();
/// assert_eq!(numbering.number(Geometry::Ten, square), 32);
/// assert_eq!(numbering.square(Geometry::Ten, 51), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// Where the numbers begin.
    pub first: Corner,
    /// Whether the board is turned: the dark corner at each player's right. It is the other board
    /// reflected, so the same [`Geometry`] serves.
    pub turned: bool,
}

impl Numbering {
    /// The square with this number, `None` when the board has no such number.
    pub const fn square(&self, geometry: Geometry, number: usize) -> Option<Square> {
        if number == 0 || number > geometry.squares() {
            return None;
        }
        let length = geometry.row_length();
        let (mut row, mut index) = ((number - 1) / length, (number - 1) % length);
        if !self.first.at_top() {
            row = geometry.size() - 1 - row;
        }
        if self.first.at_left() == self.turned {
            index = length - 1 - index;
        }
        Some(geometry.square(row, index))
    }

    /// The number of a square.
    pub const fn number(&self, geometry: Geometry, square: Square) -> usize {
        let length = geometry.row_length();
        let (mut row, mut index) = (geometry.row_of(square), geometry.index_in_row(square));
        if !self.first.at_top() {
            row = geometry.size() - 1 - row;
        }
        if self.first.at_left() == self.turned {
            index = length - 1 - index;
        }
        row * length + index + 1
    }

    /// The numbers of a set's squares, ascending.
    pub fn numbers(&self, geometry: Geometry, set: SquareSet) -> Vec<usize> {
        let mut numbers: Vec<usize> =
            set.into_iter().map(|square| self.number(geometry, square)).collect();
        numbers.sort_unstable();
        numbers
    }
}

/// What the Python package pydraughts (0.6) sends on Hub for a game on the 8×8 board, where it
/// differs from the game's own numbering. Established by running it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pydraughts {
    /// The order of the squares of `pos`.
    pub position: Numbering,
    /// Whether the colours of `pos` are exchanged.
    pub swapped: bool,
    /// The numbers in moves.
    pub moves: Numbering,
}

/// The value of PDN's tag `GameType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameType {
    number: u8,
    first: Side,
    size: usize,
    names: SquareNames,
    corner: Corner,
    turned: bool,
}

impl GameType {
    pub(super) fn of(rules: &RuleSet) -> GameType {
        let notation = &rules.notation;
        let corner = match notation.names {
            SquareNames::Algebraic => Corner::BottomLeft,
            SquareNames::Numeric => notation.numbering.first,
        };
        GameType {
            number: notation.pdn_type,
            first: rules.start.first,
            size: rules.moves.geometry.size(),
            names: notation.names,
            corner: match rules.start.first {
                Side::White => corner,
                Side::Black => corner.opposite(),
            },
            turned: notation.numbering.turned,
        }
    }
}

impl std::fmt::Display for GameType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = match self.names {
            SquareNames::Numeric => 'N',
            SquareNames::Algebraic => 'A',
        };
        let corner = match self.corner {
            Corner::BottomLeft => 0,
            Corner::BottomRight => 1,
            Corner::TopLeft => 2,
            Corner::TopRight => 3,
        };
        write!(
            f,
            "{},{},{size},{size},{names}{corner},{}",
            self.number,
            self.first.letter(),
            u8::from(self.turned),
            size = self.size
        )
    }
}

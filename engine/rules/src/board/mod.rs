//! The playing squares of both boards and sets of them; nothing here knows a piece.
//!
//! Both boards lie in one `u64`. Rows run from Black's side (row 0, where White's men are
//! crowned) to White's, and after every second row one *ghost* bit follows. So each diagonal step
//! is one constant shift for the whole board, and a step off the edge lands on a ghost or outside
//! the board's mask:
//!
//! ```text
//! 8×8                             10×10
//!    0   1   2   3                   0   1   2   3   4
//!  4   5   6   7   (8)             5   6   7   8   9   (10)
//!    9  10  11  12                  11  12  13  14  15
//! 13  14  15  16   (17)           16  17  18  19  20   (21)
//!  …                               …
//! ```
//!
//! The turned boards of Italian, Spanish and Portuguese draughts are the same board reflected:
//! turning is a matter of numbering and drawing, see [`crate::rules::Numbering`].

mod set;

pub use set::{SquareIter, SquareSet};

/// The shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Geometry {
    /// 8×8, 32 playing squares.
    Eight,
    /// 10×10, 50 playing squares.
    Ten,
}

/// A diagonal direction; White's men move up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards row 0 and column 0.
    UpLeft,
    /// Towards row 0 and the last column.
    UpRight,
    /// Towards the last row and column 0.
    DownLeft,
    /// Towards the last row and the last column.
    DownRight,
}

impl Direction {
    /// The four directions, upward ones first.
    pub const ALL: [Direction; 4] =
        [Direction::UpLeft, Direction::UpRight, Direction::DownLeft, Direction::DownRight];

    /// The direction that leads back.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::UpLeft => Direction::DownRight,
            Direction::UpRight => Direction::DownLeft,
            Direction::DownLeft => Direction::UpRight,
            Direction::DownRight => Direction::UpLeft,
        }
    }

    /// Whether the direction leads towards row 0.
    pub const fn is_up(self) -> bool {
        matches!(self, Direction::UpLeft | Direction::UpRight)
    }
}

/// A playing square: the index of its bit, see the [module](self).
///
/// The number that players give it depends on the game, see [`crate::rules::Numbering`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of bit `index`; `None` where no board has a square.
    ///
    /// ```
    /// use damier_rules::board::{Geometry, Square};
    ///
    /// assert_eq!(Square::new(5), Some(Geometry::Ten.square(1, 0)));
    /// assert_eq!(Square::new(70), None);
    /// ```
    pub const fn new(index: u8) -> Option<Square> {
        let board = Geometry::Ten.all().bits() | Geometry::Eight.all().bits();
        if index < 64 && board >> index & 1 == 1 { Some(Square(index)) } else { None }
    }

    /// The index of the square's bit, `0..54`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set that holds this square alone.
    pub const fn set(self) -> SquareSet {
        SquareSet::of_squares(1 << self.0)
    }
}

impl Geometry {
    /// Rows, and columns, of the board: 8 or 10.
    pub const fn size(self) -> usize {
        match self {
            Geometry::Eight => 8,
            Geometry::Ten => 10,
        }
    }

    /// Playing squares in a row: 4 or 5.
    pub const fn row_length(self) -> usize {
        self.size() / 2
    }

    /// The number of playing squares: 32 or 50.
    pub const fn squares(self) -> usize {
        self.size() * self.row_length()
    }

    /// Bits from the first square to the last, ghosts among them: 35 or 54.
    pub const fn span(self) -> u32 {
        (self.squares() + self.row_length() - 1) as u32
    }

    /// Every playing square.
    pub const fn all(self) -> SquareSet {
        match self {
            Geometry::Eight => const { Geometry::Eight.all_rows() },
            Geometry::Ten => const { Geometry::Ten.all_rows() },
        }
    }

    const fn all_rows(self) -> SquareSet {
        let mut all = SquareSet::EMPTY;
        let mut row = 0;
        while row < self.size() {
            all = all.union(self.own_row(row));
            row += 1;
        }
        all
    }

    /// The squares of one row, counted from Black's side.
    ///
    /// # Panics
    /// When the board has no such row.
    pub const fn row(self, row: usize) -> SquareSet {
        assert!(row < self.size(), "a row of the board");
        self.own_row(row)
    }

    /// The squares of a row that the board has.
    #[inline(always)]
    pub(crate) const fn own_row(self, row: usize) -> SquareSet {
        let length = self.row_length();
        SquareSet::of_squares(((1 << length) - 1) << (row * length + row / 2))
    }

    /// The square of `row` with this index among the row's playing squares, counted from column 0.
    ///
    /// # Panics
    /// When row or index are off the board.
    pub const fn square(self, row: usize, index: usize) -> Square {
        assert!(row < self.size() && index < self.row_length(), "a square of the board");
        Square((row * self.row_length() + row / 2 + index) as u8)
    }

    /// The row of a square, counted from Black's side.
    ///
    /// # Panics
    /// When the square is not on this board.
    pub const fn row_of(self, square: Square) -> usize {
        assert!(self.all().contains(square), "a square of the board");
        let pair = 2 * self.row_length() + 1;
        let rest = square.index() % pair;
        square.index() / pair * 2 + (rest >= self.row_length()) as usize
    }

    /// The index of a square among its row's playing squares, counted from column 0.
    ///
    /// # Panics
    /// When the square is not on this board.
    pub const fn index_in_row(self, square: Square) -> usize {
        assert!(self.all().contains(square), "a square of the board");
        let pair = 2 * self.row_length() + 1;
        square.index() % pair % self.row_length()
    }

    /// The column of a square; the corner at row 0, column 0 is not a playing square.
    ///
    /// # Panics
    /// When the square is not on this board.
    pub const fn column_of(self, square: Square) -> usize {
        2 * self.index_in_row(square) + self.row_of(square).is_multiple_of(2) as usize
    }

    /// The square at a row and column, if that is a playing square of the board.
    pub const fn at(self, row: usize, column: usize) -> Option<Square> {
        if row >= self.size() || column >= self.size() || (row + column).is_multiple_of(2) {
            return None;
        }
        Some(self.square(row, column / 2))
    }

    /// The same squares on the board turned by half a turn, without those of the other board.
    pub const fn rotated(self, set: SquareSet) -> SquareSet {
        let turned = set.bits().reverse_bits() >> (64 - self.span());
        SquareSet::of_squares(turned).intersection(self.all())
    }

    /// Every square moved by one step; squares that leave the board are gone.
    ///
    /// ```
    /// use damier_rules::board::{Direction, Geometry};
    ///
    /// let board = Geometry::Ten;
    /// let stepped = board.stepped(board.row(1), Direction::UpLeft);
    /// assert_eq!(stepped.len(), 4);
    /// assert_eq!(board.stepped(board.row(0), Direction::UpLeft).len(), 0);
    /// ```
    pub const fn stepped(self, set: SquareSet, direction: Direction) -> SquareSet {
        set.rotated_left(self.step(direction)).intersection(self.all())
    }

    /// The bits that a step in `direction` rotates a set left by.
    ///
    /// A step off the board lands on a ghost or on a bit above the board, so the result must be
    /// cut down to playing squares before it is used.
    pub(crate) const fn step(self, direction: Direction) -> u32 {
        let short = self.row_length() as u32;
        match direction {
            Direction::UpLeft => 64 - short - 1,
            Direction::UpRight => 64 - short,
            Direction::DownLeft => short,
            Direction::DownRight => short + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_moves_by_one_row_and_one_column_or_off_the_board() {
        for geometry in [Geometry::Eight, Geometry::Ten] {
            assert_eq!(geometry.all().len(), geometry.squares());
            for square in geometry.all() {
                let (row, column) = (geometry.row_of(square), geometry.column_of(square));
                assert_eq!(geometry.at(row, column), Some(square));
                for direction in Direction::ALL {
                    let row = row.wrapping_add_signed(if direction.is_up() { -1 } else { 1 });
                    let left = matches!(direction, Direction::UpLeft | Direction::DownLeft);
                    let column = column.wrapping_add_signed(if left { -1 } else { 1 });
                    let stepped = square.set().rotated_left(geometry.step(direction));
                    let expected = geometry.at(row, column).map_or(SquareSet::EMPTY, Square::set);
                    assert_eq!(stepped & geometry.all(), expected, "{square:?} {direction:?}");
                }
            }
        }
    }

    #[test]
    fn a_set_holds_squares_only() {
        let squares = Geometry::Eight.all() | Geometry::Ten.all();
        for set in [SquareSet::from_bits(u64::MAX), !SquareSet::EMPTY] {
            assert_eq!(set, squares);
            assert!(set.into_iter().all(|square| Square::new(square.index() as u8).is_some()));
            for geometry in [Geometry::Eight, Geometry::Ten] {
                assert_eq!(geometry.rotated(set), geometry.all());
            }
        }
    }

    #[test]
    #[should_panic(expected = "a square of the board")]
    fn a_square_of_the_other_board_has_no_row() {
        Geometry::Eight.row_of(Geometry::Ten.square(9, 4));
    }

    #[test]
    fn half_a_turn_mirrors_rows_and_columns() {
        for geometry in [Geometry::Eight, Geometry::Ten] {
            let last = geometry.size() - 1;
            for square in geometry.all() {
                let turned = geometry.rotated(square.set()).first().unwrap();
                assert_eq!(geometry.row_of(turned), last - geometry.row_of(square));
                assert_eq!(geometry.column_of(turned), last - geometry.column_of(square));
            }
        }
    }
}

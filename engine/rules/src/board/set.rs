//! Sets of squares.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Geometry, Square};

/// A set of squares, a bit for each. It holds nothing that is a square of neither board.
///
/// ```
/// use damier_rules::board::{Geometry, SquareSet};
///
/// let corner = Geometry::Eight.square(7, 0);
/// assert!((!corner.set()).contains(Geometry::Eight.square(0, 0)));
/// assert_eq!(SquareSet::from_bits(1 << 63), SquareSet::EMPTY);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareSet(u64);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);

    /// The squares of either board.
    const ALL: SquareSet = Geometry::Eight.all().union(Geometry::Ten.all());

    /// The set of the squares whose bits are set; bits that are no square of either board are left
    /// out.
    pub const fn from_bits(bits: u64) -> SquareSet {
        SquareSet(bits & SquareSet::ALL.0)
    }

    /// The set of the squares whose bits are set, which must be squares.
    pub(super) const fn of_squares(bits: u64) -> SquareSet {
        SquareSet(bits)
    }

    /// A bit for each square.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether the set holds no square.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds at least one square.
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set holds exactly one square; cheaper than to count them.
    pub const fn is_single(self) -> bool {
        self.0 != 0 && self.0 & (self.0 - 1) == 0
    }

    /// The number of squares.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `square` is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The square with the lowest index.
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        Some(Square(self.0.trailing_zeros() as u8))
    }

    /// The squares of this set that are not in `other`.
    pub const fn without(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }

    /// The squares of both sets: `|` where a constant is needed.
    pub const fn union(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    /// The squares that both sets hold: `&` where a constant is needed.
    pub const fn intersection(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }

    /// Every square moved by a step, see [`Geometry::step`]. What leaves the board is a bit that is
    /// no square: the result must be cut down to the board's squares.
    pub(crate) const fn rotated_left(self, step: u32) -> SquareSet {
        SquareSet(self.0.rotate_left(step))
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    fn not(self) -> SquareSet {
        SquareSet::from_bits(!self.0)
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl BitXor for SquareSet {
    type Output = SquareSet;
    fn bitxor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 ^ other.0)
    }
}

impl BitAndAssign for SquareSet {
    fn bitand_assign(&mut self, other: SquareSet) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: SquareSet) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for SquareSet {
    fn bitxor_assign(&mut self, other: SquareSet) {
        self.0 ^= other.0;
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, |set, square| set | square.set())
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = SquareIter;
    fn into_iter(self) -> SquareIter {
        SquareIter(self.0)
    }
}

/// The squares of a set, lowest index first.
#[derive(Clone, Debug)]
pub struct SquareIter(u64);

impl Iterator for SquareIter {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = SquareSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for SquareIter {}

//! Who stands where and whose turn it is; nothing here knows a rule.

mod defects;
mod zobrist;

pub use defects::Defects;

use std::hash::{Hash, Hasher};

use crate::board::{Geometry, Square, SquareSet};

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side whose men move up, towards row 0.
    White,
    /// The side whose men move down.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The other side.
    pub const fn opponent(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The row on which this side's men are crowned.
    #[inline]
    pub const fn crown_row(self, geometry: Geometry) -> SquareSet {
        geometry.own_row(match self {
            Side::White => 0,
            Side::Black => geometry.size() - 1,
        })
    }

    /// `W` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'W',
            Side::Black => 'B',
        }
    }
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    /// An uncrowned piece.
    Man,
    /// A crowned piece.
    King,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// Man or king.
    pub rank: Rank,
}

/// A quiet move or a whole capture.
///
/// Captures with the same origin, destination, captured set and resulting rank are one move,
/// whatever the path; notation derives the path when it needs one. A circular capture has
/// `from == to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The captured pieces; empty for a quiet move.
    pub captured: SquareSet,
    /// Where the piece stood.
    pub from: Square,
    /// Where it stands afterwards.
    pub to: Square,
    /// Whether a man became a king.
    pub crowned: bool,
}

impl Move {
    /// Whether the move takes at least one piece.
    pub const fn is_capture(&self) -> bool {
        self.captured.any()
    }
}

/// The pieces on a board and the side to move, with its Zobrist key.
///
/// Small and copied: [`make`](Position::make) returns a new position. Two positions are equal when
/// the same pieces stand on the same squares and the same side is to move.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    sides: [SquareSet; 2],
    kings: SquareSet,
    turn: Side,
    key: u64,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        (self.sides, self.kings, self.turn) == (other.sides, other.kings, other.turn)
    }
}

impl Eq for Position {}

impl Hash for Position {
    /// The Zobrist key alone, which follows from the rest.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl Position {
    /// A position with these pieces; `kings` are those of both sides.
    ///
    /// ```
    /// use damier_rules::board::{Geometry, SquareSet};
    /// use damier_rules::position::{Position, Side};
    ///
    /// let board = Geometry::Eight;
    /// let (white, black) = (board.square(6, 1).set(), board.square(0, 2).set());
    /// let position = Position::new(board, white, black, SquareSet::EMPTY, Side::White)?;
    /// assert_eq!(position.occupied().len(), 2);
    /// // White's men are crowned on row 0, Black's may stand there.
    /// let defects = Position::new(board, black, white, SquareSet::EMPTY, Side::White).unwrap_err();
    /// assert_eq!(defects.uncrowned(), black);
    /// # Ok::<(), damier_rules::position::Defects>(())
    /// ```
    ///
    /// # Errors
    /// When pieces cannot stand so; all that is wrong.
    pub fn new(
        geometry: Geometry,
        white: SquareSet,
        black: SquareSet,
        kings: SquareSet,
        turn: Side,
    ) -> Result<Position, Defects> {
        let defects = Defects::of(geometry, [white, black], kings);
        if defects.is_empty() {
            Ok(Position::unchecked(white, black, kings, turn))
        } else {
            Err(defects)
        }
    }

    /// A position whose pieces are known to stand where they may.
    pub(crate) fn unchecked(
        white: SquareSet,
        black: SquareSet,
        kings: SquareSet,
        turn: Side,
    ) -> Position {
        debug_assert!((white & black).is_empty(), "one piece a square");
        debug_assert!(kings.without(white | black).is_empty(), "a king is a piece of a side");
        let mut position = Position { sides: [white, black], kings, turn, key: 0 };
        position.key = position.recomputed_key();
        position
    }

    /// The usual start: `rows` full rows of men for each side.
    ///
    /// # Panics
    /// When there is no row, or when the rows of the two sides would meet.
    pub fn start(geometry: Geometry, rows: usize, turn: Side) -> Position {
        assert!((1..=geometry.size() / 2).contains(&rows), "each side has its half of the board");
        let black = (0..rows).fold(SquareSet::EMPTY, |set, row| set | geometry.row(row));
        let white = geometry.rotated(black);
        Position::unchecked(white, black, SquareSet::EMPTY, turn)
    }

    /// The side to move.
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// The pieces of one side.
    pub const fn side(&self, side: Side) -> SquareSet {
        self.sides[side.index()]
    }

    /// The kings of both sides.
    pub const fn kings(&self) -> SquareSet {
        self.kings
    }

    /// The men of one side.
    pub const fn men_of(&self, side: Side) -> SquareSet {
        self.side(side).without(self.kings)
    }

    /// The kings of one side.
    pub const fn kings_of(&self, side: Side) -> SquareSet {
        self.side(side).intersection(self.kings)
    }

    /// The pieces of the side to move.
    pub const fn own(&self) -> SquareSet {
        self.side(self.turn)
    }

    /// The pieces of the side that has just moved.
    pub const fn enemy(&self) -> SquareSet {
        self.side(self.turn.opponent())
    }

    /// Every piece.
    pub const fn occupied(&self) -> SquareSet {
        self.sides[0].union(self.sides[1])
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let side = *Side::BOTH.iter().find(|&&side| self.side(side).contains(square))?;
        let rank = if self.kings.contains(square) { Rank::King } else { Rank::Man };
        Some(Piece { side, rank })
    }

    /// The Zobrist key of pieces and side to move, kept up by [`make`](Position::make).
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key computed afresh from the pieces, O(pieces).
    pub fn recomputed_key(&self) -> u64 {
        let mut key = zobrist::turn(self.turn);
        for side in Side::BOTH {
            for square in self.side(side) {
                key ^= zobrist::piece(side, self.kings.contains(square), square);
            }
        }
        key
    }

    /// What is wrong with the position on this board: nothing on its own.
    ///
    /// ```
    /// use damier_rules::board::Geometry;
    /// use damier_rules::position::{Position, Side};
    ///
    /// let position = Position::start(Geometry::Ten, 4, Side::White);
    /// assert!(position.defects(Geometry::Ten).is_empty());
    /// assert!(position.defects(Geometry::Eight).off_board.any());
    /// ```
    pub fn defects(&self, geometry: Geometry) -> Defects {
        Defects::of(geometry, self.sides, self.kings)
    }

    /// The position after `played`, which must be legal here.
    ///
    /// # Panics
    /// When no piece of the side to move stands on the move's origin, when another piece stands on
    /// its destination, or when it takes something else than pieces of the other side.
    #[must_use]
    #[inline]
    pub fn make(&self, played: &Move) -> Position {
        let (from, to) = (played.from.set(), played.to.set());
        let (movers, enemies) = (self.own() ^ from, self.enemy() ^ played.captured);
        // What was not there to be removed is in these sets now, beside pieces in the way.
        let wrong = movers & (from | to) | enemies & (played.captured | to);
        assert!(wrong.is_empty(), "a move of this position");
        let mut next = self.make_without_key(played);
        next.key = self.key_after(played);
        next
    }

    /// The key of the position after `played`.
    pub fn key_after(&self, played: &Move) -> u64 {
        let was_king = self.kings.contains(played.from);
        let mut key = self.key ^ zobrist::CHANGE_TURN;
        key ^= zobrist::piece(self.turn, was_king, played.from);
        key ^= zobrist::piece(self.turn, was_king | played.crowned, played.to);
        for square in played.captured {
            key ^= zobrist::piece(self.turn.opponent(), self.kings.contains(square), square);
        }
        key
    }

    /// As [`make`](Position::make), but the new position's key is wrong: for counting only.
    #[inline(always)]
    pub(crate) fn make_without_key(&self, played: &Move) -> Position {
        let (from, to) = (played.from.set(), played.to.set());
        let mut sides = self.sides;
        let movers = &mut sides[self.turn.index()];
        *movers = movers.without(from) | to;
        let enemy = &mut sides[self.turn.opponent().index()];
        *enemy = enemy.without(played.captured);
        let crowned =
            if self.kings.contains(played.from) | played.crowned { to } else { SquareSet::EMPTY };
        Position {
            sides,
            kings: self.kings.without(from | played.captured) | crowned,
            turn: self.turn.opponent(),
            key: self.key,
        }
    }

    /// The same position with the board turned by half a turn and the sides exchanged: the side to
    /// move faces the mirror image of what it faces here.
    ///
    /// # Panics
    /// When the position is not one of this board.
    #[must_use]
    pub fn mirrored(&self, geometry: Geometry) -> Position {
        assert!(self.occupied().without(geometry.all()).is_empty(), "a position of the board");
        Position::unchecked(
            geometry.rotated(self.side(Side::Black)),
            geometry.rotated(self.side(Side::White)),
            geometry.rotated(self.kings),
            self.turn.opponent(),
        )
    }

    /// The same position without the pieces on `squares`.
    ///
    /// # Panics
    /// When no piece would be left.
    #[must_use]
    pub fn without(&self, squares: SquareSet) -> Position {
        assert!(self.occupied().without(squares).any(), "a piece is left");
        let [white, black] = Side::BOTH.map(|side| self.side(side).without(squares));
        Position::unchecked(white, black, self.kings.without(squares), self.turn)
    }

    /// The same pieces with the other side to move.
    #[must_use]
    pub fn with_turn(&self, turn: Side) -> Position {
        let key = self.key ^ zobrist::turn(self.turn) ^ zobrist::turn(turn);
        Position { turn, key, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Position {
        Position::start(Geometry::Ten, 4, Side::White)
    }

    fn step() -> Move {
        let square = |row, index| Geometry::Ten.square(row, index);
        Move { captured: SquareSet::EMPTY, from: square(6, 1), to: square(5, 1), crowned: false }
    }

    #[test]
    fn moves_of_another_position_are_not_made() {
        let board = Geometry::Ten;
        assert_eq!(start().make(&step()).turn(), Side::Black);
        let wrong = [
            Move { from: board.square(4, 0), ..step() },
            Move { from: board.square(3, 0), ..step() },
            Move { to: board.square(7, 0), ..step() },
            Move { captured: board.square(9, 0).set(), ..step() },
            Move { captured: board.square(4, 0).set(), ..step() },
        ];
        for played in wrong {
            let made = std::panic::catch_unwind(|| start().make(&played));
            assert!(made.is_err(), "{played:?}");
        }
    }

    #[test]
    #[should_panic(expected = "a piece is left")]
    fn somebody_stays_on_the_board() {
        let _ = start().without(start().occupied());
    }

    #[test]
    #[should_panic(expected = "a position of the board")]
    fn a_position_is_mirrored_on_its_own_board() {
        let _ = start().mirrored(Geometry::Eight);
    }
}

//! What can be wrong with pieces on a board.

use std::error::Error;
use std::fmt;

use super::Side;
use crate::board::{Geometry, SquareSet};

/// Why pieces cannot stand as they do; a caller may mend some of it and try again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Defects {
    /// Pieces beside the playing squares.
    pub off_board: SquareSet,
    /// Squares held by both sides.
    pub both_sides: SquareSet,
    /// Kings that belong to neither side.
    pub kings_of_nobody: SquareSet,
    /// White's men where White's men are crowned, then Black's.
    pub men_on_crown_row: [SquareSet; 2],
    /// Neither side has a piece. One side may have none: it has lost.
    pub no_pieces: bool,
}

impl Defects {
    /// The defects of this placement.
    pub(super) fn of(
        geometry: Geometry,
        [white, black]: [SquareSet; 2],
        kings: SquareSet,
    ) -> Defects {
        let pieces = white | black;
        let uncrowned =
            |side: Side, pieces: SquareSet| pieces.without(kings) & side.crown_row(geometry);
        Defects {
            off_board: (pieces | kings).without(geometry.all()),
            both_sides: white & black,
            kings_of_nobody: kings.without(pieces),
            men_on_crown_row: [uncrowned(Side::White, white), uncrowned(Side::Black, black)],
            no_pieces: pieces.is_empty(),
        }
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        *self == Defects::default()
    }

    /// The men of both sides that stand where they are crowned.
    pub fn uncrowned(&self) -> SquareSet {
        self.men_on_crown_row[0] | self.men_on_crown_row[1]
    }
}

impl fmt::Display for Defects {
    /// Counts the squares of each kind: their names depend on the game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = [
            ("pieces off the board", self.off_board),
            ("squares held by both sides", self.both_sides),
            ("kings of neither side", self.kings_of_nobody),
            ("men where they are crowned", self.uncrowned()),
        ];
        let named = counted.iter().filter(|(_, squares)| squares.any());
        let mut all: Vec<String> =
            named.map(|(what, squares)| format!("{what}: {}", squares.len())).collect();
        if self.no_pieces {
            all.push("no piece on the board".to_owned());
        }
        f.write_str(&all.join("; "))
    }
}

impl Error for Defects {}

//! The side to move as a type, so that directions and the crown row are constants.

use crate::board::{Direction, Geometry, SquareSet};
use crate::position::Side;

/// The side to move.
pub(super) trait Colour: Copy {
    /// The side that moves next.
    type Other: Colour<Other = Self>;
    /// The side.
    const SIDE: Side;
    /// The directions in which its men move.
    const FORWARD: [Direction; 2];
    /// The other two.
    const BACKWARD: [Direction; 2];

    /// The row where its men are crowned.
    fn crown_row(geometry: Geometry) -> SquareSet {
        Self::SIDE.crown_row(geometry)
    }
}

/// White to move.
#[derive(Clone, Copy)]
pub(super) struct White;

/// Black to move.
#[derive(Clone, Copy)]
pub(super) struct Black;

impl Colour for White {
    type Other = Black;
    const SIDE: Side = Side::White;
    const FORWARD: [Direction; 2] = [Direction::UpLeft, Direction::UpRight];
    const BACKWARD: [Direction; 2] = [Direction::DownLeft, Direction::DownRight];
}

impl Colour for Black {
    type Other = White;
    const SIDE: Side = Side::Black;
    const FORWARD: [Direction; 2] = [Direction::DownLeft, Direction::DownRight];
    const BACKWARD: [Direction; 2] = [Direction::UpLeft, Direction::UpRight];
}

//! What the generic generator is compiled for: a side to move and a source of rules.
//!
//! With the side as a type, directions and the crown row are constants; with the rules of a named
//! game as a type, what they do not need folds away.

use std::marker::PhantomData;

use crate::board::{Direction, Geometry, SquareSet};
use crate::position::Side;
use crate::rules::{Compiled, MoveRules};

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

/// A source of rules; all that the generic code asks.
pub(super) trait RuleSource: Copy {
    /// The board.
    const GEOMETRY: Geometry;
    /// The source, given the rules that are wanted.
    fn of(rules: &MoveRules) -> Self;
    /// The rules.
    fn rules(&self) -> &MoveRules;
}

/// Rules known at compile time.
pub(super) struct Fixed<C>(PhantomData<C>);

impl<C> Clone for Fixed<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Fixed<C> {}

impl<C: Compiled> RuleSource for Fixed<C> {
    const GEOMETRY: Geometry = C::MOVES.geometry;

    #[inline(always)]
    fn of(_: &MoveRules) -> Self {
        Fixed(PhantomData)
    }

    #[inline(always)]
    fn rules(&self) -> &MoveRules {
        const { &C::MOVES }
    }
}

/// Rules known at run time, on the 8×8 board.
#[derive(Clone, Copy)]
pub(super) struct Eight(MoveRules);

impl RuleSource for Eight {
    const GEOMETRY: Geometry = Geometry::Eight;

    fn of(rules: &MoveRules) -> Self {
        Eight(*rules)
    }

    fn rules(&self) -> &MoveRules {
        &self.0
    }
}

/// Rules known at run time, on the 10×10 board.
#[derive(Clone, Copy)]
pub(super) struct Ten(MoveRules);

impl RuleSource for Ten {
    const GEOMETRY: Geometry = Geometry::Ten;

    fn of(rules: &MoveRules) -> Self {
        Ten(*rules)
    }

    fn rules(&self) -> &MoveRules {
        &self.0
    }
}

//! Where the generator's rules come from: a constant or a value.

use std::marker::PhantomData;

use crate::board::Geometry;
use crate::rules::{Compiled, MoveRules};

/// A source of rules; all that the generic code asks.
pub(super) trait Source: Copy {
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

impl<C: Compiled> Source for Fixed<C> {
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

impl Source for Eight {
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

impl Source for Ten {
    const GEOMETRY: Geometry = Geometry::Ten;

    fn of(rules: &MoveRules) -> Self {
        Ten(*rules)
    }

    fn rules(&self) -> &MoveRules {
        &self.0
    }
}

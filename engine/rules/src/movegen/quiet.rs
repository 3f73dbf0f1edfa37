//! Moves that take nothing.

use super::MoveList;
use super::specialise::{Colour, RuleSource};
use crate::board::{Direction, SquareSet};
use crate::position::{Move, Position};
use crate::rules::KingRange;

/// Appends the quiet moves that geometry allows.
pub(super) fn generate<S: RuleSource, C: Colour>(
    source: S,
    position: &Position,
    list: &mut MoveList,
) {
    let empty = S::GEOMETRY.all().without(position.occupied());
    let men = position.men_of(C::SIDE);
    let crown_row = C::crown_row(S::GEOMETRY);
    for direction in C::FORWARD {
        let back = S::GEOMETRY.step(direction.opposite());
        for to in men.rotated_left(S::GEOMETRY.step(direction)) & empty {
            let from = to.set().rotated_left(back);
            let crowned = crown_row.contains(to);
            push(list, from, to.set(), crowned);
        }
    }
    let kings = position.kings_of(C::SIDE);
    if kings.any() {
        kings_moves::<S>(source, kings, empty, list);
    }
}

fn kings_moves<S: RuleSource>(source: S, kings: SquareSet, empty: SquareSet, list: &mut MoveList) {
    for king in kings {
        for direction in Direction::ALL {
            let step = S::GEOMETRY.step(direction);
            let mut to = king.set().rotated_left(step) & empty;
            while to.any() {
                push(list, king.set(), to, false);
                if source.rules().king == KingRange::Short {
                    break;
                }
                to = to.rotated_left(step) & empty;
            }
        }
    }
}

#[inline(always)]
fn push(list: &mut MoveList, from: SquareSet, to: SquareSet, crowned: bool) {
    if let (Some(from), Some(to)) = (from.first(), to.first()) {
        list.push(Move { captured: SquareSet::EMPTY, from, to, crowned });
    }
}

/// The number of quiet moves that geometry allows.
#[inline(always)]
pub(super) fn count<S: RuleSource, C: Colour>(source: S, position: &Position) -> usize {
    let empty = S::GEOMETRY.all().without(position.occupied());
    let men = position.men_of(C::SIDE);
    let mut count = 0;
    for direction in C::FORWARD {
        count += (men.rotated_left(S::GEOMETRY.step(direction)) & empty).len();
    }
    let kings = position.kings_of(C::SIDE);
    if kings.any() {
        for direction in Direction::ALL {
            let step = S::GEOMETRY.step(direction);
            let mut reached = kings.rotated_left(step) & empty;
            while reached.any() {
                count += reached.len();
                if source.rules().king == KingRange::Short {
                    break;
                }
                reached = reached.rotated_left(step) & empty;
            }
        }
    }
    count
}

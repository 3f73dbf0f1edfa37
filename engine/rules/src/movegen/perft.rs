//! Counting moves and games.

use super::colour::Colour;
use super::source::Source;
use super::{MoveList, captures, captures_of, quiet};
use crate::position::Position;
use crate::rules::CaptureDuty;

/// The number of legal moves.
#[inline(always)]
pub(super) fn count<S: Source, C: Colour>(source: S, position: &Position) -> usize {
    if !captures::exist::<S, C>(source, position) {
        return quiet::count::<S, C>(source, position);
    }
    let mut list = MoveList::new();
    captures_of::<S, C>(source, position, &mut list);
    match source.rules().capture {
        CaptureDuty::Mandatory => list.len(),
        CaptureDuty::Optional => list.len() + quiet::count::<S, C>(source, position),
    }
}

/// The number of games of `depth` plies.
pub(super) fn perft<S: Source, C: Colour>(source: S, position: &Position, depth: u32) -> u64 {
    if depth <= 1 {
        return if depth == 0 { 1 } else { count::<S, C>(source, position) as u64 };
    }
    let mut list = MoveList::new();
    let forced = captures::exist::<S, C>(source, position);
    if forced {
        captures_of::<S, C>(source, position, &mut list);
    }
    if !forced || source.rules().capture == CaptureDuty::Optional {
        quiet::generate::<S, C>(source, position, &mut list);
    }
    list.iter()
        .map(|played| {
            let next = position.make_without_key(played);
            perft::<S, C::Other>(source, &next, depth - 1)
        })
        .sum()
}

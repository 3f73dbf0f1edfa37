//! Every distinct position after a number of plies.

use std::collections::HashSet;

use damier_engine::rng;
use damier_rules::board::SquareSet;
use damier_rules::notation::square_text;
use damier_rules::position::{Move, Position, Side};
use damier_rules::rules::RuleSet;
use damier_rules::variant::Variant;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// The greatest number of positions that are followed further. Where a ply leads to more, a sample
/// of this size, drawn from the seed, is followed instead.
pub const WIDEST: usize = 100_000;

/// A position with one line of play that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayLine {
    /// Where it begins.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
    /// Where it ends.
    pub position: Position,
}

/// The missing men and the moves of a line, by the numbers of the squares.
type SortKey = (Vec<usize>, Vec<(usize, usize, Vec<usize>)>);

impl PlayLine {
    fn from(start: Position) -> PlayLine {
        PlayLine { start, moves: Vec::new(), position: start }
    }

    fn then(&self, played: Move) -> PlayLine {
        let mut moves = self.moves.clone();
        moves.push(played);
        PlayLine { start: self.start, moves, position: self.position.make(&played) }
    }

    /// The men missing at the start, White's first.
    pub(super) fn missing(&self, rules: &RuleSet) -> Vec<usize> {
        let (full, numbering) = (rules.start_position(), rules.notation.numbering);
        let of = |side| full.side(side).without(self.start.side(side));
        let numbers = |side| numbering.numbers(rules.moves.geometry, of(side));
        Side::BOTH.into_iter().flat_map(numbers).collect()
    }

    /// [`missing`](PlayLine::missing) by the names of the squares.
    pub(super) fn missing_text(&self, rules: &RuleSet) -> Vec<String> {
        let numbering = rules.notation.numbering;
        let square = |number| numbering.square(rules.moves.geometry, number);
        let squares = self.missing(rules).into_iter().filter_map(square);
        squares.map(|square| square_text(rules, square)).collect()
    }

    /// The key by which [`lines`] are in the order in which they are found.
    pub(super) fn sort_key(&self, rules: &RuleSet) -> SortKey {
        let (geometry, numbering) = (rules.moves.geometry, rules.notation.numbering);
        let number = |square| numbering.number(geometry, square);
        let numbers = |played: &Move| {
            let captured = numbering.numbers(geometry, played.captured);
            (number(played.from), number(played.to), captured)
        };
        (self.missing(rules), self.moves.iter().map(numbers).collect())
    }
}

/// The distinct positions after `plies` from the start, or from every start less one man of each
/// side, in which the game is not over; each with the first line of play that leads to it, in the
/// order of these lines. More than [`WIDEST`] are sampled by `seed`, after every ply.
///
/// ```
/// use damier_book::ballots::lines;
/// use damier_rules::variant::Variant;
///
/// let italian = Variant::named("italian").unwrap();
/// assert_eq!(lines(italian, 1, false, 1).len(), 7);
/// assert_eq!(lines(italian, 0, true, 1).len(), 12 * 12);
/// ```
pub fn lines(variant: Variant, plies: usize, eleven_man: bool, seed: u64) -> Vec<PlayLine> {
    let mut level: Vec<PlayLine> =
        starts(variant, eleven_man).into_iter().map(PlayLine::from).collect();
    for ply in 0..plies {
        let mut steps = next_ply(variant, &level);
        // Each ply has numbers of its own: the same ones would favour the same branches.
        sample(&mut steps, WIDEST, seed.wrapping_add(ply as u64));
        level = steps.into_iter().map(|(line, played)| line.then(played)).collect();
    }
    level.retain(|line| !variant.legal_moves(&line.position).is_empty());
    level
}

fn starts(variant: Variant, eleven_man: bool) -> Vec<Position> {
    let full = variant.start_position();
    if !eleven_man {
        return vec![full];
    }
    let (geometry, numbering) =
        (variant.rules().moves.geometry, variant.rules().notation.numbering);
    let singles = |side: Side| -> Vec<SquareSet> {
        let numbers = numbering.numbers(geometry, full.side(side));
        numbers.into_iter().filter_map(|n| Some(numbering.square(geometry, n)?.set())).collect()
    };
    let (white, black) = (singles(Side::White), singles(Side::Black));
    let pairs = white.iter().flat_map(|&white| black.iter().map(move |&black| (white, black)));
    pairs.map(|(white, black)| without_men(&full, white, black)).collect()
}

/// The position less men of both sides.
pub(super) fn without_men(full: &Position, white: SquareSet, black: SquareSet) -> Position {
    full.without(white | black)
}

/// The lines with the moves that lead to a position not met before.
fn next_ply(variant: Variant, level: &[PlayLine]) -> Vec<(&PlayLine, Move)> {
    let mut positions = HashSet::new();
    let mut next = Vec::new();
    for line in level {
        for played in variant.legal_moves(&line.position) {
            if positions.insert(identity(&line.position.make(&played))) {
                next.push((line, played));
            }
        }
    }
    next
}

/// Identifies a position among those with the same side to move.
pub(super) fn identity(position: &Position) -> [u64; 3] {
    [position.side(Side::White).bits(), position.side(Side::Black).bits(), position.kings().bits()]
}

/// Keeps at most `count` of the things, in their order.
fn sample<T>(things: &mut Vec<T>, count: usize, seed: u64) {
    if things.len() <= count {
        return;
    }
    let mut chosen = vec![false; things.len()];
    for &index in shuffled(things.len(), seed).iter().take(count) {
        if let Some(is_chosen) = chosen.get_mut(index) {
            *is_chosen = true;
        }
    }
    let mut chosen = chosen.into_iter();
    things.retain(|_| chosen.next().unwrap_or(false));
}

/// The numbers below `count` in an order drawn from the seed, the same on every machine.
pub(super) fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    rng::shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed), &mut order);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_keeps_the_order() {
        let italian = Variant::named("italian").unwrap();
        let all = lines(italian, 3, false, 1);
        let mut some = all.clone();
        sample(&mut some, 20, 3);
        assert_eq!(some.len(), 20);
        let keys: Vec<_> = some.iter().map(|line| line.sort_key(italian.rules())).collect();
        assert!(keys.is_sorted());
        assert!(some.iter().all(|line| all.contains(line)));
    }

    #[test]
    fn lines_come_in_the_order_of_their_moves() {
        for (name, eleven_man) in [("russian", false), ("spanish", true), ("italian", false)] {
            let variant = Variant::named(name).unwrap();
            let all = lines(variant, 2, eleven_man, 1);
            let keys: Vec<_> = all.iter().map(|line| line.sort_key(variant.rules())).collect();
            assert!(keys.is_sorted(), "{name}");
        }
    }
}

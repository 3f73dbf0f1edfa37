//! The counts of moves without progress that go with a position.

use smallvec::SmallVec;

use crate::board::{Geometry, SquareSet};
use crate::position::{Move, Position, Side};
use crate::rules::{Counter, DrawRule, DrawRules, MainRoad, Material, RuleSet, Three};

/// The greatest number of counters of a rule set.
const MOST: usize = 7;

/// The counters of a rule set.
#[derive(Clone, Debug)]
pub struct Counters {
    counters: SmallVec<[Counter; MOST]>,
    main_road: SquareSet,
}

/// Plies counted by each of the [`Counters`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts([u16; MOST]);

/// A count that has drawn a game, or goes towards it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The rule.
    pub rule: DrawRule,
    /// Plies counted.
    pub plies: u16,
    /// Plies at which the game is drawn.
    pub limit: u16,
}

impl Count {
    /// Why the game is drawn, in words with the source.
    pub fn reason(&self, rules: &RuleSet) -> String {
        let source = rules.sources.draws.of(self.rule);
        let counter = rules.draws.counters().find(|counter| counter.rule == self.rule);
        match counter {
            Some(counter) => {
                let condition = rules.draws.condition(&counter);
                format!("{} moves of each side {condition} ({source})", self.plies / 2)
            }
            None => format!("the position has stood on the board {} times ({source})", self.plies),
        }
    }
}

impl Counters {
    /// The counters of these rules.
    pub fn new(rules: &RuleSet) -> Counters {
        let geometry = rules.moves.geometry;
        Counters { counters: rules.draws.counters().collect(), main_road: main_road(geometry) }
    }

    /// The counts after a legal move from `before`, with these counts, to `after`.
    pub fn next(
        &self,
        counts: &Counts,
        before: &Position,
        played: &Move,
        after: &Position,
    ) -> Counts {
        let mut next = Counts::default();
        if played.is_capture() {
            return next;
        }
        let man = !before.kings().contains(played.from);
        let few = after.occupied().len() <= DrawRules::FEW_PIECES;
        for (place, counter) in self.counters.iter().enumerate() {
            let resets =
                man && counter.man_move_resets || played.crowned && counter.crowning_resets;
            if resets || !self.holds(counter, after, few) {
                continue;
            }
            // Crowning makes an ending, too: its first position is not counted.
            if played.crowned && !self.holds(counter, before, few) {
                continue;
            }
            next.0[place] = counts.0[place] + u16::from(self.is_placed(counter, after));
        }
        next
    }

    /// The counter that has drawn the game.
    pub fn drawn(&self, counts: &Counts) -> Option<Count> {
        self.running(counts).find(|count| count.plies >= count.limit)
    }

    /// The counts that have begun, in the order of the rule set.
    pub fn running(&self, counts: &Counts) -> impl Iterator<Item = Count> {
        let all = self.counters.iter().zip(counts.0);
        all.filter(|&(_, plies)| plies > 0).map(|(counter, plies)| Count {
            rule: counter.rule,
            plies,
            limit: counter.plies,
        })
    }

    /// The fewest plies after which a counter that has begun can draw the game.
    pub fn plies_left(&self, counts: &Counts) -> Option<u16> {
        self.running(counts).map(|count| count.limit.saturating_sub(count.plies)).min()
    }

    fn holds(&self, counter: &Counter, position: &Position, few: bool) -> bool {
        match counter.material {
            Material::Any => true,
            _ if !few => false,
            Material::Three(three) => lone_king(position, |others| is_three(three, others)),
            Material::Two => lone_king(position, |others| others.pieces <= 2 && others.kings > 0),
            Material::Balance(least, most) => {
                let pieces = position.occupied().len();
                let kings = Side::BOTH.map(|side| position.kings_of(side).any());
                (least..=most).contains(&pieces) && kings == [true, true]
            }
        }
    }

    fn is_placed(&self, counter: &Counter, position: &Position) -> bool {
        let Some(wanted) = counter.place else { return true };
        Side::BOTH.into_iter().any(|side| {
            let holders = match wanted {
                MainRoad::Lone => position.side(side),
                MainRoad::Three => position.side(side.opponent()),
            };
            position.side(side).len() == 1 && (holders & self.main_road).any()
        })
    }
}

/// The pieces that face a lone king.
struct Others {
    pieces: usize,
    kings: usize,
}

/// Whether a side has a king alone and `wanted` is true of the others.
fn lone_king(position: &Position, wanted: impl Fn(Others) -> bool) -> bool {
    Side::BOTH.into_iter().any(|side| {
        let lone = position.side(side);
        let other = side.opponent();
        lone.len() == 1
            && position.kings_of(side) == lone
            && wanted(Others {
                pieces: position.side(other).len(),
                kings: position.kings_of(other).len(),
            })
    })
}

fn is_three(three: Three, others: Others) -> bool {
    let Others { pieces, kings } = others;
    match three {
        Three::Kings => kings == 3 && pieces == 3,
        Three::KingsOrMore => kings >= 3 && pieces == kings,
        Three::Pieces => kings >= 1 && pieces == 3,
    }
}

/// The long diagonal from White's left corner, on the board as [`Geometry`] lays it.
fn main_road(geometry: Geometry) -> SquareSet {
    let last = geometry.size() - 1;
    let squares = geometry.all().into_iter();
    squares.filter(|&at| geometry.row_of(at) + geometry.column_of(at) == last).collect()
}

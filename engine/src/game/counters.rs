//! The counts of moves without progress that go with a position.

use smallvec::SmallVec;

use crate::board::{Geometry, SquareSet};
use crate::position::{Move, Position, Side};
use crate::rules::{Counter, DrawRule, MainRoad, Material, RuleSet, Three};

/// The greatest number of counters of a rule set, and one more: counts fill a vector register.
const MOST: usize = 8;

/// The counters of a rule set.
#[derive(Clone, Debug)]
pub struct Counters {
    counters: SmallVec<[Counter; MOST]>,
    main_road: SquareSet,
    /// Whether the move of a man ends every count.
    men_reset: bool,
    /// Whether the move of a man ends every count where there is no king.
    men_reset_without_kings: bool,
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
                let moves = self.plies / 2;
                let ending = if moves == 1 { "" } else { "s" };
                format!("{moves} move{ending} of each side {condition} ({source})")
            }
            None => format!("the position has stood on the board {} times ({source})", self.plies),
        }
    }
}

impl Counters {
    /// The counters of these rules.
    pub fn new(rules: &RuleSet) -> Counters {
        let geometry = rules.moves.geometry;
        let counters: SmallVec<[Counter; MOST]> = rules.draws.counters().collect();
        let resets = |counter: &Counter| counter.man_move_resets;
        Counters {
            men_reset: counters.iter().all(resets),
            // Every material but any has a king in it.
            men_reset_without_kings: counters
                .iter()
                .all(|counter| resets(counter) || counter.material != Material::Any),
            counters,
            main_road: main_road(geometry),
        }
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
        let man = !before.kings().contains(played.from);
        let men_reset = self.men_reset || self.men_reset_without_kings && after.kings().is_empty();
        if played.is_capture() || man && !played.crowned && men_reset {
            return next;
        }
        let standing = Standing::of(after);
        // Crowning makes an ending, too: its first position is not counted.
        let earlier = played.crowned.then(|| Standing::of(before));
        for (place, counter) in self.counters.iter().enumerate() {
            let resets =
                man && counter.man_move_resets || played.crowned && counter.crowning_resets;
            let holds = |standing: &Standing| standing.fits(counter.material);
            if resets || !holds(&standing) || !earlier.as_ref().is_none_or(holds) {
                continue;
            }
            next.0[place] =
                counts.0[place].saturating_add(u16::from(self.is_placed(counter, after)));
        }
        next
    }

    /// The counter that has drawn the game.
    #[inline]
    pub fn drawn(&self, counts: &Counts) -> Option<Count> {
        if *counts == Counts::default() {
            return None;
        }
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
    #[inline]
    pub fn plies_left(&self, counts: &Counts) -> Option<u16> {
        if *counts == Counts::default() {
            return None;
        }
        self.running(counts).map(|count| count.limit.saturating_sub(count.plies)).min()
    }

    fn is_placed(&self, counter: &Counter, position: &Position) -> bool {
        let Some(wanted) = counter.place else { return true };
        Side::BOTH.into_iter().any(|side| {
            let holders = match wanted {
                MainRoad::Lone => position.side(side),
                MainRoad::Three => position.side(side.opponent()),
            };
            position.side(side).is_single() && (holders & self.main_road).any()
        })
    }
}

/// What stands on the board, as counters ask for it; found out once for all of them.
struct Standing {
    pieces: usize,
    /// What faces a lone king, if there is one.
    others: Option<Others>,
    /// Whether both sides have a king.
    both_kings: bool,
}

/// The pieces that face a lone king.
#[derive(Clone, Copy)]
struct Others {
    pieces: usize,
    kings: usize,
}

impl Standing {
    fn of(position: &Position) -> Standing {
        let pieces = position.occupied().len();
        // Of two lone kings each faces the same.
        let lone = Side::BOTH
            .into_iter()
            .find(|&side| position.side(side).is_single() && position.kings_of(side).any());
        let others = lone.map(|side| Others {
            pieces: pieces - 1,
            kings: position.kings_of(side.opponent()).len(),
        });
        let both_kings = Side::BOTH.into_iter().all(|side| position.kings_of(side).any());
        Standing { pieces, others, both_kings }
    }

    fn fits(&self, material: Material) -> bool {
        match material {
            Material::Any => true,
            Material::Three(three) => self.others.is_some_and(|others| is_three(three, others)),
            Material::Two => {
                self.others.is_some_and(|others| others.pieces <= 2 && others.kings > 0)
            }
            Material::Balance(least, most) => {
                self.both_kings && (least..=most).contains(&self.pieces)
            }
        }
    }
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

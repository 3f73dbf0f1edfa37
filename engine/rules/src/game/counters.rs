//! The counts of moves without progress that go with a position.

use crate::board::{Geometry, SquareSet};
use crate::position::{Move, Position, Side};
use crate::rules::{COUNTED, Clause, DrawRule, MainRoad, Material, Resets, RuleSet};

/// The counters of a rule set.
#[derive(Clone, Debug)]
pub struct Counters {
    clauses: Vec<Clause>,
    main_road: SquareSet,
    /// Whether the move of a man ends every count.
    men_reset: bool,
    /// Whether the move of a man ends every count where there is no king.
    men_reset_without_kings: bool,
    /// Whether a capture ends every count.
    captures_reset: bool,
    /// With more pieces only the clauses for any material can count.
    few_pieces: usize,
}

/// Plies counted by each of the [`Counters`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts([u16; COUNTED.len()]);

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
        match rules.draws.clause(self.rule) {
            Some(clause) => {
                let (condition, source) = (clause.condition(), clause.article);
                let moves = self.plies / 2;
                let ending = if moves == 1 { "" } else { "s" };
                format!("{moves} move{ending} of each side {condition} ({source})")
            }
            None => {
                let source = rules.draws.repetition_source;
                format!("the position has stood on the board {} times ({source})", self.plies)
            }
        }
    }
}

impl Counters {
    /// The counters of these rules.
    pub fn new(rules: &RuleSet) -> Counters {
        let clauses: Vec<Clause> = rules.draws.clauses().copied().collect();
        let resets = |clause: &Clause| clause.resets == Resets::CaptureOrManMove;
        Counters {
            men_reset: clauses.iter().all(resets),
            // Every material but any has a king in it.
            men_reset_without_kings: clauses
                .iter()
                .all(|clause| resets(clause) || clause.material != Material::Any),
            captures_reset: clauses.iter().all(|clause| clause.resets != Resets::Nothing),
            few_pieces: clauses
                .iter()
                .filter(|clause| clause.material != Material::Any)
                .map(|clause| clause.material.most_pieces().unwrap_or(usize::MAX))
                .max()
                .unwrap_or(0),
            clauses,
            main_road: main_road(rules.moves.geometry),
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
        let kind = Kind::of(before, played);
        let men_reset = self.men_reset || self.men_reset_without_kings && after.kings().is_empty();
        if kind.capture && self.captures_reset || kind.man && !kind.crowning && men_reset {
            return next;
        }
        let standing = Standing::of(after, self.few_pieces);
        // What makes an ending is not counted.
        let changed = kind.capture || kind.crowning;
        let earlier = changed.then(|| Standing::of(before, self.few_pieces));
        for (index, clause) in self.clauses.iter().enumerate() {
            let holds = |standing: &Standing| standing.fits(clause.material);
            if kind.resets(clause.resets)
                || !holds(&standing)
                || !earlier.as_ref().is_none_or(holds)
            {
                continue;
            }
            next.0[index] =
                counts.0[index].saturating_add(u16::from(self.is_placed(clause, after)));
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
    #[inline]
    pub fn running(&self, counts: &Counts) -> impl Iterator<Item = Count> {
        let all = self.clauses.iter().zip(counts.0);
        all.filter(|&(_, plies)| plies > 0).map(|(clause, plies)| Count {
            rule: clause.rule,
            plies,
            limit: clause.plies(),
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

    fn is_placed(&self, clause: &Clause, position: &Position) -> bool {
        let Some(wanted) = clause.road else { return true };
        let is_on = |side: Side| (position.side(side) & self.main_road).any();
        // Of two lone kings each faces the other.
        Side::BOTH.into_iter().filter(|&side| position.side(side).is_single()).any(|lone| {
            let (on, others_on) = (is_on(lone), is_on(lone.opponent()));
            match wanted {
                MainRoad::Held => on && !others_on,
                MainRoad::Open => !on || others_on,
                MainRoad::Attacked => others_on,
            }
        })
    }
}

/// What a move is, as counts ask for it.
struct Kind {
    man: bool,
    capture: bool,
    crowning: bool,
}

impl Kind {
    fn of(before: &Position, played: &Move) -> Kind {
        Kind {
            man: !before.kings().contains(played.from),
            capture: played.is_capture(),
            crowning: played.crowned,
        }
    }

    fn resets(&self, resets: Resets) -> bool {
        match resets {
            Resets::Nothing => false,
            Resets::Capture => self.capture,
            Resets::CaptureOrCrowning => self.capture || self.crowning,
            Resets::CaptureOrManMove => self.capture || self.man,
        }
    }
}

/// What stands on the board, as counters ask for it; found out once for all of them.
#[derive(Default)]
struct Standing {
    /// Kings and men of each side; none where there are too many for any clause.
    sides: [(usize, usize); 2],
}

impl Standing {
    fn of(position: &Position, few_pieces: usize) -> Standing {
        if position.occupied().len() > few_pieces {
            return Standing::default();
        }
        let of = |side| {
            let kings = position.kings_of(side).len();
            (kings, position.side(side).len() - kings)
        };
        Standing { sides: Side::BOTH.map(of) }
    }

    fn fits(&self, material: Material) -> bool {
        let [white, black] = self.sides;
        match material {
            Material::Any => true,
            Material::Against(pairs) => pairs.iter().any(|(first, second)| {
                first.is(white.0, white.1) && second.is(black.0, black.1)
                    || first.is(black.0, black.1) && second.is(white.0, white.1)
            }),
            Material::Balance(least, most) => {
                let pieces = white.0 + white.1 + black.0 + black.1;
                white.0 > 0 && black.0 > 0 && (least..=most).contains(&pieces)
            }
        }
    }
}

/// The long diagonal from White's left corner, on the board as [`Geometry`] lays it.
fn main_road(geometry: Geometry) -> SquareSet {
    let last = geometry.size() - 1;
    let squares = geometry.all().into_iter();
    squares.filter(|&at| geometry.row_of(at) + geometry.column_of(at) == last).collect()
}

//! Captures: one walk over all of them, which reports each to a visitor.

use super::candidates::{Candidate, CaptureVisitor, Jump};
use super::specialise::{Black, Colour, Eight, RuleSource, Ten, White};
use crate::board::{Direction, Geometry, Square, SquareSet};
use crate::position::{Move, Position, Side};
use crate::rules::{Crowning, KingRange, MoveRules};

/// [`walk`] by rules that are asked at run time, where speed does not matter.
pub(super) fn walk_at_run_time<L: CaptureVisitor>(
    rules: &MoveRules,
    position: &Position,
    visitor: &mut L,
) {
    let off_board = position.occupied().without(rules.geometry.all());
    assert!(off_board.is_empty(), "a position of the variant's board");
    match (rules.geometry, position.turn()) {
        (Geometry::Eight, Side::White) => walk::<_, White, L>(Eight::of(rules), position, visitor),
        (Geometry::Eight, Side::Black) => walk::<_, Black, L>(Eight::of(rules), position, visitor),
        (Geometry::Ten, Side::White) => walk::<_, White, L>(Ten::of(rules), position, visitor),
        (Geometry::Ten, Side::Black) => walk::<_, Black, L>(Ten::of(rules), position, visitor),
    }
}

/// Whether the side to move has a capture.
#[inline(always)]
pub(super) fn exist<S: RuleSource, C: Colour>(source: S, position: &Position) -> bool {
    let rules = source.rules();
    let empty = S::GEOMETRY.all().without(position.occupied());
    men_that_capture::<S, C>(rules, position, empty).any()
        || kings_can_capture::<S, C>(rules, position, empty)
}

/// What a man may jump.
#[inline(always)]
fn targets_of_men<C: Colour>(rules: &MoveRules, position: &Position) -> SquareSet {
    let enemy = position.side(C::SIDE.opponent());
    if rules.men_capture_kings { enemy } else { enemy.without(position.kings()) }
}

/// The pieces among `jumpers` that can jump one of `targets` in `direction`, which stands next to
/// them.
#[inline(always)]
fn neighbours<S: RuleSource>(
    jumpers: SquareSet,
    targets: SquareSet,
    empty: SquareSet,
    direction: Direction,
) -> SquareSet {
    let back = S::GEOMETRY.step(direction.opposite());
    jumpers & (targets & empty.rotated_left(back)).rotated_left(back)
}

#[inline(always)]
fn men_that_capture<S: RuleSource, C: Colour>(
    rules: &MoveRules,
    position: &Position,
    empty: SquareSet,
) -> SquareSet {
    let men = position.men_of(C::SIDE);
    let targets = targets_of_men::<C>(rules, position);
    let mut found = SquareSet::EMPTY;
    for direction in C::FORWARD {
        found |= neighbours::<S>(men, targets, empty, direction);
    }
    if rules.men_capture_backward {
        for direction in C::BACKWARD {
            found |= neighbours::<S>(men, targets, empty, direction);
        }
    }
    found
}

#[inline(always)]
fn kings_can_capture<S: RuleSource, C: Colour>(
    rules: &MoveRules,
    position: &Position,
    empty: SquareSet,
) -> bool {
    let kings = position.kings_of(C::SIDE);
    let enemy = position.side(C::SIDE.opponent());
    kings.any()
        && Direction::ALL.iter().any(|&direction| match rules.king {
            KingRange::Short => neighbours::<S>(kings, enemy, empty, direction).any(),
            KingRange::Flying => {
                let step = S::GEOMETRY.step(direction);
                let mut ray = kings;
                let mut met = SquareSet::EMPTY;
                while ray.any() {
                    ray = ray.rotated_left(step);
                    met |= ray & enemy;
                    ray &= empty;
                }
                (met.rotated_left(step) & empty).any()
            }
        })
}

/// Reports to `visitor` every capture that can be made if no other goes before it. A capture may be
/// found more than once, but explosions of paths are cut down to distinct states.
#[inline(always)]
pub(super) fn walk<S: RuleSource, C: Colour, L: CaptureVisitor>(
    source: S,
    position: &Position,
    visitor: &mut L,
) {
    let rules = source.rules();
    let enemy = position.side(C::SIDE.opponent());
    let empty = S::GEOMETRY.all().without(position.occupied());
    let mut walk = Walk {
        source,
        from: SquareSet::EMPTY,
        by_king: false,
        enemy,
        enemy_kings: enemy & position.kings(),
        empty,
        crown_row: C::crown_row(S::GEOMETRY),
        visitor,
    };
    for from in men_that_capture::<S, C>(rules, position, empty) {
        walk.start(from, empty, false);
        walk.man::<C>(from.set(), Taken::default());
    }
    for from in position.kings_of(C::SIDE) {
        walk.start(from, empty, true);
        walk.king(from.set(), Taken::default(), &Direction::ALL);
    }
}

/// What has been taken so far.
#[derive(Clone, Copy, Default)]
struct Taken {
    captured: SquareSet,
    pieces: u32,
    order: u32,
    crowned: bool,
}

struct Walk<'a, S, L> {
    source: S,
    from: SquareSet,
    by_king: bool,
    enemy: SquareSet,
    enemy_kings: SquareSet,
    /// Empty squares, the capturing piece's own origin among them; taken pieces still stand.
    empty: SquareSet,
    crown_row: SquareSet,
    visitor: &'a mut L,
}

impl<S: RuleSource, L: CaptureVisitor> Walk<'_, S, L> {
    fn start(&mut self, from: Square, empty: SquareSet, by_king: bool) {
        self.from = from.set();
        self.by_king = by_king;
        self.empty = empty | from.set();
        self.visitor.begin();
    }

    fn step(set: SquareSet, direction: Direction) -> SquareSet {
        set.rotated_left(S::GEOMETRY.step(direction))
    }

    /// Goes over a jump, if the visitor wants it followed.
    #[inline(always)]
    fn jump(&mut self, jumped: SquareSet, direction: Direction, taken: Taken) -> Option<Taken> {
        let king = u32::from((jumped & self.enemy_kings).any());
        let taken = Taken {
            captured: taken.captured | jumped,
            pieces: taken.pieces + 1,
            // `pieces` stays under 32, see `Candidate::rank`.
            order: taken.order | king << (31 - taken.pieces),
            crowned: taken.crowned,
        };
        let jump = Jump { captured: taken.captured, jumped, direction, crowned: taken.crowned };
        self.visitor.enter(&jump, taken.order).then_some(taken)
    }

    /// Follows a man from `at`.
    fn man<C: Colour>(&mut self, at: SquareSet, taken: Taken) {
        if taken.pieces > 0 {
            self.visitor.stop(at, at);
        }
        let rules = self.source.rules();
        let (backward, break_off) = (rules.men_capture_backward, rules.break_off);
        let targets =
            if rules.men_capture_kings { self.enemy } else { self.enemy.without(self.enemy_kings) };
        let targets = targets.without(taken.captured);
        let mut goes_on = self.man_jumps::<C>(at, targets, C::FORWARD[0], taken);
        goes_on |= self.man_jumps::<C>(at, targets, C::FORWARD[1], taken);
        if backward {
            goes_on |= self.man_jumps::<C>(at, targets, C::BACKWARD[0], taken);
            goes_on |= self.man_jumps::<C>(at, targets, C::BACKWARD[1], taken);
        }
        if taken.pieces > 0 && (!goes_on || break_off) {
            self.finish(at, taken);
        }
    }

    /// Follows a man's jump in one direction; whether there is one.
    #[inline(always)]
    fn man_jumps<C: Colour>(
        &mut self,
        at: SquareSet,
        targets: SquareSet,
        direction: Direction,
        taken: Taken,
    ) -> bool {
        let jumped = Self::step(at, direction) & targets;
        let landing = Self::step(jumped, direction) & self.empty;
        if landing.is_empty() {
            return false;
        }
        if let Some(taken) = self.jump(jumped, direction, taken) {
            self.man_lands::<C>(landing, taken);
            self.visitor.leave();
        }
        true
    }

    fn man_lands<C: Colour>(&mut self, landing: SquareSet, mut taken: Taken) {
        let crowning = self.source.rules().crowning;
        if (landing & self.crown_row).is_empty() || crowning == Crowning::Rest {
            return self.man::<C>(landing, taken);
        }
        taken.crowned = true;
        if crowning == Crowning::Passing {
            self.king_lands(landing, taken);
        } else {
            self.finish(landing, taken);
        }
    }

    /// Follows a king's jumps from `at` in some directions; whether there is one.
    fn king(&mut self, at: SquareSet, taken: Taken, directions: &[Direction]) -> bool {
        let targets = self.enemy.without(taken.captured);
        let mut found = false;
        for &direction in directions {
            let mut ahead = Self::step(at, direction);
            if self.source.rules().king == KingRange::Flying {
                while (ahead & self.empty).any() {
                    ahead = Self::step(ahead, direction);
                }
            }
            found |= self.king_jump(ahead & targets, direction, taken);
        }
        found
    }

    /// Follows a king's jump over `jumped`, if there is one and the square behind it is empty.
    #[inline(always)]
    fn king_jump(&mut self, jumped: SquareSet, direction: Direction, taken: Taken) -> bool {
        let landing = Self::step(jumped, direction) & self.empty;
        if landing.is_empty() {
            return false;
        }
        if let Some(taken) = self.jump(jumped, direction, taken) {
            match self.source.rules().king {
                KingRange::Short => self.king_lands(landing, taken),
                KingRange::Flying => self.king_flies(landing, direction, taken),
            }
            self.visitor.leave();
        }
        true
    }

    /// Follows a king from where it has landed and cannot land elsewhere.
    fn king_lands(&mut self, landing: SquareSet, taken: Taken) {
        self.visitor.stop(landing, landing);
        let goes_on = self.king(landing, taken, &Direction::ALL);
        if !goes_on || self.source.rules().break_off {
            self.finish(landing, taken);
        }
    }

    /// Follows a flying king that has jumped a piece and may land on `first` or further on.
    fn king_flies(&mut self, first: SquareSet, direction: Direction, taken: Taken) {
        let sideways = sideways(direction);
        let mut goes_on = false;
        let mut landing = first;
        let mut passed = SquareSet::EMPTY;
        while (landing & self.empty).any() {
            self.visitor.stop(landing, landing);
            goes_on |= self.king(landing, taken, &sideways);
            passed |= landing;
            landing = Self::step(landing, direction);
        }
        self.visitor.stop(first, passed);
        let targets = self.enemy.without(taken.captured);
        goes_on |= self.king_jump(landing & targets, direction, taken);
        if goes_on && !self.source.rules().break_off {
            return;
        }
        let mut landing = first;
        while (landing & self.empty).any() {
            self.finish(landing, taken);
            landing = Self::step(landing, direction);
        }
    }

    #[inline(always)]
    fn finish(&mut self, to: SquareSet, taken: Taken) {
        let (Some(from), Some(to)) = (self.from.first(), to.first()) else {
            return;
        };
        let crowned = taken.crowned || !self.by_king && self.crown_row.contains(to);
        let candidate = Candidate {
            capture: Move { captured: taken.captured, from, to, crowned },
            by_king: self.by_king,
            pieces: taken.pieces,
            kings: (taken.captured & self.enemy_kings).len() as u32,
            order: taken.order,
        };
        self.visitor.found(self.source.rules(), &candidate);
    }
}

/// The two directions at right angles to `direction`.
const fn sideways(direction: Direction) -> [Direction; 2] {
    match direction {
        Direction::UpLeft | Direction::DownRight => [Direction::UpRight, Direction::DownLeft],
        Direction::UpRight | Direction::DownLeft => [Direction::UpLeft, Direction::DownRight],
    }
}

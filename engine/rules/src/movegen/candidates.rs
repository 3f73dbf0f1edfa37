//! Candidates: the captures that geometry allows, and the visitors that a walk reports them to.

use std::collections::HashMap;

use super::MoveList;
use super::captures::walk_at_run_time;
use crate::board::{Direction, SquareSet};
use crate::position::{Move, Position};
use crate::rules::{Criterion, MoveRules};

/// A capture that may be made if no other goes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The capture.
    pub capture: Move,
    /// Whether a king makes it; a man that is crowned on the way ranks as a man.
    pub by_king: bool,
    /// How many pieces it takes.
    pub pieces: u32,
    /// How many kings it takes.
    pub kings: u32,
    /// When it meets kings: the highest of 32 bits is set when the first piece taken is a king,
    /// the next for the second piece, and so on. Greater is earlier.
    pub order: u32,
}

impl Candidate {
    /// Where the capture stands under one criterion; greater goes before.
    pub fn value(&self, criterion: Criterion) -> u64 {
        u64::from(match criterion {
            Criterion::MostPieces => self.pieces,
            Criterion::ByKing => u32::from(self.by_king),
            Criterion::MostKings => self.kings,
            Criterion::EarliestKing => self.order,
        })
    }

    /// All criteria in one number; greater goes before. At most 46 bits: a board has no more than
    /// 32 squares on which a piece can be jumped.
    #[inline(always)]
    fn rank(&self, rules: &MoveRules) -> u64 {
        let mut rank = 0;
        let mut index = 0;
        while let Some(criterion) = rules.precedence.get(index) {
            let width = match criterion {
                Criterion::MostPieces | Criterion::MostKings => 6,
                Criterion::ByKing => 1,
                Criterion::EarliestKing => 32,
            };
            rank = rank << width | self.value(criterion);
            index += 1;
        }
        rank
    }
}

/// A visitor of captures during a walk.
pub(super) trait CaptureVisitor {
    /// The walk begins with the piece on another square.
    #[inline(always)]
    fn begin(&mut self) {}

    /// Whether to go on after this jump, made with this [order](Candidate::order) of kings. Every
    /// jump that is entered is left by [`leave`](CaptureVisitor::leave).
    #[inline(always)]
    fn enter(&mut self, _jump: &Jump, _order: u32) -> bool {
        true
    }

    /// Where the piece stops after the jump entered last, to take another piece; called again for
    /// each stop from which the walk goes on. PDN names the square `stop`; a king that goes
    /// straight on might name any of `passed`.
    #[inline(always)]
    fn stop(&mut self, _stop: SquareSet, _passed: SquareSet) {}

    /// The walk goes back over a jump.
    #[inline(always)]
    fn leave(&mut self) {}

    /// A capture that is complete. The same one is found again by other paths.
    fn found(&mut self, rules: &MoveRules, candidate: &Candidate);
}

/// Jumps of one piece that are followed without being remembered: ordinary captures have fewer,
/// and remembering costs more than following them twice.
const FREE_JUMPS: u32 = 96;

/// A jump: all that decides how the capture can go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Jump {
    /// The pieces taken, this one included.
    pub captured: SquareSet,
    /// The piece that is jumped.
    pub jumped: SquareSet,
    /// The direction of the jump.
    pub direction: Direction,
    /// Whether a man has become a king on the way.
    pub crowned: bool,
}

/// The jumps of one piece that have been followed already, so that captures whose paths explode
/// are listed in time proportional to their distinct states.
#[derive(Default)]
pub(super) struct Memo {
    jumps: u32,
    /// The greatest order of kings (see [`Candidate::order`]) with which each jump was followed.
    followed: Option<HashMap<Jump, u32>>,
}

impl Memo {
    /// Forgets the jumps: another piece begins.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.jumps = 0;
        if self.followed.is_some() {
            self.followed = None;
        }
    }

    /// Whether a jump is worth following: not yet followed, or only after a sequence that the
    /// precedence puts behind this one.
    #[inline(always)]
    pub(super) fn enter(&mut self, jump: &Jump, order: u32) -> bool {
        self.jumps += 1;
        self.jumps <= FREE_JUMPS || self.enter_remembered(jump, order)
    }

    #[cold]
    fn enter_remembered(&mut self, jump: &Jump, order: u32) -> bool {
        let followed = self.followed.get_or_insert_default();
        match followed.get_mut(jump) {
            Some(best) if *best >= order => false,
            Some(best) => {
                *best = order;
                true
            }
            None => {
                followed.insert(*jump, order);
                true
            }
        }
    }
}

/// Keeps the captures that no other goes before, each once.
pub(super) struct Collector<'a> {
    list: &'a mut MoveList,
    start: usize,
    best: u64,
    memo: Memo,
}

impl<'a> Collector<'a> {
    pub(super) fn new(list: &'a mut MoveList) -> Self {
        let start = list.len();
        Collector { list, start, best: 0, memo: Memo::default() }
    }
}

impl CaptureVisitor for Collector<'_> {
    #[inline(always)]
    fn begin(&mut self) {
        self.memo.clear();
    }

    #[inline(always)]
    fn enter(&mut self, jump: &Jump, order: u32) -> bool {
        self.memo.enter(jump, order)
    }

    #[inline(always)]
    fn found(&mut self, rules: &MoveRules, candidate: &Candidate) {
        let rank = candidate.rank(rules);
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.list.truncate(self.start);
        }
        if !self.list[self.start..].contains(&candidate.capture) {
            self.list.push(candidate.capture);
        }
    }
}

/// Every capture that could be made if precedence did not bind, each once with its best order.
#[derive(Default)]
struct AllCandidates {
    candidates: Vec<Candidate>,
    memo: Memo,
}

impl CaptureVisitor for AllCandidates {
    fn begin(&mut self) {
        self.memo.clear();
    }

    fn enter(&mut self, jump: &Jump, order: u32) -> bool {
        self.memo.enter(jump, order)
    }

    fn found(&mut self, _: &MoveRules, candidate: &Candidate) {
        match self.candidates.iter_mut().find(|found| found.capture == candidate.capture) {
            Some(found) => found.order = found.order.max(candidate.order),
            None => self.candidates.push(*candidate),
        }
    }
}

/// Every capture that could be made if precedence did not bind, each once.
pub(super) fn candidates(rules: &MoveRules, position: &Position) -> Vec<Candidate> {
    let mut all = AllCandidates::default();
    walk_at_run_time(rules, position, &mut all);
    all.candidates
}

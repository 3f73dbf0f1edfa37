//! The path of a capture, which the move itself does not hold.

use std::collections::HashSet;

use super::candidates::{Candidate, CaptureVisitor, Jump, candidates};
use super::captures::walk_at_run_time;
use crate::board::{Square, SquareSet};
use crate::position::{Move, Position};
use crate::rules::{Criterion, MoveRules};

/// A path of `played` that visits `through` in this order, see [`super::Generator::path`].
pub(super) fn path(
    rules: &MoveRules,
    position: &Position,
    played: &Move,
    through: &[Square],
) -> Option<Vec<Square>> {
    if !played.is_capture() {
        return through.is_empty().then(|| vec![played.from, played.to]);
    }
    let binds = rules.precedence.contains(Criterion::EarliestKing);
    let strongest = |found: &Candidate| (found.capture == *played).then_some(found.order);
    let mut finder = Finder {
        wanted: played,
        order: if binds { candidates(rules, position).iter().find_map(strongest) } else { None },
        through,
        stops: Vec::new(),
        visited: 0,
        dead_ends: HashSet::new(),
        path: None,
    };
    walk_at_run_time(rules, position, &mut finder);
    finder.path
}

struct Finder<'a> {
    wanted: &'a Move,
    /// The order of kings that the path must have, where precedence asks for the best one.
    order: Option<u32>,
    through: &'a [Square],
    /// The stop after each jump, and how much of `through` was visited before it.
    stops: Vec<(SquareSet, usize)>,
    /// How much of `through` has been visited.
    visited: usize,
    /// Jumps followed with that much visited: met again, they lead nowhere new.
    dead_ends: HashSet<(Jump, usize)>,
    path: Option<Vec<Square>>,
}

impl CaptureVisitor for Finder<'_> {
    fn begin(&mut self) {
        self.dead_ends.clear();
    }

    fn enter(&mut self, jump: &Jump, order: u32) -> bool {
        // One bit for each piece taken so far, from the top.
        let unlike = |best: u32| (best ^ order) >> (32 - jump.captured.len()) != 0;
        let useful = self.path.is_none()
            && !self.order.is_some_and(unlike)
            && jump.captured.without(self.wanted.captured).is_empty()
            && self.dead_ends.insert((*jump, self.visited));
        if useful {
            self.stops.push((SquareSet::EMPTY, self.visited));
        }
        useful
    }

    fn stop(&mut self, stop: SquareSet, passed: SquareSet) {
        if let Some((last, before)) = self.stops.last_mut() {
            *last = stop;
            let next = self.through.get(*before);
            self.visited = *before + usize::from(next.is_some_and(|&next| passed.contains(next)));
        }
    }

    fn leave(&mut self) {
        if let Some((_, before)) = self.stops.pop() {
            self.visited = before;
        }
    }

    fn found(&mut self, _: &MoveRules, candidate: &Candidate) {
        // The last jump's stop is the destination itself.
        let visited = self.stops.last().map_or(0, |&(_, before)| before);
        if self.path.is_some() || candidate.capture != *self.wanted || visited < self.through.len()
        {
            return;
        }
        let between =
            self.stops[..self.stops.len() - 1].iter().filter_map(|(stop, _)| stop.first());
        self.path = Some(
            std::iter::once(self.wanted.from).chain(between).chain([self.wanted.to]).collect(),
        );
    }
}

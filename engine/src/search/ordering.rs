//! The order in which a node's moves are searched: the table's move, captures, killers, history;
//! and last, with several workers, the moves that another worker is searching.
//!
//! A cutoff needs one good move: the earlier it is searched, the fewer others are.

use std::sync::atomic::{AtomicU64, Ordering};

use super::alpha_beta::Node;
use super::parameters::{DEFER_DEPTH, HISTORY_LIMIT, MAX_PLY};
use super::table::MoveCode;
use super::worker::Worker;
use damier_rules::movegen::MoveList;
use damier_rules::position::{Move, Position, Side};

/// The score of a deferred move.
const DEFERRED: i32 = i32::MIN;

/// Ordering scores of moves, in the order of the list; the greatest is searched first.
pub(super) type OrderingScores = smallvec::SmallVec<[i32; 48]>;

impl<'a> Worker<'a> {
    /// The ordering scores of a node's moves, `first` being the table's. Captures of many pieces and
    /// of kings come before quiet moves; a killer counts more than any history.
    pub fn ordering_scores(
        &self,
        node: &Node,
        moves: &MoveList,
        first: MoveCode,
    ) -> OrderingScores {
        let side = node.position.turn();
        let score = |played: &Move| {
            if MoveCode::of(played) == first {
                return i32::MAX;
            }
            if played.is_capture() {
                let kings = (played.captured & node.position.kings()).len();
                return (1 << 20) + ((played.captured.len() + kings) << 8) as i32;
            }
            self.history.score(side, node.ply, played)
        };
        moves.iter().map(score).collect()
    }

    /// Rewards the move that cut.
    pub fn reward(&mut self, node: &Node, best: &Move, tried: &[Move]) {
        if !best.is_capture() {
            self.history.reward(node.position, node.ply, node.depth, best, tried);
        }
    }

    /// Defers the moves that other workers are searching, each once, and marks the one that is left.
    pub fn defer_searched(
        &self,
        key: u64,
        node: &Node,
        moves: &mut MoveList,
        scores: &mut OrderingScores,
        index: usize,
    ) -> Option<(&'a SearchedMoves, Mark)> {
        let searched =
            self.shared.searched.as_ref().filter(|_| index > 0 && node.depth >= DEFER_DEPTH)?;
        let mark = |played: &Move| Mark::new(key, node.depth, MoveCode::of(played));
        while scores[index] != DEFERRED && searched.contains(mark(&moves[index])) {
            scores[index] = DEFERRED;
            pick_next(moves, scores, index);
        }
        let mark = mark(&moves[index]);
        searched.begin(mark);
        Some((searched, mark))
    }
}

/// The move picker: puts the move with the greatest score from `index` on there. A full sort would
/// order moves that a cutoff leaves unsearched.
pub(super) fn pick_next(moves: &mut MoveList, scores: &mut OrderingScores, index: usize) {
    let rest = scores.iter().enumerate().skip(index);
    // The first of equals, so that the order does not depend on what was swapped before.
    let best = rest.max_by_key(|&(at, &score)| (score, std::cmp::Reverse(at)));
    if let Some((best, _)) = best {
        moves.swap(index, best);
        scores.swap(index, best);
    }
}

/// What one worker has learnt about moves: killers of each ply and a history of all quiet moves.
pub(super) struct History {
    killers: Vec<[MoveCode; 2]>,
    /// By side, origin and destination.
    quiet: Vec<i16>,
}

impl History {
    pub fn new() -> History {
        History { killers: vec![[MoveCode::NONE; 2]; MAX_PLY + 1], quiet: vec![0; 2 << 12] }
    }

    /// Forgets killers and halves the history: another move of the same game.
    pub fn fade(&mut self) {
        self.killers.fill([MoveCode::NONE; 2]);
        self.quiet.iter_mut().for_each(|score| *score /= 2);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = History::new();
    }

    fn index(side: Side, played: &Move) -> usize {
        side.index() << 12 | played.from.index() << 6 | played.to.index()
    }

    /// How much a quiet move is worth trying early.
    pub fn score(&self, side: Side, ply: usize, played: &Move) -> i32 {
        let code = MoveCode::of(played);
        let killer = match self.killers[ply.min(MAX_PLY)].iter().position(|&killer| killer == code)
        {
            Some(0) => 2 * HISTORY_LIMIT,
            Some(_) => HISTORY_LIMIT + 1,
            None => 0,
        };
        killer + i32::from(self.quiet[History::index(side, played)])
    }

    /// Rewards a quiet move that cut, and punishes those searched before it in vain. The bonus grows
    /// with the square of the depth up to 1,600; 28,000 games of tuning left its factor at 4.0
    /// (`engine/SEARCH.md`, Tuning).
    pub fn reward(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        best: &Move,
        tried: &[Move],
    ) {
        let code = MoveCode::of(best);
        let killers = &mut self.killers[ply.min(MAX_PLY)];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let bonus = (depth * depth).min(400) * 4;
        let side = position.turn();
        self.change(side, best, bonus);
        for refuted in tried {
            self.change(side, refuted, -bonus);
        }
    }

    /// Changes a score by `bonus`, by less the nearer it is to the limit: it never passes it.
    fn change(&mut self, side: Side, played: &Move, bonus: i32) {
        let score = &mut self.quiet[History::index(side, played)];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}

/// Marks that fit at once: more than two lines of the longest search for each of many workers.
const SLOTS: usize = 1 << 14;

/// The moves that workers are searching just now: simplified ABDADA.
///
/// A move that another worker is searching is deferred until the other moves of the node have been
/// searched: by then the table knows its value (T. Kerrigan, "Simplified ABDADA", after
/// J.-C. Weill, "The ABDADA distributed minimax-search algorithm", 1996). Marks are hints: one
/// that is written over costs time, never a wrong value.
pub(super) struct SearchedMoves {
    slots: Box<[AtomicU64]>,
}

/// A move of a node at a depth; never 0.
#[derive(Clone, Copy)]
pub(super) struct Mark(u64);

impl Mark {
    /// A move of the node that the table knows by `key`.
    pub fn new(key: u64, depth: i32, played: MoveCode) -> Mark {
        let move_and_depth = u64::from(played.bits()) << 8 | (depth as u64 & 0xff);
        Mark((key ^ move_and_depth.wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1)
    }
}

impl SearchedMoves {
    /// Nobody searches anything.
    pub fn new() -> SearchedMoves {
        SearchedMoves { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn slot(&self, mark: Mark) -> &AtomicU64 {
        &self.slots[(mark.0 >> 32) as usize % SLOTS]
    }

    /// Whether a worker has begun the move and not ended it.
    pub fn contains(&self, mark: Mark) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark.0
    }

    /// A worker begins the move.
    pub fn begin(&self, mark: Mark) {
        self.slot(mark).store(mark.0, Ordering::Relaxed);
    }

    /// A worker has ended the move.
    pub fn end(&self, mark: Mark) {
        if self.contains(mark) {
            self.slot(mark).store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::TranspositionTable;
    use super::super::worker::with_worker;
    use super::*;
    use crate::score::Score;
    use damier_rules::game::Game;
    use damier_rules::variant::Variant;

    #[test]
    fn a_move_is_busy_from_its_begin_to_its_end() {
        let searched = SearchedMoves::new();
        let mark = Mark::new(7, 5, MoveCode::NONE);
        assert!(!searched.contains(mark));
        searched.begin(mark);
        assert!(searched.contains(mark));
        assert!(!searched.contains(Mark::new(7, 4, MoveCode::NONE)), "another depth");
        searched.end(mark);
        assert!(!searched.contains(mark));
    }

    #[test]
    fn moves_that_other_workers_search_are_deferred_once() {
        let game = Game::new(Variant::named("italian").unwrap());
        let table = TranspositionTable::new(1 << 16).unwrap();
        let (position, key, depth) = (*game.position(), game.position().key(), DEFER_DEPTH);
        let mut moves = game.legal_moves();
        let before = moves.clone();
        let searched = SearchedMoves::new();
        for taken in &before[1..3] {
            searched.begin(Mark::new(key, depth, MoveCode::of(taken)));
        }
        let (alpha, beta) = (Score::evaluation(0), Score::evaluation(1));
        let node = Node { position: &position, alpha, beta, depth, ply: 0 };
        with_worker(&game, &table, Some(searched), |worker| {
            let mut scores: OrderingScores = (0..moves.len() as i32).map(|index| -index).collect();
            let mut order = Vec::new();
            for index in 0..moves.len() {
                pick_next(&mut moves, &mut scores, index);
                let mark = worker.defer_searched(key, &node, &mut moves, &mut scores, index);
                assert_eq!(mark.is_some(), index > 0, "a first move is not shared");
                order.push(moves[index]);
            }
            let (shared, deferred) = order.split_at(order.len() - 2);
            assert_eq!(shared, [&before[..1], &before[3..]].concat());
            assert!(before[1..3].iter().all(|taken| deferred.contains(taken)));
        });
    }
}

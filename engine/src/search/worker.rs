//! One search worker: iterative deepening from the root.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crossbeam::utils::CachePadded;

use super::ordering::{History, SearchedMoves};
use super::parameters::{
    ASPIRATION_DEPTH, ASPIRATION_LIMIT, ASPIRATION_WINDOW, FIRST_NODES, MAX_DEPTH, MAX_PLY,
    ONLY_MOVE_DEPTH, POLL_NODES, POLL_TIME,
};
use super::table::TranspositionTable;
use super::time::Budget;
use super::{Bound, Line, Request, Signal};
use crate::eval::{Evaluation, Evaluator};
use crate::score::Score;
use damier_rules::game::{Counts, Game};
use damier_rules::movegen::MoveList;
use damier_rules::position::Move;
use damier_rules::variant::Variant;

/// What all workers of a search share.
pub(super) struct Shared<'a> {
    pub game: &'a Game,
    pub request: &'a Request,
    pub signal: &'a Signal,
    pub table: &'a TranspositionTable,
    pub evaluation: &'a Evaluation,
    pub budget: Budget,
    pub started: Instant,
    /// Set when a worker has finished: the others stop.
    pub finished: AtomicBool,
    /// The moves being searched, where there are several workers.
    pub searched: Option<SearchedMoves>,
    /// Nodes of each worker, as of its last look at the clock.
    pub nodes: Vec<CachePadded<AtomicU64>>,
}

impl Shared<'_> {
    /// Nodes of all workers but one.
    fn nodes_without(&self, worker: usize) -> u64 {
        let rest = self.nodes.iter().enumerate().filter(|&(index, _)| index != worker);
        rest.map(|(_, nodes)| nodes.load(Ordering::Relaxed)).sum()
    }
}

/// A move at the root with what the search has found of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub played: Move,
    pub score: Score,
    /// The line that begins with the move.
    pub line: Vec<Move>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The depth to which score and line belong, 0 when none.
    pub depth: u32,
}

/// A position on the searched line.
#[derive(Clone, Copy)]
pub(super) struct StackFrame {
    pub key: u64,
    /// Plies before it, of the game too, that can be repeated.
    pub reversible: usize,
    /// Plies counted by the counters of moves without progress.
    pub counts: Counts,
    /// The static evaluation, once it is known and where no capture is pending.
    pub evaluation: Option<Score>,
}

/// One thread's search.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub index: usize,
    pub variant: Variant,
    pub history: &'a mut History,
    pub evaluator: Evaluator<'a>,
    /// The search stack: the searched line, the game's position first.
    pub stack: Vec<StackFrame>,
    /// For each ply the principal variation found from there.
    pub pv: Vec<Vec<Move>>,
    pub moves: Vec<RootMove>,
    /// Nominal depth of the running iteration.
    pub depth: u32,
    /// When the running iteration began.
    begun: Instant,
    /// The best move, its score and its depth as reported last.
    reported: Option<(Move, Score, u32)>,
    pub stopped: bool,
    /// Whether captures are no longer followed, because the first iteration must end.
    pub hurried: bool,
    pub nodes: u64,
    next_poll: u64,
    /// When clock and signal were polled last.
    polled: Instant,
    /// Nodes from one poll to the next.
    pause: u64,
    /// Lines that ended, and the sum of their plies.
    pub leaves: (u64, u64),
}

impl<'a> Worker<'a> {
    pub fn new(
        shared: &'a Shared<'a>,
        index: usize,
        history: &'a mut History,
        moves: &MoveList,
    ) -> Worker<'a> {
        let game = shared.game;
        let root = StackFrame {
            key: game.position().key(),
            reversible: game.reversible_positions().len(),
            counts: *game.counts(),
            evaluation: None,
        };
        let moves = moves.iter().map(|&played| RootMove {
            played,
            score: -Score::INFINITY,
            line: vec![played],
            bound: Bound::Exact,
            depth: 0,
        });
        Worker {
            shared,
            index,
            variant: game.variant(),
            history,
            evaluator: Evaluator::new(shared.evaluation),
            stack: vec![root],
            pv: vec![Vec::new(); MAX_PLY + 2],
            moves: moves.collect(),
            depth: 0,
            begun: shared.started,
            reported: None,
            stopped: false,
            hurried: false,
            nodes: 0,
            next_poll: 0,
            polled: shared.started,
            pause: 1,
            leaves: (0, 0),
        }
    }

    /// Deepens until a limit is reached, and reports each line.
    pub fn run(&mut self, report: &mut dyn FnMut(&Line)) {
        let deepest = self.shared.request.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let lines = self.shared.request.lines.clamp(1, self.moves.len());
        // Every second helper is a ply ahead, so that workers differ.
        let first = 1 + (self.index % 2) as u32;
        for depth in first..=deepest.max(first) {
            (self.depth, self.begun) = (depth, Instant::now());
            for rank in 0..lines {
                self.aspiration_search(rank);
                if self.stopped {
                    break;
                }
            }
            if !self.stopped {
                // A later line can turn out better than one before it.
                self.moves[..lines].sort_by_key(|root| Reverse(root.score));
            } else if self.moves[0].depth == depth {
                // The moves that were not searched to this depth may be better.
                self.moves[0].bound = Bound::Lower;
            }
            self.report_lines(if self.stopped { 1 } else { lines }, report);
            if self.stopped || self.is_enough() {
                break;
            }
        }
        if lines == 1 || self.index == 0 {
            // One worker's answer is enough.
            self.shared.finished.store(true, Ordering::Relaxed);
        }
        self.publish_nodes();
    }

    /// Reports the best lines, the best one last, if an iteration has brought anything.
    fn report_lines(&mut self, lines: usize, report: &mut dyn FnMut(&Line)) {
        let best = &self.moves[0];
        let news = Some((best.played, best.score, best.depth));
        if self.index != 0 || self.stopped && self.reported == news {
            return;
        }
        self.reported = news;
        (0..lines).rev().for_each(|rank| report(&self.line(rank)));
    }

    /// Searches the moves from `rank` on with an aspiration window around the last value: a narrow
    /// window cuts more, and one that fails is opened step by step on the side where it failed.
    fn aspiration_search(&mut self, rank: usize) {
        let last = self.moves[rank..].iter().map(|root| root.score).max();
        let last = last.unwrap_or(Score::DRAW);
        let mut width = ASPIRATION_WINDOW;
        let open = self.depth < ASPIRATION_DEPTH || last.end().is_some();
        let (mut alpha, mut beta) = (-Score::INFINITY, Score::INFINITY);
        if !open && last > -Score::INFINITY {
            (alpha, beta) = (last.plus(-width), last.plus(width));
        }
        loop {
            let score = self.search_root(rank, alpha, beta);
            if self.stopped {
                return;
            }
            let failed_low = score <= alpha && alpha > -Score::INFINITY;
            let failed_high = score >= beta && beta < Score::INFINITY;
            if !failed_low && !failed_high {
                return;
            }
            width = width.saturating_mul(2);
            let wide = width > ASPIRATION_LIMIT;
            if failed_low {
                alpha = if wide { -Score::INFINITY } else { last.plus(-width) };
            } else {
                beta = if wide { Score::INFINITY } else { last.plus(width) };
            }
        }
    }

    /// Whether to go no deeper: the time for new iterations is over, or nothing is left to find.
    fn is_enough(&self) -> bool {
        let start = self.shared.signal.clock_start().filter(|_| self.is_timed());
        start.is_some_and(|start| self.is_settled() || self.is_late(start))
    }

    /// Whether it is too late for an iteration. The first worker decides for all.
    fn is_late(&self, start: Instant) -> bool {
        self.index == 0 && self.shared.budget.is_late(start)
    }

    /// Whether the search is for a move to be played in some time.
    fn is_timed(&self) -> bool {
        let Request { limits, analysis, .. } = self.shared.request;
        !analysis && (limits.clock.is_some() || limits.move_time.is_some())
    }

    /// Whether more time would not change the move: there is no other, or the end is in sight.
    fn is_settled(&self) -> bool {
        let best = &self.moves[0];
        let end = best.score.end().filter(|_| best.bound == Bound::Exact);
        let decided = end.is_some_and(|plies| plies.unsigned_abs() <= best.depth);
        // A few plies are enough to name the reply to an only move.
        decided || self.moves.len() == 1 && best.depth >= ONLY_MOVE_DEPTH
    }

    /// Counts a node and now and then looks whether to stop.
    #[inline(always)]
    pub fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    #[cold]
    fn poll(&mut self) {
        self.publish_nodes();
        let mut wait = self.next_pause();
        let shared = self.shared;
        if shared.finished.load(Ordering::Relaxed) || shared.signal.is_stopped() {
            self.stopped = true;
        }
        if let Some(limit) = shared.request.limits.nodes {
            let all = self.nodes + shared.nodes_without(self.index);
            self.stopped |= all >= limit;
            wait = wait.min(limit.saturating_sub(all));
        }
        if let Some(start) = shared.signal.clock_start() {
            self.stopped |= shared.budget.is_spent(start);
            // An iteration that was begun while pondering is not worth what a timed one is.
            if self.begun < start && self.is_timed() {
                self.stopped |= self.is_settled() || self.is_late(start);
            }
        }
        // The first worker finishes an iteration whatever the limits: there must be a line to
        // report.
        let first = self.depth <= 1 && self.index == 0;
        self.hurried = first && self.stopped && self.nodes >= FIRST_NODES;
        self.stopped &= !first;
        self.next_poll = self.nodes + wait;
    }

    /// Nodes until the next look: usually many, few where they take long, as in a large table whose
    /// memory the system provides only now, or with more threads than processors.
    fn next_pause(&mut self) -> u64 {
        let now = Instant::now();
        let long = now.duration_since(self.polled) > POLL_TIME;
        self.polled = now;
        let most = if self.depth > 1 { POLL_NODES } else { 1 };
        self.pause = if long { self.pause / 4 } else { self.pause * 2 }.clamp(1, most);
        self.pause
    }

    fn publish_nodes(&self) {
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
    }

    /// The line of the move at `rank`, as found so far.
    pub fn line(&self, rank: usize) -> Line {
        let root = &self.moves[rank];
        let (ends, plies) = self.leaves;
        Line {
            rank: rank + 1,
            depth: root.depth.max(1),
            mean_depth: plies as f64 / ends.max(1) as f64,
            score: root.score,
            bound: root.bound,
            nodes: self.nodes + self.shared.nodes_without(self.index),
            time: self.shared.started.elapsed(),
            table_fill: self.shared.table.fill(),
            moves: root.line.clone(),
        }
    }
}

/// Gives a test a worker at the start of a search of `game`.
#[cfg(test)]
pub(super) fn with_worker<T>(
    game: &Game,
    table: &TranspositionTable,
    searched: Option<SearchedMoves>,
    test: impl FnOnce(&mut Worker) -> T,
) -> T {
    let request = Request::new(super::Limits::infinite());
    let weights = crate::eval::Weights::Bootstrap;
    let shared = Shared {
        game,
        request: &request,
        signal: &Signal::new(),
        table,
        evaluation: &Evaluation::new(&game.variant().rules().moves, &weights),
        budget: Budget::new(&request.limits, std::time::Duration::ZERO),
        started: Instant::now(),
        finished: AtomicBool::new(false),
        searched,
        // One more, for tests of a helper.
        nodes: vec![CachePadded::default(), CachePadded::default()],
    };
    test(&mut Worker::new(&shared, 0, &mut History::new(), &game.legal_moves()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use damier_rules::variant::Variant;

    fn at_the_start<T>(test: impl FnOnce(&mut Worker) -> T) -> T {
        let game = Game::new(Variant::named("italian").unwrap());
        with_worker(&game, &TranspositionTable::new(0).unwrap(), None, test)
    }

    #[test]
    fn the_clock_is_looked_at_more_often_where_nodes_take_long() {
        at_the_start(|worker| {
            // Never long ago, however busy the machine.
            let quick = Instant::now() + Duration::from_secs(3_600);
            let mut pause = |depth, polled| {
                (worker.depth, worker.polled) = (depth, polled);
                worker.next_pause()
            };
            assert_eq!(pause(1, quick), 1);
            let pauses: Vec<u64> = (0..12).map(|_| pause(2, quick)).collect();
            assert_eq!(pauses[..3], [2, 4, 8]);
            assert_eq!(pauses[9..], [POLL_NODES; 3]);
            let slow = Instant::now() - 2 * POLL_TIME;
            let pauses: Vec<u64> = (0..7).map(|_| pause(2, slow)).collect();
            assert_eq!(pauses, [256, 64, 16, 4, 1, 1, 1]);
        });
    }

    #[test]
    fn only_the_first_worker_finishes_its_first_iteration_whatever_the_limits() {
        at_the_start(|worker| {
            worker.shared.signal.stop();
            (worker.depth, worker.index) = (1, 0);
            worker.poll();
            assert!(!worker.stopped);
            worker.depth = 2;
            worker.poll();
            assert!(worker.stopped);
        });
        at_the_start(|worker| {
            worker.shared.signal.stop();
            (worker.depth, worker.index) = (1, 1);
            worker.poll();
            assert!(worker.stopped);
        });
    }
}

//! The search: which move is best, and what the position is worth.
//!
//! [`Engine`](crate::Engine) owns what a search needs and starts it. A search takes a [`Request`]
//! with its [`Limits`], reports each [`Line`], returns an [`Answer`], and stops by a [`Signal`].

mod alpha_beta;
mod draws;
mod memory;
mod ordering;
mod parameters;
mod quiescence;
mod request;
mod selective;
mod strength;
mod table;
mod time;
mod worker;

pub use parameters::{MAX_DEPTH, SEARCH_PARAMETERS, SearchParameter};
pub use request::{Answer, Bound, Clock, Limits, Line, Request, Signal};
pub use strength::{Strength, any_seed};

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam::utils::CachePadded;

use crate::eval::{Evaluation, Weights};
use damier_rules::game::Game;
use damier_rules::movegen::MoveList;
use damier_rules::rules::{DrawRules, MoveRules};
use ordering::{History, SearchedMoves};
use strength::Level;
use table::TranspositionTable;
use time::Budget;
use worker::{Shared, Worker};

/// How an engine searches, whatever it is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    /// Search workers, at least 1.
    pub threads: usize,
    /// Time that is lost between the engine and whoever runs the clock, for each move.
    pub overhead: Duration,
    /// How strongly the move is chosen; analysis is always full.
    pub strength: Strength,
    /// The seed of a weak strength's choices: the same seed gives the same moves.
    pub seed: u64,
}

impl Default for Options {
    /// One thread, no overhead, full strength.
    fn default() -> Options {
        Options { threads: 1, overhead: Duration::ZERO, strength: Strength::Three, seed: 0 }
    }
}

/// The memory for a transposition table cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a transposition table of {0} bytes")]
pub struct TableTooLarge(pub usize);

/// Searches positions; keeps its transposition table from one search to the next.
pub(crate) struct Searcher {
    table: TranspositionTable,
    /// What each worker has learnt about moves.
    histories: Vec<History>,
    /// The rules under which the table was filled: what it holds is of no use under others.
    rules: Option<(MoveRules, DrawRules)>,
    weights: Weights,
    /// For weak strengths, which must not know what a full search has found.
    small: TranspositionTable,
}

impl Searcher {
    /// A searcher with a table of at most `bytes`, at least 64 KiB.
    pub fn new(bytes: usize, weights: Weights) -> Result<Searcher, TableTooLarge> {
        Ok(Searcher {
            table: TranspositionTable::new(bytes)?,
            histories: Vec::new(),
            rules: None,
            weights,
            small: TranspositionTable::new(0)?,
        })
    }

    /// Replaces the table by an empty one, unless the memory cannot be had.
    pub fn resize(&mut self, bytes: usize) -> Result<(), TableTooLarge> {
        self.table = TranspositionTable::new(bytes)?;
        Ok(())
    }

    /// Evaluates by other weights from now on, and forgets what was found by the old ones.
    pub fn set_weights(&mut self, weights: Weights) {
        self.weights = weights;
        self.clear();
    }

    /// Forgets everything: the next search is of another game.
    pub fn clear(&mut self) {
        self.rules = None;
        self.table.clear();
        self.histories.iter_mut().for_each(History::clear);
    }

    /// Searches the game's position, as [`Engine::think`](crate::Engine::think) promises.
    pub fn search(
        &mut self,
        game: &Game,
        request: &Request,
        options: &Options,
        signal: &Signal,
        report: &mut dyn FnMut(&Line),
    ) -> Answer {
        if let Some(level) = options.strength.level().filter(|_| !request.analysis) {
            return self.search_weakly((level, options), game, request, signal, report);
        }
        let rules = game.variant().rules().moves;
        let all = (rules, game.variant().rules().draws);
        if self.rules.is_some_and(|last| last != all) {
            self.clear();
        }
        self.rules = Some(all);
        let memory = (&mut self.table, &mut self.histories);
        search_with(memory, &self.weights, game, (request, options), signal, report)
    }

    /// Searches a little, and answers with one of the good moves; its line comes first. `report`
    /// is called with the lines of the answer alone.
    fn search_weakly(
        &mut self,
        (level, options): (&Level, &Options),
        game: &Game,
        request: &Request,
        signal: &Signal,
        report: &mut dyn FnMut(&Line),
    ) -> Answer {
        let inner = level.request(game, request, &request.moves(game));
        let single = Options { threads: 1, ..*options };
        self.small.clear();
        let mut histories = Vec::new();
        let mut answer = search_with(
            (&mut self.small, &mut histories),
            &self.weights,
            game,
            (&inner, &single),
            signal,
            &mut |_| {},
        );
        level.choose(game, options.seed, &mut answer);
        answer.lines.truncate(request.lines.max(1));
        for (index, line) in answer.lines.iter_mut().enumerate() {
            line.rank = index + 1;
        }
        answer.lines.iter().rev().for_each(report);
        let best = answer.lines.first().map_or(&[][..], |line| &line.moves);
        (answer.best, answer.ponder) = (best.first().copied(), best.get(1).copied());
        answer
    }
}

/// Searches with this memory.
fn search_with(
    (table, histories): (&mut TranspositionTable, &mut Vec<History>),
    weights: &Weights,
    game: &Game,
    (request, options): (&Request, &Options),
    signal: &Signal,
    report: &mut dyn FnMut(&Line),
) -> Answer {
    let started = Instant::now();
    let moves = request.moves(game);
    if moves.is_empty() {
        return Answer::default();
    }
    table.next_search();
    let threads = options.threads.max(1);
    histories.resize_with(threads.max(histories.len()), History::new);
    let shared = Shared {
        game,
        request,
        signal,
        table,
        evaluation: &Evaluation::new(&game.variant().rules().moves, weights)
            .searched_from(game.position()),
        budget: Budget::new(&request.limits, options.overhead),
        started,
        finished: AtomicBool::new(false),
        searched: (threads > 1).then(SearchedMoves::new),
        nodes: (0..threads).map(|_| CachePadded::default()).collect(),
    };
    let histories = &mut histories[..threads];
    histories.iter_mut().for_each(History::fade);
    run_workers(&shared, histories, &moves, report)
}

/// Runs the workers, the first one on this thread, and waits where the answer must wait.
fn run_workers(
    shared: &Shared,
    histories: &mut [History],
    moves: &MoveList,
    report: &mut dyn FnMut(&Line),
) -> Answer {
    // Apart, so that the counters of one do not share a cache line with those of another.
    let mut workers: Vec<CachePadded<Worker>> = histories
        .iter_mut()
        .enumerate()
        .map(|(index, history)| Worker::new(shared, index, history, moves).into())
        .collect();
    let (first, helpers) = workers.split_at_mut(1);
    std::thread::scope(|scope| {
        for helper in helpers.iter_mut() {
            scope.spawn(|| helper.run(&mut |_| {}));
        }
        first[0].run(report);
        shared.signal.wait_where_due(&shared.request.limits);
        shared.finished.store(true, Ordering::Relaxed);
    });
    answer(&workers, shared.request.lines, report)
}

/// The answer of the worker that looked deepest, the first one where they are equal.
fn answer(workers: &[CachePadded<Worker>], lines: usize, report: &mut dyn FnMut(&Line)) -> Answer {
    let reached = |worker: &&CachePadded<Worker>| worker.moves[0].depth;
    let single = lines <= 1;
    let deepest = workers.iter().rev().max_by_key(reached).filter(|_| single);
    let chosen = deepest.unwrap_or(&workers[0]);
    let lines: Vec<Line> =
        (0..lines.clamp(1, chosen.moves.len())).map(|rank| chosen.line(rank)).collect();
    if chosen.index != 0 {
        lines.iter().rev().for_each(&mut *report);
    }
    let best = &lines[0].moves;
    Answer {
        best: best.first().copied(),
        ponder: best.get(1).copied(),
        nodes: lines[0].nodes,
        lines,
    }
}

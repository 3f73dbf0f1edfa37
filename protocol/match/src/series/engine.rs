//! The engine that plays.

use std::time::Duration;

use crossbeam::channel::RecvTimeoutError;
use damier_engine::running::{Mode, Running};
use damier_engine::{Engine, Limits, Line, Request};
use damier_rules::game::Game;
use damier_rules::position::Move;

/// The side of a series that the built-in engine plays, with one table for all games.
pub struct SeriesEngine(
    /// `None` while it searches.
    Option<Engine>,
);

/// How long to wait for a search line before the peer is asked for events.
const POLL: Duration = Duration::from_millis(20);

/// Time kept back for each move.
const OVERHEAD: Duration = Duration::from_millis(10);

/// A search that runs.
pub(super) struct Search(Running);

impl Search {
    /// The next line, or `None` inside for none yet; `None` when the search has ended.
    pub fn next_line(&self) -> Option<Option<Line>> {
        match self.0.lines().recv_timeout(POLL) {
            Ok(line) => Some(Some(line)),
            Err(RecvTimeoutError::Timeout) => Some(None),
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }
}

impl SeriesEngine {
    /// Plays by this engine.
    pub fn new(mut engine: Engine) -> SeriesEngine {
        engine.set_overhead(OVERHEAD);
        SeriesEngine(Some(engine))
    }

    /// Another game begins.
    pub(super) fn forget(&mut self) {
        if let Some(engine) = &mut self.0 {
            engine.clear();
        }
    }

    pub(super) fn start(&mut self, game: &Game, limits: Limits) -> Result<Search, String> {
        let engine = self.0.take().ok_or("it has no memory left")?;
        let running = Running::start(engine, game.clone(), Request::new(limits), Mode::Think);
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
        let (engine, answer) = search.0.finish().map_err(|error| error.to_string())?;
        self.0 = Some(engine);
        let best = answer.best.ok_or("the search found no move")?;
        Ok((best, answer.lines.into_iter().next()))
    }
}

//! The engine at the table.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use damier_engine::game::Game;
use damier_engine::search::{Answer, Limits, Request, Searcher, Signal, Strength};
use parking_lot::Mutex;

use crate::args::PlayArgs;
use crate::setup;

/// The search that runs, for whoever interrupts it.
type Current = Arc<Mutex<Option<Arc<Signal>>>>;

/// Searches for moves; an interrupt (Ctrl-C) makes it answer at once.
pub struct Thinker {
    searcher: Searcher,
    threads: usize,
    time: Duration,
    current: Current,
}

impl Thinker {
    /// With what the options allow.
    ///
    /// # Errors
    /// When memory cannot be had, or interrupts cannot be watched.
    pub fn new(args: &PlayArgs) -> anyhow::Result<Thinker> {
        let current = Current::default();
        watch(Arc::clone(&current))?;
        Ok(Thinker {
            searcher: setup::searcher(&args.engine)?,
            threads: usize::from(args.engine.threads),
            time: args.time,
            current,
        })
    }

    /// Searches the position of a game.
    pub fn think(&mut self, game: &Game, strength: Strength, seed: u64) -> Answer {
        let request = Request {
            limits: Limits { move_time: Some(self.time), ..Limits::default() },
            threads: self.threads,
            strength,
            seed,
            ..Request::default()
        };
        let signal = Arc::new(Signal::new());
        *self.current.lock() = Some(Arc::clone(&signal));
        let answer = self.searcher.search(game, &request, &signal, &mut |_| {});
        *self.current.lock() = None;
        answer
    }

    /// Forgets what was searched: another game begins.
    pub fn forget(&mut self) {
        self.searcher.clear();
    }
}

/// Ends the search that runs when an interrupt comes. Without one the program ends, but not under
/// a player: the second of two quick interrupts must not lose the game.
fn watch(current: Current) -> anyhow::Result<()> {
    /// What shells expect of a program that an interrupt has ended.
    const INTERRUPTED: i32 = 130;
    let player = io::stdin().is_terminal();
    let handler = move || match &*current.lock() {
        Some(signal) => signal.stop(),
        None if player => {}
        None => std::process::exit(INTERRUPTED),
    };
    ctrlc::set_handler(handler).context("cannot watch for interrupts")
}

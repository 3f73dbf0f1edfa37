//! The engine at the table.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use damier_engine::{Answer, Engine, Limits, Line, Request, Signal, Strength};
use damier_rules::game::Game;
use indicatif::{ProgressBar, ProgressStyle};
use parking_lot::Mutex;

use crate::args::PlayArgs;
use crate::exit::INTERRUPTED;
use crate::setup;

/// The search that runs, for whoever interrupts it.
type Current = Arc<Mutex<Option<Arc<Signal>>>>;

/// Searches for moves; an interrupt (Ctrl-C) makes it answer at once.
pub struct Thinker {
    engine: Engine,
    time: Duration,
    /// Whether the player is shown that it thinks.
    shows: bool,
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
            engine: setup::engine(&args.engine)?,
            time: args.time,
            shows: !args.plain,
            current,
        })
    }

    /// Searches the position of a game.
    pub fn think(&mut self, game: &Game, strength: Strength, seed: u64) -> Answer {
        self.engine.set_strength(strength);
        self.engine.set_seed(seed);
        let request = Request::new(Limits::move_time(self.time));
        let signal = Arc::new(Signal::new());
        *self.current.lock() = Some(Arc::clone(&signal));
        let spinner = self.shows.then(Spinner::new);
        let answer = self.engine.think(game, &request, &signal, &mut |line| {
            if let Some(spinner) = &spinner {
                spinner.line(line);
            }
        });
        drop(spinner);
        *self.current.lock() = None;
        answer
    }

    /// Forgets what was searched: another game begins.
    pub fn forget(&mut self) {
        self.engine.clear();
    }
}

/// A sign of life on stderr while the engine thinks; nothing where that is no terminal.
struct Spinner(ProgressBar);

impl Spinner {
    fn new() -> Spinner {
        /// From one picture of the sign to the next.
        const TICK: Duration = Duration::from_millis(100);
        let bar = ProgressBar::new_spinner().with_message("thinking");
        let style = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.enable_steady_tick(TICK);
        Spinner(bar)
    }

    /// Shows how deep the search is. Not what it has found: that would be a hint.
    fn line(&self, line: &Line) {
        self.0.set_message(format!("thinking, depth {}", line.depth));
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Ends the search that runs when an interrupt comes. Without one the program ends, but not under
/// a player: the second of two quick interrupts must not lose the game.
fn watch(current: Current) -> anyhow::Result<()> {
    let player = io::stdin().is_terminal();
    let handler = move || match &*current.lock() {
        Some(signal) => signal.stop(),
        None if player => {}
        None => std::process::exit(INTERRUPTED.into()),
    };
    ctrlc::set_handler(handler).context("cannot watch for interrupts")
}

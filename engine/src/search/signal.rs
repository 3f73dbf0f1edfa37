//! How a running search is told to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

use super::Limits;

/// Tells a running search to stop, or that the move pondered on has been played.
///
/// Shared by reference between the searching thread and the one that commands; a signal serves
/// one search and is not reset.
#[derive(Debug)]
pub struct Signal {
    stopped: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    pondering: bool,
    /// When the own clock began to run.
    started: Instant,
}

impl Signal {
    /// For a search whose clock runs from now.
    pub fn new() -> Signal {
        Signal::with(false)
    }

    /// For a search in the opponent's time: no time counts until [`ponder_hit`](Signal::ponder_hit),
    /// and a search that has reached its depth or nodes waits for it.
    pub fn pondering() -> Signal {
        Signal::with(true)
    }

    fn with(pondering: bool) -> Signal {
        Signal {
            stopped: AtomicBool::new(false),
            state: Mutex::new(State { pondering, started: Instant::now() }),
            changed: Condvar::new(),
        }
    }

    /// Ends the search; it answers within a few milliseconds.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        let _state = self.state.lock();
        self.changed.notify_all();
    }

    /// The move pondered on has been played: the own clock runs from now.
    pub fn ponder_hit(&self) {
        let mut state = self.state.lock();
        if state.pondering {
            *state = State { pondering: false, started: Instant::now() };
        }
        self.changed.notify_all();
    }

    /// Whether the search is to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// When the own clock began to run, `None` while pondering.
    pub(super) fn clock_start(&self) -> Option<Instant> {
        let state = self.state.lock();
        (!state.pondering).then_some(state.started)
    }

    /// Waits where an answer must wait: without any limit until the search is stopped, while
    /// pondering also until the move pondered on has been played.
    pub(crate) fn wait_where_due(&self, limits: &Limits) {
        if limits.is_infinite() {
            self.wait(false);
        } else if self.clock_start().is_none() {
            self.wait(true);
        }
    }

    fn wait(&self, or_ponder_hit: bool) {
        let mut state = self.state.lock();
        while !self.is_stopped() && (!or_ponder_hit || state.pondering) {
            self.changed.wait(&mut state);
        }
    }
}

impl Default for Signal {
    fn default() -> Signal {
        Signal::new()
    }
}

//! When a search ends.

use std::time::Duration;

/// When a search ends by itself; whatever is reached first. Without any limit it goes on until it
/// is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Nominal depth in plies, at most [`MAX_DEPTH`](super::MAX_DEPTH).
    pub depth: Option<u32>,
    /// Nodes searched, all threads together.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
}

/// A clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left for the moves to come.
    pub time: Duration,
    /// Time granted for each move before it is made (as in Hub).
    pub increment: Duration,
    /// Moves to the next time control; `None` when the time is for the whole game.
    pub moves: Option<u32>,
}

impl Limits {
    /// Whether the search goes on until it is stopped.
    pub fn is_infinite(&self) -> bool {
        *self == Limits::default()
    }
}

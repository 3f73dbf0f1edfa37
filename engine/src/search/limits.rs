//! What is asked of a search, and when it ends.

use std::time::Duration;

use damier_rules::game::Game;
use damier_rules::movegen::MoveList;
use damier_rules::position::Move;

/// What is asked of an engine.
///
/// ```
/// use damier_engine::{Limits, Request};
///
/// let request = Request::analysis(Limits::depth(12)).with_lines(3);
/// assert!(request.analysis && request.only.is_empty());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request {
    /// When the search ends by itself.
    pub limits: Limits,
    /// Whether this is analysis: even a single reply is searched to the limits.
    pub analysis: bool,
    /// How many lines are wanted, at least 1.
    pub lines: usize,
    /// The only moves to consider; empty for all. Illegal ones are ignored.
    pub only: Vec<Move>,
}

impl Request {
    /// A move to be played, one line of it.
    pub fn new(limits: Limits) -> Request {
        Request { limits, analysis: false, lines: 1, only: Vec::new() }
    }

    /// What the position is worth, one line of it.
    pub fn analysis(limits: Limits) -> Request {
        Request { analysis: true, ..Request::new(limits) }
    }

    /// The same with this many lines, at least 1.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Request {
        Request { lines, ..self }
    }

    /// The same with no other moves to consider than these; none of them for all.
    #[must_use]
    pub fn with_only(self, only: Vec<Move>) -> Request {
        Request { only, ..self }
    }

    /// The legal moves that are to be considered.
    pub(crate) fn moves(&self, game: &Game) -> MoveList {
        let mut moves = game.legal_moves();
        if moves.iter().any(|played| self.only.contains(played)) {
            moves.retain(|played| self.only.contains(played));
        }
        moves
    }
}

/// When a search ends by itself; whatever is reached first. Without any limit it goes on until it
/// is stopped.
///
/// ```
/// use std::time::Duration;
///
/// use damier_engine::Limits;
///
/// let mut limits = Limits::move_time(Duration::from_secs(1));
/// limits.depth = Some(20);
/// assert!(!limits.is_infinite() && Limits::infinite().is_infinite());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
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
    /// No limit: until it is stopped.
    pub fn infinite() -> Limits {
        Limits::default()
    }

    /// This nominal depth in plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// This many nodes, all threads together.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// This time for the move.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// What the clock of the side to move allows.
    pub fn clock(clock: Clock) -> Limits {
        Limits { clock: Some(clock), ..Limits::default() }
    }

    /// Whether the search goes on until it is stopped.
    pub fn is_infinite(&self) -> bool {
        *self == Limits::default()
    }
}

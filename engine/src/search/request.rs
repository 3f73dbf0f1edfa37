//! What is asked of a search, what it reports and answers, and how a running one is stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use damier_rules::game::Game;
use damier_rules::movegen::MoveList;
use damier_rules::position::Move;
use parking_lot::{Condvar, Mutex};

use crate::score::Score;

/// A request to an engine.
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

/// One line of play with its value, as found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The rank of the line among those asked for, 1 for the best.
    pub rank: usize,
    /// Nominal depth in plies.
    pub depth: u32,
    /// Mean length of the lines searched, in plies, quiescence included.
    pub mean_depth: f64,
    /// The value, from the view of the side to move.
    pub score: Score,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// Nodes searched so far, all threads together.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The share of the table that this search has filled, in thousandths.
    pub table_fill: u32,
    /// The principal variation; at least one move.
    pub moves: Vec<Move>,
}

/// Whether a value is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
    /// The value is exact.
    Exact,
}

impl Line {
    /// Nodes a second, 0 when no time has passed.
    pub fn speed(&self) -> f64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { self.nodes as f64 / seconds } else { 0.0 }
    }
}

/// What an engine answers.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// The best move; `None` only where the side to move has no legal move or the other side no
    /// pieces.
    pub best: Option<Move>,
    /// The reply that is expected.
    pub ponder: Option<Move>,
    /// The lines found, best first; empty where there is no move, or where a book or a database
    /// answered.
    pub lines: Vec<Line>,
    /// Nodes searched, all threads together.
    pub nodes: u64,
}

impl Answer {
    /// The answer of a book or a database: a move without a search.
    pub fn without_search(best: Move) -> Answer {
        Answer { best: Some(best), ..Answer::default() }
    }
}

/// Stops a running search, or starts its clock when the move pondered on has been played.
///
/// Shared by reference between the searching thread and the one that commands; a signal serves
/// one search and is not reset.
///
/// ```
/// use damier_engine::{Engine, Limits, Request, Signal};
/// use damier_rules::game::Game;
/// use damier_rules::variant::Variant;
///
/// let game = Game::new(Variant::named("czech").unwrap());
/// let mut engine = Engine::builder().table_bytes(1 << 20).build()?;
/// let (request, signal) = (Request::new(Limits::infinite()), Signal::new());
/// let answer = std::thread::scope(|scope| {
///     let thinking = scope.spawn(|| engine.think(&game, &request, &signal, &mut |_| {}));
///     signal.stop();
///     thinking.join()
/// });
/// assert!(answer.unwrap().best.is_some(), "a stopped search still has a move");
/// # Ok::<(), damier_engine::TableTooLarge>(())
/// ```
#[derive(Debug)]
pub struct Signal {
    stopped: AtomicBool,
    state: Mutex<SignalState>,
    changed: Condvar,
}

#[derive(Debug)]
struct SignalState {
    pondering: bool,
    /// When the engine's clock began to run.
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
            state: Mutex::new(SignalState { pondering, started: Instant::now() }),
            changed: Condvar::new(),
        }
    }

    /// Ends the search; it answers within a few milliseconds.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        let _state = self.state.lock();
        self.changed.notify_all();
    }

    /// The move pondered on has been played: the engine's clock runs from now.
    pub fn ponder_hit(&self) {
        let mut state = self.state.lock();
        if state.pondering {
            *state = SignalState { pondering: false, started: Instant::now() };
        }
        self.changed.notify_all();
    }

    /// Whether the search is to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// When the engine's clock began to run, `None` while pondering.
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

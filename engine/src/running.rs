//! A search in a thread of its own.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crossbeam::channel::{Receiver, unbounded};
use damier_rules::game::Game;
use parking_lot::Mutex;

use crate::engine::Engine;
use crate::search::{Answer, Line, Request, Signal};

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A move.
    Think,
    /// A move, thought about in the opponent's time until the move pondered on has been played.
    Ponder,
    /// What the position is worth.
    Analyse,
}

/// A search that runs, or has ended and not been collected. Dropping it stops it.
///
/// ```
/// use damier_engine::running::{Mode, Running};
/// use damier_engine::{Engine, Limits, Request};
/// use damier_rules::game::Game;
/// use damier_rules::variant::Variant;
///
/// let game = Game::new(Variant::named("russian").unwrap());
/// let engine = Engine::builder().table_bytes(1 << 20).build()?;
/// let request = Request::analysis(Limits::infinite());
/// let running = Running::start(engine, game, request, Mode::Analyse)?;
/// let line = running.lines().recv()?;
/// running.stop();
/// let (_engine, answer) = running.finish()?;
/// assert!(answer.best.is_some() && !line.moves.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Running {
    signal: Arc<Signal>,
    thread: Option<JoinHandle<(Engine, Answer)>>,
    lines: Receiver<Line>,
}

/// Stops the search that runs, from another thread than the one that started it.
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<Mutex<Option<Arc<Signal>>>>);

impl Stopper {
    /// Stops this search from now on.
    pub fn watch(&self, running: &Running) {
        *self.0.lock() = Some(Arc::clone(&running.signal));
    }

    /// Stops the search watched last; one that has ended is none the worse.
    pub fn stop(&self) {
        if let Some(signal) = &*self.0.lock() {
            signal.stop();
        }
    }
}

/// Bytes of the thread's stack; variations of hundreds of plies fit.
const STACK: usize = 32 << 20;

impl Running {
    /// Starts a search.
    ///
    /// # Errors
    /// When no thread can be had.
    pub fn start(
        mut engine: Engine,
        game: Game,
        request: Request,
        mode: Mode,
    ) -> io::Result<Running> {
        let signal = Arc::new(match mode {
            Mode::Ponder => Signal::pondering(),
            Mode::Think | Mode::Analyse => Signal::new(),
        });
        let (sender, lines) = unbounded();
        let shared = Arc::clone(&signal);
        let builder = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
        let thread = builder.spawn(move || {
            let mut report = |line: &Line| {
                // The receiver is gone when the session has ended.
                let _ = sender.send(line.clone());
            };
            let answer = engine.think(&game, &request, &shared, &mut report);
            (engine, answer)
        })?;
        Ok(Running { signal, thread: Some(thread), lines })
    }

    /// The lines that the search reports; the channel closes when it has ended.
    pub fn lines(&self) -> &Receiver<Line> {
        &self.lines
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.signal.stop();
    }

    /// The move pondered on has been played: the engine's clock runs.
    pub fn ponder_hit(&self) {
        self.signal.ponder_hit();
    }

    /// Waits for the end of the search.
    ///
    /// # Errors
    /// When the search has panicked.
    pub fn finish(mut self) -> io::Result<(Engine, Answer)> {
        let ended = self.thread.take().map(JoinHandle::join);
        ended.and_then(Result::ok).ok_or_else(|| io::Error::other("the search has failed"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

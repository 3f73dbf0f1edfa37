//! A series of games against a peer, played by the built-in engine.

mod engine;
mod game;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use damier_engine::score::Score;
use damier_engine::search::{Limits, Line};
use damier_protocol::dxp::{
    AnswerCode, ChatText, EndReason, Event, Link, Name, PeerMove, Role, SessionFault, Terms,
};
use damier_rules::game::Game;
use damier_rules::position::{Move, Side};
use damier_rules::variant::Variant;

use crate::referee::GameRecord;
use engine::Search;
pub use engine::SeriesEngine;
use game::SeriesGame;

/// How a series is played.
#[derive(Clone, Debug)]
pub struct SeriesSettings {
    /// The game.
    pub variant: Variant,
    /// The own name.
    pub name: Name,
    /// Who asks for games.
    pub role: Role,
    /// Games to be played; `None` as many as the peer likes.
    pub games: Option<u64>,
    /// The own colour in the first game, where this side asks for it; then colours are swapped.
    pub first: Side,
    /// Minutes for a game, in requests.
    pub minutes: u16,
    /// Moves of each side after which a game is adjudicated, in requests; 0 for no limit.
    pub moves: u16,
    /// The own time for a game, whatever was agreed.
    pub time: Option<Duration>,
    /// The own limits beside the time.
    pub limits: Limits,
    /// At the move limit a game is won or lost by the last score from this value on, else the
    /// result is left open; `None` to leave it open always.
    pub adjudicate: Option<Score>,
    /// How much longer than its time for the game the peer may take for a move.
    pub grace: Duration,
}

/// What happens in a series.
#[derive(Debug)]
pub enum SeriesEvent<'a> {
    /// A game has begun.
    Begun(&'a Terms),
    /// The search has found a line.
    Line(&'a Game, &'a Line),
    /// A side has moved: the game with the move, and the move.
    Moved(&'a Game, &'a Move),
    /// Moves were taken back.
    TookBack(&'a Game),
    /// The peer has sent a chat message.
    Chat(&'a ChatText),
    /// Something was ignored or refused, or the peer has failed.
    Note(&'a str),
    /// A game has ended; with the own colour.
    Over(&'a GameRecord, Side),
}

/// Why a series has ended.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeriesEnd {
    /// All games were played.
    #[error("all games were played")]
    Finished,
    /// The peer wants no further game.
    #[error("the peer wants no further game")]
    Stopped,
    /// The peer has closed the connection.
    #[error("the peer has closed the connection")]
    Lost,
    /// The peer plays no such game.
    #[error("the peer refuses the game: {0}")]
    Refused(AnswerCode),
    /// The peer has failed outside a game.
    #[error(transparent)]
    Failed(SessionFault),
    /// The own engine has failed.
    #[error("the engine has failed: {0}")]
    Engine(String),
    /// It was broken off from outside.
    #[error("broken off")]
    Interrupted,
}

/// The time for a game where neither side names one.
const DEFAULT_MINUTES: u64 = 5;

/// How often the wish to break off is looked for.
const LOOK: Duration = Duration::from_millis(200);

/// Plays games over a link until enough are played, the peer stops or `interrupt` is set. What
/// happens is reported to `report`.
///
/// ```
/// use std::net::Ipv4Addr;
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
///
/// use damier_engine::{Engine, Limits};
/// use damier_match::series::{SeriesEnd, SeriesEngine, SeriesEvent, SeriesSettings, play_series};
/// use damier_protocol::dxp::{Connection, Link, Listener, Name, Role, SessionSettings, connect};
/// use damier_rules::position::Side;
/// use damier_rules::variant::Variant;
///
/// const WAIT: Duration = Duration::from_secs(10);
/// let play = |connection: Connection, role| {
///     let settings = SeriesSettings {
///         variant: Variant::named("international").unwrap(),
///         name: Name::new("Damier"),
///         role,
///         games: Some(1),
///         first: Side::White,
///         minutes: 1,
///         moves: 2,
///         time: None,
///         limits: Limits::depth(1),
///         adjudicate: None,
///         grace: WAIT,
///     };
///     let session = SessionSettings::new(settings.name.clone(), role, settings.variant);
///     let mut link = Link::new(connection, session);
///     let mut engine = SeriesEngine::new(Engine::builder().table_bytes(1 << 20).build().unwrap());
///     let mut moves = 0;
///     let never = AtomicBool::new(false);
///     let end = play_series(&mut link, &mut engine, &settings, &never, &mut |event| {
///         moves += usize::from(matches!(event, SeriesEvent::Moved(..)));
///     });
///     (end, moves)
/// };
/// let listener = Listener::new((Ipv4Addr::LOCALHOST, 0).into())?;
/// let port = listener.address().port();
/// std::thread::scope(|scope| {
///     scope.spawn(|| play(listener.wait(WAIT).unwrap(), Role::Follower));
///     let connection = connect("127.0.0.1", port, WAIT).unwrap();
///     assert_eq!(play(connection, Role::Initiator), (SeriesEnd::Finished, 4));
/// });
/// # Ok::<(), damier_protocol::dxp::ConnectionError>(())
/// ```
pub fn play_series(
    link: &mut Link,
    engine: &mut SeriesEngine,
    settings: &SeriesSettings,
    interrupt: &AtomicBool,
    report: &mut dyn FnMut(SeriesEvent<'_>),
) -> SeriesEnd {
    let running = None;
    let mut host = SeriesHost {
        link,
        engine,
        settings,
        interrupt,
        report,
        running,
        begun: 0,
        over: 0,
        stopped: false,
    };
    host.play()
}

/// A series that is played.
struct SeriesHost<'a> {
    link: &'a mut Link,
    engine: &'a mut SeriesEngine,
    settings: &'a SeriesSettings,
    interrupt: &'a AtomicBool,
    report: &'a mut dyn FnMut(SeriesEvent<'_>),
    running: Option<SeriesGame>,
    /// Games that have begun and that are over.
    begun: u64,
    over: u64,
    /// Whether the end of a game was also the end of the series.
    stopped: bool,
}

impl SeriesHost<'_> {
    fn play(&mut self) -> SeriesEnd {
        loop {
            if self.interrupt.load(Ordering::Relaxed) {
                self.link.set_last_game(true);
                self.link.end(EndReason::Unknown);
                return SeriesEnd::Interrupted;
            }
            let step = if self.link.session().is_on_turn() { self.move_on() } else { self.wait() };
            if let Some(end) = step {
                return end;
            }
        }
    }

    /// Whether enough games are over.
    fn is_enough(&self) -> bool {
        self.settings.games.is_some_and(|games| self.over >= games)
    }

    /// Waits for what happens next.
    fn wait(&mut self) -> Option<SeriesEnd> {
        let idle = self.link.session().is_idle() && self.link.is_quiet();
        if self.settings.role == Role::Initiator && idle && !self.is_enough() {
            self.ask();
        }
        match self.link.next(Some(Instant::now() + LOOK)) {
            Some(event) => self.take(event),
            None if self.link.session().is_closed() => Some(self.closed()),
            // A follower that has played enough and got no sign of the end has nothing to wait for.
            None if self.is_enough() && self.link.session().is_idle() => Some(SeriesEnd::Finished),
            None => None,
        }
    }

    /// Asks for the next game, with the colours swapped each time.
    fn ask(&mut self) {
        let SeriesSettings { variant, minutes, moves, first, .. } = *self.settings;
        let own = if self.begun.is_multiple_of(2) { first } else { first.opponent() };
        self.mark_last();
        let opponent = Name::default();
        self.link.request(Terms { game: Game::new(variant), side: own, minutes, moves, opponent });
    }

    /// Whether the next game, or the one that has begun, is the last.
    fn mark_last(&mut self) {
        let last = self.settings.games.is_some_and(|games| self.over + 1 >= games);
        self.link.set_last_game(last);
    }

    fn closed(&self) -> SeriesEnd {
        match (self.is_enough(), self.stopped) {
            (true, _) => SeriesEnd::Finished,
            (false, true) => SeriesEnd::Stopped,
            (false, false) => SeriesEnd::Lost,
        }
    }

    fn take(&mut self, event: Event) -> Option<SeriesEnd> {
        match event {
            Event::Begun(terms) => self.begin(&terms),
            Event::Moved(PeerMove { played, time }) => self.add(&played, time, None),
            Event::TookBack(left) => {
                if let Some(running) = &mut self.running {
                    running.take_back(left);
                    (self.report)(SeriesEvent::TookBack(&running.game));
                }
            }
            Event::Ended(ended) => {
                // Not by a lost connection, which is a later event.
                self.stopped = self.link.session().is_closed();
                self.finish(|running, name| running.ended(ended, name));
            }
            Event::Chat(words) => (self.report)(SeriesEvent::Chat(&words)),
            Event::Ignored(what) => (self.report)(SeriesEvent::Note(&format!("ignored: {what}"))),
            Event::RefusedPeer(why) => {
                (self.report)(SeriesEvent::Note(&format!("the peer's game was refused: {why}")));
            }
            Event::Faulted(fault) => return self.failed(fault),
            Event::Refused(code) => return Some(SeriesEnd::Refused(code)),
            Event::Ready => {}
            Event::Closed => return Some(self.closed()),
        }
        None
    }

    fn failed(&mut self, fault: SessionFault) -> Option<SeriesEnd> {
        if self.running.is_none() {
            return match fault {
                SessionFault::Gone => None,
                fault => Some(SeriesEnd::Failed(fault)),
            };
        }
        (self.report)(SeriesEvent::Note(&fault.to_string()));
        let dialogue = self.link.dialogue();
        self.finish(|running, name| running.failed(&fault, dialogue, name));
        None
    }

    fn begin(&mut self, terms: &Terms) {
        self.begun += 1;
        self.engine.forget();
        let minutes = match terms.minutes {
            0 => DEFAULT_MINUTES,
            minutes => minutes.into(),
        };
        let agreed = Duration::from_secs(60 * minutes);
        let time = self.settings.time.unwrap_or(agreed);
        self.link.set_move_wait(agreed.max(time) + self.settings.grace);
        self.mark_last();
        self.running = Some(SeriesGame::new(terms, time));
        (self.report)(SeriesEvent::Begun(terms));
    }

    /// A move was made.
    fn add(&mut self, played: &Move, time: Duration, line: Option<&Line>) {
        if let Some(running) = &mut self.running {
            running.add(played, time, line);
            (self.report)(SeriesEvent::Moved(&running.game, played));
        }
    }

    /// The game that is played is over; `record` makes its record.
    fn finish(&mut self, record: impl FnOnce(&SeriesGame, &Name) -> GameRecord) {
        if let Some(running) = self.running.take() {
            self.over += 1;
            let record = record(&running, &self.settings.name);
            (self.report)(SeriesEvent::Over(&record, running.engine_side()));
        }
    }

    /// The own move, or the end by adjudication.
    fn move_on(&mut self) -> Option<SeriesEnd> {
        // What has happened is handled before the search for an answer to it.
        while let Some(event) = self.link.next(Some(Instant::now())) {
            if let Some(end) = self.take(event) {
                return Some(end);
            }
        }
        if !self.link.session().is_on_turn() {
            return None;
        }
        if self.link.session().is_at_limit() {
            let last = self.running.as_ref().and_then(SeriesGame::own_score);
            self.link.end(adjudicated(self.settings.adjudicate, last));
            return None;
        }
        let limits = match &self.running {
            Some(running) => running.limits(&self.settings.limits),
            None => return None,
        };
        let game = match self.link.session().game() {
            Some(game) => game.clone(),
            None => return None,
        };
        match self.engine.start(&game, limits) {
            Ok(search) => self.search(search, &game),
            Err(error) => Some(SeriesEnd::Engine(error)),
        }
    }

    /// Waits for the search, and handles events of the peer meanwhile: when it ends the game, or is
    /// gone, the search is no longer needed.
    fn search(&mut self, search: Search, game: &Game) -> Option<SeriesEnd> {
        let begun = self.begun;
        let started = Instant::now();
        self.link.set_searching(true);
        let mut end = None;
        let mut wanted = true;
        while wanted && let Some(line) = search.next_line() {
            if let Some(line) = line {
                (self.report)(SeriesEvent::Line(game, &line));
            }
            while end.is_none()
                && let Some(event) = self.link.next(Some(Instant::now()))
            {
                end = self.take(event);
            }
            wanted = end.is_none()
                && begun == self.begun
                && self.link.session().is_on_turn()
                && !self.interrupt.load(Ordering::Relaxed);
        }
        if begun == self.begun {
            self.link.set_searching(false);
        }
        let found = self.engine.finish(search, !wanted);
        if !wanted {
            return end;
        }
        match found {
            Ok((played, line)) => self.answer(&played, started.elapsed(), line.as_ref()),
            Err(error) => Some(SeriesEnd::Engine(error)),
        }
    }

    fn answer(&mut self, played: &Move, time: Duration, line: Option<&Line>) -> Option<SeriesEnd> {
        if let Err(error) = self.link.play(played, time) {
            return Some(SeriesEnd::Engine(error.to_string()));
        }
        self.add(played, time, line);
        None
    }
}

/// The end at the move limit, from the own view.
fn adjudicated(bound: Option<Score>, last: Option<Score>) -> EndReason {
    match (bound, last) {
        (Some(bound), Some(last)) if last >= bound => EndReason::Won,
        (Some(bound), Some(last)) if last <= -bound => EndReason::Lost,
        _ => EndReason::Unknown,
    }
}

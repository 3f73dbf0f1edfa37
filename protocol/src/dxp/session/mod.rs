//! The conversation of two sides, as a state machine: messages and time go in, messages to send and
//! events come out. It neither reads nor writes nor waits.

mod incoming;
mod terms;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use damier_rules::game::{Game, IllegalMove};
use damier_rules::position::{Move, Side};
use damier_rules::variant::Variant;

use super::connection::FrameError;
use super::message::{AnswerCode, BackCode, ChatText, EndReason, Message, MessageError, Name};
pub use terms::{Terms, TermsError};
use terms::{move_message, request};

/// Who asks for games. It does not matter who has made the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// This side.
    Initiator,
    /// The peer.
    Follower,
}

/// Who plays in a session, what, and how long it waits.
#[derive(Clone, Debug)]
pub struct SessionSettings {
    /// The name of this side.
    pub name: Name,
    /// Who asks for games.
    pub role: Role,
    /// The game that is played: the protocol has no field for it, so both sides have to agree
    /// beforehand.
    pub variant: Variant,
    /// When both sides ask for a game at once, whether this one follows. That is the side that has
    /// listened, so that it is never both or neither.
    pub yields: bool,
    /// Whether the peer may take moves back.
    pub takebacks: bool,
    /// How long the follower waits for a request.
    pub request_wait: Duration,
    /// How long the peer may take for any answer but a move.
    pub answer_wait: Duration,
    /// How long the peer may take for a move.
    pub move_wait: Duration,
}

impl SessionSettings {
    /// A session with waits of ten minutes for a request and for a move, and of ten seconds for
    /// other answers; takebacks are allowed.
    pub fn new(name: Name, role: Role, variant: Variant) -> SessionSettings {
        const LONG: Duration = Duration::from_secs(600);
        SessionSettings {
            name,
            role,
            variant,
            yields: false,
            takebacks: true,
            request_wait: LONG,
            answer_wait: Duration::from_secs(10),
            move_wait: LONG,
        }
    }
}

/// What is to be done.
#[derive(Clone, Debug)]
pub enum Action {
    /// A message is to be sent.
    Send(Message),
    /// Something has happened.
    Report(Event),
}

/// What has happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A game has begun.
    Begun(Box<Terms>),
    /// The peer plays no such game.
    Refused(AnswerCode),
    /// A request of the peer was refused.
    RefusedPeer(String),
    /// The peer has moved.
    Moved(PeerMove),
    /// Moves were taken back; so many are left.
    TookBack(usize),
    /// The game is over.
    Ended(Ended),
    /// Another game can begin: the end of the last is acknowledged, or nothing came of it.
    Ready,
    /// The peer has sent a chat message.
    Chat(ChatText),
    /// Something came that has no place here; it was ignored.
    Ignored(String),
    /// Something went wrong; a game that was being played is over.
    Faulted(SessionFault),
    /// No further game will be played.
    Closed,
}

/// A move of the peer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PeerMove {
    /// The move.
    pub played: Move,
    /// The time that it took, as the peer reports it.
    pub time: Duration,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The result from the view of this side: the rules' where they know one, else what was
    /// declared.
    pub reason: EndReason,
    /// Whether the rules have ended it.
    pub by_rules: bool,
    /// Whether the agreed moves had been made.
    pub at_limit: bool,
    /// Who has declared it.
    pub declared_by: Side,
}

/// How the peer has failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionFault {
    /// No request came.
    #[error(
        "no game was asked for in time; should this side be the initiator (is the other a follower too)?"
    )]
    NoRequest,
    /// No answer to a request came.
    #[error("the request for a game was not answered in time")]
    NoAnswer,
    /// No move came.
    #[error("no move came in time")]
    NoMove,
    /// The move is not legal.
    #[error("the move {0} is not legal here")]
    IllegalMove(String),
    /// Too much came that has no place here.
    #[error("too many messages came that mean nothing here; the last: {0}")]
    Garbage(String),
    /// The peer is gone.
    #[error("the connection was closed")]
    Gone,
}

/// Where the conversation stands.
#[derive(Clone, Debug)]
enum State {
    /// Between games.
    Idle,
    /// A game was asked for.
    Requested(Terms),
    /// A game is played.
    Playing(Terms),
    /// A game was ended by this side and is to be acknowledged.
    Ending,
    /// Nothing more will come of it.
    Closed,
}

/// The most messages without meaning in one state.
const MOST_STRAYS: usize = 50;

/// A session. [`next_action`](Session::next_action) is to be called after each call of another
/// method, until there is none.
///
/// A game begins by [`request`](Session::request), or when the peer asks for one. It ends by the
/// rules on both sides; by [`end`](Session::end), or when the peer ends it, on turn or not; or by a
/// fault of the peer, which has then lost it. Whatever happens but the peer's leaving, another game
/// can begin after [`Event::Ready`].
///
/// ```
/// use std::time::Instant;
///
/// use damier_protocol::dxp::{Action, Name, Role, Session, SessionSettings};
/// use damier_rules::variant::Variant;
///
/// let variant = Variant::named("international").expect("a named game");
/// let now = Instant::now();
/// let settings = SessionSettings::new(Name::new("Damier"), Role::Follower, variant);
/// let mut session = Session::new(settings, now);
/// session.on_frame(&Ok(b"R01Peer                            W005000A".to_vec()), now);
/// let Some(Action::Send(answer)) = session.next_action() else { panic!("it answers") };
/// assert_eq!(answer.to_string(), "ADamier                          0");
/// assert!(session.is_on_turn());
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    settings: SessionSettings,
    state: State,
    /// When the wait for the peer ends, by the state.
    deadline: Option<Instant>,
    /// When the wait for a game ends. Only a game moves it: whatever else a peer sends between two
    /// games must not prolong the wait.
    game_deadline: Instant,
    actions: VecDeque<Action>,
    strays: usize,
    /// Whether a search for a move of this side runs, which no takeback may disturb.
    searching: bool,
    /// Whether this side wants no game after this one.
    last_game: bool,
}

impl Session {
    /// A session that has just been connected.
    pub fn new(settings: SessionSettings, now: Instant) -> Session {
        let mut session = Session {
            settings,
            state: State::Idle,
            deadline: None,
            game_deadline: now,
            actions: VecDeque::new(),
            strays: 0,
            searching: false,
            last_game: false,
        };
        session.await_game(now);
        session.enter(State::Idle, now);
        session
    }

    /// The next thing to do.
    pub fn next_action(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// When [`tick`](Session::tick) is to be called.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The game that is played.
    pub fn game(&self) -> Option<&Game> {
        self.terms().map(|terms| &terms.game)
    }

    /// What the game that is played is played under.
    pub fn terms(&self) -> Option<&Terms> {
        match &self.state {
            State::Playing(terms) => Some(terms),
            _ => None,
        }
    }

    /// Whether a game is played and it is this side's turn.
    pub fn is_on_turn(&self) -> bool {
        self.terms().is_some_and(|terms| terms.game.position().turn() == terms.side)
    }

    /// Whether a game can be asked for.
    pub fn is_idle(&self) -> bool {
        matches!(self.state, State::Idle)
    }

    /// Whether the session is over.
    pub fn is_closed(&self) -> bool {
        matches!(self.state, State::Closed)
    }

    /// Whether each side has made the moves after which the game is adjudicated.
    pub fn is_at_limit(&self) -> bool {
        self.terms().is_some_and(Terms::is_at_limit)
    }

    /// Changes how long the peer may take for a move, from its next one.
    pub fn set_move_wait(&mut self, wait: Duration) {
        self.settings.move_wait = wait;
    }

    /// Sets whether a search for a move of this side runs: then no move is taken back.
    pub fn set_searching(&mut self, searching: bool) {
        self.searching = searching;
    }

    /// Sets whether this side wants no game after the present one.
    pub fn set_last_game(&mut self, last: bool) {
        self.last_game = last;
    }

    /// Asks the peer for a game. Nothing happens unless the session is idle.
    pub fn request(&mut self, terms: Terms, now: Instant) {
        if self.is_idle() {
            let message = request(&terms, &self.settings.name);
            self.enter(State::Requested(terms), now);
            self.send(Message::GameRequest(message));
        }
    }

    /// Makes a move of this side.
    ///
    /// # Errors
    /// When it is not this side's turn, or the move is not legal.
    pub fn play(&mut self, played: &Move, time: Duration, now: Instant) -> Result<(), IllegalMove> {
        let on_turn = self.is_on_turn();
        let State::Playing(terms) = &mut self.state else { return Err(IllegalMove) };
        if !on_turn {
            return Err(IllegalMove);
        }
        terms.game.play(played)?;
        let over = terms.game.outcome().is_some();
        let message = move_message(terms.game.variant().rules(), played, time.as_secs());
        // When the rules have ended the game the peer only has to end it.
        let wait = if over { self.settings.answer_wait } else { self.settings.move_wait };
        self.deadline = Some(now + wait);
        self.send(Message::Move(message));
        Ok(())
    }

    /// Ends the game, with the result as this side sees it.
    pub fn end(&mut self, reason: EndReason, now: Instant) {
        if let State::Playing(terms) = &self.state {
            let (declared_by, at_limit) = (terms.side, terms.is_at_limit());
            let ended = Ended { reason, by_rules: false, at_limit, declared_by };
            self.conclude(ended, reason, now);
        }
    }

    /// Sends a chat message to the peer.
    pub fn chat(&mut self, text: ChatText) {
        if !self.is_closed() {
            self.send(Message::Chat(text));
        }
    }

    /// Sends the end of a game and reports it.
    fn conclude(&mut self, ended: Ended, sent: EndReason, now: Instant) {
        self.enter(State::Ending, now);
        self.send(Message::GameEnd { reason: sent, stop: self.last_game });
        self.report(Event::Ended(ended));
    }

    /// Ends the game by the rules when they have ended it and this side is the one to declare it.
    fn conclude_by_rules(&mut self, now: Instant) -> bool {
        let State::Playing(terms) = &self.state else { return false };
        let Some(reason) = terms.result() else { return false };
        let (declared_by, at_limit) = (terms.side, terms.is_at_limit());
        let ended = Ended { reason, by_rules: true, at_limit, declared_by };
        self.conclude(ended, reason, now);
        true
    }

    /// The peer has failed: its game is lost, and the next may begin.
    fn fail(&mut self, fault: SessionFault, now: Instant) {
        let playing = matches!(self.state, State::Playing(_));
        self.report(Event::Faulted(fault));
        if playing {
            self.enter(State::Ending, now);
            self.send(Message::GameEnd { reason: EndReason::Unknown, stop: self.last_game });
        } else {
            self.enter(State::Idle, now);
            self.report(Event::Ready);
        }
    }

    fn close(&mut self) {
        if !self.is_closed() {
            self.state = State::Closed;
            self.deadline = None;
            self.report(Event::Closed);
        }
    }

    fn enter(&mut self, state: State, now: Instant) {
        let plays = |state: &State| matches!(state, State::Playing(_));
        if plays(&self.state) || plays(&state) {
            self.strays = 0;
            self.await_game(now);
        }
        self.deadline = match &state {
            State::Idle if self.settings.role == Role::Initiator => None,
            State::Idle => Some(self.game_deadline),
            State::Requested(_) | State::Ending => Some(now + self.settings.answer_wait),
            State::Playing(_) => Some(now + self.settings.move_wait),
            State::Closed => None,
        };
        self.searching = false;
        self.state = state;
    }

    /// The wait for the next game begins.
    fn await_game(&mut self, now: Instant) {
        self.game_deadline = now + self.settings.request_wait;
    }

    fn send(&mut self, message: Message) {
        self.actions.push_back(Action::Send(message));
    }

    fn report(&mut self, event: Event) {
        self.actions.push_back(Action::Report(event));
    }
}

//! A session with a peer over a connection.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use damier_rules::game::IllegalMove;
use damier_rules::position::Move;

use super::connection::{Connection, Incoming};
use super::message::{ChatText, EndReason, Message};
use super::session::{Action, Event, Session, SessionSettings, Terms};
use crate::journal::Journal;

/// A session with a peer: sends the messages of the session, and feeds it what comes.
#[derive(Debug)]
pub struct Link {
    connection: Connection,
    session: Session,
    events: VecDeque<Event>,
    /// The last messages, `>` before what was sent and `<` before what came.
    dialogue: VecDeque<String>,
    journal: Option<Journal>,
}

/// Messages kept for reports of faults.
const MOST_LINES: usize = 40;

impl Link {
    /// A session that begins over this connection.
    pub fn new(connection: Connection, settings: SessionSettings) -> Link {
        let session = Session::new(settings, Instant::now());
        let (events, dialogue) = (VecDeque::new(), VecDeque::new());
        Link { connection, session, events, dialogue, journal: None }
    }

    /// The same, with every message written to a journal.
    pub fn with_journal(self, journal: Option<Journal>) -> Link {
        Link { journal, ..self }
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The last messages, oldest first.
    pub fn dialogue(&self) -> Vec<String> {
        self.dialogue.iter().cloned().collect()
    }

    /// What happens next, awaited until the session wants no more time or until `deadline`; `None`
    /// when that is over.
    pub fn next(&mut self, deadline: Option<Instant>) -> Option<Event> {
        loop {
            self.act();
            if let Some(event) = self.events.pop_front() {
                return Some(event);
            }
            if self.session.is_closed() {
                return None;
            }
            let wanted = self.session.deadline().into_iter().chain(deadline).min();
            match self.connection.receive(wanted) {
                Incoming::Frame(frame) => {
                    let text = match &frame {
                        Ok(bytes) => shown(bytes),
                        Err(error) => error.to_string(),
                    };
                    self.note('<', &text);
                    self.session.on_frame(&frame, Instant::now());
                }
                Incoming::End => self.session.on_disconnect(),
                Incoming::Nothing => {
                    let now = Instant::now();
                    self.session.tick(now);
                    if deadline.is_some_and(|deadline| deadline <= now) {
                        self.act();
                        return self.events.pop_front();
                    }
                }
            }
        }
    }

    /// Whether nothing has happened that was not taken yet.
    pub fn is_quiet(&self) -> bool {
        self.events.is_empty()
    }

    /// Asks for a game, see [`Session::request`].
    pub fn request(&mut self, terms: Terms) {
        self.session.request(terms, Instant::now());
        self.act();
    }

    /// Makes a move of this side, see [`Session::play`].
    ///
    /// # Errors
    /// When it is not this side's turn, or the move is not legal.
    pub fn play(&mut self, played: &Move, time: Duration) -> Result<(), IllegalMove> {
        self.session.play(played, time, Instant::now())?;
        self.act();
        Ok(())
    }

    /// Ends the game, see [`Session::end`].
    pub fn end(&mut self, reason: EndReason) {
        self.session.end(reason, Instant::now());
        self.act();
    }

    /// Sends a chat message to the peer.
    pub fn chat(&mut self, text: ChatText) {
        self.session.chat(text);
        self.act();
    }

    /// See [`Session::set_searching`].
    pub fn set_searching(&mut self, searching: bool) {
        self.session.set_searching(searching);
    }

    /// See [`Session::set_last_game`].
    pub fn set_last_game(&mut self, last: bool) {
        self.session.set_last_game(last);
    }

    /// See [`Session::set_move_wait`].
    pub fn set_move_wait(&mut self, wait: Duration) {
        self.session.set_move_wait(wait);
    }

    fn act(&mut self) {
        while let Some(action) = self.session.next_action() {
            match action {
                Action::Report(event) => self.events.push_back(event),
                Action::Send(message) => self.send(&message),
            }
        }
    }

    fn send(&mut self, message: &Message) {
        self.note('>', &message.to_string());
        // A connection that fails has an end, which is received when all is read that came before.
        let _ = self.connection.send(message);
    }

    fn note(&mut self, sign: char, text: &str) {
        if let Some(journal) = &self.journal {
            journal.write(sign, text);
        }
        if self.dialogue.len() == MOST_LINES {
            self.dialogue.pop_front();
        }
        self.dialogue.push_back(format!("{sign} {text}"));
    }
}

/// A message as text without control characters.
fn shown(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

//! What comes from the peer, in each state.

use super::*;
use crate::dxp::connection::Frame;
use crate::dxp::message::{GameRequest, MoveMessage};

impl Session {
    /// A frame has come.
    pub fn on_frame(&mut self, frame: &Frame, now: Instant) {
        if self.is_closed() {
            return;
        }
        match frame {
            Ok(bytes) => match Message::parse(bytes) {
                Ok(message) => self.on_message(message, now),
                Err(error) => self.on_malformed(&error, now),
            },
            Err(error @ FrameError::TooLong) => self.stray(&error.to_string(), now),
        }
    }

    /// The peer has closed the connection, or it has broken.
    pub fn on_disconnect(&mut self) {
        if !self.is_closed() {
            if !self.is_idle() && !matches!(self.state, State::Ending) {
                self.report(Event::Faulted(SessionFault::Gone));
            }
            self.close();
        }
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Instant) {
        if self.deadline.is_none_or(|deadline| now < deadline) {
            return;
        }
        match &self.state {
            State::Idle => {
                self.report(Event::Faulted(SessionFault::NoRequest));
                self.await_game(now);
                self.enter(State::Idle, now);
            }
            State::Requested(_) => self.fail(SessionFault::NoAnswer, now),
            // The clock of this side is this side's business.
            State::Playing(_) if self.is_on_turn() => self.deadline = None,
            State::Playing(_) => {
                // A peer that knows another rule about draws may wait as well.
                if !self.conclude_by_rules(now) {
                    self.fail(SessionFault::NoMove, now);
                }
            }
            // Some programs acknowledge nothing.
            State::Ending => self.after_end(self.last_game, now),
            State::Closed => self.deadline = None,
        }
    }

    fn on_message(&mut self, message: Message, now: Instant) {
        match message {
            Message::GameRequest(request) => self.on_request(&request, now),
            Message::GameAnswer { name, code } => self.on_answer(name, code, now),
            Message::Move(played) => self.on_move(&played, now),
            Message::GameEnd { reason, stop } => self.on_game_end(reason, stop, now),
            Message::Chat(text) => self.on_chat(text, now),
            Message::BackRequest { number, turn } => self.on_back_request(number, turn, now),
            // This side never asks for moves back.
            Message::BackAnswer(_) => self.stray("an answer to a takeback that was not asked", now),
        }
    }

    /// What is no message. A request that cannot be read is refused, with the code that it wants.
    fn on_malformed(&mut self, error: &MessageError, now: Instant) {
        if error.is_request() {
            let code = match error {
                MessageError::Version(_) => AnswerCode::Version,
                _ => AnswerCode::ThisGame,
            };
            self.refuse(code, &error.to_string(), now);
        } else {
            self.stray(&error.to_string(), now);
        }
    }

    fn refuse(&mut self, code: AnswerCode, why: &str, now: Instant) {
        let name = self.settings.name.clone();
        self.send(Message::GameAnswer { name, code });
        self.report(Event::RefusedPeer(why.to_owned()));
        self.count_stray(why, now);
    }

    fn on_request(&mut self, request: &GameRequest, now: Instant) {
        match &self.state {
            State::Playing(_) => {
                return self.refuse(AnswerCode::ThisGame, "a game is being played", now);
            }
            // Both have asked: one of them has to follow, the other's refusal means nothing.
            State::Requested(_) if !self.settings.yields => {
                return self.refuse(AnswerCode::ThisGame, "both sides are initiators", now);
            }
            State::Ending if self.last_game => {
                return self.refuse(AnswerCode::AnyGame, "no further game is wanted", now);
            }
            // Whoever asks for the next game knows that the last is over.
            State::Ending => self.be_ready(now),
            _ => {}
        }
        match terms::terms(self.settings.variant, request) {
            Err(error) => self.refuse(AnswerCode::ThisGame, &error.to_string(), now),
            Ok(terms) => {
                let name = self.settings.name.clone();
                self.send(Message::GameAnswer { name, code: AnswerCode::Accepted });
                self.begin(terms, now);
            }
        }
    }

    fn begin(&mut self, terms: Terms, now: Instant) {
        self.enter(State::Playing(terms.clone()), now);
        self.report(Event::Begun(Box::new(terms)));
    }

    fn on_answer(&mut self, name: Name, code: AnswerCode, now: Instant) {
        match (&self.state, code) {
            (State::Requested(terms), AnswerCode::Accepted) => {
                let terms = Terms { opponent: name, ..terms.clone() };
                self.begin(terms, now);
            }
            (State::Requested(_), code) => {
                self.report(Event::Refused(code));
                self.be_ready(now);
            }
            // It comes too late: the peer now plays a game that is none, which ends at once.
            (State::Idle, AnswerCode::Accepted) => {
                let what = "the game was accepted too late";
                self.report(Event::Ignored(what.to_owned()));
                self.enter(State::Ending, now);
                self.send(Message::GameEnd { reason: EndReason::Unknown, stop: false });
                self.count_stray(what, now);
            }
            _ => self.stray("an answer to a request that is not open", now),
        }
    }

    fn on_move(&mut self, message: &MoveMessage, now: Instant) {
        let on_turn = self.is_on_turn();
        let State::Playing(terms) = &mut self.state else {
            return self.stray("a move outside a game", now);
        };
        if on_turn {
            return self.stray("a move out of turn", now);
        }
        // The rules have ended the game, the peer plays on.
        if terms.game.outcome().is_some() {
            self.conclude_by_rules(now);
            return;
        }
        let legal = terms::legal_move(&terms.game, message);
        let Some(played) = legal.filter(|legal| terms.game.play(legal).is_ok()) else {
            let text = Message::Move(message.clone()).to_string();
            return self.fail(SessionFault::IllegalMove(text), now);
        };
        self.strays = 0;
        self.deadline = None;
        let time = Duration::from_secs(message.seconds.into());
        self.report(Event::Moved(PeerMove { played, time }));
        self.conclude_by_rules(now);
    }

    fn on_game_end(&mut self, reason: EndReason, stop: bool, now: Instant) {
        match &self.state {
            State::Playing(terms) => {
                let by_rules = terms.result();
                let reason = by_rules.unwrap_or_else(|| believed(terms, reason));
                let declared_by = terms.side.opponent();
                let (by_rules, at_limit) = (by_rules.is_some(), terms.is_at_limit());
                let stop = stop || self.last_game;
                self.send(Message::GameEnd { reason: EndReason::Unknown, stop });
                self.report(Event::Ended(Ended { reason, by_rules, at_limit, declared_by }));
                self.after_end(stop, now);
            }
            State::Ending => self.after_end(stop || self.last_game, now),
            State::Requested(_) if stop => {
                self.report(Event::Refused(AnswerCode::AnyGame));
                self.close();
            }
            State::Idle if stop => self.close(),
            // The second of two, or an acknowledgement that is late. It is never answered: two
            // sides could go on so for ever.
            _ => self.stray("the end of a game that is over", now),
        }
    }

    fn after_end(&mut self, stop: bool, now: Instant) {
        if stop { self.close() } else { self.be_ready(now) }
    }

    fn be_ready(&mut self, now: Instant) {
        self.enter(State::Idle, now);
        self.report(Event::Ready);
    }

    /// Chat is reported, but not without end: it must not fill the screen of whoever waits.
    fn on_chat(&mut self, text: ChatText, now: Instant) {
        self.report(Event::Chat(text));
        self.count_stray("chat", now);
    }

    /// Moves are taken back while the peer thinks or nobody does; while a search runs they are not.
    fn on_back_request(&mut self, number: u16, turn: Side, now: Instant) {
        // Who takes its moves back on its own turn has no more time for it.
        let running = self.deadline.filter(|_| !self.is_on_turn());
        let State::Playing(terms) = &mut self.state else {
            return self.stray("a takeback outside a game", now);
        };
        let code = if !self.settings.takebacks {
            BackCode::Unsupported
        } else {
            match ply(&terms.game, number, turn).filter(|_| !self.searching) {
                None => BackCode::Refused,
                Some(left) => {
                    terms.game = shortened(&terms.game, left);
                    self.deadline = running.or(Some(now + self.settings.move_wait));
                    self.report(Event::TookBack(left));
                    BackCode::Agreed
                }
            }
        };
        self.send(Message::BackAnswer(code));
        self.count_stray("takebacks", now);
    }

    fn stray(&mut self, what: &str, now: Instant) {
        self.report(Event::Ignored(what.to_owned()));
        self.count_stray(what, now);
    }

    /// A peer that sends messages without playing is not served for ever.
    fn count_stray(&mut self, what: &str, now: Instant) {
        self.strays += 1;
        if self.strays > MOST_STRAYS && !self.is_closed() {
            self.fail(SessionFault::Garbage(what.to_owned()), now);
            self.close();
        }
    }
}

/// What is believed of a result that the peer has declared, from the view of this side: that the
/// peer has lost, or that nobody has won; that it has won only where the game was to be adjudicated.
fn believed(terms: &Terms, reason: EndReason) -> EndReason {
    match reason {
        EndReason::Lost => EndReason::Won,
        EndReason::Won if terms.is_at_limit() => EndReason::Lost,
        EndReason::Drawn => EndReason::Drawn,
        EndReason::Won | EndReason::Unknown => EndReason::Unknown,
    }
}

/// The number of plies before the wanted position, where it lies in the game and is not the present
/// one. The first pair of moves is that in which the side moves that began.
fn ply(game: &Game, number: u16, turn: Side) -> Option<usize> {
    let first = game.earlier_positions().first()?.turn();
    // Black's move of the first pair is the second ply, or the first where Black began.
    let pair = usize::from(number).checked_sub(1)?;
    let ply = 2 * pair + usize::from(turn != first);
    (ply < game.plies()).then_some(ply)
}

/// The game with only its first moves.
fn shortened(game: &Game, left: usize) -> Game {
    let start = game.earlier_positions().first().unwrap_or(game.position());
    let mut shorter = Game::from_position(game.variant(), *start);
    for played in &game.moves()[..left.min(game.plies())] {
        // They were legal.
        if shorter.play(played).is_err() {
            break;
        }
    }
    shorter
}

//! A session that is driven in text, and a peer on a socket.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use damier_protocol::dxp::{
    Action, EndReason, Event, Message, Name, Role, Session, SessionSettings, Terms,
};
use damier_rules::game::Game;
use damier_rules::notation::read_hub_move;
use damier_rules::position::Side;
use damier_rules::variant::Variant;

/// A request for the usual start, the receiver White.
pub const REQUEST_WHITE: &str = "R01Peer                            W005000A";
/// The same, the receiver Black.
pub const REQUEST_BLACK: &str = "R01Peer                            Z005000A";
/// The peer's consent.
pub const ACCEPT: &str = "APeer                            0";
/// What our side answers.
pub const ACCEPTED: &str = "ADamier                          0";

/// A session whose clock the test sets.
pub struct SessionDriver {
    pub session: Session,
    pub now: Instant,
}

/// A game of this name.
pub fn variant(name: &str) -> Variant {
    Variant::named(name).unwrap()
}

/// Terms from the start of the session's game.
pub fn terms(variant: Variant, side: Side) -> Terms {
    let opponent = Name::default();
    Terms { game: Game::new(variant), side, minutes: 5, moves: 0, opponent }
}

impl SessionDriver {
    pub fn new(role: Role) -> SessionDriver {
        SessionDriver::with(role, |_| {})
    }

    pub fn with(role: Role, change: impl FnOnce(&mut SessionSettings)) -> SessionDriver {
        let international = variant("international");
        let mut settings = SessionSettings::new(Name::new("Damier"), role, international);
        change(&mut settings);
        let now = Instant::now();
        SessionDriver { session: Session::new(settings, now), now }
    }

    /// A session in which a game is played, with this colour.
    pub fn playing(side: Side) -> SessionDriver {
        let mut driver = SessionDriver::new(Role::Follower);
        let request = if side == Side::White { REQUEST_WHITE } else { REQUEST_BLACK };
        assert_eq!(driver.receive(request), [ACCEPTED, "begun"]);
        driver
    }

    /// The same at the same time.
    pub fn clone_idle(&self) -> SessionDriver {
        SessionDriver { session: self.session.clone(), now: self.now }
    }

    /// What follows from a message: what is sent, and events in a word.
    pub fn receive(&mut self, text: &str) -> Vec<String> {
        self.session.on_frame(&Ok(text.as_bytes().to_vec()), self.now);
        self.take_actions()
    }

    /// What follows when so much time has passed.
    pub fn advance(&mut self, time: Duration) -> Vec<String> {
        self.now += time;
        self.session.tick(self.now);
        self.take_actions()
    }

    pub fn end(&mut self, reason: EndReason) -> Vec<String> {
        self.session.end(reason, self.now);
        self.take_actions()
    }

    pub fn disconnect(&mut self) -> Vec<String> {
        self.session.on_disconnect();
        self.take_actions()
    }

    pub fn request(&mut self, side: Side) -> Vec<String> {
        let terms = terms(variant("international"), side);
        self.session.request(terms, self.now);
        self.take_actions()
    }

    /// Makes a move of this side, in Hub's notation.
    pub fn play(&mut self, text: &str) -> Vec<String> {
        let game = self.session.game().expect("a game");
        let order = Default::default();
        let played = read_hub_move(game.variant(), game.position(), text, order).unwrap();
        self.session.play(&played, Duration::ZERO, self.now).unwrap();
        self.take_actions()
    }

    /// Plays moves by turns, the peer's as messages.
    pub fn moves(&mut self, texts: &[&str]) {
        for text in texts {
            if self.session.is_on_turn() {
                self.play(text);
            } else {
                assert_eq!(self.receive(&quiet(text)), ["moved"], "{text}");
            }
        }
    }

    pub fn take_actions(&mut self) -> Vec<String> {
        let mut actions = Vec::new();
        while let Some(action) = self.session.next_action() {
            actions.push(match action {
                Action::Send(message) => message.to_string(),
                Action::Report(event) => summary(&event),
            });
        }
        actions
    }
}

/// The message of a move without captures, such as `32-28`.
pub fn quiet(text: &str) -> String {
    let (from, to) = text.split_once('-').unwrap();
    format!("M0000{from:0>2}{to:0>2}00")
}

fn summary(event: &Event) -> String {
    match event {
        Event::Begun(_) => "begun".to_owned(),
        Event::Refused(code) => format!("refused: {code}"),
        Event::RefusedPeer(why) => format!("refused peer: {why}"),
        Event::Moved(_) => "moved".to_owned(),
        Event::TookBack(left) => format!("took back to {left}"),
        Event::Ended(ended) => format!("ended: {:?}", ended.reason),
        Event::Ready => "ready".to_owned(),
        Event::Chat(text) => format!("chat: {text}"),
        Event::Ignored(what) => format!("ignored: {what}"),
        Event::Faulted(fault) => format!("fault: {fault}"),
        Event::Closed => "closed".to_owned(),
    }
}

/// A peer on a socket, who sends what the test wants.
pub struct Peer {
    pub stream: TcpStream,
    bytes: Vec<u8>,
}

impl Peer {
    pub fn new(stream: TcpStream) -> Peer {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        Peer { stream, bytes: Vec::new() }
    }

    /// Connects, as soon as somebody listens.
    pub fn connect(port: u16) -> Peer {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            match TcpStream::connect(("127.0.0.1", port)) {
                Ok(stream) => return Peer::new(stream),
                Err(error) => assert!(Instant::now() < until, "{error}"),
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn accept(listener: &TcpListener) -> Peer {
        Peer::new(listener.accept().unwrap().0)
    }

    /// Sends bytes as they are; the other side may have had enough.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).is_ok()
    }

    pub fn send(&mut self, text: &str) -> bool {
        self.send_bytes(&[text.as_bytes(), &[0]].concat())
    }

    /// The next message, `None` at the end.
    pub fn receive(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.bytes.iter().position(|&byte| byte == 0) {
                let rest = self.bytes.split_off(end + 1);
                let mut message = std::mem::replace(&mut self.bytes, rest);
                message.pop();
                let text = String::from_utf8(message).expect("messages are ASCII");
                assert!(Message::parse(text.as_bytes()).is_ok(), "{text}");
                return Some(text);
            }
            let mut chunk = [0; 256];
            match self.stream.read(&mut chunk) {
                Ok(0) | Err(_) => return None,
                Ok(count) => self.bytes.extend_from_slice(&chunk[..count]),
            }
        }
    }

    /// The next message of this kind; others are passed over.
    pub fn receive_kind(&mut self, kind: char) -> Option<String> {
        loop {
            let text = self.receive()?;
            if text.starts_with(kind) {
                return Some(text);
            }
        }
    }
}

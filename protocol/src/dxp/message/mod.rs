//! The messages of DXP: one letter, then fields of fixed width.
//!
//! ```
//! use damier_protocol::dxp::Message;
//!
//! let message = Message::parse(b"M000744220128")?;
//! let Message::Move(played) = &message else { panic!("a move") };
//! assert_eq!((played.seconds, played.from, played.to), (7, 44, 22));
//! assert_eq!(played.captured, [28]);
//! assert_eq!(message.to_string(), "M000744220128");
//! # Ok::<(), damier_protocol::dxp::MessageError>(())
//! ```

mod fields;

use std::fmt;

use damier_rules::position::Side;

use fields::Fields;
pub use fields::{ChatText, Name};

/// The longest message in characters, the NUL not counted.
pub const LONGEST: usize = 127;

/// The version of the protocol.
pub const VERSION: u8 = 1;

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// `R`, GAMEREQ: the initiator asks for a game.
    GameRequest(GameRequest),
    /// `A`, GAMEACC: the follower answers.
    GameAnswer {
        /// The follower's name.
        name: Name,
        /// Whether it plays.
        code: AnswerCode,
    },
    /// `M`, MOVE.
    Move(MoveMessage),
    /// `E`, GAMEEND: the game is over; also the acknowledgement.
    GameEnd {
        /// How, from the sender's view.
        reason: EndReason,
        /// Whether the sender wants no further game.
        stop: bool,
    },
    /// `C`, CHAT.
    Chat(ChatText),
    /// `B`, BACKREQ: the sender wants to take moves back.
    BackRequest {
        /// The number of the pair of moves, 1 for the first.
        number: u16,
        /// Who is to move in the position that is wanted.
        turn: Side,
    },
    /// `K`, BACKACC: the answer to that.
    BackAnswer(BackCode),
}

/// A request for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// The initiator's name.
    pub name: Name,
    /// The colour of the side that receives the request.
    pub follower: Side,
    /// Minutes for all moves, or for the number of moves below; at most 999.
    pub minutes: u16,
    /// Moves of each side after which the game is adjudicated, 0 for no limit; at most 999.
    pub moves: u16,
    /// The start; `None` for the usual one of international draughts (form A).
    pub start: Option<Setup>,
}

/// A position to begin with (form B).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Who is to move.
    pub turn: Side,
    /// A letter for each square, from 1: `w`, `z` men, `W`, `Z` kings, `e` empty.
    pub squares: String,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveMessage {
    /// Seconds that it took, for information; at most 9999.
    pub seconds: u16,
    /// The number of the square of origin.
    pub from: u8,
    /// The number of the square of destination.
    pub to: u8,
    /// The numbers of the squares that were captured, in any order.
    pub captured: Vec<u8>,
}

/// Whether a follower plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerCode {
    /// It does.
    #[error("accepted")]
    Accepted,
    /// It has another version of the protocol.
    #[error("the version of the protocol is not supported")]
    Version,
    /// It does not play this game.
    #[error("this game is refused")]
    ThisGame,
    /// It plays no game.
    #[error("any game is refused")]
    AnyGame,
}

/// How a game has ended, from the view of the side that sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// It is not known, or the message only acknowledges.
    Unknown,
    /// The sender has lost, or gives up.
    Lost,
    /// Nobody has won.
    Drawn,
    /// The sender has won.
    Won,
}

/// The answer to a wish to take moves back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackCode {
    /// The moves are taken back.
    Agreed,
    /// The program can never take moves back.
    Unsupported,
    /// Not these, or not now; the game goes on.
    Refused,
}

/// What is wrong with a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// No message begins like this.
    #[error("unknown kind of message `{0}`")]
    Kind(char),
    /// The message is empty.
    #[error("the message is empty")]
    Empty,
    /// It ends before its last field.
    #[error("{message} is too short: {field} is missing")]
    Short {
        /// The name of the message.
        message: &'static str,
        /// The first field that is not whole.
        field: &'static str,
    },
    /// A field has another content than it may have.
    #[error("{message} has `{got}` as {field}")]
    Field {
        /// The name of the message.
        message: &'static str,
        /// The field.
        field: &'static str,
        /// What stands there, made harmless.
        got: String,
    },
    /// It is a game request of another version.
    #[error("version `{0}` of the protocol is asked for")]
    Version(String),
}

impl MessageError {
    /// Whether it was to be a game request, which wants an answer.
    pub fn is_request(&self) -> bool {
        match self {
            MessageError::Version(_) => true,
            MessageError::Short { message, .. } | MessageError::Field { message, .. } => {
                *message == REQUEST
            }
            _ => false,
        }
    }
}

const REQUEST: &str = "GAMEREQ";

impl Message {
    /// Reads a message, without its NUL. Characters behind the last field are left alone: some
    /// programs send more than there should be.
    ///
    /// # Errors
    /// When it is none.
    pub fn parse(bytes: &[u8]) -> Result<Message, MessageError> {
        let (&letter, rest) = bytes.split_first().ok_or(MessageError::Empty)?;
        match letter {
            b'R' => GameRequest::parse(rest).map(Message::GameRequest),
            b'A' => parse_answer(rest),
            b'M' => MoveMessage::parse(rest).map(Message::Move),
            b'E' => parse_end(rest),
            b'C' => parse_chat(rest),
            b'B' => parse_back_request(rest),
            b'K' => parse_back_answer(rest),
            letter => Err(MessageError::Kind(fields::harmless(letter))),
        }
    }

    /// The message as it is sent, with its NUL.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.to_string().into_bytes();
        bytes.push(0);
        bytes
    }
}

impl GameRequest {
    fn parse(rest: &[u8]) -> Result<GameRequest, MessageError> {
        let mut fields = Fields::new(REQUEST, rest);
        let version = fields.take("the version", 2)?;
        if version != format!("{VERSION:02}").as_bytes() {
            return Err(MessageError::Version(fields::harmless_text(version)));
        }
        let name = Name::read(fields.take("the name", Name::WIDTH)?);
        let follower = fields.side("the follower's colour")?;
        let minutes = fields.number("the time", 3)?;
        let moves = fields.number("the number of moves", 3)?;
        let start = fields.choice("the kind of start", &[(b'A', false), (b'B', true)])?;
        let start = match start {
            false => None,
            true => Some(Setup {
                turn: fields.side("the side to move")?,
                squares: fields.squares("the position")?,
            }),
        };
        Ok(GameRequest { name, follower, minutes, moves, start })
    }
}

impl MoveMessage {
    /// The most pieces that a move captures.
    pub const MOST_CAPTURED: usize = 20;

    fn parse(rest: &[u8]) -> Result<MoveMessage, MessageError> {
        let mut fields = Fields::new("MOVE", rest);
        let seconds = fields.number("the time", 4)?;
        let from = fields.square("the origin")?;
        let to = fields.square("the destination")?;
        let count = usize::from(fields.number("the number of captures", 2)?);
        if count > MoveMessage::MOST_CAPTURED {
            return Err(fields.wrong("the number of captures", count.to_string().as_bytes()));
        }
        let captured: Result<Vec<u8>, MessageError> =
            (0..count).map(|_| fields.square("a captured square")).collect();
        Ok(MoveMessage { seconds, from, to, captured: captured? })
    }
}

fn parse_answer(rest: &[u8]) -> Result<Message, MessageError> {
    let mut fields = Fields::new("GAMEACC", rest);
    let name = Name::read(fields.take("the name", Name::WIDTH)?);
    let codes = [
        (b'0', AnswerCode::Accepted),
        (b'1', AnswerCode::Version),
        (b'2', AnswerCode::ThisGame),
        (b'3', AnswerCode::AnyGame),
    ];
    Ok(Message::GameAnswer { name, code: fields.choice("the code", &codes)? })
}

fn parse_end(rest: &[u8]) -> Result<Message, MessageError> {
    let mut fields = Fields::new("GAMEEND", rest);
    let reasons = [
        (b'0', EndReason::Unknown),
        (b'1', EndReason::Lost),
        (b'2', EndReason::Drawn),
        (b'3', EndReason::Won),
    ];
    let reason = fields.choice("the reason", &reasons)?;
    let stop = fields.choice("the stop code", &[(b'0', false), (b'1', true)])?;
    Ok(Message::GameEnd { reason, stop })
}

fn parse_chat(rest: &[u8]) -> Result<Message, MessageError> {
    if rest.is_empty() {
        return Err(MessageError::Short { message: "CHAT", field: "the text" });
    }
    Ok(Message::Chat(ChatText::read(rest)))
}

fn parse_back_request(rest: &[u8]) -> Result<Message, MessageError> {
    let mut fields = Fields::new("BACKREQ", rest);
    let number = fields.number("the move number", 3)?;
    Ok(Message::BackRequest { number, turn: fields.side("the side to move")? })
}

fn parse_back_answer(rest: &[u8]) -> Result<Message, MessageError> {
    let mut fields = Fields::new("BACKACC", rest);
    let codes =
        [(b'0', BackCode::Agreed), (b'1', BackCode::Unsupported), (b'2', BackCode::Refused)];
    Ok(Message::BackAnswer(fields.choice("the code", &codes)?))
}

/// `W`, or `Z` for black (Dutch zwart).
fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'Z',
    }
}

impl fmt::Display for Message {
    /// The message without its NUL. Numbers that are wider than their field are cut to the largest
    /// that fits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::GameRequest(request) => request.fmt(f),
            Message::GameAnswer { name, code } => write!(f, "A{name:<32}{}", *code as u8),
            Message::Move(played) => played.fmt(f),
            Message::GameEnd { reason, stop } => {
                write!(f, "E{}{}", *reason as u8, u8::from(*stop))
            }
            Message::Chat(text) => write!(f, "C{text}"),
            Message::BackRequest { number, turn } => {
                write!(f, "B{:03}{}", number.min(&999), letter(*turn))
            }
            Message::BackAnswer(code) => write!(f, "K{}", *code as u8),
        }
    }
}

impl fmt::Display for GameRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameRequest { name, follower, minutes, moves, start } = self;
        let (follower, minutes, moves) = (letter(*follower), minutes.min(&999), moves.min(&999));
        write!(f, "R{VERSION:02}{name:<32}{follower}{minutes:03}{moves:03}")?;
        match start {
            None => write!(f, "A"),
            Some(setup) => write!(f, "B{}{}", letter(setup.turn), setup.squares),
        }
    }
}

impl fmt::Display for MoveMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MoveMessage { seconds, from, to, captured } = self;
        write!(f, "M{:04}{from:02}{to:02}{:02}", seconds.min(&9999), captured.len())?;
        captured.iter().try_for_each(|square| write!(f, "{square:02}"))
    }
}

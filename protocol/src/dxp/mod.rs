//! The DamExchange protocol: games between two programs, over TCP.
//!
//! [`Message`] and [`Framing`] are its letters, [`Session`] its conversation, without any input or
//! output; [`Link`] holds a session with a peer over a connection.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod connection;
mod link;
mod message;
mod session;

pub use connection::{
    Connection, ConnectionError, Frame, FrameError, Framing, Incoming, Listener, PORT, connect,
};
pub use link::Link;
pub use message::{
    AnswerCode, BackCode, ChatText, EndReason, GameRequest, LONGEST, Message, MessageError,
    MoveMessage, Name, Setup, VERSION,
};
pub use session::{
    Action, Ended, Event, PeerMove, Role, Session, SessionFault, SessionSettings, Terms, TermsError,
};

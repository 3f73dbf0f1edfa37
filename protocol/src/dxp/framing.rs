//! Messages out of a stream of bytes: each ends with a NUL, and nothing else divides them.

use super::message::LONGEST;

/// What is wrong with a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// It is longer than any message. It is skipped up to its NUL, and what follows is read again.
    #[error("the message is longer than {LONGEST} characters")]
    TooLong,
}

/// A message's bytes without the NUL, or what is wrong with them.
pub type Frame = Result<Vec<u8>, FrameError>;

/// Cuts a stream of bytes into messages, however it comes in packets. It keeps no more than one
/// unfinished message of at most 127 characters.
///
/// ```
/// use damier_protocol::dxp::Framing;
///
/// let mut framing = Framing::default();
/// let mut frames = Vec::new();
/// framing.read(b"E0", |frame| frames.push(frame));
/// framing.read(b"0\0Chello\0", |frame| frames.push(frame));
/// assert_eq!(frames, [Ok(b"E00".to_vec()), Ok(b"Chello".to_vec())]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Framing {
    begun: Vec<u8>,
    /// Whether the message that has begun is too long and is skipped.
    skips: bool,
}

impl Framing {
    /// Reads what has come, and gives each message that it completes to `take`. Nothing between
    /// two NULs is nothing.
    pub fn read(&mut self, bytes: &[u8], mut take: impl FnMut(Frame)) {
        for &byte in bytes {
            if byte != 0 {
                self.add(byte);
            } else if let Some(frame) = self.finish() {
                take(frame);
            }
        }
    }

    fn add(&mut self, byte: u8) {
        if self.begun.len() < LONGEST {
            self.begun.push(byte);
        } else {
            self.skips = true;
        }
    }

    /// The end of the stream, or of a message: what has begun is taken for whole. A program that
    /// closes the connection behind its last message may leave out the NUL.
    pub fn finish(&mut self) -> Option<Frame> {
        let begun = std::mem::take(&mut self.begun);
        if std::mem::take(&mut self.skips) {
            return Some(Err(FrameError::TooLong));
        }
        (!begun.is_empty()).then_some(Ok(begun))
    }
}

//! The words of PDN.

use super::note::Place;

/// How much is kept of a text; what is longer is read to its end and dropped.
///
/// ```
/// use damier_pdn::{PdnReader, ReaderLimits};
///
/// let limits = ReaderLimits { comment: 4, ..ReaderLimits::default() };
/// let text = "1. 32-28 {a long comment} *";
/// let raw = PdnReader::with_limits(text.as_bytes(), limits).next().unwrap().unwrap();
/// assert_eq!(raw.notes[0].remark.to_string(), "the comment is cut after 4 bytes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReaderLimits {
    /// Bytes of a comment.
    pub comment: usize,
    /// Bytes of any other word: a tag's name or value, a move, a set-up.
    pub word: usize,
    /// Bytes of all words of a game.
    pub game: usize,
    /// Variations inside each other.
    pub depth: usize,
}

impl Default for ReaderLimits {
    fn default() -> ReaderLimits {
        ReaderLimits { comment: 4 << 20, word: 16 << 10, game: 64 << 20, depth: 64 }
    }
}

/// A word with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub at: Place,
    pub kind: TokenKind,
    /// Whether nothing stands between it and the word before.
    pub glued: bool,
    /// Whether it is on the line on which the word before ended.
    pub same_line: bool,
    /// Whether a blank line is before it.
    pub after_blank_line: bool,
}

/// What a word is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `[Name "value"]`.
    Tag { name: String, value: String },
    /// Digits with or without dots.
    Number { number: u32, dots: usize },
    /// Dots that follow no digits.
    Dots(usize),
    /// What looks like a move; never equal to a result.
    Move(String),
    /// A result.
    Result(String),
    /// `*`.
    Star,
    /// A comment's text.
    Comment(String),
    /// `$` and a number, or a sign that has one.
    Nag(u32),
    /// A sign that judges and has no number, or a lone dash.
    Sign(String),
    /// `!`, `?` and their like, brackets taken off.
    Strength(String),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `}` that closes nothing.
    CloseBrace,
    /// What stands between slashes.
    SetUp(String),
    /// Text that is none of the others.
    Stray(String),
}

impl TokenKind {
    /// The bytes of its text, with what holding any word takes.
    pub(super) fn size(&self) -> usize {
        const WORD: usize = 64;
        WORD + match self {
            TokenKind::Tag { name, value } => name.len() + value.len(),
            TokenKind::Move(text)
            | TokenKind::Result(text)
            | TokenKind::Comment(text)
            | TokenKind::Sign(text)
            | TokenKind::Strength(text)
            | TokenKind::SetUp(text)
            | TokenKind::Stray(text) => text.len(),
            _ => 0,
        }
    }
}

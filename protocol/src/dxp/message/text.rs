//! Names and words of a peer, made harmless: nothing but printable ASCII reaches a terminal.

use std::fmt;

use super::LONGEST;

/// What stands for a character that is not printable ASCII.
const PLACEHOLDER: char = '?';

/// A byte as a printable character.
pub(super) fn harmless(byte: u8) -> char {
    match byte {
        b' '..=b'~' => char::from(byte),
        _ => PLACEHOLDER,
    }
}

pub(super) fn harmless_text(bytes: &[u8]) -> String {
    bytes.iter().copied().map(harmless).collect()
}

fn printable(text: &str) -> impl Iterator<Item = char> {
    text.chars().map(|char| if matches!(char, ' '..='~') { char } else { PLACEHOLDER })
}

/// A player's name: at most 32 printable ASCII characters, no blanks around them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// The width of its field.
    pub const WIDTH: usize = 32;

    /// A name from any text: other characters become `?`, what is too long is cut off.
    pub fn new(text: &str) -> Name {
        let text: String = printable(text.trim()).take(Name::WIDTH).collect();
        Name(text.trim_end().to_owned())
    }

    pub(super) fn read(bytes: &[u8]) -> Name {
        Name(harmless_text(bytes).trim().to_owned())
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The text of a CHAT: 1 to 126 printable ASCII characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words(String);

impl Words {
    /// Words from any text: other characters become `?`, what is too long is cut off; `None`
    /// without a character.
    pub fn new(text: &str) -> Option<Words> {
        let text: String = printable(text).take(LONGEST - 1).collect();
        (!text.is_empty()).then_some(Words(text))
    }

    pub(super) fn read(bytes: &[u8]) -> Words {
        Words(harmless_text(&bytes[..bytes.len().min(LONGEST - 1)]))
    }

    /// The words.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

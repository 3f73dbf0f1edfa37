//! The fields of a message: of fixed width, one after the other, and made harmless, so that nothing
//! but printable ASCII reaches a terminal.

use std::fmt;

use damier_rules::position::Side;

use super::{LONGEST, MessageError};

/// What is left of a message.
pub(super) struct Fields<'a> {
    message: &'static str,
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    pub fn new(message: &'static str, rest: &'a [u8]) -> Fields<'a> {
        Fields { message, rest }
    }

    /// The next characters.
    pub fn take(&mut self, field: &'static str, width: usize) -> Result<&'a [u8], MessageError> {
        let short = MessageError::Short { message: self.message, field };
        let (taken, rest) = self.rest.split_at_checked(width).ok_or(short)?;
        self.rest = rest;
        Ok(taken)
    }

    /// A number with leading zeros.
    pub fn number(&mut self, field: &'static str, width: usize) -> Result<u16, MessageError> {
        let text = self.take(field, width)?;
        let digit = |number: u16, byte: &u8| {
            byte.is_ascii_digit().then(|| 10 * number + u16::from(byte - b'0'))
        };
        // At most four digits, which fit.
        text.iter().try_fold(0, digit).ok_or_else(|| self.wrong(field, text))
    }

    /// The number of a square, 1 to 99.
    pub fn square(&mut self, field: &'static str) -> Result<u8, MessageError> {
        match self.number(field, 2)? {
            0 => Err(self.wrong(field, b"00")),
            number => Ok(number as u8),
        }
    }

    /// One of several characters.
    pub fn choice<T: Copy>(
        &mut self,
        field: &'static str,
        choices: &[(u8, T)],
    ) -> Result<T, MessageError> {
        let got = self.take(field, 1)?;
        let found = choices.iter().find(|(letter, _)| got == [*letter]);
        found.map(|(_, value)| *value).ok_or_else(|| self.wrong(field, got))
    }

    pub fn side(&mut self, field: &'static str) -> Result<Side, MessageError> {
        self.choice(field, &[(b'W', Side::White), (b'Z', Side::Black)])
    }

    /// The letters of the squares, as many as there are: how many there should be depends on the
    /// game.
    pub fn squares(&mut self, field: &'static str) -> Result<String, MessageError> {
        let is_square = |byte: &&u8| matches!(byte, b'w' | b'z' | b'W' | b'Z' | b'e');
        let count = self.rest.iter().take_while(is_square).count();
        if count == 0 {
            return Err(MessageError::Short { message: self.message, field });
        }
        Ok(harmless_text(self.take(field, count)?))
    }

    pub fn wrong(&self, field: &'static str, got: &[u8]) -> MessageError {
        MessageError::Field { message: self.message, field, got: harmless_text(got) }
    }
}

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
pub struct ChatText(String);

impl ChatText {
    /// A chat text from any text: other characters become `?`, what is too long is cut off; `None`
    /// without a character.
    pub fn new(text: &str) -> Option<ChatText> {
        let text: String = printable(text).take(LONGEST - 1).collect();
        (!text.is_empty()).then_some(ChatText(text))
    }

    pub(super) fn read(bytes: &[u8]) -> ChatText {
        ChatText(harmless_text(&bytes[..bytes.len().min(LONGEST - 1)]))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ChatText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

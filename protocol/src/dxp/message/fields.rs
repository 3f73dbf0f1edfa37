//! Fields of fixed width, one after the other.

use damier_rules::position::Side;

use super::MessageError;
use super::text::harmless_text;

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

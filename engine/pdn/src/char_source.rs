//! From bytes to characters with their places, whatever the encoding and the line ends.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::note::Place;
use damier_rules::text::is_hidden;
use encoding_rs::WINDOWS_1252;

/// Characters of a stream. It holds a handful at a time, whatever the length of lines.
#[derive(Debug)]
pub(super) struct CharSource<R> {
    input: R,
    /// Bytes read that belong to no character yet.
    bytes: VecDeque<u8>,
    /// Characters looked at and not yet taken.
    ahead: VecDeque<char>,
    place: Place,
    encoding: Option<Encoding>,
    started: bool,
    after_return: bool,
    /// Where the first sign since [`take_foreign`](CharSource::take_foreign) stands that the encoding
    /// does not have.
    foreign: Option<Place>,
}

/// How characters are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    /// UTF-8, the code page for what is none.
    Bytes,
    /// UTF-16, by its byte order mark.
    Utf16 { little: bool },
}

impl<R: BufRead> CharSource<R> {
    pub(super) fn new(input: R) -> CharSource<R> {
        CharSource {
            input,
            bytes: VecDeque::new(),
            ahead: VecDeque::new(),
            place: Place { line: 1, column: 1 },
            encoding: None,
            started: false,
            after_return: false,
            foreign: None,
        }
    }

    /// Where the next character stands.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// Where something was met that the encoding does not have, asked once.
    pub(super) fn take_foreign(&mut self) -> Option<Place> {
        self.foreign.take()
    }

    /// Whether the text is UTF-16.
    pub(super) fn is_utf_16(&self) -> bool {
        matches!(self.encoding, Some(Encoding::Utf16 { .. }))
    }

    /// The room that the buffers hold, in bytes.
    pub(super) fn capacity(&self) -> usize {
        self.bytes.capacity() + self.ahead.capacity() * size_of::<char>()
    }

    /// The next character.
    pub(super) fn peek(&mut self) -> io::Result<Option<char>> {
        self.peek_at(0)
    }

    /// The character after `distance` others; the distance is small everywhere.
    pub(super) fn peek_at(&mut self, distance: usize) -> io::Result<Option<char>> {
        while self.ahead.len() <= distance {
            match self.decode()? {
                Some(c) => self.ahead.push_back(c),
                None => return Ok(None),
            }
        }
        Ok(self.ahead.get(distance).copied())
    }

    /// Takes the next character.
    pub(super) fn next(&mut self) -> io::Result<Option<char>> {
        let taken = self.peek()?;
        self.ahead.pop_front();
        match taken {
            Some('\n') => self.place = Place { line: self.place.line + 1, column: 1 },
            Some(_) => self.place.column += 1,
            None => {}
        }
        Ok(taken)
    }

    /// Takes so many characters.
    pub(super) fn skip(&mut self, count: usize) -> io::Result<()> {
        for _ in 0..count {
            self.next()?;
        }
        Ok(())
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        if let Some(byte) = self.bytes.pop_front() {
            return Ok(Some(byte));
        }
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => {
                    let first = buffer.first().copied();
                    self.input.consume(usize::from(first.is_some()));
                    return Ok(first);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The next character with one kind of line end; marks and signs that nobody sees are blanks.
    fn decode(&mut self) -> io::Result<Option<char>> {
        loop {
            let Some(c) = self.decode_raw()? else { return Ok(None) };
            let after_return = std::mem::replace(&mut self.after_return, c == '\r');
            let first = !std::mem::replace(&mut self.started, true);
            match c {
                '\n' if after_return => {}
                '\r' => return Ok(Some('\n')),
                '\u{feff}' if first => {}
                '\n' | '\t' => return Ok(Some(c)),
                c if c.is_whitespace() || is_hidden(c) => return Ok(Some(' ')),
                c => return Ok(Some(c)),
            }
        }
    }

    fn decode_raw(&mut self) -> io::Result<Option<char>> {
        match self.encoding {
            Some(Encoding::Bytes) => self.decode_bytes(),
            Some(Encoding::Utf16 { little }) => self.decode_utf_16(little),
            None => {
                self.encoding = Some(self.marked()?);
                self.decode_raw()
            }
        }
    }

    /// The encoding by a byte order mark at the beginning; the mark itself is left.
    fn marked(&mut self) -> io::Result<Encoding> {
        let mark = [self.byte()?, self.byte()?];
        self.bytes.extend(mark.iter().flatten());
        Ok(match mark {
            [Some(0xff), Some(0xfe)] => Encoding::Utf16 { little: true },
            [Some(0xfe), Some(0xff)] => Encoding::Utf16 { little: false },
            _ => Encoding::Bytes,
        })
    }

    /// Two bytes as a number; a single one at the end is none.
    fn unit(&mut self, little: bool) -> io::Result<Option<u16>> {
        let (Some(first), Some(second)) = (self.byte()?, self.byte()?) else { return Ok(None) };
        let pair = [first, second];
        Ok(Some(if little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) }))
    }

    fn decode_utf_16(&mut self, little: bool) -> io::Result<Option<char>> {
        let Some(first) = self.unit(little)? else { return Ok(None) };
        let mut units = vec![first];
        if (0xd800..0xdc00).contains(&first)
            && let Some(second) = self.unit(little)?
        {
            units.push(second);
        }
        let mut decoded = char::decode_utf16(units.iter().copied());
        let Some(Ok(c)) = decoded.next() else {
            // What follows half a character may be a whole one.
            if let Some(&second) = units.get(1) {
                let pair = if little { second.to_le_bytes() } else { second.to_be_bytes() };
                pair.into_iter().rev().for_each(|byte| self.bytes.push_front(byte));
            }
            self.foreign.get_or_insert(self.place);
            return Ok(Some(char::REPLACEMENT_CHARACTER));
        };
        Ok(Some(c))
    }

    fn decode_bytes(&mut self) -> io::Result<Option<char>> {
        let Some(first) = self.byte()? else { return Ok(None) };
        let following = match first {
            0..=0x7f => return Ok(Some(char::from(first))),
            0xc2..=0xdf => 1,
            0xe0..=0xef => 2,
            0xf0..=0xf4 => 3,
            _ => 0,
        };
        let mut read = vec![first];
        for _ in 0..following {
            match self.byte()? {
                Some(byte) => read.push(byte),
                None => break,
            }
        }
        if let Ok(text) = std::str::from_utf8(&read)
            && let Some(c) = text.chars().next()
        {
            return Ok(Some(c));
        }
        for &byte in read.iter().skip(1).rev() {
            self.bytes.push_front(byte);
        }
        self.foreign.get_or_insert(self.place);
        Ok(Some(windows_1252(first)))
    }
}

fn windows_1252(byte: u8) -> char {
    let bytes = [byte];
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(&bytes);
    text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (String, Option<Place>) {
        let mut source = CharSource::new(bytes);
        let mut text = String::new();
        while let Some(c) = source.next().unwrap() {
            text.push(c);
        }
        assert!(source.capacity() < 100);
        (text, source.take_foreign())
    }

    #[test]
    fn utf_8_is_read_and_other_bytes_as_the_code_page() {
        assert_eq!(read("40° Шашки €".as_bytes()), ("40° Шашки €".to_owned(), None));
        let (text, foreign) = read(b"\x93a\x94\xa0b\xb0\xe9\xff");
        assert_eq!(text, "“a” b°éÿ");
        assert_eq!(foreign, Some(Place { line: 1, column: 1 }));
        assert_eq!(read(b"x\n\xe2\x82").0, "x\nâ‚");
    }

    #[test]
    fn every_byte_of_the_code_page_is_a_character() {
        let special = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
        assert!((0x80..0xa0).map(windows_1252).eq(special.chars()));
        for byte in (0..0x80).chain(0xa0..=0xff) {
            assert_eq!(windows_1252(byte), char::from(byte));
        }
    }

    #[test]
    fn utf_16_is_known_by_its_mark() {
        let text = "\u{feff}40° Шашки 🂡\r\nа";
        let bytes = |of: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(of).collect::<Vec<_>>();
        for bytes in [bytes(u16::to_le_bytes), bytes(u16::to_be_bytes)] {
            assert_eq!(read(&bytes), ("40° Шашки 🂡\nа".to_owned(), None));
        }
        let (text, foreign) = read(b"\xff\xfe1\0\x00\xd82\x003\0\x00\xd8\xff");
        assert_eq!(
            (text.as_str(), foreign),
            ("1\u{fffd}23\u{fffd}", Some(Place { line: 1, column: 2 }))
        );
        assert_eq!(read(b"\xff\xfe").0, "");
        assert_eq!(read(b"\xff").0, "ÿ");
    }

    #[test]
    fn signs_that_nobody_sees_are_blanks() {
        assert_eq!(read("a\u{202e}b\u{1b}[1m\0\u{ad}c".as_bytes()).0, "a b [1m  c");
    }

    #[test]
    fn line_ends_of_all_kinds_are_one() {
        assert_eq!(read(b"\xef\xbb\xbfa\r\nb\nc\rd\r\n\r\ne").0, "a\nb\nc\nd\n\ne");
    }

    #[test]
    fn places_count_characters() {
        let mut source = CharSource::new("é1\n2".as_bytes());
        source.skip(3).unwrap();
        assert_eq!(source.place(), Place { line: 2, column: 1 });
        assert_eq!(source.peek_at(5).unwrap(), None);
    }
}

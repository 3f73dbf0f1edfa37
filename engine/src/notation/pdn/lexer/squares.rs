//! Words that begin with a digit or a column's letter: moves, move numbers, results.

use std::io::{self, BufRead};

use super::{BLANKS_IN_MOVE, Lexer};
use crate::notation::pdn::record::Place;
use crate::notation::pdn::result::is_dash;
use crate::notation::pdn::token::Kind;

/// More than any square or move number has.
const MOST_DIGITS: usize = 64;

/// Longer than any move.
const LONGEST_MOVE: usize = 512;

/// Whether a square's name can begin with this letter.
pub(super) fn is_column(c: char) -> bool {
    matches!(c.to_ascii_lowercase(), 'a'..='l')
}

/// The sign between squares, plain; `None` when there is none.
fn sign(c: char) -> Option<char> {
    match c {
        'x' | 'X' | '×' => Some('x'),
        ':' => Some(':'),
        c if is_dash(c) => Some('-'),
        _ => None,
    }
}

/// Whether a word made like a move is a result. Squares are counted from 1, and no move stays
/// where it is without passing over others.
fn is_result(text: &str) -> bool {
    matches!(text, "1-0" | "0-1" | "2-0" | "0-2" | "1-1" | "0-0")
}

impl<R: BufRead> Lexer<R> {
    /// A word that begins with a digit. As much as possible is taken before it is asked what it is,
    /// so that `1-1` is no beginning of `1-18`.
    pub(super) fn digits(&mut self, at: Place) -> io::Result<Kind> {
        let first = self.number_text()?;
        if let Some(result) = self.fraction(&first)? {
            return Ok(result);
        }
        let mut text = first.clone();
        while text.len() < LONGEST_MOVE
            && let Some(sign) = self.sign_before(|c| c.is_ascii_digit())?
        {
            text.push(sign);
            text.push_str(&self.number_text()?);
        }
        if is_result(&text) {
            return Ok(Kind::Result(text));
        }
        if text.len() > first.len() {
            return Ok(Kind::Move(text));
        }
        let dots = self.dots()?;
        if dots == 0 {
            let next = self.source.peek()?;
            if next.is_some_and(|c| c.is_alphabetic()) {
                return self.stray(at, first);
            }
            if first.len() >= 4 && first.len().is_multiple_of(2) {
                return Ok(Kind::Move(first));
            }
        }
        Ok(Kind::Number { number: first.parse().unwrap_or(u32::MAX), dots })
    }

    /// A word that begins with a column's letter.
    pub(super) fn letters(&mut self, at: Place) -> io::Result<Kind> {
        let mut text = match self.square_text(0)? {
            Some(text) => text,
            None => return self.stray(at, String::new()),
        };
        let first = text.len();
        while text.len() < LONGEST_MOVE {
            if let Some(next) = self.square_text(0)? {
                text.push_str(&next);
                continue;
            }
            let Some(sign) = self.sign_before(is_column)? else { break };
            // `c3-` without a square stays unreadable, as it is.
            text.push(sign);
            let Some(next) = self.square_text(0)? else { break };
            text.push_str(&next);
        }
        match text.len() > first {
            true => Ok(Kind::Move(text)),
            false => self.stray(at, text),
        }
    }

    /// A letter with one or two digits, if such a square comes next.
    fn square_text(&mut self, distance: usize) -> io::Result<Option<String>> {
        let Some(column) = self.source.peek_at(distance)?.filter(|&c| is_column(c)) else {
            return Ok(None);
        };
        let Some(row) = self.source.peek_at(distance + 1)?.filter(char::is_ascii_digit) else {
            return Ok(None);
        };
        let mut text = String::from_iter([column, row]);
        if let Some(more) = self.source.peek_at(distance + 2)?.filter(char::is_ascii_digit) {
            text.push(more);
        }
        self.source.skip(text.len())?;
        Ok(Some(text))
    }

    /// Takes a sign with the blanks around it if a square of this kind follows.
    fn sign_before(&mut self, begins: fn(char) -> bool) -> io::Result<Option<char>> {
        let before = self.blanks_at(0)?;
        let Some(c) = self.source.peek_at(before)? else { return Ok(None) };
        let Some(found) = sign(c) else { return Ok(None) };
        let after = self.blanks_at(before + 1)?;
        let next = self.source.peek_at(before + 1 + after)?;
        if !next.is_some_and(begins) {
            return Ok(None);
        }
        self.source.skip(before + 1 + after)?;
        Ok(Some(found))
    }

    fn blanks_at(&mut self, distance: usize) -> io::Result<usize> {
        for blanks in 0..BLANKS_IN_MOVE {
            if self.source.peek_at(distance + blanks)? != Some(' ') {
                return Ok(blanks);
            }
        }
        Ok(BLANKS_IN_MOVE)
    }

    fn number_text(&mut self) -> io::Result<String> {
        let mut text = super::Bounded::new(MOST_DIGITS);
        self.take_while(&mut text, |c| c.is_ascii_digit())?;
        Ok(text.text)
    }

    /// `1/2-1/2`, `1/2` or `0.5-0.5`, of which `first` is taken.
    fn fraction(&mut self, first: &str) -> io::Result<Option<Kind>> {
        let forms: &[&str] = match first {
            "1" => &["/2-1/2", "/2 - 1/2", "/2"],
            "0" => &[".5-0.5", ".5 - 0.5"],
            _ => return Ok(None),
        };
        for form in forms {
            if self.follows(form)? {
                self.source.skip(form.len())?;
                return Ok(Some(Kind::Result("1/2-1/2".to_owned())));
            }
        }
        Ok(None)
    }

    fn follows(&mut self, text: &str) -> io::Result<bool> {
        for (distance, wanted) in text.chars().enumerate() {
            match self.source.peek_at(distance)? {
                Some(c) if c == wanted || wanted == '-' && is_dash(c) => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }
}

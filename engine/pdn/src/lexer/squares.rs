//! Words that begin with a digit or a column's letter: moves, move numbers, results.

use std::io::{self, BufRead};

use super::results::{cut, is_result};
use super::{BLANKS_IN_MOVE, Lexer};
use crate::record::Place;
use crate::result::is_dash;
use crate::token::Kind;

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

/// Whether digits are a move without a sign, as `3228`.
fn is_pairs(digits: &str) -> bool {
    digits.len() >= 4 && digits.len().is_multiple_of(2)
}

/// A sign between the squares of a move.
#[derive(Clone, Copy)]
struct Sign {
    /// The sign, plain.
    sign: char,
    /// Whether a blank stands before it.
    spaced: bool,
}

/// The sign that two squares without one between them have.
const NO_SIGN: Sign = Sign { sign: '-', spaced: false };

impl<R: BufRead> Lexer<R> {
    /// A word that begins with a digit. As much as possible is taken before it is asked what it is,
    /// so that `1-1` is no beginning of `1-18`.
    pub(super) fn digits(&mut self, at: Place) -> io::Result<Kind> {
        let first = self.number_text()?;
        if matches!(first.as_str(), "0" | "1")
            && let Some(result) = self.fraction(&first)?
        {
            return Ok(result);
        }
        let mut text = first.clone();
        let mut last = is_pairs(&first).then_some(NO_SIGN);
        while text.len() < LONGEST_MOVE
            && let Some(next) = self.sign_before(|c| c.is_ascii_digit(), last)?
        {
            text.push(next.sign);
            text.push_str(&self.number_text()?);
            last = Some(next);
        }
        if is_result(&text) {
            return Ok(Kind::Result(text));
        }
        if text.len() > first.len() {
            return self.move_or_result(text);
        }
        self.lone_number(at, first)
    }

    /// Digits without a sign behind them.
    fn lone_number(&mut self, at: Place, first: String) -> io::Result<Kind> {
        let dots = self.dots()?;
        if dots == 0 {
            let next = self.source.peek()?;
            if next.is_some_and(|c| c.is_alphabetic()) {
                return self.stray(at, first);
            }
            if is_pairs(&first) {
                return self.move_or_result(first);
            }
            // Half a move, as `8-` at the end of a file, stays unreadable as it is.
            if next.is_some_and(is_dash) && self.source.peek_at(1)?.is_none_or(char::is_whitespace)
            {
                self.source.next()?;
                return Ok(Kind::Move(format!("{first}-")));
            }
        }
        Ok(Kind::Number { number: first.parse().unwrap_or(u32::MAX), dots })
    }

    /// A word made like a move, without the result that is glued to it.
    fn move_or_result(&mut self, mut text: String) -> io::Result<Kind> {
        let end = self.source.place();
        let back = |length: usize| Place { column: end.column.saturating_sub(length), ..end };
        if let Some(result) = self.fraction(&text)? {
            text.pop();
            text.truncate(text.trim_end_matches('-').len());
            self.glued.push_back((back(1), result));
            return Ok(Kind::Move(text));
        }
        let dotted = self.source.peek()? == Some('.');
        let Some(cut) = cut(&text, dotted) else { return Ok(Kind::Move(text)) };
        let result = Kind::Result(cut.result.to_owned());
        if !cut.number.is_empty() {
            let number = cut.number.parse().unwrap_or(1);
            let kind = Kind::Number { number, dots: self.dots()? };
            self.glued.push_back((back(cut.number.len()), kind));
        }
        if cut.played.is_empty() {
            return Ok(result);
        }
        let length = cut.result.len() + cut.number.len();
        self.glued.push_front((back(length), result));
        Ok(Kind::Move(cut.played.to_owned()))
    }

    /// A word that begins with a column's letter.
    pub(super) fn letters(&mut self, at: Place) -> io::Result<Kind> {
        let mut text = match self.square_text(0)? {
            Some(text) => text,
            None => return self.stray(at, String::new()),
        };
        let first = text.len();
        let mut last = None;
        while text.len() < LONGEST_MOVE {
            if let Some(next) = self.square_text(0)? {
                text.push_str(&next);
                last = Some(NO_SIGN);
                continue;
            }
            let Some(next) = self.sign_before(is_column, last)? else { break };
            // `c3-` without a square stays unreadable, as it is.
            text.push(next.sign);
            last = Some(next);
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
        let more = self.source.peek_at(distance + 2)?.filter(char::is_ascii_digit);
        if let Some(more) = more
            && !self.result_at(distance + 2)?
        {
            text.push(more);
        }
        self.source.skip(text.len())?;
        Ok(Some(text))
    }

    /// Takes a sign with the blanks around it if a square of this kind follows, and if it goes on
    /// with the move after its last sign: a dash that stands by itself behind a move is none of it,
    /// and what a dot follows is a move number.
    fn sign_before(
        &mut self,
        begins: fn(char) -> bool,
        last: Option<Sign>,
    ) -> io::Result<Option<Sign>> {
        let before = self.blanks_at(0)?;
        let Some(c) = self.source.peek_at(before)? else { return Ok(None) };
        let Some(sign) = sign(c) else { return Ok(None) };
        let after = self.blanks_at(before + 1)?;
        let next = before + 1 + after;
        if !self.source.peek_at(next)?.is_some_and(begins) {
            return Ok(None);
        }
        let found = Sign { sign, spaced: before > 0 };
        if let Some(last) = last {
            let apart = before > 0 || after > 0 || sign != last.sign;
            if sign == '-' && found.spaced != last.spaced || apart && self.dotted_at(next)? {
                return Ok(None);
            }
        }
        self.source.skip(next)?;
        Ok(Some(found))
    }

    /// Whether a number with a dot behind it stands there.
    fn dotted_at(&mut self, distance: usize) -> io::Result<bool> {
        const MOST: usize = 4;
        for place in distance..distance + MOST {
            match self.source.peek_at(place)? {
                Some(c) if c.is_ascii_digit() => {}
                next => return Ok(place > distance && next == Some('.')),
            }
        }
        Ok(false)
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
}

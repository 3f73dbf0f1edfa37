//! Tokens that begin with a digit or a column's letter: moves, move numbers and results, which may
//! be glued to each other.

use std::io::{self, BufRead};

use super::{BLANKS_IN_MOVE, Lexer};
use crate::note::Place;
use crate::tag::is_dash;
use crate::token::TokenKind;

/// More than any square or move number has.
const MOST_DIGITS: usize = 64;

/// Longer than any move.
const LONGEST_MOVE: usize = 512;

/// Results in whole points. Squares are counted from 1, and no move stays where it is without
/// passing over others.
const RESULTS: [&str; 6] = ["1-0", "0-1", "2-0", "0-2", "1-1", "0-0"];

/// The beginnings of results that are no numbers with a dash, and what follows them.
const FRACTIONS: [(char, &[&str]); 2] =
    [('1', &["/2-1/2", "/2 - 1/2", "/2"]), ('0', &[".5-0.5", ".5 - 0.5"])];

/// How the first move of the next game may be numbered.
const FIRST_NUMBERS: [&str; 2] = ["1", "01"];

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

/// Whether a word made like a move is a result.
fn is_result(text: &str) -> bool {
    RESULTS.contains(&text)
}

/// A word made like a move, taken apart.
#[derive(Debug, PartialEq, Eq)]
struct GluedResult<'a> {
    /// The move, if there is one.
    played: &'a str,
    /// The result.
    result: &'a str,
    /// The number of the next game's first move, if there is one.
    number: &'a str,
}

/// Takes a result off a word that is no move with it; `dotted` means that a dot follows the word.
///
/// `19-232-0` has a square that no board has; `1-101.` is `1-1` and the next game's `01.`.
fn split_result(text: &str, dotted: bool) -> Option<GluedResult<'_>> {
    let dash = text.rfind('-')?;
    let (_, behind) = text.split_at_checked(dash + 1)?;
    let number = match dotted {
        true => FIRST_NUMBERS
            .into_iter()
            .find(|number| behind.strip_suffix(number).is_some_and(|rest| rest.len() == 1))?,
        false => "",
    };
    let (before, result) = text.split_at_checked(dash.checked_sub(1)?)?;
    let result = result.strip_suffix(number).filter(|result| is_result(result))?;
    let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let no_square = result.ends_with('0') || digits >= 2 || digits == 0 && result.starts_with('0');
    let played = before.strip_suffix('-').unwrap_or(before);
    let is_move = played.ends_with(|c: char| c.is_ascii_digit())
        && (played.contains(['-', 'x', ':']) || played.len() == 4);
    let fits = if played.is_empty() { dotted } else { is_move && (dotted || no_square) };
    fits.then_some(GluedResult { played, result, number: text.get(text.len() - number.len()..)? })
}

impl<R: BufRead> Lexer<R> {
    /// A word that begins with a digit. As much as possible is taken before it is asked what it is,
    /// so that `1-1` is no beginning of `1-18`.
    pub(super) fn digits(&mut self, at: Place) -> io::Result<TokenKind> {
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
            return Ok(TokenKind::Result(text));
        }
        if text.len() > first.len() {
            return self.move_or_result(text);
        }
        self.lone_number(at, first)
    }

    /// Digits without a sign behind them.
    fn lone_number(&mut self, at: Place, first: String) -> io::Result<TokenKind> {
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
                return Ok(TokenKind::Move(format!("{first}-")));
            }
        }
        Ok(TokenKind::Number { number: first.parse().unwrap_or(u32::MAX), dots })
    }

    /// A word made like a move, without the result that is glued to it.
    fn move_or_result(&mut self, mut text: String) -> io::Result<TokenKind> {
        let end = self.source.place();
        let back = |length: usize| Place { column: end.column.saturating_sub(length), ..end };
        if let Some(result) = self.fraction(&text)? {
            text.pop();
            text.truncate(text.trim_end_matches('-').len());
            self.glued.push_back((back(1), result));
            return Ok(TokenKind::Move(text));
        }
        let dotted = self.source.peek()? == Some('.');
        let Some(glued) = split_result(&text, dotted) else { return Ok(TokenKind::Move(text)) };
        let result = TokenKind::Result(glued.result.to_owned());
        if !glued.number.is_empty() {
            let number = glued.number.parse().unwrap_or(1);
            let kind = TokenKind::Number { number, dots: self.dots()? };
            self.glued.push_back((back(glued.number.len()), kind));
        }
        if glued.played.is_empty() {
            return Ok(result);
        }
        let length = glued.result.len() + glued.number.len();
        self.glued.push_front((back(length), result));
        Ok(TokenKind::Move(glued.played.to_owned()))
    }

    /// A word that begins with a column's letter.
    pub(super) fn letters(&mut self, at: Place) -> io::Result<TokenKind> {
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
            true => Ok(TokenKind::Move(text)),
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
        for index in distance..distance + MOST {
            match self.source.peek_at(index)? {
                Some(c) if c.is_ascii_digit() => {}
                next => return Ok(index > distance && next == Some('.')),
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

impl<R: BufRead> Lexer<R> {
    /// `1/2-1/2`, `1/2` or `0.5-0.5`, of which the first digit is taken as the last of `text`.
    fn fraction(&mut self, text: &str) -> io::Result<Option<TokenKind>> {
        for (first, forms) in FRACTIONS {
            for form in forms.iter().filter(|_| text.ends_with(first)) {
                if self.follows(0, form)? {
                    self.source.skip(form.len())?;
                    return Ok(Some(TokenKind::Result("1/2-1/2".to_owned())));
                }
            }
        }
        Ok(None)
    }

    /// Whether a result stands there, and nothing goes on behind it but the next game.
    pub(super) fn result_at(&mut self, distance: usize) -> io::Result<bool> {
        if !self.source.peek_at(distance)?.is_some_and(|c| matches!(c, '0'..='2' | '½')) {
            return Ok(false);
        }
        for form in RESULTS.iter().chain(&["1/2-1/2", "0.5-0.5", "½-½", "½"]) {
            let behind = distance + form.chars().count();
            if self.follows(distance, form)? && self.ends_at(behind)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn ends_at(&mut self, distance: usize) -> io::Result<bool> {
        for number in FIRST_NUMBERS {
            if self.follows(distance, &format!("{number}."))? {
                return Ok(true);
            }
        }
        let next = self.source.peek_at(distance)?;
        Ok(next
            .is_none_or(|c| !c.is_alphanumeric() && !is_dash(c) && !matches!(c, '/' | ':' | '×')))
    }

    fn follows(&mut self, distance: usize, text: &str) -> io::Result<bool> {
        for (index, wanted) in text.chars().enumerate() {
            match self.source.peek_at(distance + index)? {
                Some(c) if c == wanted || wanted == '-' && is_dash(c) => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, dotted: bool) -> Option<(&str, &str, &str)> {
        split_result(text, dotted).map(|glued| (glued.played, glued.result, glued.number))
    }

    #[test]
    fn results_are_taken_off_what_is_no_move_with_them() {
        for (text, played, result) in [
            ("19-232-0", "19-23", "2-0"),
            ("14x230-1", "14x23", "0-1"),
            ("14x231-1", "14x23", "1-1"),
            ("14x52-0", "14x5", "2-0"),
            ("14x23-2-0", "14x23", "2-0"),
            ("14x23-0-1", "14x23", "0-1"),
            ("37320-0", "3732", "0-0"),
        ] {
            assert_eq!(parts(text, false), Some((played, result, "")), "{text}");
        }
        for text in ["14x23-11-1", "14-50-1", "14-51-1", "12-16", "14-10", "32-0", "1-10", "232-0"]
        {
            assert_eq!(parts(text, false), None, "{text}");
        }
        assert_eq!(parts("1-101", true), Some(("", "1-1", "01")));
        assert_eq!(parts("2-01", true), Some(("", "2-0", "1")));
        assert_eq!(parts("19-232-01", true), Some(("19-23", "2-0", "1")));
        assert_eq!(parts("32-28", true), None);
    }
}

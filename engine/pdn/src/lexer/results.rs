//! Results, which may be glued to what stands before and behind them.

use std::io::{self, BufRead};

use super::Lexer;
use crate::result::is_dash;
use crate::token::Kind;

/// Results in whole points. Squares are counted from 1, and no move stays where it is without
/// passing over others.
const RESULTS: [&str; 6] = ["1-0", "0-1", "2-0", "0-2", "1-1", "0-0"];

/// The beginnings of results that are no numbers with a dash, and what follows them.
const FRACTIONS: [(char, &[&str]); 2] =
    [('1', &["/2-1/2", "/2 - 1/2", "/2"]), ('0', &[".5-0.5", ".5 - 0.5"])];

/// How the first move of the next game may be numbered.
const FIRST_NUMBERS: [&str; 2] = ["1", "01"];

/// Whether a word made like a move is a result.
pub(super) fn is_result(text: &str) -> bool {
    RESULTS.contains(&text)
}

/// A word made like a move, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cut<'a> {
    /// The move, if there is one.
    pub played: &'a str,
    /// The result.
    pub result: &'a str,
    /// The number of the next game's first move, if there is one.
    pub number: &'a str,
}

/// Takes a result off a word that is no move with it; `dotted` tells that a dot follows the word.
///
/// `19-232-0` has a square that no board has; `1-101.` is `1-1` and the next game's `01.`.
pub(super) fn cut(text: &str, dotted: bool) -> Option<Cut<'_>> {
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
    fits.then_some(Cut { played, result, number: text.get(text.len() - number.len()..)? })
}

impl<R: BufRead> Lexer<R> {
    /// `1/2-1/2`, `1/2` or `0.5-0.5`, of which the first digit is taken as the last of `text`.
    pub(super) fn fraction(&mut self, text: &str) -> io::Result<Option<Kind>> {
        for (first, forms) in FRACTIONS {
            for form in forms.iter().filter(|_| text.ends_with(first)) {
                if self.follows(0, form)? {
                    self.source.skip(form.len())?;
                    return Ok(Some(Kind::Result("1/2-1/2".to_owned())));
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
        for (place, wanted) in text.chars().enumerate() {
            match self.source.peek_at(distance + place)? {
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
        cut(text, dotted).map(|cut| (cut.played, cut.result, cut.number))
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

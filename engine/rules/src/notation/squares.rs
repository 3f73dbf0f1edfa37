//! Names of squares: numbers, and letters for the games that use them.

use std::error::Error;
use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

use crate::board::{Square, SquareSet};
use crate::rules::{Numbering, RuleSet, SquareNames};
use crate::text::shortened;

/// A name that no square of the board has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SquareError {
    /// The name given.
    pub text: String,
    /// The names that squares have, in words.
    pub allowed: String,
}

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no playing square `{}` (squares are {})", self.text, self.allowed)
    }
}

impl Error for SquareError {}

impl SquareError {
    pub(super) fn of(rules: &RuleSet, text: &str) -> SquareError {
        let geometry = rules.moves.geometry;
        let numbers = format!("1 to {}", geometry.squares());
        let allowed = match rules.notation.names {
            SquareNames::Numeric => numbers,
            SquareNames::Algebraic => {
                let corner = square_text(rules, geometry.square(0, geometry.row_length() - 1));
                format!("the dark ones from a1 to {corner}, or {numbers}")
            }
        };
        SquareError { text: shortened(text), allowed }
    }
}

/// The name of a square in its game: a number, or a letter and a digit with `a1` at White's left.
pub fn square_text(rules: &RuleSet, square: Square) -> String {
    match rules.notation.names {
        SquareNames::Numeric => {
            rules.notation.numbering.number(rules.moves.geometry, square).to_string()
        }
        SquareNames::Algebraic => {
            let (row, column) = row_and_column(rules, square);
            format!("{}{}", char::from(b'a' + column as u8), row + 1)
        }
    }
}

/// The names of several squares, in the order in which the game lists them.
pub(super) fn squares_text(rules: &RuleSet, squares: SquareSet) -> String {
    let names: Vec<String> =
        listed(rules, squares).into_iter().map(|square| square_text(rules, square)).collect();
    names.join(", ")
}

/// Squares in the order in which the game lists them: by number, or by row and column from White's
/// left.
pub(super) fn listed(rules: &RuleSet, squares: SquareSet) -> Vec<Square> {
    let mut listed: Vec<Square> = squares.into_iter().collect();
    listed.sort_by_key(|&square| match rules.notation.names {
        SquareNames::Numeric => (rules.notation.numbering.number(rules.moves.geometry, square), 0),
        SquareNames::Algebraic => row_and_column(rules, square),
    });
    listed
}

/// Row and column, counted from 0 at White's left corner as the game draws its board.
fn row_and_column(rules: &RuleSet, square: Square) -> (usize, usize) {
    let geometry = rules.moves.geometry;
    let last = geometry.size() - 1;
    let column = geometry.column_of(square);
    let column = if rules.notation.numbering.turned { last - column } else { column };
    (last - geometry.row_of(square), column)
}

/// The square with this name: a number, in every game by the game's own numbering, or a letter and
/// a digit in the games in letters. Leading zeros and capital letters are understood.
///
/// # Errors
/// When no square has the name.
///
/// ```
/// use damier_rules::notation::{read_square, square_text};
/// use damier_rules::rules::named;
///
/// let russian = named("russian").unwrap();
/// assert_eq!(square_text(&russian, read_square(&russian, "1")?), "b8");
/// assert!(read_square(&russian, "a2").is_err());
/// # Ok::<(), damier_rules::notation::SquareError>(())
/// ```
pub fn read_square(rules: &RuleSet, text: &str) -> Result<Square, SquareError> {
    let mut chars = text.trim().chars().peekable();
    match RawSquare::take(&mut chars) {
        Some(raw) if chars.peek().is_none() => raw.resolve(rules, &rules.notation.numbering),
        _ => Err(SquareError::of(rules, text)),
    }
}

/// A square as written, not yet looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RawSquare {
    /// The text.
    pub text: String,
    /// Whether it begins with a column's letter.
    pub lettered: bool,
}

impl RawSquare {
    /// Takes a run of digits, or a letter with a run of digits, from the front. Where there is
    /// neither, takes nothing.
    pub(super) fn take(chars: &mut Peekable<Chars<'_>>) -> Option<RawSquare> {
        let mut ahead = chars.clone();
        let mut text = String::new();
        let column = ahead.next_if(|c| matches!(c.to_ascii_lowercase(), 'a'..='j'));
        text.extend(column);
        let letters = text.len();
        while let Some(digit) = ahead.next_if(char::is_ascii_digit) {
            text.push(digit);
        }
        if text.len() == letters {
            return None;
        }
        *chars = ahead;
        Some(RawSquare { text, lettered: column.is_some() })
    }

    /// The square, numbers taken by `numbering`.
    pub(super) fn resolve(
        &self,
        rules: &RuleSet,
        numbering: &Numbering,
    ) -> Result<Square, SquareError> {
        let square = if self.lettered {
            self.lettered_square(rules)
        } else {
            self.number().and_then(|number| numbering.square(rules.moves.geometry, number))
        };
        square.ok_or_else(|| SquareError::of(rules, &self.text))
    }

    /// The number, if it is one that a `usize` can hold.
    pub(super) fn number(&self) -> Option<usize> {
        self.text.parse().ok()
    }

    fn lettered_square(&self, rules: &RuleSet) -> Option<Square> {
        if rules.notation.names == SquareNames::Numeric {
            return None;
        }
        let mut chars = self.text.chars();
        let column = chars.next()?.to_ascii_lowercase() as usize - 'a' as usize;
        let row: usize = chars.as_str().parse().ok()?;
        let geometry = rules.moves.geometry;
        let column = match rules.notation.numbering.turned {
            true => (geometry.size() - 1).checked_sub(column)?,
            false => column,
        };
        geometry.at(geometry.size().checked_sub(row)?, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{ALL, named};

    #[test]
    fn every_square_of_every_game_reads_back() {
        for rules in ALL {
            for square in rules.moves.geometry.all() {
                let text = square_text(rules, square);
                assert_eq!(read_square(rules, &text), Ok(square), "{} {text}", rules.name);
                assert_eq!(read_square(rules, &text.to_uppercase()), Ok(square));
                let number = rules.notation.numbering.number(rules.moves.geometry, square);
                assert_eq!(read_square(rules, &format!("0{number}")), Ok(square));
            }
        }
    }

    #[test]
    fn letters_begin_at_the_left_of_white() {
        let russian = named("russian").unwrap();
        let name = |number: &str| square_text(&russian, read_square(&russian, number).unwrap());
        assert_eq!(["1", "4", "29", "32", "22"].map(name), ["b8", "h8", "a1", "g1", "c3"]);
    }

    #[test]
    fn names_of_no_square_are_refused_with_those_there_are() {
        let [russian, italian] = ["russian", "italian"].map(|name| named(name).unwrap());
        for text in
            ["", "0", "33", "a2", "a0", "i1", "a9", "j10", "a", "1a", "99999999999999999999"]
        {
            let message = read_square(&russian, text).unwrap_err().to_string();
            assert!(message.contains("a1 to h8, or 1 to 32"), "{message}");
        }
        let message = read_square(&italian, "a1").unwrap_err().to_string();
        assert_eq!(message, "there is no playing square `a1` (squares are 1 to 32)");
    }
}

//! Positions as PDN's FEN.

mod defect;
mod read;

pub use defect::{FenDefect, FenError};
pub use read::{MenOnCrownRow, read_fen, read_fen_with};

use crate::notation::squares::{listed, square_text};
use crate::position::{Position, Side};
use crate::rules::{RuleSet, SquareNames};

/// Writes a position by PDN 3.0: the turn, White's pieces, Black's pieces, no blanks. Three or more
/// numbers in a row with the same rank become a range; letters have no ranges.
pub fn write_fen(rules: &RuleSet, position: &Position) -> String {
    let [white, black] = Side::BOTH.map(|side| match rules.notation.names {
        SquareNames::Numeric => in_numbers(rules, position, side),
        SquareNames::Algebraic => in_letters(rules, position, side),
    });
    format!("{}:W{white}:B{black}", position.turn().letter())
}

fn prefix(king: bool) -> &'static str {
    if king { "K" } else { "" }
}

fn in_letters(rules: &RuleSet, position: &Position, side: Side) -> String {
    let names: Vec<String> = listed(rules, position.side(side))
        .into_iter()
        .map(|square| {
            format!("{}{}", prefix(position.kings().contains(square)), square_text(rules, square))
        })
        .collect();
    names.join(",")
}

/// Squares of one rank whose numbers follow each other.
struct Run {
    king: bool,
    first: usize,
    last: usize,
}

impl Run {
    fn text(&self) -> String {
        let Run { king, first, last } = *self;
        let king = prefix(king);
        match last - first {
            0 => format!("{king}{first}"),
            1 => format!("{king}{first},{king}{last}"),
            _ => format!("{king}{first}-{last}"),
        }
    }
}

fn in_numbers(rules: &RuleSet, position: &Position, side: Side) -> String {
    let mut runs: Vec<Run> = Vec::new();
    for square in listed(rules, position.side(side)) {
        let number = rules.notation.numbering.number(rules.moves.geometry, square);
        let king = position.kings().contains(square);
        match runs.last_mut() {
            Some(run) if run.king == king && run.last + 1 == number => run.last = number,
            _ => runs.push(Run { king, first: number, last: number }),
        }
    }
    let texts: Vec<String> = runs.iter().map(Run::text).collect();
    texts.join(",")
}

#[cfg(test)]
mod tests;

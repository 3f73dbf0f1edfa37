//! Moves as the data files write them.

use std::collections::BTreeSet;
use std::fmt;

use damier_rules::movegen::MoveList;
use damier_rules::position::{Move, Position};
use damier_rules::rules::RuleSet;
use damier_rules::variant::Variant;

/// A move in a game's own numbers: all that two moves are compared by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Plain {
    pub from: usize,
    pub to: usize,
    /// Ascending.
    pub captured: Vec<usize>,
    pub crowned: bool,
}

impl Plain {
    /// Reads `22-18`, `22x15x6/10,18`, either with `=K` at the end.
    ///
    /// # Panics
    /// When the text is no move.
    pub fn read(text: &str) -> Plain {
        let number = |part: &str| -> usize {
            part.parse().unwrap_or_else(|_| panic!("`{part}` is no square: {text}"))
        };
        let (body, crowned) = match text.strip_suffix("=K") {
            Some(body) => (body, true),
            None => (text, false),
        };
        let (squares, captured) = body.split_once('/').unwrap_or((body, ""));
        let sign = if squares.contains('x') { 'x' } else { '-' };
        let mut captured: Vec<usize> =
            captured.split(',').filter(|part| !part.is_empty()).map(number).collect();
        captured.sort_unstable();
        assert_eq!(sign == 'x', !captured.is_empty(), "captured squares are missing: {text}");
        let stops: Vec<usize> = squares.split(sign).map(number).collect();
        let [from, .., to] = stops[..] else { panic!("a move has two ends: {text}") };
        Plain { from, to, captured, crowned }
    }

    /// The same for a move of the engine.
    pub fn of(rules: &RuleSet, played: &Move) -> Plain {
        let (geometry, numbering) = (rules.moves.geometry, rules.notation.numbering);
        Plain {
            from: numbering.number(geometry, played.from),
            to: numbering.number(geometry, played.to),
            captured: numbering.numbers(geometry, played.captured),
            crowned: played.crowned,
        }
    }
}

impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.captured.is_empty() { '-' } else { 'x' };
        write!(f, "{}{sign}{}", self.from, self.to)?;
        for (place, square) in self.captured.iter().enumerate() {
            write!(f, "{}{square}", if place == 0 { '/' } else { ',' })?;
        }
        if self.crowned { write!(f, "=K") } else { Ok(()) }
    }
}

/// The moves of a list, each once.
///
/// # Panics
/// When the list holds a move twice.
pub fn set_of(rules: &RuleSet, list: &MoveList) -> BTreeSet<Plain> {
    let set: BTreeSet<Plain> = list.iter().map(|played| Plain::of(rules, played)).collect();
    assert_eq!(set.len(), list.len(), "a move is listed twice: {list:?}");
    set
}

/// The legal moves of a generator, each once; its other answers must agree with them.
///
/// # Panics
/// When they do not.
pub fn legal(variant: Variant, position: &Position) -> BTreeSet<Plain> {
    let list = variant.generated(position);
    assert_eq!(variant.count(position), list.len(), "count() differs from the list");
    let captures = list.iter().any(Move::is_capture);
    assert_eq!(variant.has_capture(position), captures, "has_capture() differs from the list");
    set_of(variant.rules(), &list)
}

/// Moves as text, for messages.
pub fn text<'a>(moves: impl IntoIterator<Item = &'a Plain>) -> String {
    moves.into_iter().map(Plain::to_string).collect::<Vec<_>>().join(";")
}

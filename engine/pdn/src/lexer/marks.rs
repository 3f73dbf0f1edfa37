//! Marks that judge a move or a position, and what else may stand in round brackets.

use std::io::{self, BufRead};

use super::{Bounded, Lexer};
use crate::note::Place;
use crate::tag::is_dash;
use crate::token::TokenKind;

/// Longer than any sign that means something.
const LONGEST: usize = 8;

/// The signs of evaluation with the numbers that PGN, from which PDN has them, gives to them.
const EVALUATIONS: [(&str, u32); 31] = [
    ("=", 10),
    ("==", 10),
    ("≈", 10),
    ("∞", 13),
    ("~", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("±=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("=∓", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("+/--", 18),
    ("-+", 19),
    ("--/+", 19),
    ("+--", 20),
    ("--+", 21),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("=∞", 44),
    ("=/∞", 44),
    ("∞=", 44),
    ("⇆", 132),
    ("⊕", 138),
];

/// Whether a sign of evaluation can begin with the character.
pub(super) fn begins_sign(c: char) -> bool {
    is_dash(c) || matches!(c, '+' | '=' | '#') || is_symbol(c)
}

/// Whether the character is a sign by itself.
fn is_symbol(c: char) -> bool {
    matches!(c, '±' | '∓' | '⩲' | '⩱' | '∞' | '~' | '≈' | '↑' | '→' | '⇆' | '⊕' | '⟳')
}

fn in_sign(c: char) -> bool {
    begins_sign(c) || c == '/'
}

/// What a run of signs is.
fn classify(run: String) -> TokenKind {
    let plain: String = run.chars().map(|c| if is_dash(c) { '-' } else { c }).collect();
    match EVALUATIONS.iter().find(|(sign, _)| *sign == plain) {
        Some(&(_, number)) => TokenKind::Nag(number),
        None => TokenKind::Sign(run),
    }
}

impl<R: BufRead> Lexer<R> {
    /// Signs up to the first other character; part of a word where one goes on.
    pub(super) fn signs(&mut self, at: Place) -> io::Result<TokenKind> {
        let mut run = String::new();
        while run.chars().count() < LONGEST
            && let Some(c) = self.source.peek()?.filter(|&c| in_sign(c))
        {
            run.push(c);
            self.source.next()?;
        }
        let goes_on = self.source.peek()?.is_some_and(char::is_alphanumeric);
        if goes_on && !self.result_at(0)? {
            let judges = run.chars().count() > 1 || run.starts_with(is_symbol);
            return match classify(run) {
                TokenKind::Nag(number) if judges => Ok(TokenKind::Nag(number)),
                TokenKind::Nag(_) => self.stray(at, "=".to_owned()),
                TokenKind::Sign(run) => self.stray(at, run),
                kind => Ok(kind),
            };
        }
        Ok(classify(run))
    }

    /// A variation's bracket; or a strength, an evaluation or a number in brackets.
    pub(super) fn bracket(&mut self) -> io::Result<TokenKind> {
        let mut inside = String::new();
        for distance in 1..=LONGEST + 1 {
            match self.source.peek_at(distance)? {
                Some(')') if !inside.is_empty() => {
                    let Some(kind) = in_brackets(inside) else { break };
                    self.source.skip(distance + 1)?;
                    return Ok(kind);
                }
                Some(c) if !c.is_whitespace() && c != ')' => inside.push(c),
                _ => break,
            }
        }
        self.single(TokenKind::Open)
    }

    pub(super) fn strength(&mut self) -> io::Result<TokenKind> {
        let mut text = Bounded::new(LONGEST);
        match self.source.peek()? {
            Some('□') => self.single(TokenKind::Nag(8)),
            Some('⨀') => self.single(TokenKind::Nag(7)),
            _ => {
                self.take_while(&mut text, |c| matches!(c, '!' | '?'))?;
                Ok(TokenKind::Strength(text.text))
            }
        }
    }

    pub(super) fn nag(&mut self) -> io::Result<TokenKind> {
        self.source.next()?;
        let mut text = Bounded::new(9);
        self.take_while(&mut text, |c| c.is_ascii_digit())?;
        match text.text.parse() {
            Ok(number) => Ok(TokenKind::Nag(number)),
            Err(_) => Ok(TokenKind::Stray("$".to_owned())),
        }
    }
}

/// What stands in brackets without being moves.
fn in_brackets(inside: String) -> Option<TokenKind> {
    let all = |wanted: fn(char) -> bool| inside.chars().all(wanted);
    if all(|c| matches!(c, '!' | '?')) {
        return Some(TokenKind::Strength(inside));
    }
    if all(in_sign) {
        return Some(classify(inside));
    }
    // Four digits may be a move.
    let number = all(|c| c.is_ascii_digit()) && inside.len() < 4;
    let time = all(|c| c.is_ascii_digit() || c == ':') && !inside.starts_with(':');
    let is_time = time && inside.contains(':');
    (number || is_time).then(|| TokenKind::Comment(format!("({inside})")))
}

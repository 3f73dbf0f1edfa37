//! Moves as PDN writes them.

use super::hub::hub_move;
use super::move_text::{Form, MoveText};
use super::refusal::Refusal;
use super::squares::{SquareError, square_text};
use super::why::{Verdict, judge};
use crate::position::{Move, Position};
use crate::text::shortened;
use crate::variant::Variant;
use std::error::Error;
use std::fmt;

/// Why a text is no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text is not written as a move.
    Unreadable {
        /// The text, cut to a length fit for a message.
        text: String,
        /// The game.
        game: &'static str,
        /// A move that is written well.
        example: String,
    },
    /// The board has no such square.
    Square(SquareError),
    /// Several legal moves fit.
    Ambiguous {
        /// The text, cut to a length fit for a message.
        text: String,
        /// The moves, each in a text that means it alone.
        candidates: Vec<String>,
    },
    /// No legal move fits.
    Illegal(Box<Refusal>),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Unreadable { text, game, example } => write!(
                f,
                "`{text}` is not written as a move; a move of {game} looks like `{example}`"
            ),
            MoveError::Square(error) => error.fmt(f),
            MoveError::Ambiguous { text, candidates } => {
                write!(f, "`{text}` can mean several moves; write one of {}", candidates.join(", "))
            }
            MoveError::Illegal(error) => error.fmt(f),
        }
    }
}

impl Error for MoveError {}

impl MoveError {
    pub(super) fn unreadable(variant: Variant, text: &str, form: Form) -> MoveError {
        let start = variant.start_position();
        let example = variant.legal_moves(&start).first().map(|first| match form {
            Form::Pdn => write_move(variant, &start, first),
            Form::Hub(order) => hub_move(variant.rules(), first, order),
        });
        MoveError::Unreadable {
            text: shortened(text),
            game: variant.rules().title,
            example: example.unwrap_or_default(),
        }
    }
}

/// Writes a legal move by PDN 3.0: its ends, and the whole path where another legal capture has the
/// same ends.
pub fn write_move(variant: Variant, position: &Position, played: &Move) -> String {
    write_among(variant, position, &variant.legal_moves(position), played)
}

/// [`write_move`] where the legal moves are at hand.
pub(super) fn write_among(
    variant: Variant,
    position: &Position,
    legal: &[Move],
    played: &Move,
) -> String {
    let rival = |other: &Move| {
        other.is_capture() && (other.from, other.to) == (played.from, played.to) && other != played
    };
    if played.is_capture() && legal.iter().any(rival) {
        return write_move_full(variant, position, played);
    }
    let rules = variant.rules();
    let sign = if played.is_capture() { rules.notation.capture_sign } else { '-' };
    format!("{}{sign}{}", square_text(rules, played.from), square_text(rules, played.to))
}

/// Writes a legal move with every square on which its piece stops, as PDN 3.0 counts them.
pub fn write_move_full(variant: Variant, position: &Position, played: &Move) -> String {
    let rules = variant.rules();
    let path = variant
        .generator()
        .path(position, played, &[])
        .unwrap_or_else(|| vec![played.from, played.to]);
    let names: Vec<String> = path.into_iter().map(|square| square_text(rules, square)).collect();
    let sign = if played.is_capture() { rules.notation.capture_sign } else { '-' };
    names.join(sign.encode_utf8(&mut [0; 4]))
}

/// Reads a legal move of `position`.
///
/// The squares after the first are the path or part of it, in order, the destination last; should
/// they fit no path, the destination and the pieces taken, in any order. Signs may be any of `-`,
/// `x`, `:` or none; blanks, leading zeros and the marks `!` and `?` behind the move are
/// understood, and for games in letters both letters and numbers.
///
/// # Errors
/// When the text is no move, or means several legal moves or none.
///
/// ```
/// use damier_rules::notation::{read_fen, read_move, write_move};
/// use damier_rules::variant::Variant;
///
/// let english = Variant::named("english").unwrap();
/// let position = read_fen(english.rules(), "B:W23,22,15,14:B11,10").unwrap();
/// let error = read_move(english, &position, "10x26").unwrap_err();
/// assert!(error.to_string().ends_with("write one of 10x17x26, 10x19x26"));
/// let played = read_move(english, &position, "10x19x26").unwrap();
/// assert_eq!(write_move(english, &position, &played), "10x19x26");
/// ```
pub fn read_move(variant: Variant, position: &Position, text: &str) -> Result<Move, MoveError> {
    let move_text = MoveText::read(variant, text, Form::Pdn)?;
    judge(variant, position, &move_text)?.into_move()
}

/// Every legal move that a text can mean; none where it is no move.
pub fn meanings(variant: Variant, position: &Position, text: &str) -> Vec<Move> {
    let Ok(move_text) = MoveText::read(variant, text, Form::Pdn) else { return Vec::new() };
    move_text.fits(variant.generator(), position, &variant.legal_moves(position))
}

impl Verdict {
    pub(super) fn into_move(self) -> Result<Move, MoveError> {
        match self {
            Verdict::Legal(played) => Ok(played),
            Verdict::Refused(refusal) => Err(MoveError::Illegal(refusal)),
        }
    }
}

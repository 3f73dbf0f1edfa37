//! Moves as text: reading a move in every form that means one, and writing it as PDN does.

use std::error::Error;
use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

use super::hub::{SquareOrder, hub_move};
use super::squares::{RawSquare, SquareError, square_text};
use super::why::{Refusal, Verdict, judge};
use crate::board::{Square, SquareSet};
use crate::movegen::Generator;
use crate::position::{Move, Position};
use crate::rules::Numbering;
use crate::text::shortened;
use crate::variant::Variant;

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
    let rival = |legal: &Move| {
        legal.is_capture() && (legal.from, legal.to) == (played.from, played.to) && legal != played
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
///
/// ```
/// use damier_rules::notation::{meanings, read_fen};
/// use damier_rules::variant::Variant;
///
/// let english = Variant::named("english").unwrap();
/// let position = read_fen(english.rules(), "B:W23,22,15,14:B11,10")?;
/// assert_eq!(meanings(english, &position, "10x26").len(), 2);
/// assert!(meanings(english, &position, "10-26-").is_empty());
/// # Ok::<(), damier_rules::notation::FenError>(())
/// ```
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

/// No move visits or takes as many squares; it bounds the time spent on rubbish.
const MOST_SQUARES: usize = 64;

/// How the squares between the first and the last are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As in PDN: the squares on which the piece stops, the destination last; should that fit
    /// nothing, as on Hub.
    Pdn,
    /// As on Hub: the destination second, then the pieces taken; should that fit nothing, as in
    /// PDN.
    Hub(SquareOrder),
}

/// A move as written.
#[derive(Clone, Debug)]
pub(super) struct MoveText {
    /// The text, cut to a length fit for a message.
    pub text: String,
    /// The first square.
    pub from: Square,
    /// The squares after the first, in the order of the text; at least one.
    pub rest: Vec<Square>,
    /// Whether it is written as a capture, if the text has a sign.
    pub capture: Option<bool>,
    /// What the squares mean.
    pub form: Form,
}

/// What a text consists of.
enum Token {
    Square(RawSquare),
    Sign(bool),
}

impl MoveText {
    /// Reads the text of a move.
    pub(super) fn read(variant: Variant, text: &str, form: Form) -> Result<MoveText, MoveError> {
        let unreadable = || MoveError::unreadable(variant, text, form);
        let (squares, capture) = raw_squares(text).ok_or_else(unreadable)?;
        let lettered = squares.iter().filter(|raw| raw.lettered).count();
        let may_be_lettered = form == Form::Pdn;
        if lettered > 0 && (lettered < squares.len() || !may_be_lettered) {
            return Err(unreadable());
        }
        let rules = variant.rules();
        let numbering = match form {
            Form::Pdn => rules.notation.numbering,
            Form::Hub(order) => order.moves(rules),
        };
        let mut squares =
            resolved(variant, &numbering, &squares).map_err(MoveError::Square)?.into_iter();
        let from = squares.next().ok_or_else(unreadable)?;
        let rest: Vec<Square> = squares.collect();
        if rest.is_empty() {
            return Err(unreadable());
        }
        Ok(MoveText { text: shortened(text), from, rest, capture, form })
    }

    /// Where the piece is to end.
    pub(super) fn to(&self) -> Square {
        let square = match self.form {
            Form::Pdn => self.rest.last(),
            Form::Hub(_) => self.rest.first(),
        };
        *square.unwrap_or(&self.from)
    }

    /// The squares on which the piece is to stop on its way.
    pub(super) fn stops(&self) -> &[Square] {
        match (self.form, self.rest.as_slice()) {
            (Form::Pdn, [stops @ .., _]) => stops,
            _ => &[],
        }
    }

    /// The moves among `moves` that the text can mean.
    pub(super) fn fits(
        &self,
        generator: &Generator,
        position: &Position,
        moves: &[Move],
    ) -> Vec<Move> {
        match (self.form, self.rest.as_slice()) {
            (Form::Hub(_), [to]) => self.by_ends(moves, *to),
            (Form::Hub(_), _) => {
                let fitting = self.by_taken(moves);
                if fitting.is_empty() { self.by_path(generator, position, moves) } else { fitting }
            }
            (Form::Pdn, [to]) => self.prefer_whole(self.by_ends(moves, *to)),
            (Form::Pdn, _) => {
                let mut fitting = self.prefer_whole(self.by_path(generator, position, moves));
                if !fitting.iter().any(|fit| self.is_whole(fit)) {
                    let taken = self.by_taken(moves);
                    let new: Vec<Move> =
                        taken.into_iter().filter(|played| !fitting.contains(played)).collect();
                    fitting.extend(new);
                }
                fitting
            }
        }
    }

    /// Whether the text names every stop of a capture that it fits: it is that move's own text.
    fn is_whole(&self, fit: &Move) -> bool {
        fit.captured.len() == self.rest.len()
    }

    fn prefer_whole(&self, mut fitting: Vec<Move>) -> Vec<Move> {
        if fitting.iter().any(|fit| self.is_whole(fit)) {
            fitting.retain(|fit| self.is_whole(fit));
        }
        fitting
    }

    /// Moves with these ends; where quiet moves and captures have them, those that are written so.
    fn by_ends(&self, moves: &[Move], to: Square) -> Vec<Move> {
        let mut fitting: Vec<Move> = moves
            .iter()
            .filter(|candidate| (candidate.from, candidate.to) == (self.from, to))
            .copied()
            .collect();
        if let Some(capture) = self.capture
            && fitting.iter().any(|candidate| candidate.is_capture() == capture)
        {
            fitting.retain(|candidate| candidate.is_capture() == capture);
        }
        fitting
    }

    /// Captures that stop on the squares in between, in their order.
    fn by_path(&self, generator: &Generator, position: &Position, moves: &[Move]) -> Vec<Move> {
        let [stops @ .., to] = self.rest.as_slice() else {
            return Vec::new();
        };
        moves
            .iter()
            .filter(|candidate| (candidate.from, candidate.to) == (self.from, *to))
            .filter(|candidate| generator.path(position, candidate, stops).is_some())
            .copied()
            .collect()
    }

    /// Captures that end on the second square and take what stands on the others.
    fn by_taken(&self, moves: &[Move]) -> Vec<Move> {
        let [to, taken @ ..] = self.rest.as_slice() else {
            return Vec::new();
        };
        let set: SquareSet = taken.iter().copied().collect();
        moves
            .iter()
            .filter(|candidate| (candidate.from, candidate.to) == (self.from, *to))
            .filter(|candidate| candidate.captured == set && set.len() == taken.len())
            .copied()
            .collect()
    }

    /// A move in the form of this text, long enough to mean this move alone.
    pub(super) fn full_text(&self, variant: Variant, position: &Position, played: &Move) -> String {
        match self.form {
            Form::Pdn => write_move_full(variant, position, played),
            Form::Hub(order) => hub_move(variant.rules(), played, order),
        }
    }
}

fn resolved(
    variant: Variant,
    numbering: &Numbering,
    squares: &[RawSquare],
) -> Result<Vec<Square>, SquareError> {
    squares.iter().map(|raw| raw.resolve(variant.rules(), numbering)).collect()
}

/// The squares of a move, and whether it is written as a capture if there is any sign.
fn raw_squares(text: &str) -> Option<(Vec<RawSquare>, Option<bool>)> {
    let bare = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '!' | '?' | '(' | ')'));
    let mut rest = bare.chars().peekable();
    let mut squares = Vec::new();
    let mut capture = None;
    let mut after_sign = true;
    while let Some(token) = next_token(&mut rest) {
        match token? {
            Token::Square(raw) => {
                squares.push(raw);
                after_sign = false;
            }
            Token::Sign(_) if after_sign => return None,
            Token::Sign(sign) => {
                capture = Some(sign || capture == Some(true));
                after_sign = true;
            }
        }
    }
    if let [only] = squares.as_slice() {
        squares = pairs(only)?;
    }
    (!after_sign && squares.len() <= MOST_SQUARES).then_some((squares, capture))
}

/// The next square or sign; `Some(None)` where there is neither, `None` at the end.
fn next_token(rest: &mut Peekable<Chars<'_>>) -> Option<Option<Token>> {
    while rest.next_if(|c| c.is_whitespace()).is_some() {}
    rest.peek()?;
    if let Some(raw) = RawSquare::take(rest) {
        return Some(Some(Token::Square(raw)));
    }
    Some(match rest.next()? {
        '-' | '–' | '−' => Some(Token::Sign(false)),
        'x' | 'X' | ':' | '×' => Some(Token::Sign(true)),
        _ => None,
    })
}

/// Numbers of two digits written together, as in `3228`.
fn pairs(only: &RawSquare) -> Option<Vec<RawSquare>> {
    let digits = only.text.as_bytes();
    if only.lettered || digits.len() < 4 || !digits.len().is_multiple_of(2) {
        return None;
    }
    let pair = |two: &[u8]| RawSquare {
        text: two.iter().copied().map(char::from).collect(),
        lettered: false,
    };
    Some(digits.chunks(2).map(pair).collect())
}

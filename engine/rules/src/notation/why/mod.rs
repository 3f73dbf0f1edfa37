//! Why a move is not legal.
//!
//! Rules are data: each rule that can forbid a move is relaxed in turn, and the first under which
//! the move text becomes a move is the reason. So a house rule is named as any other.

mod diagnosis;
mod geometry;

use std::error::Error;
use std::fmt;

use diagnosis::Diagnosis;

use super::moves::{Form, MoveError, MoveText};
use crate::movegen::Candidate;
use crate::position::{Move, Position, Side};
use crate::rules::{Criterion, Precedence};
use crate::variant::Variant;

/// The verdict of the rules on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is this legal move.
    Legal(Move),
    /// It is not legal.
    Refused(Box<Refusal>),
}

/// Whether the move written in `text` is legal in `position`; if not, why, and what is. Reads as
/// [`read_move`](super::read_move) does.
///
/// # Errors
/// When the text is no move, or means several legal ones; never [`MoveError::Illegal`].
///
/// ```
/// use damier_rules::notation::{Reason, Verdict, read_fen, why};
/// use damier_rules::variant::Variant;
///
/// let italian = Variant::named("italian").unwrap();
/// let position = read_fen(italian.rules(), "W:W10,K22:B6,18").unwrap();
/// let Ok(Verdict::Refused(refusal)) = why(italian, &position, "10x3") else { panic!() };
/// assert_eq!(refusal.reason, Reason::ByKing);
/// assert_eq!(refusal.legal, ["22x13"]);
/// ```
pub fn why(variant: Variant, position: &Position, text: &str) -> Result<Verdict, MoveError> {
    judge(variant, position, &MoveText::read(variant, text, Form::Pdn)?)
}

/// Every capture that geometry allows, in the order of [`Variant::legal_moves`], with the reason
/// for which precedence forbids it, if it does.
///
/// ```
/// use damier_rules::notation::{Reason, compared_captures, read_fen};
/// use damier_rules::variant::Variant;
///
/// let italian = Variant::named("italian").unwrap();
/// let position = read_fen(italian.rules(), "W:W10,K22:B6,18")?;
/// let reasons = compared_captures(italian, &position).into_iter().map(|(_, reason)| reason);
/// assert_eq!(reasons.collect::<Vec<_>>(), [Some(Reason::ByKing), None]);
/// # Ok::<(), damier_rules::notation::FenError>(())
/// ```
pub fn compared_captures(
    variant: Variant,
    position: &Position,
) -> Vec<(Candidate, Option<Reason>)> {
    let (geometry, numbering) =
        (variant.rules().moves.geometry, variant.rules().notation.numbering);
    let mut candidates = variant.generator().candidates(position);
    candidates.sort_by_cached_key(|Candidate { capture, .. }| {
        let number = |square| numbering.number(geometry, square);
        (number(capture.from), number(capture.to), numbering.numbers(geometry, capture.captured))
    });
    let precedence = variant.rules().moves.precedence;
    let fall = |candidate: &Candidate| fallen(&precedence, &candidates, candidate);
    candidates.iter().map(|candidate| (*candidate, fall(candidate))).collect()
}

/// The verdict of the rules on a move text.
pub(super) fn judge(
    variant: Variant,
    position: &Position,
    move_text: &MoveText,
) -> Result<Verdict, MoveError> {
    let legal = variant.legal_moves(position);
    match move_text.fits(variant.generator(), position, &legal).as_slice() {
        [only] => Ok(Verdict::Legal(*only)),
        [] => {
            let diagnosis =
                Diagnosis { variant, rules: variant.rules(), position, move_text, legal };
            Ok(Verdict::Refused(Box::new(diagnosis.refusal())))
        }
        several => Err(MoveError::Ambiguous {
            text: move_text.text.clone(),
            candidates: several
                .iter()
                .map(|candidate| move_text.full_text(variant, position, candidate))
                .collect(),
        }),
    }
}

/// The criterion by which another capture goes before this one.
fn fallen(
    precedence: &Precedence,
    candidates: &[Candidate],
    candidate: &Candidate,
) -> Option<Reason> {
    let best = candidates.iter().max_by_key(|candidate| values(precedence, candidate))?;
    let criterion = precedence.iter().find(|&by| candidate.value(by) != best.value(by))?;
    let (takes, must) = (candidate.value(criterion), best.value(criterion));
    Some(match criterion {
        Criterion::MostPieces => Reason::MostPieces { takes, must },
        Criterion::ByKing => Reason::ByKing,
        Criterion::MostKings => Reason::MostKings { takes, must },
        Criterion::EarliestKing => {
            Reason::EarliestKing { piece: (candidate.order ^ best.order).leading_zeros() + 1 }
        }
    })
}

/// Where a capture stands; greater goes before.
fn values(precedence: &Precedence, candidate: &Candidate) -> Vec<u64> {
    precedence.iter().map(|criterion| candidate.value(criterion)).collect()
}

/// A move that is not legal, why, and what is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The move as written, cut to a length fit for a message.
    pub text: String,
    /// The reason.
    pub reason: Reason,
    /// The article of the rule, of the document [`Sources::document`]; `None` where no rule of the
    /// game but the board itself forbids the move.
    ///
    /// [`Sources::document`]: crate::rules::Sources::document
    pub article: Option<&'static str>,
    /// The legal moves that may have been meant, written as the refused one is, in the game's
    /// notation or as on Hub: completions of an unfinished capture, else moves of the same piece
    /// where it has any and the rule leaves a choice, else all.
    pub legal: Vec<String>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is illegal: {}{}{}",
            self.text,
            self.reason,
            in_brackets(self.article),
            alternatives(&self.legal)
        )
    }
}

impl Error for Refusal {}

/// Why a move is not legal; squares are named as in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move has no legal move.
    Finished(Side),
    /// The side to move has won: the other one has no piece.
    Won(Side),
    /// Nothing stands on the first square.
    EmptySquare(String),
    /// The piece on the first square is the other side's.
    OtherSide {
        /// The square.
        square: String,
        /// Whose turn it is.
        turn: Side,
    },
    /// The move takes nothing where a capture must be made.
    CaptureObligatory,
    /// Another capture takes more pieces.
    MostPieces {
        /// What the capture takes.
        takes: u64,
        /// What must be taken.
        must: u64,
    },
    /// A man captures where a king must.
    ByKing,
    /// Another capture takes more kings.
    MostKings {
        /// The kings it takes.
        takes: u64,
        /// The kings that must be taken.
        must: u64,
    },
    /// Another capture meets a king earlier.
    EarliestKing {
        /// The first piece of the capture that must be a king and is not, counted from 1.
        piece: u32,
    },
    /// The capture goes on.
    Unfinished,
    /// A flying king lands where it cannot go on although it can elsewhere.
    LandsWrong(String),
    /// A man takes a king.
    ManTakesKing(String),
    /// A man captures backward.
    ManCapturesBackward,
    /// A man goes on capturing from the last row where the move ends there.
    CrownedStops,
    /// A man goes on as a man where it goes on as a king.
    GoesOnAsKing,
    /// A man goes on as a king where it goes on as a man.
    GoesOnAsMan,
    /// A king moves or takes from afar where kings move one square.
    KingMovesOneSquare,
    /// A man moves backward.
    ManMovesBackward,
    /// A man moves or takes from afar.
    ManMovesOneSquare,
    /// Legal captures have these ends, none goes so.
    OtherWay,
    /// The piece would end on a square that is occupied.
    Occupied(String),
    /// The squares do not lie on a diagonal.
    NotDiagonal {
        /// The first of them.
        from: String,
        /// The other.
        to: String,
    },
    /// A piece of the own side is in the way.
    OwnPieceInTheWay(String),
    /// There are two pieces behind each other.
    TwoInTheWay {
        /// The square before them.
        from: String,
        /// The square behind them.
        to: String,
    },
    /// A piece taken earlier in the move would be jumped again.
    JumpedTwice(String),
    /// A piece taken earlier in the move stands in the way.
    TakenInTheWay(String),
    /// There is nothing to take.
    NothingToTake {
        /// Where the jump begins.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// No rule in particular: the piece does not get there.
    NoSuchMove(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Finished(value) => {
                write!(f, "{value:?} has no legal move, the game is finished")
            }
            Reason::Won(value) => write!(
                f,
                "{value:?} has won, {other:?} has no piece left: the game is finished",
                other = value.opponent()
            ),
            Reason::EmptySquare(value) => write!(f, "there is no piece on {value}"),
            Reason::OtherSide { square, turn } => {
                write!(f, "the piece on {square} is the other side's; {turn:?} is to move")
            }
            Reason::CaptureObligatory => write!(f, "a capture is obligatory"),
            Reason::MostPieces { takes, must } => {
                write!(f, "it takes {takes} where {must} must be taken")
            }
            Reason::ByKing => write!(f, "a king must capture where a king and a man can"),
            Reason::MostKings { takes, must } => {
                write!(f, "it takes kings: {takes}, where {must} must be taken")
            }
            Reason::EarliestKing { piece } => write!(
                f,
                "a king must be met as early as can be, here as piece {piece} of the capture"
            ),
            Reason::Unfinished => write!(f, "the capture must be finished"),
            Reason::LandsWrong(value) => {
                write!(f, "a king must land where it can go on capturing, not on {value}")
            }
            Reason::ManTakesKing(value) => write!(f, "a man cannot take the king on {value}"),
            Reason::ManCapturesBackward => write!(f, "men do not capture backward"),
            Reason::CrownedStops => {
                write!(f, "a man that reaches the last row is crowned there and stops")
            }
            Reason::GoesOnAsKing => {
                write!(f, "a man that reaches the last row while capturing goes on as a king")
            }
            Reason::GoesOnAsMan => {
                write!(f, "a man that reaches the last row while capturing goes on as a man")
            }
            Reason::KingMovesOneSquare => {
                write!(f, "a king moves one square, and takes only what stands next to it")
            }
            Reason::ManMovesBackward => write!(f, "men do not move backward"),
            Reason::ManMovesOneSquare => {
                write!(f, "a man moves one square, and takes only what stands next to it")
            }
            Reason::OtherWay => write!(f, "no capture with these ends goes this way"),
            Reason::Occupied(value) => write!(f, "square {value} is occupied"),
            Reason::NotDiagonal { from, to } => {
                write!(f, "{from} and {to} do not lie on one diagonal")
            }
            Reason::OwnPieceInTheWay(value) => write!(f, "the own piece on {value} is in the way"),
            Reason::TwoInTheWay { from, to } => {
                write!(f, "two pieces stand behind each other between {from} and {to}")
            }
            Reason::JumpedTwice(value) => write!(
                f,
                "the piece on {value} is already taken; it stays on the board until the move ends \
                 and cannot be jumped twice"
            ),
            Reason::TakenInTheWay(value) => write!(
                f,
                "the piece on {value} is already taken; it stays on the board until the move ends \
                 and stands in the way"
            ),
            Reason::NothingToTake { from, to } => {
                write!(f, "there is no piece to take between {from} and {to}")
            }
            Reason::NoSuchMove(value) => write!(f, "the piece on {value} has no such move"),
        }
    }
}

impl Error for Reason {}

impl Reason {
    /// The criterion of precedence by which another capture goes before, if that is the reason.
    pub const fn criterion(&self) -> Option<Criterion> {
        match self {
            Reason::MostPieces { .. } => Some(Criterion::MostPieces),
            Reason::ByKing => Some(Criterion::ByKing),
            Reason::MostKings { .. } => Some(Criterion::MostKings),
            Reason::EarliestKing { .. } => Some(Criterion::EarliestKing),
            _ => None,
        }
    }
}

fn in_brackets(article: Option<&str>) -> String {
    article.map_or_else(String::new, |article| format!(" ({article})"))
}

/// The legal moves as the end of a message; no more than anybody would read.
fn alternatives(legal: &[String]) -> String {
    const MOST: usize = 16;
    if legal.is_empty() {
        return String::new();
    }
    let shown: Vec<&str> = legal.iter().take(MOST).map(String::as_str).collect();
    match legal.len().saturating_sub(MOST) {
        0 => format!("; legal: {}", shown.join(", ")),
        more => format!("; legal: {} and {more} more", shown.join(", ")),
    }
}

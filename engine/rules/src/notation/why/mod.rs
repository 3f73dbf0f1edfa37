//! Why a move is not legal.
//!
//! Rules are data: each rule that can forbid a move is relaxed in turn, and the first under which
//! the move text becomes a move is the reason. So a house rule is named as any other.

mod diagnosis;
mod geometry;

use diagnosis::Diagnosis;

use super::move_text::{Form, MoveText};
use super::moves::MoveError;
use super::refusal::{Reason, Refusal};
use crate::movegen::Candidate;
use crate::position::{Move, Position};
use crate::rules::{Criterion, Precedence};
use crate::variant::Variant;

/// What the rules say about a move.
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
    let fall = |one: &Candidate| fallen(&precedence, &candidates, one);
    candidates.iter().map(|one| (*one, fall(one))).collect()
}

/// What the rules say about a move text.
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
    let best = candidates.iter().max_by_key(|one| values(precedence, one))?;
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

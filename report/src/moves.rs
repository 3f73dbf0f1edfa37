//! The legal moves of a position.

use damier_rules::position::Position;
use damier_rules::variant::Variant;
use serde::Serialize;

use crate::captures::{ComparedCapture, compared_captures};
use crate::parts::{MoveText, Subject};

/// The legal moves of a position.
#[derive(Clone, Debug, Serialize)]
pub struct MovesReport {
    /// The game and the position.
    #[serde(flatten)]
    pub subject: Subject,
    /// In order of origin, destination and captured squares.
    pub moves: Vec<MoveText>,
    /// Every capture that the board allows, left out where it is not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captures: Option<Vec<ComparedCapture>>,
}

impl MovesReport {
    /// The legal moves, with every capture that the board allows where `explain` asks for them.
    ///
    /// ```
    /// use damier_report::moves::MovesReport;
    /// use damier_rules::variant::Variant;
    ///
    /// let italian = Variant::named("italian").expect("it is a game");
    /// let report = MovesReport::of(italian, &italian.start_position(), false);
    /// assert_eq!((report.moves.len(), report.moves[0].text.as_str()), (7, "21-17"));
    /// ```
    pub fn of(variant: Variant, position: &Position, explain: bool) -> MovesReport {
        MovesReport {
            subject: Subject::of(variant, position),
            moves: legal_moves(variant, position),
            captures: explain.then(|| compared_captures(variant, position)),
        }
    }
}

/// The legal moves in both notations.
fn legal_moves(variant: Variant, position: &Position) -> Vec<MoveText> {
    let moves = variant.legal_moves(position);
    moves.iter().map(|played| MoveText::of(variant, position, played)).collect()
}

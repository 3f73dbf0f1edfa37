//! Positions as diagrams in text and SVG, in words, and as a report.

mod diagram;
mod svg;

use damier_rules::notation::square_text;
use damier_rules::position::Position;
use damier_rules::variant::Variant;
use serde::Serialize;

use crate::parts::{MoveText, Subject, side_name};

pub use diagram::{LastMove, Signs, View, marked, numbers, pieces};
pub use svg::{Arrow, SvgDiagram, spoken_position, svg};

/// A position and how its board lies.
#[derive(Clone, Debug, Serialize)]
pub struct BoardReport {
    /// The game and the position.
    #[serde(flatten)]
    pub subject: Subject,
    /// `white` or `black`: who is to move.
    pub turn: &'static str,
    /// Whether the board lies with a dark corner at the right.
    pub turned: bool,
    /// Whether Black is below.
    pub flipped: bool,
    /// The rows as drawn: `w`, `b` men, `W`, `B` kings, `.` empty, blank for light squares.
    pub rows: Vec<String>,
    /// The last of the moves played, left out where none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<LastMoveReport>,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize)]
pub struct LastMoveReport {
    /// The move in both notations.
    #[serde(flatten)]
    pub played: MoveText,
    /// The squares on which its piece stood, both ends included.
    pub path: Vec<String>,
}

impl BoardReport {
    /// A position as `view` lays its board, with the move that led to it.
    ///
    /// ```
    /// use damier_report::board::{BoardReport, View};
    /// use damier_rules::variant::Variant;
    ///
    /// let italian = Variant::named("italian").expect("it is a game");
    /// let view = View::official(italian.rules());
    /// let report = BoardReport::of(italian, &italian.start_position(), view, None);
    /// assert_eq!((report.turn, report.rows[0].as_str()), ("white", "b b b b "));
    /// ```
    pub fn of(
        variant: Variant,
        position: &Position,
        view: View,
        last: Option<&LastMove>,
    ) -> BoardReport {
        let rules = variant.rules();
        let sign = |square| Signs::Letters.of(position, square);
        let rows = view.rows(rules.moves.geometry);
        BoardReport {
            subject: Subject::of(variant, position),
            turn: side_name(position.turn()),
            turned: view.turned,
            flipped: view.flipped,
            rows: rows
                .into_iter()
                .map(|row| row.into_iter().map(|square| square.map_or(' ', sign)).collect())
                .collect(),
            last: last.map(|last| LastMoveReport {
                played: MoveText::of(variant, &last.before, &last.played),
                path: last.path.iter().map(|&square| square_text(rules, square)).collect(),
            }),
        }
    }
}

//! A move as the board sees it.

use crate::board::{Square, SquareSet};

/// A quiet move or a whole capture.
///
/// Captures with the same origin, destination, captured set and resulting rank are one move,
/// whatever the path; notation derives the path when it needs one. A circular capture has
/// `from == to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The captured pieces; empty for a quiet move.
    pub captured: SquareSet,
    /// Where the piece stood.
    pub from: Square,
    /// Where it stands afterwards.
    pub to: Square,
    /// Whether a man became a king.
    pub crowned: bool,
}

impl Move {
    /// Whether the move takes at least one piece.
    pub const fn is_capture(&self) -> bool {
        self.captured.any()
    }
}

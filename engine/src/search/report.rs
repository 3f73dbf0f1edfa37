//! What a search reports and answers.

use std::time::Duration;

use crate::score::Score;
use damier_rules::position::Move;

/// One line of play with its value, as found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The place of the line among those asked for, 1 for the best.
    pub rank: usize,
    /// Nominal depth in plies.
    pub depth: u32,
    /// Mean length of the lines searched, in plies, quiescence included.
    pub mean_depth: f64,
    /// The value, from the view of the side to move.
    pub score: Score,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// Nodes searched so far, all threads together.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The share of the table that this search has filled, in thousandths.
    pub table_fill: u32,
    /// The principal variation; at least one move.
    pub moves: Vec<Move>,
}

/// What a value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
    /// The value is exact.
    Exact,
}

impl Line {
    /// Nodes a second, 0 when no time has passed.
    pub fn speed(&self) -> f64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { self.nodes as f64 / seconds } else { 0.0 }
    }
}

/// What an engine answers.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// The best move; `None` only where the side to move has no legal move or the other side no
    /// pieces.
    pub best: Option<Move>,
    /// The reply that is expected.
    pub ponder: Option<Move>,
    /// The lines found, best first; empty where there is no move, or where it was known without a
    /// search.
    pub lines: Vec<Line>,
    /// Nodes searched, all threads together.
    pub nodes: u64,
}

impl Answer {
    /// A move that is known without a search.
    pub fn known(best: Move) -> Answer {
        Answer { best: Some(best), ..Answer::default() }
    }
}

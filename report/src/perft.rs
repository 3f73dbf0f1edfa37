//! Counts of games of a depth.

use std::fmt;

use serde::Serialize;

use crate::parts::MoveText;

/// The games of a depth.
#[derive(Clone, Debug, Serialize)]
pub struct PerftCount {
    /// Plies.
    pub depth: u32,
    /// Games.
    pub nodes: u64,
    /// How long counting took.
    pub seconds: f64,
    /// Nodes a second.
    pub nps: u64,
}

impl PerftCount {
    /// A count that took so many seconds.
    ///
    /// ```
    /// use damier_report::perft::PerftCount;
    ///
    /// let count = PerftCount::of(5, 7361, 0.001);
    /// assert_eq!(count.to_string(), "5 7361 0.001 7.4");
    /// ```
    pub fn of(depth: u32, nodes: u64, seconds: f64) -> PerftCount {
        PerftCount { depth, nodes, seconds, nps: speed(nodes, seconds) as u64 }
    }
}

/// Nodes a second; 0 where no time has passed.
fn speed(nodes: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 }
}

impl fmt::Display for PerftCount {
    /// Depth, nodes, seconds, and millions of nodes a second.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PerftCount { depth, nodes, seconds, .. } = *self;
        write!(f, "{depth} {nodes} {seconds:.3} {:.1}", speed(nodes, seconds) / 1e6)
    }
}

/// The games that begin with one move.
///
/// ```
/// use damier_report::parts::MoveText;
/// use damier_report::perft::PerftShare;
///
/// let played = MoveText { hub: "21-17".to_owned(), text: "21-17".to_owned() };
/// assert_eq!(PerftShare { depth: 3, played, nodes: 42 }.to_string(), "21-17 42");
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct PerftShare {
    /// Plies, the move included.
    pub depth: u32,
    /// The move.
    #[serde(rename = "move")]
    pub played: MoveText,
    /// Games.
    pub nodes: u64,
}

impl fmt::Display for PerftShare {
    /// The move and its games.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.played.text, self.nodes)
    }
}

//! What players put into their moves: how many, how deep, how many nodes, how much time.

use std::time::Duration;

use crate::referee::MoveRecord;

/// The moves of a player, those of openings left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The moves.
    pub moves: u64,
    /// Their time by the referee's clock.
    pub time: Duration,
    /// The nodes of all moves that name them.
    pub nodes: u64,
    depths: u64,
    /// Not every player names depth and nodes of every move: means are of those that do.
    with_depth: u64,
    with_nodes: u64,
    time_of_nodes: Duration,
}

impl Effort {
    /// Adds a move.
    pub fn add(&mut self, own: &MoveRecord) {
        self.moves += 1;
        self.time += own.time;
        if let Some(depth) = own.depth {
            self.depths += u64::from(depth);
            self.with_depth += 1;
        }
        if let Some(nodes) = own.nodes {
            self.nodes = self.nodes.saturating_add(nodes);
            self.with_nodes += 1;
            self.time_of_nodes += own.time;
        }
    }

    /// The mean depth; `None` when no move names one.
    pub fn depth(&self) -> Option<f64> {
        (self.with_depth > 0).then(|| self.depths as f64 / self.with_depth as f64)
    }

    /// Nodes a move; `None` when no move names them.
    pub fn nodes_a_move(&self) -> Option<f64> {
        (self.with_nodes > 0).then(|| self.nodes as f64 / self.with_nodes as f64)
    }

    /// Seconds a move; `None` without moves.
    pub fn seconds_a_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.time.as_secs_f64() / self.moves as f64)
    }

    /// Nodes a second; `None` when no move names nodes, or none took time.
    pub fn speed(&self) -> Option<f64> {
        let known = self.with_nodes > 0 && !self.time_of_nodes.is_zero();
        known.then(|| self.nodes as f64 / self.time_of_nodes.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_of_the_moves_that_name_their_numbers() {
        let mut effort = Effort::default();
        assert_eq!((effort.depth(), effort.nodes_a_move()), (None, None));
        assert_eq!((effort.seconds_a_move(), effort.speed()), (None, None));
        let mut own = MoveRecord {
            text: "32-28".to_owned(),
            time: Duration::from_millis(500),
            score: None,
            depth: Some(9),
            nodes: Some(3_000),
        };
        effort.add(&own);
        own.nodes = Some(5_000);
        effort.add(&own);
        (own.depth, own.nodes, own.time) = (None, None, Duration::from_secs(2));
        effort.add(&own);
        assert_eq!((effort.moves, effort.nodes), (3, 8_000));
        assert_eq!((effort.depth(), effort.nodes_a_move()), (Some(9.0), Some(4_000.0)));
        assert_eq!((effort.seconds_a_move(), effort.speed()), (Some(1.0), Some(8_000.0)));
    }
}

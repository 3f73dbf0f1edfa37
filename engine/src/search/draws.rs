//! Draws inside the tree: repetition and counters of moves without progress.

use super::alpha_beta::Node;
use super::worker::{Step, Worker};
use crate::position::Position;

/// With so many plies left to a draw, or more, the table does not tell positions apart by them.
pub(super) const FAR: usize = 32;

/// With so few plies left each number of them is told apart, above eight at a time.
const NEAR: usize = 8;

impl Worker<'_> {
    /// Whether the position is drawn by repetition or by a counter.
    pub fn is_drawn(&self, node: &Node) -> bool {
        let counts = &self.path[self.path.len() - 1].counts;
        self.is_repetition()
            // Who cannot move has lost, whatever has been counted.
            || self.shared.game.counters().drawn(counts).is_some()
                && self.generator.count(node.position) > 0
    }

    /// Whether the position has stood before, on the searched line or in the game. One that has
    /// stood in the game counts as a draw although the rule may still allow it: who is better must
    /// find something new, and who is worse may come back.
    fn is_repetition(&self) -> bool {
        let last = self.path.len() - 1;
        let Step { key, reversible, .. } = self.path[last];
        (2..=reversible).step_by(2).any(|plies| self.path[last - plies].key == key)
    }

    /// The key under which the table knows the position, and the plies left until a counter that
    /// runs can draw the game. A position close to that is another one to the table: its value is
    /// of no use with more plies left.
    pub fn table_key(&self, position: &Position) -> (u64, usize) {
        let counts = &self.path[self.path.len() - 1].counts;
        let left = self.shared.game.counters().plies_left(counts).map_or(usize::MAX, usize::from);
        if left >= FAR {
            return (position.key(), left);
        }
        let bucket = if left <= NEAR { left } else { NEAR + left / NEAR };
        let mark = (bucket as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (position.key() ^ mark, left)
    }
}

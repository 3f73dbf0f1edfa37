//! Draws inside the tree: repetition and counters of moves without progress.

use super::alpha_beta::Node;
use super::worker::{StackFrame, Worker};
use damier_rules::position::Position;

/// With so many plies left to a draw, or more, the key of a position does not depend on them.
pub(super) const FAR: usize = 32;

/// With so few plies left each number of them gives another key; above, each eight of them.
const NEAR: usize = 8;

impl Worker<'_> {
    /// Whether the position is drawn by repetition or by a counter.
    pub fn is_drawn(&self, node: &Node) -> bool {
        let counts = &self.stack[self.stack.len() - 1].counts;
        self.is_repetition(node.position)
            // Who cannot move has lost, whatever has been counted.
            || self.shared.game.counters().drawn(counts).is_some()
                && self.variant.count(node.position) > 0
    }

    /// Whether the position has stood before, on the searched line or in the game. One that has
    /// stood in the game counts as a draw although the rule may still allow it: who is better must
    /// find something new, and who is worse may come back.
    fn is_repetition(&self, position: &Position) -> bool {
        let StackFrame { key, reversible, .. } = self.stack[self.stack.len() - 1];
        // After most moves nothing can come again.
        reversible > 1 && self.has_stood(position, key, reversible)
    }

    fn has_stood(&self, position: &Position, key: u64, reversible: usize) -> bool {
        let last = self.stack.len() - 1;
        let searched = reversible.min(last);
        (2..=searched).step_by(2).any(|plies| self.stack[last - plies].key == key)
            || reversible > last && self.shared.game.earlier_occurrences(position) > 0
    }

    /// The key under which the table knows the position, and the plies left until a counter that
    /// runs can draw the game. A position close to that is another one to the table: its value is
    /// of no use with more plies left.
    pub fn table_key(&self, position: &Position) -> (u64, usize) {
        let counts = &self.stack[self.stack.len() - 1].counts;
        let left = self.shared.game.counters().plies_left(counts).map_or(usize::MAX, usize::from);
        if left >= FAR {
            return (position.key(), left);
        }
        let bucket = if left <= NEAR { left } else { NEAR + left / NEAR };
        let mark = (bucket as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (position.key() ^ mark, left)
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::TranspositionTable;
    use super::super::worker::with_worker;
    use super::*;
    use damier_rules::game::Game;
    use damier_rules::movegen::MoveList;
    use damier_rules::notation::read_fen;
    use damier_rules::position::Side;
    use damier_rules::rules::{House, named};
    use damier_rules::variant::Variant;

    /// A position of the game is a repetition however long ago it stood, and no other is.
    #[test]
    fn positions_of_a_long_history_are_repetitions() {
        let rules = House::of(named("english").unwrap()).set("draws=off").unwrap();
        let variant = Variant::new(rules.finish().unwrap());
        let start = read_fen(variant.rules(), "W:WK32,21:BK1,12").unwrap();
        let table = TranspositionTable::new(0).unwrap();
        let mut game = Game::from_position(variant, start);
        let (mut repeated, mut new) = (0, 0);
        for ply in 0..2_000_usize {
            let safe = king_moves(&game);
            game.play(&safe[(ply * ply / 7) % safe.len()]).unwrap();
            for played in king_moves(&game) {
                let next = game.position().make(&played);
                let stood = game.reversible_positions().contains(&next);
                with_worker(&game, &table, None, |worker| {
                    let before = worker.stack[0];
                    let reversible = before.reversible + 1;
                    assert_eq!(reversible, ply + 2);
                    worker.stack.push(StackFrame { key: next.key(), reversible, ..before });
                    assert_eq!(worker.is_repetition(&next), stood);
                    worker.stack[1].reversible = 0;
                    assert!(!worker.is_repetition(&next), "no move of a man leads back");
                });
                if stood { repeated += 1 } else { new += 1 }
            }
        }
        assert!(repeated > 1_000 && new > 100, "{repeated} {new}");
    }

    /// Moves of kings within their own half of the board, so that nothing is ever taken.
    fn king_moves(game: &Game) -> MoveList {
        let (geometry, position) = (game.variant().rules().moves.geometry, game.position());
        let middle = geometry.size() / 2;
        let mut moves = game.legal_moves();
        moves.retain(|played| {
            let row = geometry.row_of(played.to);
            let stays = match position.turn() {
                Side::White => row > middle,
                Side::Black => row + 1 < middle,
            };
            stays && position.kings().contains(played.from)
        });
        moves
    }
}

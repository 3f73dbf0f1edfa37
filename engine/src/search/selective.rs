//! What is searched less deeply than the rest, or not at all.

use smallvec::SmallVec;

use super::alpha_beta::{Node, cut};
use super::draws::FAR;
use super::parameters::{
    FEW_PIECES, FULL_MOVES, KNOWN_CUT_DEPTH, LATE_MOVE, REDUCTION_DEPTH, REVERSE_DEPTH,
    REVERSE_MARGIN, SHALLOW_DEPTH, SHALLOW_MARGIN, SHALLOW_SHARE,
};
use super::table::Known;
use super::worker::Worker;
use crate::score::Score;
use damier_rules::movegen::MoveList;
use damier_rules::position::Move;

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy, Default)]
pub(super) struct Facts {
    /// The static evaluation, where the side to move has no capture.
    pub evaluation: Option<Score>,
    /// Whether the evaluation is better than when the side was to move last.
    improving: bool,
}

impl Worker<'_> {
    /// Evaluates a node, unless the side to move has a capture: that has to be made first.
    pub fn assess(&mut self, node: &Node, has_capture: bool, known: Option<&Known>) -> Facts {
        if has_capture {
            return Facts::default();
        }
        let last = self.path.len() - 1;
        let stored = self.path[last].evaluation.or(known.and_then(|known| known.evaluation));
        let evaluation = stored.unwrap_or_else(|| self.evaluator.value(node.position, node.ply));
        let earlier = |plies| last.checked_sub(plies).and_then(|step| self.path[step].evaluation);
        let earlier = earlier(2).or_else(|| earlier(4));
        let improving = earlier.is_some_and(|earlier| evaluation > earlier);
        self.path[last].evaluation = Some(evaluation);
        Facts { evaluation: Some(evaluation), improving }
    }

    /// The value of a node that need not be searched to its depth: its evaluation is far above the
    /// window, or a shallower search is. Endings of few pieces are searched in full: there only a
    /// search tells a win from an advantage.
    pub fn prune(&mut self, node: &Node, facts: &Facts) -> Option<Score> {
        let few = node.position.occupied().len() <= FEW_PIECES;
        if few || node.is_pv() || !is_open(node.beta) {
            return None;
        }
        if let Some(score) = self.standing_cut(node, facts) {
            return Some(score);
        }
        if node.depth < SHALLOW_DEPTH { None } else { self.shallow_cut(node) }
    }

    /// The evaluation, where it is far above the window and neither side has a capture.
    fn standing_cut(&self, node: &Node, facts: &Facts) -> Option<Score> {
        let evaluation = facts.evaluation.filter(|_| node.depth <= REVERSE_DEPTH)?;
        let plies = (node.depth - i32::from(facts.improving)).max(1);
        let enough = evaluation >= node.beta.plus(REVERSE_MARGIN * plies as i16);
        (enough && !self.is_threatened(node)).then_some(evaluation)
    }

    /// Searches the node less deeply against a higher bound (Buro's ProbCut, with Scan's margins).
    fn shallow_cut(&mut self, node: &Node) -> Option<Score> {
        let margin = SHALLOW_MARGIN * node.depth as i16;
        let beta = node.beta.plus(margin);
        let depth = node.depth * SHALLOW_SHARE / 100;
        if !is_open(beta) {
            return None;
        }
        let score = self.search(Node { alpha: beta.plus(-1), beta, depth, ..*node });
        if self.stopped || score < beta {
            return None;
        }
        Some(if is_open(score) { score.plus(-margin) } else { score })
    }

    /// The value of a move after which the table knows the other side to be no better than the
    /// window allows (enhanced transposition cut-off: Schaeffer and Plaat, 1996). Only moves that
    /// cannot be taken back are looked at, far from any draw: they repeat nothing, and the table
    /// knows what follows them by the plain key.
    pub fn known_cut(&self, node: &Node, moves: &MoveList, plies_left: usize) -> Option<Score> {
        if node.is_pv() || node.depth < KNOWN_CUT_DEPTH || plies_left <= FAR + 1 {
            return None;
        }
        let kings = node.position.kings();
        let table = self.shared.table;
        let lasting = |played: &&Move| played.is_capture() || !kings.contains(played.from);
        let keys: SmallVec<[u64; 48]> =
            moves.iter().filter(lasting).map(|played| node.position.key_after(played)).collect();
        keys.iter().for_each(|&key| table.expect(key));
        let (alpha, beta) = (-node.beta, -node.alpha);
        let child = Node { alpha, beta, depth: node.depth - 1, ply: node.ply + 1, ..*node };
        let scores = keys.iter().filter_map(|&key| {
            let known = table.probe(key, child.ply)?;
            cut(&child, &known, plies_left - 1).filter(|&score| score <= alpha)
        });
        scores.map(|score| -score).next()
    }
}

/// Whether a score is an evaluation, not a decided game or the end of the scale.
fn is_open(score: Score) -> bool {
    score.raw().abs() <= Score::MAX_EVALUATION
}

/// Plies by which the search of a late quiet move is shortened at first.
pub(super) fn reduction(node: &Node, played: &Move, place: usize) -> i32 {
    let pv = node.is_pv();
    if played.is_capture()
        || played.crowned
        || node.depth < REDUCTION_DEPTH
        || place < FULL_MOVES[usize::from(pv)]
    {
        return 0;
    }
    1 + i32::from(!pv && place >= LATE_MOVE)
}

#[cfg(test)]
mod tests {
    use super::super::Bound;
    use super::super::table::{MoveCode, Table};
    use super::super::worker::with_worker;
    use super::*;
    use damier_rules::board::{Geometry, SquareSet};
    use damier_rules::game::Game;
    use damier_rules::position::{Position, Side};
    use damier_rules::variant::Variant;

    /// What a node of `depth` plies takes over of a last move after which the table knows the other
    /// side to stand at -300 at best, by a search of 6 plies.
    fn taken_over(position: Position, depth: i32, window: [i32; 2], left: usize) -> Option<Score> {
        let game = Game::from_position(Variant::named("english").unwrap(), position);
        let table = Table::new(1 << 16).unwrap();
        let moves = game.legal_moves();
        let lost = Known {
            best: MoveCode::NONE,
            score: Score::evaluation(-300),
            depth: 6,
            bound: Bound::Upper,
            evaluation: None,
        };
        table.store(position.key_after(&moves[moves.len() - 1]), 1, &lost);
        let [alpha, beta] = window.map(Score::evaluation);
        let node = Node { position: &position, alpha, beta, depth, ply: 0 };
        with_worker(&game, &table, None, |worker| worker.known_cut(&node, &moves, left))
    }

    #[test]
    fn a_node_is_settled_by_what_the_table_knows_after_a_move() {
        let start = Variant::named("english").unwrap().start_position();
        let won = Some(Score::evaluation(300));
        assert_eq!(taken_over(start, 7, [99, 100], usize::MAX), won);
        assert_eq!(taken_over(start, 8, [99, 100], usize::MAX), None, "not searched so deeply");
        assert_eq!(taken_over(start, 7, [300, 301], usize::MAX), None, "not so good");
        assert_eq!(taken_over(start, 7, [99, 400], usize::MAX), None, "an exact value is wanted");
        assert_eq!(taken_over(start, 7, [99, 100], FAR), None, "a draw is near");
    }

    #[test]
    fn a_king_can_come_back_so_its_moves_settle_nothing() {
        let set = SquareSet::from_bits;
        let start = Variant::named("english").unwrap().start_position();
        let [white, black] = Side::BOTH.map(|side| start.side(side).bits());
        let lone = set(white & white.wrapping_neg());
        let position = Position::new(
            Geometry::Eight,
            lone,
            set(black & black.wrapping_neg()),
            lone,
            Side::White,
        )
        .unwrap();
        assert!(
            !Game::from_position(Variant::named("english").unwrap(), position)
                .legal_moves()
                .is_empty()
        );
        assert_eq!(taken_over(position, 7, [99, 100], usize::MAX), None);
    }
}

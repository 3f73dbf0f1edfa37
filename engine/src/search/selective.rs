//! Selective search: what is searched less deeply than the rest, or not at all.

use smallvec::SmallVec;

use super::alpha_beta::{Node, cut};
use super::draws::FAR;
use super::parameters::{
    ETC_DEPTH, FEW_PIECES, FULL_MOVES, FULL_MOVES_PV, LATE_MOVE, PROBCUT_DEPTH, PROBCUT_MARGIN,
    PROBCUT_SHARE, REDUCTION_DEPTH, REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_MARGIN,
};
use super::table::TtEntry;
use super::worker::Worker;
use crate::score::Score;
use damier_rules::movegen::MoveList;
use damier_rules::position::Move;

/// The static evaluation of a node, known before its moves are searched.
#[derive(Clone, Copy, Default)]
pub(super) struct StaticInfo {
    /// The static evaluation, where the side to move has no capture.
    pub evaluation: Option<Score>,
    /// Whether the evaluation is better than when the side was to move last.
    improving: bool,
}

impl Worker<'_> {
    /// The static evaluation of a node. There is none where the side to move has a capture: that
    /// has to be made first, and the material now is hardly that of the position after it.
    pub fn static_info(
        &mut self,
        node: &Node,
        has_capture: bool,
        entry: Option<&TtEntry>,
    ) -> StaticInfo {
        if has_capture {
            return StaticInfo::default();
        }
        let last = self.stack.len() - 1;
        let stored = self.stack[last].evaluation.or(entry.and_then(|entry| entry.evaluation));
        let evaluation = stored.unwrap_or_else(|| self.evaluator.value(node.position, node.ply));
        let earlier =
            |plies| last.checked_sub(plies).and_then(|frame| self.stack[frame].evaluation);
        let earlier = earlier(2).or_else(|| earlier(4));
        let improving = earlier.is_some_and(|earlier| evaluation > earlier);
        self.stack[last].evaluation = Some(evaluation);
        StaticInfo { evaluation: Some(evaluation), improving }
    }

    /// The value of a node that need not be searched to its depth: its static evaluation is far
    /// above the window, or a shallower search is. Endings of few pieces are searched in full: there
    /// only a search distinguishes a win from an advantage.
    pub fn prune(&mut self, node: &Node, info: &StaticInfo) -> Option<Score> {
        let few = node.position.occupied().len() <= FEW_PIECES;
        if few || node.is_pv() || !is_open(node.beta) {
            return None;
        }
        if let Some(score) = self.reverse_futility(node, info) {
            return Some(score);
        }
        if node.depth < PROBCUT_DEPTH { None } else { self.probcut(node) }
    }

    /// Reverse futility pruning (static null move): the evaluation, where it is so far above the
    /// window that the plies left will hardly lose it, and neither side has a capture. Depth and
    /// margin as in Viridithas; the condition on captures is our own, since in draughts an exchange
    /// changes the evaluation at once.
    fn reverse_futility(&self, node: &Node, info: &StaticInfo) -> Option<Score> {
        let evaluation = info.evaluation.filter(|_| node.depth <= REVERSE_FUTILITY_DEPTH)?;
        let plies = (node.depth - i32::from(info.improving)).max(1);
        let enough = evaluation >= node.beta.plus(REVERSE_FUTILITY_MARGIN * plies as i16);
        (enough && !self.is_threatened(node)).then_some(evaluation)
    }

    /// ProbCut (M. Buro, 1995; margins as in Scan): a shallower search against a higher bound. It
    /// stands where chess has the null move, since in draughts to pass is no bound: zugzwang is
    /// everywhere.
    fn probcut(&mut self, node: &Node) -> Option<Score> {
        let margin = PROBCUT_MARGIN * node.depth as i16;
        let beta = node.beta.plus(margin);
        let depth = node.depth * PROBCUT_SHARE / 100;
        if !is_open(beta) {
            return None;
        }
        let score = self.search(Node { alpha: beta.plus(-1), beta, depth, ..*node });
        if self.stopped || score < beta {
            return None;
        }
        Some(if is_open(score) { score.plus(-margin) } else { score })
    }

    /// Enhanced transposition cutoff (J. Schaeffer and A. Plaat, "New advances in alpha-beta
    /// searching", 1996): the value of a move after which the table has the other side no better
    /// than the window allows. It was worth 23 Elo on top of ProbCut and reverse futility
    /// (`engine/SEARCH.md`). Only moves that cannot be taken back are tried, far from any draw: they
    /// repeat nothing, and the positions after them have plain keys.
    pub fn enhanced_cutoff(
        &self,
        node: &Node,
        moves: &MoveList,
        plies_left: usize,
    ) -> Option<Score> {
        if node.is_pv() || node.depth < ETC_DEPTH || plies_left <= FAR + 1 {
            return None;
        }
        let kings = node.position.kings();
        let table = self.shared.table;
        let lasting = |played: &&Move| played.is_capture() || !kings.contains(played.from);
        let keys: SmallVec<[u64; 48]> =
            moves.iter().filter(lasting).map(|played| node.position.key_after(played)).collect();
        keys.iter().for_each(|&key| table.prefetch(key));
        let (alpha, beta) = (-node.beta, -node.alpha);
        let child = Node { alpha, beta, depth: node.depth - 1, ply: node.ply + 1, ..*node };
        let scores = keys.iter().filter_map(|&key| {
            let entry = table.probe(key, child.ply)?;
            cut(&child, &entry, plies_left - 1).filter(|&score| score <= alpha)
        });
        scores.map(|score| -score).next()
    }
}

/// Whether a score is an evaluation, not a decided game or the end of the scale.
fn is_open(score: Score) -> bool {
    score.raw().abs() <= Score::MAX_EVALUATION
}

/// Late move reduction: plies by which the search of a late quiet move is shortened at first. One
/// ply, two for later moves; logarithmic reductions and a third ply did worse in
/// matches (`engine/SEARCH.md`).
pub(super) fn reduction(node: &Node, played: &Move, index: usize) -> i32 {
    let pv = node.is_pv();
    if played.is_capture()
        || played.crowned
        || node.depth < REDUCTION_DEPTH
        || index < if pv { FULL_MOVES_PV } else { FULL_MOVES }
    {
        return 0;
    }
    1 + i32::from(!pv && index >= LATE_MOVE)
}

#[cfg(test)]
mod tests {
    use super::super::Bound;
    use super::super::table::{MoveCode, TranspositionTable};
    use super::super::worker::with_worker;
    use super::*;
    use damier_rules::board::{Geometry, SquareSet};
    use damier_rules::game::Game;
    use damier_rules::position::{Position, Side};
    use damier_rules::variant::Variant;

    /// The cutoff of a node of `depth` plies by its last move, after which the table has the other
    /// side at -300 at best, from a search of 6 plies.
    fn cutoff(position: Position, depth: i32, window: [i32; 2], left: usize) -> Option<Score> {
        let game = Game::from_position(Variant::named("english").unwrap(), position);
        let table = TranspositionTable::new(1 << 16).unwrap();
        let moves = game.legal_moves();
        let lost = TtEntry {
            best: MoveCode::NONE,
            score: Score::evaluation(-300),
            depth: 6,
            bound: Bound::Upper,
            evaluation: None,
        };
        table.store(position.key_after(&moves[moves.len() - 1]), 1, &lost);
        let [alpha, beta] = window.map(Score::evaluation);
        let node = Node { position: &position, alpha, beta, depth, ply: 0 };
        with_worker(&game, &table, None, |worker| worker.enhanced_cutoff(&node, &moves, left))
    }

    #[test]
    fn a_node_is_settled_by_the_entry_after_a_move() {
        let start = Variant::named("english").unwrap().start_position();
        let won = Some(Score::evaluation(300));
        assert_eq!(cutoff(start, 7, [99, 100], usize::MAX), won);
        assert_eq!(cutoff(start, 8, [99, 100], usize::MAX), None, "not searched so deeply");
        assert_eq!(cutoff(start, 7, [300, 301], usize::MAX), None, "not so good");
        assert_eq!(cutoff(start, 7, [99, 400], usize::MAX), None, "an exact value is wanted");
        assert_eq!(cutoff(start, 7, [99, 100], FAR), None, "a draw is near");
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
        assert_eq!(cutoff(position, 7, [99, 100], usize::MAX), None);
    }
}

//! What is searched less deeply than the rest, or not at all.

use super::alpha_beta::Node;
use super::parameters::{
    FULL_MOVES, LATE_MOVE, REDUCTION_DEPTH, SHALLOW_DEPTH, SHALLOW_MARGIN, SHALLOW_SHARE,
};
use super::worker::Worker;
use crate::position::Move;
use crate::score::Score;

impl Worker<'_> {
    /// The value of a node that need not be searched to its depth, because a shallower search is
    /// far above the window.
    pub fn prune(&mut self, node: &Node) -> Option<Score> {
        if node.is_pv() || !is_open(node.beta) || node.depth < SHALLOW_DEPTH {
            return None;
        }
        self.shallow_cut(node)
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

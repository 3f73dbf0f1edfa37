//! The search of captures beyond the nominal depth.

use super::alpha_beta::Node;
use super::parameters::MAX_PLY;
use super::worker::Worker;
use crate::score::Score;
use damier_rules::movegen::MoveList;
use damier_rules::rules::CaptureDuty;

impl Worker<'_> {
    /// The value of a node when all captures have been made. Where a capture is obligatory nobody
    /// stands pat: the side to move has no other move. Where it is optional the side to move may.
    /// Every step takes a piece off the board, so the lines end by themselves.
    pub fn quiescence(&mut self, node: &Node) -> Score {
        self.count_node();
        self.pv[node.ply].clear();
        let has_capture = self.variant.has_capture(node.position);
        let ends = !has_capture || node.ply >= MAX_PLY || self.stopped || self.hurried;
        let mut best = -Score::INFINITY;
        if ends || self.variant.rules().moves.capture == CaptureDuty::Optional {
            best = self.stand_pat(node, has_capture);
        }
        if ends || best >= node.beta {
            return best;
        }
        let mut alpha = node.alpha.max(best);
        let mut moves = MoveList::new();
        self.variant.captures(node.position, &mut moves);
        moves.sort_by_key(|played| std::cmp::Reverse(played.captured.len()));
        for played in &moves {
            let next = node.position.make(played);
            let score = -self.quiescence(&Node {
                position: &next,
                alpha: -node.beta,
                beta: -alpha,
                depth: 0,
                ply: node.ply + 1,
            });
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= node.beta || self.stopped || self.hurried {
                break;
            }
        }
        best
    }

    /// Whether the other side would capture if it were its turn.
    pub fn is_threatened(&self, node: &Node) -> bool {
        let passed = node.position.with_turn(node.position.turn().opponent());
        self.variant.has_capture(&passed)
    }

    /// The value of a node as it stands.
    fn stand_pat(&mut self, node: &Node, has_capture: bool) -> Score {
        self.leaves.0 += 1;
        self.leaves.1 += node.ply as u64;
        if !has_capture && self.variant.count(node.position) == 0 {
            return Score::loss_in(node.ply);
        }
        self.evaluator.value(node.position, node.ply)
    }
}

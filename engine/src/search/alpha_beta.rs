//! Principal-variation alpha-beta.

use super::Bound;
use super::ordering::pick_next;
use super::parameters::MAX_PLY;
use super::selective::{StaticInfo, reduction};
use super::table::{MoveCode, TtEntry};
use super::worker::{StackFrame, Worker};
use crate::score::Score;
use damier_rules::movegen::MoveList;
use damier_rules::position::{Move, Position};

/// A position to be searched.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub position: &'a Position,
    /// The value already sure for the side to move.
    pub alpha: Score,
    /// The value from which the other side avoids the position.
    pub beta: Score,
    /// Plies to go.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
}

impl Node<'_> {
    /// Whether more than a yes or no is asked for.
    pub fn is_pv(&self) -> bool {
        self.alpha.plus(1) < self.beta
    }

    /// Whether a value found with this node's window is exact or a bound.
    fn bound(&self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

impl<'a> Worker<'a> {
    /// Searches the root's moves from `rank` on and puts the best there; those before it belong to
    /// better lines. The value is exact within the window.
    pub fn search_root(&mut self, rank: usize, alpha: Score, beta: Score) -> Score {
        let position = *self.shared.game.position();
        let mut node = Node { position: &position, alpha, beta, depth: self.depth as i32, ply: 0 };
        // Nodes two plies below compare their evaluation with the root's.
        self.static_info(&node, self.moves[0].played.is_capture(), None);
        let mut best = -Score::INFINITY;
        for index in rank..self.moves.len() {
            let played = self.moves[index].played;
            let score = self.value_of(&node, &played, index - rank, self.moves.len() == 1);
            if self.stopped {
                return best;
            }
            if index > rank && score <= node.alpha {
                continue;
            }
            best = best.max(score);
            if score > alpha || self.moves[index].depth == 0 {
                let bound = if score < beta { Bound::Exact } else { Bound::Lower };
                self.update_root(index, score, bound);
            }
            if index > rank && score > node.alpha {
                self.moves[rank..=index].rotate_right(1);
            }
            node.alpha = node.alpha.max(score);
            if score >= beta {
                break;
            }
        }
        best
    }

    /// Updates value and variation of the root's move at `index`. A move that fails low keeps those
    /// of the last iteration until the window has been opened for it.
    fn update_root(&mut self, index: usize, score: Score, bound: Bound) {
        let root = &mut self.moves[index];
        (root.score, root.bound, root.depth) = (score, bound, self.depth);
        root.line.truncate(1);
        root.line.extend_from_slice(&self.pv[1]);
    }

    /// The value of a node with `depth` plies to go.
    ///
    /// The steps stand in the order of their cost: what settles a node without its moves comes
    /// first, what needs a search of its own last.
    pub fn search(&mut self, node: Node) -> Score {
        self.pv[node.ply].clear();
        // Draws. They come before the table, which does not know the path to a position.
        if self.stopped || self.is_drawn(&node) {
            return Score::DRAW;
        }
        // The horizon: captures are followed until the position is quiet.
        if node.depth <= 0 {
            return self.quiescence(&node);
        }
        self.count_node();
        if node.ply >= MAX_PLY {
            return self.evaluator.value(node.position, node.ply);
        }
        // The transposition table. Moves are generated before the probe: its cache line, prefetched
        // by the parent, arrives meanwhile (`engine/SEARCH.md`, Speed).
        let (key, plies_left) = self.table_key(node.position);
        let mut moves = MoveList::new();
        self.variant.generate(node.position, &mut moves);
        let entry = self.shared.table.probe(key, node.ply);
        if let Some(score) = entry.and_then(|entry| cut(&node, &entry, plies_left)) {
            return score;
        }
        // A side that cannot move has lost.
        if moves.is_empty() {
            return Score::loss_in(node.ply);
        }
        // Reverse futility and ProbCut: most nodes outside the principal variation are far from
        // the window, and a look at the evaluation or a shallow search shows it.
        let info = self.static_info(&node, moves[0].is_capture(), entry.as_ref());
        if let Some(score) = self.prune(&node, &info) {
            return score;
        }
        // Enhanced transposition cutoff: a probe for each move costs less than a search of one.
        if let Some(score) = self.enhanced_cutoff(&node, &moves, plies_left) {
            return score;
        }
        // The first move. ProbCut's search may have stored one where the table had none, which
        // takes the place of internal iterative deepening.
        let entry = entry
            .filter(|entry| entry.best != MoveCode::NONE)
            .or_else(|| self.shared.table.probe(key, node.ply));
        let first = entry.map_or(MoveCode::NONE, |entry| entry.best);
        self.search_moves(key, node, &mut moves, first, &info)
    }

    /// Searches a node's moves, `first` before the others if it is one of them; stores and returns
    /// the value of the best.
    fn search_moves(
        &mut self,
        key: u64,
        mut node: Node,
        moves: &mut MoveList,
        first: MoveCode,
        info: &StaticInfo,
    ) -> Score {
        // ProbCut may have left a variation of its own.
        self.pv[node.ply].clear();
        let mut scores = self.ordering_scores(&node, moves, first);
        let window = node;
        let mut best = (-Score::INFINITY, MoveCode::NONE);
        for index in 0..moves.len() {
            pick_next(moves, &mut scores, index);
            let mark = self.defer_searched(key, &node, moves, &mut scores, index);
            let played = moves[index];
            let score = self.value_of(&node, &played, index, moves.len() == 1);
            if let Some((searched, mark)) = mark {
                searched.end(mark);
            }
            if self.stopped {
                return Score::DRAW;
            }
            if score <= best.0 {
                continue;
            }
            best.0 = score;
            if score > node.alpha {
                best.1 = MoveCode::of(&played);
                node.alpha = score;
                self.update_pv(node.ply, &played);
            }
            if score >= node.beta {
                self.reward(&node, &played, &moves[..index]);
                break;
            }
        }
        let (score, best) = best;
        let best = if best == MoveCode::NONE { first } else { best };
        self.store(key, &window, score, best, info);
        score
    }

    /// The value of the move at this index of the order: by a null window, and reduced at first,
    /// where it is not expected to be best. It is searched again with more depth, then with the
    /// whole window, where it turns out better than expected.
    fn value_of(&mut self, node: &Node, played: &Move, index: usize, only: bool) -> Score {
        let next = node.position.make(played);
        self.shared.table.prefetch(next.key());
        let quiet = !played.is_capture();
        let reversible = quiet && node.position.kings().contains(played.from);
        let before = self.stack[self.stack.len() - 1];
        let counters = self.shared.game.counters();
        self.stack.push(StackFrame {
            key: next.key(),
            reversible: if reversible { before.reversible + 1 } else { 0 },
            counts: counters.next(&before.counts, node.position, played, &next),
            evaluation: None,
        });
        // Only-reply extension: a reply without a choice costs no depth. The limit of twice the
        // nominal depth keeps lines of such replies finite.
        let free = only && node.ply < 2 * self.depth as usize;
        let depth = node.depth - i32::from(!free);
        let child = |alpha: Score, beta: Score, depth: i32| Node {
            position: &next,
            alpha: -beta,
            beta: -alpha,
            depth,
            ply: node.ply + 1,
        };
        let mut score = Score::INFINITY;
        if index > 0 {
            let reduced = depth - reduction(node, played, index);
            score = -self.search(child(node.alpha, node.alpha.plus(1), reduced));
            if score > node.alpha && reduced < depth && !self.stopped {
                score = -self.search(child(node.alpha, node.alpha.plus(1), depth));
            }
        }
        if index == 0 || score > node.alpha && score < node.beta && !self.stopped {
            score = -self.search(child(node.alpha, node.beta, depth));
        }
        self.stack.pop();
        score
    }

    /// Puts `played` in front of the variation found below it.
    fn update_pv(&mut self, ply: usize, played: &Move) {
        let (here, below) = self.pv.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(*played);
        line.extend_from_slice(&below[0]);
    }

    /// Stores a node's value, with the window that it was searched with.
    fn store(&self, key: u64, node: &Node, score: Score, best: MoveCode, info: &StaticInfo) {
        let (depth, bound) = (node.depth as i8, node.bound(score));
        let entry = TtEntry { best, score, depth, bound, evaluation: info.evaluation };
        self.shared.table.store(key, node.ply, &entry);
    }
}

/// The value that the table gives a node, if that settles it. A principal variation is searched
/// all the same, so that it is reported whole. A win further off than the plies left to a draw may
/// be out of reach.
pub(super) fn cut(node: &Node, entry: &TtEntry, plies_left: usize) -> Option<Score> {
    let end = entry.score.end().map_or(0, |end| end.unsigned_abs() as usize);
    if end > node.ply.saturating_add(plies_left) {
        return None;
    }
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= node.beta,
        Bound::Upper => entry.score <= node.alpha,
    };
    (settles && !node.is_pv() && i32::from(entry.depth) >= node.depth).then_some(entry.score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_win_settles_a_node_unless_a_draw_comes_first() {
        let position = Position::start(
            damier_rules::board::Geometry::Eight,
            3,
            damier_rules::position::Side::White,
        );
        let (alpha, beta) = (Score::evaluation(0), Score::evaluation(1));
        let node = Node { position: &position, alpha, beta, depth: 5, ply: 3 };
        let won = |plies| TtEntry {
            best: MoveCode::NONE,
            score: Score::win_in(plies),
            depth: 9,
            bound: Bound::Lower,
            evaluation: None,
        };
        assert_eq!(cut(&node, &won(11), usize::MAX), Some(Score::win_in(11)));
        assert_eq!(cut(&node, &won(11), 8), Some(Score::win_in(11)));
        assert_eq!(cut(&node, &won(11), 7), None);
    }
}

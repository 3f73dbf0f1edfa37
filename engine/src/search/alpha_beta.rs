//! Principal-variation alpha-beta.

use super::Bound;
use super::abdada::{Mark, SearchedMoves};
use super::parameters::{DEFER_DEPTH, MAX_PLY};
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

    /// What a value says that came of this node's window.
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
        // Those below compare theirs with the root's evaluation.
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

    /// Keeps the value and the line of the root's move at `index`. One that fails low keeps those
    /// of the last iteration until the window has been opened for it.
    fn update_root(&mut self, index: usize, score: Score, bound: Bound) {
        let root = &mut self.moves[index];
        (root.score, root.bound, root.depth) = (score, bound, self.depth);
        root.line.truncate(1);
        root.line.extend_from_slice(&self.pv[1]);
    }

    /// The value of a node with `depth` plies to go.
    pub fn search(&mut self, node: Node) -> Score {
        self.pv[node.ply].clear();
        // A draw ends the line before anything else is asked: the table does not know the path.
        if self.stopped || self.is_drawn(&node) {
            return Score::DRAW;
        }
        if node.depth <= 0 {
            return self.quiescence(&node);
        }
        self.count_node();
        if node.ply >= MAX_PLY {
            return self.evaluator.value(node.position, node.ply);
        }
        // The moves are generated before the probe: its cache line, asked for by the parent, comes
        // meanwhile.
        let (key, plies_left) = self.table_key(node.position);
        let mut moves = MoveList::new();
        self.variant.generate(node.position, &mut moves);
        let entry = self.shared.table.probe(key, node.ply);
        if let Some(score) = entry.and_then(|entry| cut(&node, &entry, plies_left)) {
            return score;
        }
        if moves.is_empty() {
            return Score::loss_in(node.ply);
        }
        // Cutoffs without a full search, the cheapest first: reverse futility, ProbCut, ETC.
        let info = self.static_info(&node, moves[0].is_capture(), entry.as_ref());
        if let Some(score) = self.prune(&node, &info) {
            return score;
        }
        if let Some(score) = self.enhanced_cutoff(&node, &moves, plies_left) {
            return score;
        }
        // ProbCut's search may have found a first move where the table had none; it takes the
        // place of internal iterative deepening.
        let entry = entry
            .filter(|entry| entry.best != MoveCode::NONE)
            .or_else(|| self.shared.table.probe(key, node.ply));
        let first = entry.map_or(MoveCode::NONE, |entry| entry.best);
        self.search_moves(key, node, &mut moves, first, &info)
    }

    /// The value of the best of a node's moves, and remembers it; the move `first`, if it is one,
    /// is searched first.
    fn search_moves(
        &mut self,
        key: u64,
        mut node: Node,
        moves: &mut MoveList,
        first: MoveCode,
        info: &StaticInfo,
    ) -> Score {
        // ProbCut may have left a line of its own.
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
        self.remember(key, &window, score, best, info);
        score
    }

    /// Defers the moves that other workers are searching, each once, and marks the one that is left.
    fn defer_searched(
        &self,
        key: u64,
        node: &Node,
        moves: &mut MoveList,
        scores: &mut OrderingScores,
        index: usize,
    ) -> Option<(&'a SearchedMoves, Mark)> {
        let searched =
            self.shared.searched.as_ref().filter(|_| index > 0 && node.depth >= DEFER_DEPTH)?;
        let mark = |played: &Move| Mark::new(key, node.depth, MoveCode::of(played));
        while scores[index] != DEFERRED && searched.contains(mark(&moves[index])) {
            scores[index] = DEFERRED;
            pick_next(moves, scores, index);
        }
        let mark = mark(&moves[index]);
        searched.begin(mark);
        Some((searched, mark))
    }

    /// The value of the move at this index of the order: by a null window, and reduced at first, where
    /// it is not expected to be best.
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
        // A reply without a choice costs no depth, as long as the line has not grown too long.
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

    /// How early to try each move; the greater the earlier.
    fn ordering_scores(&self, node: &Node, moves: &MoveList, first: MoveCode) -> OrderingScores {
        let side = node.position.turn();
        let score = |played: &Move| {
            if MoveCode::of(played) == first {
                return i32::MAX;
            }
            if played.is_capture() {
                let kings = (played.captured & node.position.kings()).len();
                return (1 << 20) + ((played.captured.len() + kings) << 8) as i32;
            }
            self.history.score(side, node.ply, played)
        };
        moves.iter().map(score).collect()
    }

    fn reward(&mut self, node: &Node, best: &Move, tried: &[Move]) {
        if !best.is_capture() {
            self.history.reward(node.position, node.ply, node.depth, best, tried);
        }
    }

    fn update_pv(&mut self, ply: usize, played: &Move) {
        let (here, below) = self.pv.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(*played);
        line.extend_from_slice(&below[0]);
    }

    fn remember(&self, key: u64, node: &Node, score: Score, best: MoveCode, info: &StaticInfo) {
        let (depth, bound) = (node.depth as i8, node.bound(score));
        let entry = TtEntry { best, score, depth, bound, evaluation: info.evaluation };
        self.shared.table.store(key, node.ply, &entry);
    }
}

/// The score of a deferred move.
const DEFERRED: i32 = i32::MIN;

/// Ordering scores of moves, in the order of the list; the greatest is searched first.
type OrderingScores = smallvec::SmallVec<[i32; 48]>;

/// The value that the table gives a node, if that settles it. A win that lies further off than
/// the plies left to a draw may not be had.
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

/// The move picker: puts the move with the greatest score from `index` on there. A full sort would
/// order moves that a cutoff leaves unsearched.
fn pick_next(moves: &mut MoveList, scores: &mut OrderingScores, index: usize) {
    let rest = scores.iter().enumerate().skip(index);
    // The first of equals, so that the order does not depend on what was swapped before.
    let best = rest.max_by_key(|&(at, &score)| (score, std::cmp::Reverse(at)));
    if let Some((best, _)) = best {
        moves.swap(index, best);
        scores.swap(index, best);
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::TranspositionTable;
    use super::super::worker::with_worker;
    use super::*;
    use damier_rules::game::Game;
    use damier_rules::variant::Variant;

    #[test]
    fn a_known_win_settles_a_node_unless_a_draw_comes_first() {
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

    #[test]
    fn moves_that_other_workers_are_at_are_put_off_once() {
        let game = Game::new(Variant::named("italian").unwrap());
        let table = TranspositionTable::new(1 << 16).unwrap();
        let (position, key, depth) = (*game.position(), game.position().key(), DEFER_DEPTH);
        let mut moves = game.legal_moves();
        let before = moves.clone();
        let searched = SearchedMoves::new();
        for taken in &before[1..3] {
            searched.begin(Mark::new(key, depth, MoveCode::of(taken)));
        }
        let (alpha, beta) = (Score::evaluation(0), Score::evaluation(1));
        let node = Node { position: &position, alpha, beta, depth, ply: 0 };
        with_worker(&game, &table, Some(searched), |worker| {
            let mut scores: OrderingScores = (0..moves.len() as i32).map(|index| -index).collect();
            let mut order = Vec::new();
            for index in 0..moves.len() {
                pick_next(&mut moves, &mut scores, index);
                let mark = worker.defer_searched(key, &node, &mut moves, &mut scores, index);
                assert_eq!(mark.is_some(), index > 0, "a first move is not shared");
                order.push(moves[index]);
            }
            let (others, put_off) = order.split_at(order.len() - 2);
            assert_eq!(others, [&before[..1], &before[3..]].concat());
            assert!(before[1..3].iter().all(|taken| put_off.contains(taken)));
        });
    }
}

//! Principal-variation alpha-beta.

use super::Bound;
use super::busy::{Busy, Mark};
use super::parameters::{BUSY_DEPTH, MAX_PLY};
use super::selective::{Facts, reduction};
use super::table::{Known, MoveCode};
use super::worker::{Step, Worker};
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
    /// Searches the root's moves from place `rank` on and puts the best in that place; those
    /// before it are taken by better lines. The value is exact within the window.
    pub fn search_root(&mut self, rank: usize, alpha: Score, beta: Score) -> Score {
        let position = *self.shared.game.position();
        let mut node = Node { position: &position, alpha, beta, depth: self.depth as i32, ply: 0 };
        // Those below compare theirs with the root's evaluation.
        self.assess(&node, self.moves[0].played.is_capture(), None);
        let mut best = -Score::INFINITY;
        for place in rank..self.moves.len() {
            let played = self.moves[place].played;
            let score = self.value_of(&node, &played, place - rank, self.moves.len() == 1);
            if self.stopped {
                return best;
            }
            if place > rank && score <= node.alpha {
                continue;
            }
            best = best.max(score);
            if score > alpha || self.moves[place].depth == 0 {
                let bound = if score < beta { Bound::Exact } else { Bound::Lower };
                self.take_line(place, score, bound);
            }
            if place > rank && score > node.alpha {
                self.moves[rank..=place].rotate_right(1);
            }
            node.alpha = node.alpha.max(score);
            if score >= beta {
                break;
            }
        }
        best
    }

    /// Keeps the value and the line of the root's move at `place`. One that fails low keeps those
    /// of the last iteration until the window has been opened for it.
    fn take_line(&mut self, place: usize, score: Score, bound: Bound) {
        let known = &mut self.moves[place];
        (known.score, known.bound, known.depth) = (score, bound, self.depth);
        known.line.truncate(1);
        known.line.extend_from_slice(&self.lines[1]);
    }

    /// The value of a node with `depth` plies to go.
    pub fn search(&mut self, node: Node) -> Score {
        self.lines[node.ply].clear();
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
        let (key, plies_left) = self.table_key(node.position);
        // The table's line comes while the moves are generated.
        let mut moves = MoveList::new();
        self.variant.generate(node.position, &mut moves);
        let known = self.shared.table.probe(key, node.ply);
        if let Some(score) = known.and_then(|known| cut(&node, &known, plies_left)) {
            return score;
        }
        if moves.is_empty() {
            return Score::loss_in(node.ply);
        }
        let facts = self.assess(&node, moves[0].is_capture(), known.as_ref());
        if let Some(score) = self.prune(&node, &facts) {
            return score;
        }
        if let Some(score) = self.known_cut(&node, &moves, plies_left) {
            return score;
        }
        // Where nothing was known, the shallower search may have found a move.
        let known = known
            .filter(|known| known.best != MoveCode::NONE)
            .or_else(|| self.shared.table.probe(key, node.ply));
        let first = known.map_or(MoveCode::NONE, |known| known.best);
        self.search_moves(key, node, &mut moves, first, &facts)
    }

    /// The value of the best of a node's moves, and remembers it; the move `first`, if it is one,
    /// is searched first.
    fn search_moves(
        &mut self,
        key: u64,
        mut node: Node,
        moves: &mut MoveList,
        first: MoveCode,
        facts: &Facts,
    ) -> Score {
        // A shallower search of the node may have left its line.
        self.lines[node.ply].clear();
        let mut weights = self.weights(&node, moves, first);
        let window = node;
        let mut best = (-Score::INFINITY, MoveCode::NONE);
        for place in 0..moves.len() {
            bring_forward(moves, &mut weights, place);
            let mark = self.take_on(key, &node, moves, &mut weights, place);
            let played = moves[place];
            let score = self.value_of(&node, &played, place, moves.len() == 1);
            if let Some((busy, mark)) = mark {
                busy.end(mark);
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
                self.keep_line(node.ply, &played);
            }
            if score >= node.beta {
                self.reward(&node, &played, &moves[..place]);
                break;
            }
        }
        let (score, best) = best;
        let best = if best == MoveCode::NONE { first } else { best };
        self.remember(key, &window, score, best, facts);
        score
    }

    /// Puts off the moves that other workers are at, each once, and marks the one that is left.
    fn take_on(
        &self,
        key: u64,
        node: &Node,
        moves: &mut MoveList,
        weights: &mut MoveWeights,
        place: usize,
    ) -> Option<(&'a Busy, Mark)> {
        let busy = self.shared.busy.as_ref().filter(|_| place > 0 && node.depth >= BUSY_DEPTH)?;
        let mark = |played: &Move| Mark::new(key, node.depth, MoveCode::of(played));
        while weights[place] != PUT_OFF && busy.contains(mark(&moves[place])) {
            weights[place] = PUT_OFF;
            bring_forward(moves, weights, place);
        }
        let mark = mark(&moves[place]);
        busy.begin(mark);
        Some((busy, mark))
    }

    /// The value of the move in a place of the order, by a null window and reduced at first where
    /// it is not expected to be best.
    fn value_of(&mut self, node: &Node, played: &Move, place: usize, only: bool) -> Score {
        let next = node.position.make(played);
        self.shared.table.expect(next.key());
        let quiet = !played.is_capture();
        let reversible = quiet && node.position.kings().contains(played.from);
        let before = self.path[self.path.len() - 1];
        let counters = self.shared.game.counters();
        self.path.push(Step {
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
        if place > 0 {
            let reduced = depth - reduction(node, played, place);
            score = -self.search(child(node.alpha, node.alpha.plus(1), reduced));
            if score > node.alpha && reduced < depth && !self.stopped {
                score = -self.search(child(node.alpha, node.alpha.plus(1), depth));
            }
        }
        if place == 0 || score > node.alpha && score < node.beta && !self.stopped {
            score = -self.search(child(node.alpha, node.beta, depth));
        }
        self.path.pop();
        score
    }

    /// How early to try each move; the greater the earlier.
    fn weights(&self, node: &Node, moves: &MoveList, first: MoveCode) -> MoveWeights {
        let side = node.position.turn();
        let weigh = |played: &Move| {
            if MoveCode::of(played) == first {
                return i32::MAX;
            }
            if played.is_capture() {
                let kings = (played.captured & node.position.kings()).len();
                return (1 << 20) + ((played.captured.len() + kings) << 8) as i32;
            }
            self.history.weight(side, node.ply, played)
        };
        moves.iter().map(weigh).collect()
    }

    fn reward(&mut self, node: &Node, best: &Move, tried: &[Move]) {
        if !best.is_capture() {
            self.history.reward(node.position, node.ply, node.depth, best, tried);
        }
    }

    fn keep_line(&mut self, ply: usize, played: &Move) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(*played);
        line.extend_from_slice(&below[0]);
    }

    fn remember(&self, key: u64, node: &Node, score: Score, best: MoveCode, facts: &Facts) {
        let (depth, bound) = (node.depth as i8, node.bound(score));
        let known = Known { best, score, depth, bound, evaluation: facts.evaluation };
        self.shared.table.store(key, node.ply, &known);
    }
}

/// The weight of a move that another worker was at.
const PUT_OFF: i32 = i32::MIN;

/// Weights of moves, in their order.
type MoveWeights = smallvec::SmallVec<[i32; 48]>;

/// The value that the table gives a node, if that settles it. A win that lies further off than
/// the plies left to a draw may not be had.
pub(super) fn cut(node: &Node, known: &Known, plies_left: usize) -> Option<Score> {
    let end = known.score.end().map_or(0, |end| end.unsigned_abs() as usize);
    if end > node.ply.saturating_add(plies_left) {
        return None;
    }
    let settles = match known.bound {
        Bound::Exact => true,
        Bound::Lower => known.score >= node.beta,
        Bound::Upper => known.score <= node.alpha,
    };
    (settles && !node.is_pv() && i32::from(known.depth) >= node.depth).then_some(known.score)
}

/// Puts the weightiest of the moves from `place` on in that place.
fn bring_forward(moves: &mut MoveList, weights: &mut MoveWeights, place: usize) {
    let rest = weights.iter().enumerate().skip(place);
    // The first of equals, so that the order does not depend on what was swapped before.
    let best = rest.max_by_key(|&(at, &weight)| (weight, std::cmp::Reverse(at)));
    if let Some((best, _)) = best {
        moves.swap(place, best);
        weights.swap(place, best);
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Table;
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
        let won = |plies| Known {
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
        let table = Table::new(1 << 16).unwrap();
        let (position, key, depth) = (*game.position(), game.position().key(), BUSY_DEPTH);
        let mut moves = game.legal_moves();
        let before = moves.clone();
        let busy = Busy::new();
        for taken in &before[1..3] {
            busy.begin(Mark::new(key, depth, MoveCode::of(taken)));
        }
        let (alpha, beta) = (Score::evaluation(0), Score::evaluation(1));
        let node = Node { position: &position, alpha, beta, depth, ply: 0 };
        with_worker(&game, &table, Some(busy), |worker| {
            let mut weights: MoveWeights = (0..moves.len() as i32).map(|place| -place).collect();
            let mut order = Vec::new();
            for place in 0..moves.len() {
                bring_forward(&mut moves, &mut weights, place);
                let mark = worker.take_on(key, &node, &mut moves, &mut weights, place);
                assert_eq!(mark.is_some(), place > 0, "a first move is not shared");
                order.push(moves[place]);
            }
            let (others, put_off) = order.split_at(order.len() - 2);
            assert_eq!(others, [&before[..1], &before[3..]].concat());
            assert!(before[1..3].iter().all(|taken| put_off.contains(taken)));
        });
    }
}

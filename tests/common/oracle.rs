//! A slow generator of moves to hold the engine's against: written from the rule books, with plain
//! lists and every path followed to its end.

use std::collections::BTreeSet;

use damier_rules::position::{Position, Rank};
use damier_rules::rules::{CaptureDuty, Crowning, KingRange, MoveRules};

use super::oracle_board::{Board, Cell, DIAGONALS, Played, Step};
use super::oracle_precedence::best;

/// Jumps that the oracle looks at before it gives a position up: paths explode where flying kings
/// meet many loose pieces.
pub const BUDGET: usize = 400_000;

/// One path of a capture, complete.
#[derive(Clone, Debug)]
pub struct Path {
    pub from: Cell,
    pub to: Cell,
    /// The pieces taken, in order.
    pub jumped_pieces: Vec<(Cell, Rank)>,
    /// What the piece was before the move.
    pub rank: Rank,
    pub crowned: bool,
}

/// A jump: the piece taken and the cells on which the capturing piece may land.
struct Jump {
    jumped_piece: (Cell, Rank),
    landings: Vec<Cell>,
}

/// A capture under way.
#[derive(Clone)]
struct Leg {
    at: Cell,
    rank: Rank,
    jumped_pieces: Vec<(Cell, Rank)>,
    crowned: bool,
}

struct Search<'a> {
    rules: &'a MoveRules,
    /// Without the capturing piece: its origin counts as empty. Taken pieces still stand.
    board: Board,
    from: Cell,
    rank: Rank,
    budget: &'a mut usize,
    found: Vec<Path>,
}

impl Search<'_> {
    fn jumps(&mut self, leg: &Leg) -> Vec<Jump> {
        let steps = DIAGONALS.into_iter();
        let jumps: Vec<Jump> = steps.filter_map(|step| self.jump(leg, step)).collect();
        *self.budget = self.budget.saturating_sub(1 + jumps.len());
        jumps
    }

    fn jump(&self, leg: &Leg, step: Step) -> Option<Jump> {
        let man = leg.rank == Rank::Man;
        let backward = step.0 != Board::forward(self.board.turn);
        if man && backward && !self.rules.men_capture_backward {
            return None;
        }
        let flying = !man && self.rules.king == KingRange::Flying;
        let mut cell = self.board.next(leg.at, step)?;
        while flying && self.board.at(cell).is_none() {
            cell = self.board.next(cell, step)?;
        }
        let (side, rank) = self.board.at(cell)?;
        let taken = leg.jumped_pieces.iter().any(|&(jumped_piece, _)| jumped_piece == cell);
        let barred = man && rank == Rank::King && !self.rules.men_capture_kings;
        if side == self.board.turn || taken || barred {
            return None;
        }
        let landings = self.landings(cell, step, flying);
        (!landings.is_empty()).then_some(Jump { jumped_piece: (cell, rank), landings })
    }

    fn landings(&self, jumped_piece: Cell, step: Step, flying: bool) -> Vec<Cell> {
        let mut landings = Vec::new();
        let mut next = self.board.next(jumped_piece, step);
        while let Some(cell) = next.filter(|&cell| self.board.at(cell).is_none()) {
            landings.push(cell);
            next = if flying { self.board.next(cell, step) } else { None };
        }
        landings
    }

    /// The capture after this jump, on one of its landings.
    fn land(&self, leg: &Leg, jump: &Jump, at: Cell) -> Leg {
        let mut next = leg.clone();
        next.at = at;
        next.jumped_pieces.push(jump.jumped_piece);
        let reached = next.rank == Rank::Man && self.board.crowns(at);
        if reached && self.rules.crowning != Crowning::Rest {
            next.crowned = true;
            next.rank = Rank::King;
        }
        next
    }

    /// Whether the move is over because a man has reached the last row.
    fn is_over(&self, leg: &Leg) -> bool {
        leg.crowned && self.rules.crowning == Crowning::Ends
    }

    fn goes_on(&mut self, leg: &Leg) -> bool {
        !self.is_over(leg) && !self.jumps(leg).is_empty()
    }

    fn follow(&mut self, leg: &Leg) {
        if *self.budget == 0 {
            return;
        }
        let jumps = if self.is_over(leg) { Vec::new() } else { self.jumps(leg) };
        if !leg.jumped_pieces.is_empty() && (jumps.is_empty() || self.rules.break_off) {
            let rests = leg.rank == Rank::Man && self.board.crowns(leg.at);
            self.found.push(Path {
                from: self.from,
                to: leg.at,
                jumped_pieces: leg.jumped_pieces.clone(),
                rank: self.rank,
                crowned: leg.crowned || rests,
            });
        }
        for jump in jumps {
            let legs: Vec<Leg> =
                jump.landings.iter().map(|&at| self.land(leg, &jump, at)).collect();
            let on: Vec<bool> = legs.iter().map(|leg| self.goes_on(leg)).collect();
            let must = on.contains(&true) && !self.rules.break_off;
            for (leg, on) in legs.iter().zip(on) {
                if on || !must {
                    self.follow(leg);
                }
            }
        }
    }
}

/// Every complete path of every capture, before precedence; `None` when the budget is used up.
pub fn paths(rules: &MoveRules, board: &Board, budget: &mut usize) -> Option<Vec<Path>> {
    let mut all = Vec::new();
    for (from, rank) in board.own() {
        let mut without = board.clone();
        without.put(from, None);
        let mut search = Search { rules, board: without, from, rank, budget, found: Vec::new() };
        search.follow(&Leg { at: from, rank, jumped_pieces: Vec::new(), crowned: false });
        all.append(&mut search.found);
    }
    (*budget > 0).then_some(all)
}

fn quiet(rules: &MoveRules, board: &Board) -> Vec<Played> {
    let mut moves = Vec::new();
    for (from, rank) in board.own() {
        for step in DIAGONALS {
            let man = rank == Rank::Man;
            if man && step.0 != Board::forward(board.turn) {
                continue;
            }
            let mut next = board.next(from, step);
            while let Some(to) = next.filter(|&to| board.at(to).is_none()) {
                let crowned = man && board.crowns(to);
                moves.push(Played { from, to, captured: Vec::new(), crowned });
                let flies = !man && rules.king == KingRange::Flying;
                next = if flies { board.next(to, step) } else { None };
            }
        }
    }
    moves
}

/// The legal moves, paid for from the budget; `None` when it is used up.
pub fn legal_within(
    rules: &MoveRules,
    board: &Board,
    budget: &mut usize,
) -> Option<BTreeSet<Played>> {
    let paths = paths(rules, board, budget)?;
    let mut moves: BTreeSet<Played> = best(rules, paths)
        .into_iter()
        .map(|path| {
            let mut captured: Vec<Cell> =
                path.jumped_pieces.iter().map(|&(cell, _)| cell).collect();
            captured.sort_unstable();
            Played { from: path.from, to: path.to, captured, crowned: path.crowned }
        })
        .collect();
    if moves.is_empty() || rules.capture == CaptureDuty::Optional {
        moves.extend(quiet(rules, board));
    }
    Some(moves)
}

/// The legal moves of an engine's position; `None` when the budget is used up.
pub fn legal(rules: &MoveRules, position: &Position) -> Option<BTreeSet<Played>> {
    legal_within(rules, &Board::of(rules.geometry, position), &mut { BUDGET })
}

/// The number of games of `depth` plies.
///
/// # Panics
/// When a position is too much for the oracle.
pub fn perft(rules: &MoveRules, board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_within(rules, board, &mut { BUDGET }).expect("few paths");
    moves.iter().map(|played| perft(rules, &board.after(played), depth - 1)).sum()
}

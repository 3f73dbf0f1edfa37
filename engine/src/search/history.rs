//! Which moves have been good: killers of each ply and a history of all moves.

use super::parameters::{HISTORY_LIMIT, MAX_PLY};
use super::table::MoveCode;
use damier_rules::position::{Move, Position, Side};

/// What one worker has learnt about moves.
pub(super) struct History {
    killers: Vec<[MoveCode; 2]>,
    /// By side, origin and destination.
    quiet: Vec<i16>,
}

impl History {
    pub fn new() -> History {
        History { killers: vec![[MoveCode::NONE; 2]; MAX_PLY + 1], quiet: vec![0; 2 << 12] }
    }

    /// Forgets killers and halves the history: another move of the same game.
    pub fn fade(&mut self) {
        self.killers.fill([MoveCode::NONE; 2]);
        self.quiet.iter_mut().for_each(|score| *score /= 2);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = History::new();
    }

    fn index(side: Side, played: &Move) -> usize {
        side.index() << 12 | played.from.index() << 6 | played.to.index()
    }

    /// How much a quiet move is worth trying early.
    pub fn score(&self, side: Side, ply: usize, played: &Move) -> i32 {
        let code = MoveCode::of(played);
        let killer = match self.killers[ply.min(MAX_PLY)].iter().position(|&known| known == code) {
            Some(0) => 2 * HISTORY_LIMIT,
            Some(_) => HISTORY_LIMIT + 1,
            None => 0,
        };
        killer + i32::from(self.quiet[History::index(side, played)])
    }

    /// A quiet move has been refuted by none: it goes up, those tried before it go down.
    pub fn reward(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        best: &Move,
        tried: &[Move],
    ) {
        let code = MoveCode::of(best);
        let killers = &mut self.killers[ply.min(MAX_PLY)];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let bonus = (depth * depth).min(400) * 4;
        let side = position.turn();
        self.change(side, best, bonus);
        for other in tried {
            self.change(side, other, -bonus);
        }
    }

    fn change(&mut self, side: Side, played: &Move, bonus: i32) {
        let score = &mut self.quiet[History::index(side, played)];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}

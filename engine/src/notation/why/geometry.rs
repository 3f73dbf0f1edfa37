//! What on the board is in the way, where no rule of the game forbids a move.

use super::case::Case;
use crate::board::{Square, SquareSet};
use crate::notation::refusal::Reason;

impl Case<'_> {
    /// What on the board is in the way of the first step that cannot be.
    pub(super) fn geometry(&self) -> Reason {
        let attempt = self.attempt;
        let mut from = attempt.from;
        for &to in attempt.stops().iter().chain([&attempt.to()]) {
            if let Some(reason) = self.leg(from, to) {
                return reason;
            }
            from = to;
        }
        Reason::NoSuchMove(self.name(attempt.from))
    }

    fn leg(&self, from: Square, to: Square) -> Option<Reason> {
        let position = self.position;
        let names = (self.name(from), self.name(to));
        if position.occupied().contains(to) && to != self.attempt.from {
            return Some(Reason::Occupied(names.1));
        }
        if from == to {
            return None;
        }
        let several_jumps = self.attempt.capture == Some(true) && self.attempt.others.len() == 1;
        let Some(between) = self.between(from, to) else {
            return (!several_jumps).then_some(Reason::NotDiagonal { from: names.0, to: names.1 });
        };
        let occupied: Vec<bool> =
            between.iter().map(|&square| position.occupied().contains(square)).collect();
        let own: SquareSet =
            between.iter().copied().filter(|&square| position.own().contains(square)).collect();
        if let Some(square) = own.first().filter(|&square| square != self.attempt.from) {
            Some(Reason::OwnPieceInTheWay(self.name(square)))
        } else if occupied.windows(2).any(|pair| pair == [true, true]) {
            Some(Reason::TwoInTheWay { from: names.0, to: names.1 })
        } else if self.attempt.capture == Some(true) && !occupied.contains(&true) {
            Some(Reason::NothingToTake { from: names.0, to: names.1 })
        } else {
            None
        }
    }

    /// The squares between two on one diagonal.
    pub(super) fn between(&self, from: Square, to: Square) -> Option<Vec<Square>> {
        let geometry = self.rules.moves.geometry;
        let (row, last_row) = (geometry.row_of(from), geometry.row_of(to));
        let (column, last_column) = (geometry.column_of(from), geometry.column_of(to));
        let distance = row.abs_diff(last_row);
        if distance == 0 || distance != column.abs_diff(last_column) {
            return None;
        }
        let towards = |start: usize, end: usize, steps: usize| {
            if end > start { start + steps } else { start - steps }
        };
        let square =
            |steps| geometry.at(towards(row, last_row, steps), towards(column, last_column, steps));
        Some((1..distance).filter_map(square).collect())
    }
}

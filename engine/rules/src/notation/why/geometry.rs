//! What on the board is in the way, where no rule of the game forbids a move.

use super::Reason;
use super::diagnosis::Diagnosis;
use crate::board::{Square, SquareSet};

impl Diagnosis<'_> {
    /// What on the board is in the way of the first step that cannot be.
    pub(super) fn geometry(&self) -> Reason {
        let move_text = self.move_text;
        let mut from = move_text.from;
        let mut taken = SquareSet::EMPTY;
        for &to in move_text.stops().iter().chain([&move_text.to()]) {
            if let Some(reason) = self.leg(from, to, taken) {
                return reason;
            }
            let crossed: SquareSet = self.between(from, to).into_iter().flatten().collect();
            taken |= crossed & self.position.enemy();
            from = to;
        }
        Reason::NoSuchMove(self.name(move_text.from))
    }

    /// Why the piece cannot go from one square to the next; `taken` was taken on earlier legs.
    fn leg(&self, from: Square, to: Square, taken: SquareSet) -> Option<Reason> {
        let occupied = self.standing(self.position.occupied());
        if taken.contains(to) {
            return Some(Reason::TakenInTheWay(self.name(to)));
        }
        if occupied.contains(to) {
            return Some(Reason::Occupied(self.name(to)));
        }
        if from == to {
            return None;
        }
        let several_jumps = self.move_text.capture == Some(true) && self.move_text.rest.len() == 1;
        match self.between(from, to) {
            Some(between) => self.on_the_way(from, to, &between, taken),
            None if several_jumps => None,
            None => Some(Reason::NotDiagonal { from: self.name(from), to: self.name(to) }),
        }
    }

    /// What forbids to cross the squares between two on one diagonal.
    fn on_the_way(
        &self,
        from: Square,
        to: Square,
        between: &[Square],
        taken: SquareSet,
    ) -> Option<Reason> {
        let names = || (self.name(from), self.name(to));
        let occupied = self.standing(self.position.occupied());
        let friends = self.standing(self.position.own());
        let first = |set: SquareSet| between.iter().copied().find(|&square| set.contains(square));
        let behind_each_other =
            between.windows(2).find(|pair| pair.iter().all(|&square| occupied.contains(square)));
        if let Some(square) = first(friends) {
            Some(Reason::OwnPieceInTheWay(self.name(square)))
        } else if let Some(pair) = behind_each_other {
            let dead = pair.iter().copied().find(|&square| taken.contains(square));
            Some(dead.map_or_else(
                || Reason::TwoInTheWay { from: names().0, to: names().1 },
                |square| Reason::TakenInTheWay(self.name(square)),
            ))
        } else if let Some(square) = first(taken) {
            Some(Reason::JumpedTwice(self.name(square)))
        } else if self.move_text.capture == Some(true) && first(occupied).is_none() {
            Some(Reason::NothingToTake { from: names().0, to: names().1 })
        } else {
            None
        }
    }

    /// The pieces of a set that stand while this one moves, which has left its square.
    fn standing(&self, pieces: SquareSet) -> SquareSet {
        pieces.without(self.move_text.from.set())
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

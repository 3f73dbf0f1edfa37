//! Distances to wins by retrograde analysis: exact, and sharing only the move generator with the
//! search.

use std::collections::HashMap;

use damier_rules::board::{Square, SquareSet};
use damier_rules::movegen::MoveList;
use damier_rules::position::{Position, Side};
use damier_rules::variant::Variant;

/// How many men and kings White has, then Black.
type Material = [usize; 4];

/// The value of a position that is not decided, or not yet.
const OPEN: u8 = 0;

/// In a position's successors: what follows is a value, not the place of a position.
const VALUE: u32 = 1 << 31;

/// Knows every position of a game with few pieces, as far as it has been asked for them.
pub struct Oracle {
    variant: Variant,
    squares: Vec<Square>,
    /// Each square's place in `squares`, by its index.
    places: [usize; 64],
    /// For each material the plies to the end and one, by the place of the position; [`OPEN`] for
    /// positions without an end. Odd plies are a win for the side to move, even ones a loss.
    tables: HashMap<Material, Vec<u8>>,
}

impl Oracle {
    /// An oracle that knows nothing yet.
    pub fn new(variant: Variant) -> Oracle {
        let squares: Vec<Square> = variant.rules().moves.geometry.all().into_iter().collect();
        let mut places = [0; 64];
        for (place, square) in squares.iter().enumerate() {
            places[square.index()] = place;
        }
        Oracle { variant, squares, places, tables: HashMap::new() }
    }

    /// The plies to the end with best play when the position is decided: positive when the side to
    /// move wins, zero or negative when it loses. Both sides must have a piece; draw counters are not
    /// seen.
    pub fn end(&mut self, position: &Position) -> Option<i32> {
        let material = material(position);
        self.solve(material);
        let value = self.tables.get(&material)?[self.place(position)];
        let plies = i32::from(value) - 1;
        (value != OPEN).then_some(if plies % 2 == 1 { plies } else { -plies })
    }

    /// Solves all positions of a material, and first those that captures and crowning lead to.
    fn solve(&mut self, material: Material) {
        if self.tables.contains_key(&material) || !has_both_sides(&material) {
            return;
        }
        for piece in 0..4 {
            let mut next = material;
            if next[piece] == 0 {
                continue;
            }
            next[piece] -= 1;
            self.solve(next);
            if piece % 2 == 0 {
                next[piece + 1] += 1;
                self.solve(next);
            }
        }
        let table = self.table(material);
        self.tables.insert(material, table);
    }

    /// The table of a material: ply after ply, what is decided by what was decided before.
    fn table(&self, material: Material) -> Vec<u8> {
        let pieces: usize = material.iter().sum();
        let mut table = vec![OPEN; 2 * self.squares.len().pow(pieces as u32)];
        let (mut undecided, mut successors) = (Vec::new(), Vec::new());
        let mut moves = MoveList::new();
        let mut latest = 0;
        for place in 0..table.len() {
            let Some(position) = self.position(material, place) else { continue };
            let first = successors.len();
            moves.clear();
            self.variant.generate(&position, &mut moves);
            for played in &moves {
                let next = self.successor(material, &position.make(played));
                latest = latest.max(if next & VALUE == 0 { 0 } else { next & !VALUE });
                successors.push(next);
            }
            undecided.push((place, first, successors.len()));
        }
        for plies in 0..u8::MAX - 1 {
            let known = |&next: &u32, table: &[u8]| {
                let value =
                    if next & VALUE == 0 { table[next as usize] } else { (next & !VALUE) as u8 };
                // What ends later than this ply is of no use yet.
                (value != OPEN && value <= plies).then_some(value)
            };
            let mut decided = Vec::new();
            undecided.retain(|&(place, first, end)| {
                let mut next = successors[first..end].iter().map(|next| known(next, &table));
                let ends = if plies % 2 == 1 {
                    next.any(|value| value.is_some_and(|value| value % 2 == 1))
                } else {
                    next.all(|value| value.is_some_and(|value| value % 2 == 0))
                };
                if ends {
                    decided.push(place);
                }
                !ends
            });
            if decided.is_empty() && u32::from(plies) > latest + 2 {
                break;
            }
            decided.into_iter().for_each(|place| table[place] = plies + 1);
        }
        table
    }

    /// The place of the position after a move, or its value where the material has changed.
    fn successor(&self, before: Material, position: &Position) -> u32 {
        let material = material(position);
        if material == before {
            return self.place(position) as u32;
        }
        // A side without pieces has lost.
        let table = self.tables.get(&material);
        VALUE | table.map_or(1, |table| u32::from(table[self.place(position)]))
    }

    /// The place of a position in its material's table.
    fn place(&self, position: &Position) -> usize {
        let turn = usize::from(position.turn() == Side::Black);
        let squares = groups(position).into_iter().flatten();
        squares.fold(turn, |place, at| place * self.squares.len() + self.places[at.index()])
    }

    /// The position of a place, if there is one: each group of pieces in order of their squares.
    fn position(&self, material: Material, mut place: usize) -> Option<Position> {
        let geometry = self.variant.rules().moves.geometry;
        let mut sets = [SquareSet::EMPTY; 4];
        let mut occupied = SquareSet::EMPTY;
        for group in (0..4).rev() {
            let mut above = self.squares.len();
            for _ in 0..material[group] {
                let at = place % self.squares.len();
                let square = self.squares[at].set();
                if at >= above || (occupied & square).any() {
                    return None;
                }
                sets[group] |= square;
                occupied |= square;
                (above, place) = (at, place / self.squares.len());
            }
        }
        let turn = if place == 0 { Side::White } else { Side::Black };
        let [white, black] = [sets[0] | sets[1], sets[2] | sets[3]];
        Position::new(geometry, white, black, sets[1] | sets[3], turn).ok()
    }
}

fn groups(position: &Position) -> [SquareSet; 4] {
    let [white, black] = Side::BOTH.map(|side| [position.men_of(side), position.kings_of(side)]);
    [white[0], white[1], black[0], black[1]]
}

fn material(position: &Position) -> Material {
    groups(position).map(SquareSet::len)
}

fn has_both_sides(material: &Material) -> bool {
    material[0] + material[1] > 0 && material[2] + material[3] > 0
}

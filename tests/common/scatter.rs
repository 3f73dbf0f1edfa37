//! Positions at random from a seed, for searches that proptest's strategies are too slow for.

use damier_engine::board::{Geometry, SquareSet};
use damier_engine::position::{Position, Side};

/// A small generator of numbers, the same on every machine (Marsaglia's xorshift).
pub struct Dice(u64);

impl Dice {
    /// The dice of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}

/// About `pieces` pieces, `kings` in a hundred of them kings, no man on its crown row.
pub fn position(dice: &mut Dice, geometry: Geometry, pieces: usize, kings: usize) -> Position {
    let mut sides = [SquareSet::EMPTY; 2];
    let mut crowned = SquareSet::EMPTY;
    for square in geometry.all() {
        if dice.below(geometry.squares()) >= pieces {
            continue;
        }
        let side = Side::BOTH[dice.below(2)];
        sides[side.index()] |= square.set();
        if dice.below(100) < kings || side.crown_row(geometry).contains(square) {
            crowned |= square.set();
        }
    }
    Position::new(sides[0], sides[1], crowned, Side::BOTH[dice.below(2)])
}

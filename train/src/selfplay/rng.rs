//! The random numbers of one game.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Randomness that depends on the seed and the game's number alone.
pub(super) struct SeededRng(Xoshiro256PlusPlus);

impl SeededRng {
    /// Those of a game.
    pub fn of(seed: u64, game: u32) -> SeededRng {
        // Drawn from the seed first: seeds that lie near each other share no games.
        let own = Xoshiro256PlusPlus::seed_from_u64(seed).next_u64();
        SeededRng(Xoshiro256PlusPlus::seed_from_u64(own ^ u64::from(game)))
    }

    /// A number below `limit`, 0 when that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.0.next_u64()) * limit as u128) >> 64) as usize
    }

    /// One of the items, `None` when there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

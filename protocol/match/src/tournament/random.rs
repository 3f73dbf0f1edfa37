//! Randomness by seed: what is drawn depends on the match's seed and on what it is drawn for, and
//! on nothing that was drawn before.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// What random numbers are for; each has a sequence of its own.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stream {
    /// The openings of the match's n-th game of draughts.
    Openings(usize),
}

impl Stream {
    /// The sequence under this seed.
    pub fn of(self, seed: u64) -> Xoshiro256PlusPlus {
        /// 2⁶⁴ divided by the golden ratio: multiples of it lie far apart.
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        let Stream::Openings(number) = self;
        Xoshiro256PlusPlus::seed_from_u64(seed ^ (number as u64 + 1).wrapping_mul(GOLDEN))
    }
}

/// A number below `limit`, 0 when that is 0; its bias is below 2⁻³² for the limits that occur.
pub(super) fn below(random: &mut Xoshiro256PlusPlus, limit: usize) -> usize {
    ((u128::from(random.next_u64()) * limit as u128) >> 64) as usize
}

/// Puts the items in random order (Fisher and Yates).
pub(super) fn shuffle<T>(items: &mut [T], random: &mut Xoshiro256PlusPlus) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(random, last + 1));
    }
}

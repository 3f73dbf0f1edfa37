//! Random draws that never change: what was drawn with a seed can be drawn again.
//!
//! The openings of a match, the order of ballots, the games of self-play and the batches of a
//! training follow from a seed that their files record, and a later program must go on with them.
//! The crate `rand` may draw other numbers in any minor version, so it is not used for these.

use rand_xoshiro::rand_core::Rng;

/// A number below `limit`, 0 when that is 0. Its bias is below `limit` / 2⁶⁴.
///
/// ```
/// use damier_engine::rng::below;
/// use rand_xoshiro::Xoshiro256PlusPlus;
/// use rand_xoshiro::rand_core::SeedableRng;
///
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// assert!((0..100).all(|_| below(&mut rng, 6) < 6));
/// ```
pub fn below(rng: &mut impl Rng, limit: usize) -> usize {
    // The high half of a product is as even as 64 bits allow, without a division.
    ((u128::from(rng.next_u64()) * limit as u128) >> 64) as usize
}

/// One of the items, `None` when there is none.
pub fn pick<'a, T>(rng: &mut impl Rng, items: &'a [T]) -> Option<&'a T> {
    items.get(below(rng, items.len()))
}

/// Puts the items in a random order (Fisher and Yates, from the last item).
pub fn shuffle<T>(rng: &mut impl Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last + 1));
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    fn shuffled(count: usize, seed: u64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed), &mut order);
        order
    }

    #[test]
    fn draws_never_change() {
        assert_eq!(shuffled(10, 7), [3, 8, 9, 4, 6, 7, 2, 5, 1, 0]);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let drawn: Vec<usize> = (0..8).map(|_| below(&mut rng, 1_000)).collect();
        assert_eq!(drawn, [55, 172, 717, 427, 963, 465, 723, 329]);
    }

    #[test]
    fn a_shuffle_is_a_permutation_that_depends_on_the_seed() {
        let mut order = shuffled(100, 7);
        assert_ne!(order, shuffled(100, 8));
        order.sort_unstable();
        assert!(order.into_iter().eq(0..100));
        assert!(shuffled(0, 1).is_empty());
        assert_eq!(pick(&mut Xoshiro256PlusPlus::seed_from_u64(1), &[0; 0]), None);
    }
}

//! Keys of pieces on squares, made at compile time.

use super::Side;
use crate::board::Square;

/// How many keys the pieces have.
const COUNT: u64 = 256;

/// What a change of turn does to a key.
pub(super) const CHANGE_TURN: u64 = split_mix(COUNT);

/// Keys by side, rank and square.
static PIECES: [[[u64; 64]; 2]; 2] = pieces();

/// The part of a key that depends on the side to move.
pub(super) const fn turn(side: Side) -> u64 {
    match side {
        Side::White => 0,
        Side::Black => CHANGE_TURN,
    }
}

/// The part of a key that a piece contributes.
pub(super) fn piece(side: Side, king: bool, square: Square) -> u64 {
    PIECES[side.index()][usize::from(king)][square.index()]
}

/// The `n`-th value of the SplitMix64 generator (Steele, Lea and Flood, 2014).
const fn split_mix(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

const fn pieces() -> [[[u64; 64]; 2]; 2] {
    let mut keys = [[[0; 64]; 2]; 2];
    let mut n = 0;
    while n < COUNT as usize {
        keys[n / 128][n / 64 % 2][n % 64] = split_mix(n as u64);
        n += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Any two keys, that of a turn and none among them, differ in about half of their bits.
    #[test]
    fn keys_differ_in_many_bits() {
        let mut keys = PIECES.as_flattened().as_flattened().to_vec();
        keys.extend([0, CHANGE_TURN]);
        for (index, key) in keys.iter().enumerate() {
            for earlier in &keys[..index] {
                assert!((key ^ earlier).count_ones() >= 10, "{key:x} {earlier:x}");
            }
        }
    }
}

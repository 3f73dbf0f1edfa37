//! Positions as bytes.

use damier_rules::board::{Geometry, Square, SquareSet};
use damier_rules::position::{Position, Side};

/// Bytes of the set of occupied squares.
const fn set_bytes(geometry: Geometry) -> usize {
    geometry.squares().div_ceil(8)
}

/// Appends a position.
pub(super) fn pack(geometry: Geometry, position: &Position, out: &mut Vec<u8>) {
    let mut occupied = 0_u64;
    // At most 1 + 2 * 50 bits.
    let mut bits = u128::from(position.turn() == Side::Black);
    let mut used = 1_usize;
    for square in position.occupied() {
        let number = geometry.row_of(square) * geometry.row_length() + geometry.place_of(square);
        occupied |= 1 << number;
        bits |= u128::from(position.side(Side::Black).contains(square)) << used;
        bits |= u128::from(position.kings().contains(square)) << (used + 1);
        used += 2;
    }
    out.extend(occupied.to_le_bytes().iter().take(set_bytes(geometry)));
    out.extend(bits.to_le_bytes().iter().take(used.div_ceil(8)));
}

/// Takes a position from the front of `bytes`; `None` when they are none.
pub(super) fn unpack(geometry: Geometry, bytes: &mut &[u8]) -> Option<Position> {
    let occupied = take(bytes, set_bytes(geometry))? as u64;
    if occupied >> geometry.squares() != 0 {
        return None;
    }
    let used = 1 + 2 * occupied.count_ones() as usize;
    let mut bits = take(bytes, used.div_ceil(8))?;
    if bits >> used != 0 {
        return None;
    }
    let mut bit = || {
        let set = bits & 1 == 1;
        bits >>= 1;
        set
    };
    let turn = if bit() { Side::Black } else { Side::White };
    let (mut white, mut black, mut kings) = (SquareSet::EMPTY, SquareSet::EMPTY, SquareSet::EMPTY);
    for number in (0..geometry.squares()).filter(|number| occupied >> number & 1 == 1) {
        let square: Square =
            geometry.square(number / geometry.row_length(), number % geometry.row_length());
        let side = if bit() { &mut black } else { &mut white };
        *side |= square.set();
        if bit() {
            kings |= square.set();
        }
    }
    Position::new(geometry, white, black, kings, turn).ok()
}

/// Takes a number of `count` bytes, at most 16, from the front.
fn take(bytes: &mut &[u8], count: usize) -> Option<u128> {
    let (front, rest) = bytes.split_at_checked(count)?;
    let mut whole = [0; 16];
    whole.get_mut(..count)?.copy_from_slice(front);
    *bytes = rest;
    Some(u128::from_le_bytes(whole))
}

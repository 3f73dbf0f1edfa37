//! Positions at random from a seed, for searches that proptest's strategies are too slow for.

use damier_rules::board::{Geometry, Square, SquareSet};
use damier_rules::position::{Position, Side};

/// A small generator of numbers, the same on every machine (Marsaglia's xorshift).
pub struct SeededRng(u64);

impl SeededRng {
    /// The generator of a seed.
    pub fn new(seed: u64) -> SeededRng {
        SeededRng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}

/// About `pieces` pieces, at least one, `kings` in a hundred of them kings, no man on its crown row.
pub fn position(rng: &mut SeededRng, geometry: Geometry, pieces: usize, kings: usize) -> Position {
    loop {
        if let Some(position) = try_position(rng, geometry, pieces, kings) {
            return position;
        }
    }
}

fn try_position(
    rng: &mut SeededRng,
    geometry: Geometry,
    pieces: usize,
    kings: usize,
) -> Option<Position> {
    let mut sides = [SquareSet::EMPTY; 2];
    let mut crowned = SquareSet::EMPTY;
    for square in geometry.all() {
        if rng.below(geometry.squares()) >= pieces {
            continue;
        }
        let side = Side::BOTH[rng.below(2)];
        sides[side.index()] |= square.set();
        if rng.below(100) < kings || side.crown_row(geometry).contains(square) {
            crowned |= square.set();
        }
    }
    Position::new(geometry, sides[0], sides[1], crowned, Side::BOTH[rng.below(2)]).ok()
}

/// Kings alone: about `targets` of Black's on the inner squares of every second row, where each is
/// loose, and `movers` of White's, who is to move, on the edge, where they are in no one's way.
pub fn loose(rng: &mut SeededRng, geometry: Geometry, movers: usize, targets: usize) -> Position {
    let last = geometry.size() - 1;
    let all = geometry.all().into_iter();
    let (edge, inner): (Vec<Square>, Vec<Square>) = all.partition(|&square| {
        let (row, column) = (geometry.row_of(square), geometry.column_of(square));
        [0, last].contains(&row) || [0, last].contains(&column)
    });
    let parity = rng.below(2);
    let inner: Vec<Square> =
        inner.into_iter().filter(|&square| geometry.row_of(square) % 2 == parity).collect();
    let mut some = |squares: &[Square], count: usize| -> SquareSet {
        (0..count).map(|_| squares[rng.below(squares.len())]).collect()
    };
    let (white, black) = (some(&edge, movers), some(&inner, targets));
    Position::new(geometry, white, black, white | black, Side::White)
        .expect("pieces that may stand so")
}

/// The position with a few squares cleared or filled at random; more kings than men.
pub fn changed(rng: &mut SeededRng, geometry: Geometry, position: &Position) -> Position {
    let squares: Vec<Square> = geometry.all().into_iter().collect();
    let mut sides = Side::BOTH.map(|side| position.side(side));
    let mut kings = position.kings();
    for _ in 0..1 + rng.below(3) {
        let square = squares[rng.below(squares.len())];
        for set in sides.iter_mut().chain([&mut kings]) {
            *set = set.without(square.set());
        }
        if rng.below(5) == 0 {
            continue;
        }
        let side = Side::BOTH[usize::from(rng.below(4) > 0)];
        sides[side.index()] |= square.set();
        if rng.below(3) > 0 || side.crown_row(geometry).contains(square) {
            kings |= square.set();
        }
    }
    Position::new(geometry, sides[0], sides[1], kings, position.turn())
        .expect("pieces that may stand so")
}

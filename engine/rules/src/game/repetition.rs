//! How often positions have stood on the board.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::position::Position;

/// The positions of a game that can still come again, with how often each has stood. Looked up in
/// constant time, however many there are.
#[derive(Clone, Debug, Default)]
pub(super) struct Stood(HashMap<Position, usize, BuildHasherDefault<ZobristHasher>>);

impl Stood {
    /// Counts a position that a reversible move has left.
    pub fn add(&mut self, position: Position) {
        *self.0.entry(position).or_default() += 1;
    }

    /// Forgets all: none of them can come again.
    pub fn clear(&mut self) {
        // Most games have had none, and the memory of one that had many is given back.
        if !self.0.is_empty() {
            self.0 = HashMap::default();
        }
    }

    /// How often the position has stood.
    pub fn times(&self, position: &Position) -> usize {
        self.0.get(position).copied().unwrap_or(0)
    }
}

/// Takes the Zobrist key for the hash that it is.
#[derive(Clone, Copy, Debug, Default)]
struct ZobristHasher(u64);

impl Hasher for ZobristHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = self.0.rotate_left(5) ^ key;
    }
}

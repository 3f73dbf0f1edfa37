//! Simplified ABDADA: the moves that workers are searching just now, so that they share the work.
//!
//! A move that another worker is searching is deferred until the other moves of the node have been
//! searched: by then the table knows its value (T. Kerrigan, "Simplified ABDADA", after
//! J.-C. Weill, "The ABDADA distributed minimax-search algorithm", 1996). Marks are hints: one
//! that is written over costs time, never a wrong value.

use std::sync::atomic::{AtomicU64, Ordering};

use super::table::MoveCode;

/// Marks that fit at once: more than two lines of the longest search for each of many workers.
const SLOTS: usize = 1 << 14;

/// The moves that are being searched, by all workers.
pub(super) struct SearchedMoves {
    slots: Box<[AtomicU64]>,
}

/// A move of a node at a depth; never 0.
#[derive(Clone, Copy)]
pub(super) struct Mark(u64);

impl Mark {
    /// A move of the node that the table knows by `key`.
    pub fn new(key: u64, depth: i32, played: MoveCode) -> Mark {
        let move_and_depth = u64::from(played.bits()) << 8 | (depth as u64 & 0xff);
        Mark((key ^ move_and_depth.wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1)
    }
}

impl SearchedMoves {
    /// Nobody searches anything.
    pub fn new() -> SearchedMoves {
        SearchedMoves { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn slot(&self, mark: Mark) -> &AtomicU64 {
        &self.slots[(mark.0 >> 32) as usize % SLOTS]
    }

    /// Whether a worker has begun the move and not ended it.
    pub fn contains(&self, mark: Mark) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark.0
    }

    /// A worker begins the move.
    pub fn begin(&self, mark: Mark) {
        self.slot(mark).store(mark.0, Ordering::Relaxed);
    }

    /// A worker has ended the move.
    pub fn end(&self, mark: Mark) {
        if self.contains(mark) {
            self.slot(mark).store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_busy_from_its_begin_to_its_end() {
        let searched = SearchedMoves::new();
        let mark = Mark::new(7, 5, MoveCode::NONE);
        assert!(!searched.contains(mark));
        searched.begin(mark);
        assert!(searched.contains(mark));
        assert!(!searched.contains(Mark::new(7, 4, MoveCode::NONE)), "another depth");
        searched.end(mark);
        assert!(!searched.contains(mark));
    }
}

//! The transposition table, shared by all workers without locks.
//!
//! A slot is two words: its data, and the key XORed with the data. Words that two workers have
//! mixed do not fit each other and read as empty (Hyatt and Mann, "A lock-less transposition table
//! implementation for parallel search", 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use super::memory::{self, Words};
use super::{Bound, TableTooLarge};
use crate::score::Score;
use damier_rules::position::Move;

/// Slots in one cache line.
const CLUSTER: usize = 4;

/// Values of a slot's age; it wraps around.
const AGES: u8 = 64;

/// The largest table in bytes that is cleared by writing it over.
const WRITTEN_OVER: usize = 256 << 20;

/// The smallest table in bytes.
const LEAST_BYTES: usize = 1 << 16;

/// An entry of the table: what an earlier search found of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TtEntry {
    /// The best move found.
    pub best: MoveCode,
    /// The value; wins and losses counted from this position.
    pub score: Score,
    /// The depth of the search behind the value.
    pub depth: i8,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// The static evaluation, where it was computed.
    pub evaluation: Option<Score>,
}

/// A move folded into 20 bits: not quite unique, to be looked up in the list of legal moves. 0 is
/// none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveCode(u32);

impl MoveCode {
    /// No move.
    pub const NONE: MoveCode = MoveCode(0);

    /// The folded move.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Folds a move; bits of the captured set distinguish captures with the same ends.
    pub fn of(played: &Move) -> MoveCode {
        let ends = (played.from.index() << 6 | played.to.index()) as u32 + 1;
        let set = played.captured.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57;
        MoveCode(ends << 7 | set as u32)
    }
}

/// Words of a slot: its check, the key XORed with the data, and its data.
type Slot = [AtomicU64; 2];

/// Words of a cluster.
const WORDS: usize = 2 * CLUSTER;

/// Bytes of a cluster, a cache line.
const CLUSTER_BYTES: usize = 8 * WORDS;

/// The table.
pub(super) struct TranspositionTable {
    /// The clusters; a page of memory begins with a cache line.
    words: Words,
    clusters: usize,
    age: u8,
}

impl TranspositionTable {
    /// An empty table of at most `bytes`, a power of two of entries. Its memory comes zeroed from
    /// the system, which provides pages as they are first written.
    pub fn new(bytes: usize) -> Result<TranspositionTable, TableTooLarge> {
        let clusters = 1_usize << (bytes.max(LEAST_BYTES) / CLUSTER_BYTES).ilog2();
        let words = Words::zeroed(clusters * WORDS).ok_or(TableTooLarge(bytes))?;
        Ok(TranspositionTable { words, clusters, age: 0 })
    }

    /// Forgets everything. An ordinary table is written over, so that its pages are there when the
    /// clock runs; a large one is replaced by fresh memory, which is had at once.
    pub fn clear(&mut self) {
        let bytes = self.clusters * CLUSTER_BYTES;
        let fresh =
            (bytes > WRITTEN_OVER).then(|| TranspositionTable::new(bytes)).and_then(Result::ok);
        match fresh {
            Some(fresh) => *self = fresh,
            None => self.words.clear(),
        }
        self.age = 0;
    }

    /// Begins a search: entries of earlier ones are replaced first.
    pub fn next_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    fn cluster(&self, key: u64) -> &[Slot] {
        // The high bits pick the cluster, so that no key bit serves twice for nearby keys.
        self.slots_of(((u128::from(key) * self.clusters as u128) >> 64) as usize)
    }

    fn slots_of(&self, cluster: usize) -> &[Slot] {
        let start = cluster * WORDS;
        self.words.all()[start..start + WORDS].as_chunks().0
    }

    /// Asks for the cache line of a position that will be probed soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(&self.cluster(key)[0][0]);
    }

    /// The entry of the position with this key, `ply` plies below the root.
    pub fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        self.cluster(key).iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            let fits = check.load(Ordering::Relaxed) ^ data == key;
            (fits && data != 0).then(|| unpack(data, ply))
        })
    }

    /// Remembers what was found `ply` plies below the root.
    pub fn store(&self, key: u64, ply: usize, entry: &TtEntry) {
        let cluster = self.cluster(key);
        let mut chosen = &cluster[0];
        let mut least = i32::MAX;
        for slot in cluster {
            let [check, data] = slot;
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                chosen = slot;
                break;
            }
            let worth = self.worth(data);
            if worth < least {
                least = worth;
                chosen = slot;
            }
        }
        let data = pack(entry, ply, self.age);
        chosen[0].store(key ^ data, Ordering::Relaxed);
        chosen[1].store(data, Ordering::Relaxed);
    }

    /// How much it would cost to lose a slot: its depth, less for each search since.
    fn worth(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let searches_ago = (AGES + self.age - age_of(data)) % AGES;
        i32::from(depth_of(data)) - 4 * i32::from(searches_ago)
    }

    /// Entries written by this search in thousandths of the table, from a sample.
    pub fn fill(&self) -> u32 {
        let sample = self.clusters.min(250);
        let slots = (0..sample).flat_map(|cluster| self.slots_of(cluster));
        let count = slots
            .filter(|[_, data]| {
                let data = data.load(Ordering::Relaxed);
                data != 0 && age_of(data) == self.age
            })
            .count();
        (count * 1000 / (sample * CLUSTER)) as u32
    }
}

/// The middle of the 15 bits of a score.
const NO_SCORE: i16 = 1 << 14;

/// The middle of the 14 bits of an evaluation; all bits 0 when there is none.
const NO_EVALUATION: i16 = 1 << 13;

/// From the lowest bit: bound 2 bits, age 6, depth 7, score 15, evaluation 14, move 20.
fn pack(entry: &TtEntry, ply: usize, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    let score = (shifted(entry.score, ply as i16).raw() + NO_SCORE) as u64;
    let evaluation = entry.evaluation.map_or(0, |value| (value.raw() + NO_EVALUATION) as u64);
    let low = bound | u64::from(age) << 2 | (entry.depth as u64 & 0x7f) << 8;
    low | score << 15 | evaluation << 30 | u64::from(entry.best.0) << 44
}

fn unpack(data: u64, ply: usize) -> TtEntry {
    let score = (data >> 15 & 0x7fff) as i16 - NO_SCORE;
    let evaluation = (data >> 30 & 0x3fff) as i16;
    TtEntry {
        best: MoveCode((data >> 44) as u32),
        score: shifted(Score::from_raw(score), -(ply as i16)),
        depth: depth_of(data),
        bound: match data & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        evaluation: (evaluation > 0).then(|| Score::from_raw(evaluation - NO_EVALUATION)),
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 2 & 0x3f) as u8
}

fn depth_of(data: u64) -> i8 {
    (data >> 8 & 0x7f) as i8
}

/// A decided score seen from `plies` further down the tree; others stay.
fn shifted(score: Score, plies: i16) -> Score {
    match score.end() {
        Some(end) if end > 0 => score.plus(plies),
        Some(_) => score.plus(-plies),
        None => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::board::{Square, SquareSet};

    fn entry(score: Score, depth: i8) -> TtEntry {
        let played = Move {
            captured: SquareSet::from_bits(0x100),
            from: Square::new(7).unwrap(),
            to: Square::new(9).unwrap(),
            crowned: false,
        };
        TtEntry { best: MoveCode::of(&played), score, depth, bound: Bound::Lower, evaluation: None }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let table = TranspositionTable::new(1 << 16).unwrap();
        for key in [0, 1, u64::MAX, 0x1234_5678_9abc_def0] {
            assert_eq!(table.probe(key, 0), None, "an empty table knows nothing, not even key 0");
            table.store(key, 3, &entry(Score::evaluation(55), 9));
            assert_eq!(table.probe(key, 3), Some(entry(Score::evaluation(55), 9)));
            for value in [0, 1, -1, 8_000, -8_000] {
                let value = Score::evaluation(value);
                let all = TtEntry { evaluation: Some(value), ..entry(value, 120) };
                table.store(key, 3, &all);
                assert_eq!(table.probe(key, 3), Some(all));
            }
        }
    }

    #[test]
    fn wins_are_counted_from_the_position_they_are_stored_at() {
        let table = TranspositionTable::new(1 << 16).unwrap();
        table.store(5, 4, &entry(Score::win_in(10), 1));
        assert_eq!(table.probe(5, 2).unwrap().score, Score::win_in(8));
        table.store(5, 4, &entry(Score::loss_in(10), 1));
        assert_eq!(table.probe(5, 6).unwrap().score, Score::loss_in(12));
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let mut table = TranspositionTable::new(0).unwrap();
        table.next_search();
        for key in 0..4 {
            table.store(key, 0, &entry(Score::DRAW, 20));
        }
        table.store(4, 0, &entry(Score::DRAW, 1));
        table.store(5, 0, &entry(Score::DRAW, 1));
        let kept = |table: &TranspositionTable| {
            (0..4).filter(|&key| table.probe(key, 0).is_some()).count()
        };
        assert_eq!(kept(&table), 3);
        for _ in 0..6 {
            table.next_search();
        }
        for key in 6..10 {
            table.store(key, 0, &entry(Score::DRAW, 1));
        }
        assert_eq!(kept(&table), 0);
    }

    #[test]
    fn a_table_beyond_all_memory_is_refused() {
        assert!(TranspositionTable::new(usize::MAX / 4).is_err());
    }
}

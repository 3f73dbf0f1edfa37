//! Samples of several files together.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::PathBuf;

use damier_engine::variant::Variant;

use super::{Header, Reader, Sample, SampleError};

/// Everything of several files of one variant, in an order that does not depend on that of
/// `paths`: by weights, seed, nodes and game number, then as played. A position with the same side
/// to move that comes again is left out: the first keeps its score and result.
///
/// [`Sample::game`] is a checksum of seed, weights, nodes and number, the same for a game in
/// whatever company its file is loaded, so that games can be set apart by it. A game that was cut
/// off at the end of a file is left out.
///
/// # Errors
/// When a file cannot be read, is damaged, or follows other rules.
pub fn load(paths: &[PathBuf], variant: &Variant) -> Result<Vec<Sample>, SampleError> {
    let mut games = Vec::new();
    for path in paths {
        let mut reader = Reader::open(path)?;
        reader.header().check_variant(variant)?;
        let header = reader.header().clone();
        while let Some(record) = reader.next().transpose()? {
            let order = (header.weights, header.seed, header.nodes, record.number);
            games.push((order, game_of(&header, record.number), record.samples));
        }
    }
    games.sort_by_key(|&(order, ..)| order);
    let mut known: HashMap<u64, u32> = HashMap::new();
    let mut kept: Vec<Sample> = Vec::new();
    for (_, game, samples) in games {
        for sample in samples {
            let position = sample.position;
            let place = u32::try_from(kept.len()).map_err(|_| SampleError::TooLong)?;
            match known.entry(position.key()) {
                Entry::Vacant(entry) => {
                    entry.insert(place);
                }
                Entry::Occupied(entry) => {
                    let first = kept.get(*entry.get() as usize);
                    if first.is_some_and(|first| first.position == position) {
                        continue;
                    }
                }
            }
            kept.push(Sample { game, ..sample });
        }
    }
    Ok(kept)
}

/// Tells games of several files apart.
fn game_of(header: &Header, number: u32) -> u32 {
    let mut bytes = header.seed.to_le_bytes().to_vec();
    bytes.extend(header.nodes.to_le_bytes());
    bytes.extend(header.weights.to_le_bytes());
    bytes.extend(number.to_le_bytes());
    crc32fast::hash(&bytes)
}

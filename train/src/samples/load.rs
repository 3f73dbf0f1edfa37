//! Samples of several files together.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};

use damier_rules::variant::Variant;

use super::{Sample, SampleError, SampleHeader, SampleReader, SampledGame};

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
pub fn load(paths: &[PathBuf], variant: Variant) -> Result<Vec<Sample>, SampleError> {
    let mut games = Vec::new();
    for path in paths {
        read(path, variant, &mut games)
            .map_err(|source| SampleError::File { path: path.clone(), source: Box::new(source) })?;
    }
    games.sort_by_key(|game| game.order);
    let total = games.iter().map(|game| game.samples.len()).sum();
    let mut known: HashMap<u64, u32> = HashMap::with_capacity(total);
    let mut kept: Vec<Sample> = Vec::with_capacity(total);
    for game in games {
        for sample in game.samples {
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
            kept.push(Sample { game: game.name, ..sample });
        }
    }
    Ok(kept)
}

/// A game of some file.
struct Loaded {
    /// Weights, seed, nodes and number.
    order: (u32, u64, u64, u32),
    /// Tells games of several files apart.
    name: u32,
    samples: Vec<Sample>,
}

/// Reads the games of a file.
fn read(path: &Path, variant: Variant, games: &mut Vec<Loaded>) -> Result<(), SampleError> {
    let mut reader = SampleReader::open(path)?;
    reader.header().check_variant(variant)?;
    let header = reader.header().clone();
    while let Some(SampledGame { number, samples, .. }) = reader.next().transpose()? {
        let order = (header.weights, header.seed, header.nodes, number);
        games.push(Loaded { order, name: name_of(&header, number), samples });
    }
    Ok(())
}

/// A number for a game that differs, as good as always, from those of others, also of other files.
fn name_of(header: &SampleHeader, number: u32) -> u32 {
    let mut bytes = header.seed.to_le_bytes().to_vec();
    bytes.extend(header.nodes.to_le_bytes());
    bytes.extend(header.weights.to_le_bytes());
    bytes.extend(number.to_le_bytes());
    crc32fast::hash(&bytes)
}

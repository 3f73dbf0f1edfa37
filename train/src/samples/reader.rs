//! Files of samples, read game by game, and several files together.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use damier_rules::board::Geometry;
use damier_rules::variant::Variant;

use super::record::{CRC, FRAME, body_length, decode};
use super::{Sample, SampleError, SampleHeader, SampledGame};

/// Reads a file's games in turn; ends after an error.
///
/// A record that was cut off at the end of the file, as by a crash or because it is being written,
/// ends the games without an error; see [`is_cut`](SampleReader::is_cut).
#[derive(Debug)]
pub struct SampleReader {
    input: BufReader<File>,
    header: SampleHeader,
    geometry: Geometry,
    /// Where the next record begins.
    at: u64,
    /// Where the file ended when it was opened.
    end: u64,
    /// Records read.
    records: u64,
    /// Nothing more is to be read.
    over: bool,
    body: Vec<u8>,
}

impl SampleReader {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// When it cannot be read, is no file of samples, or its header is damaged.
    pub fn open(path: &Path) -> Result<SampleReader, SampleError> {
        SampleReader::new(File::open(path)?)
    }

    /// Reads from the beginning of a file that has just been opened.
    pub(super) fn new(file: File) -> Result<SampleReader, SampleError> {
        let end = file.metadata()?.len();
        let mut input = BufReader::with_capacity(1 << 16, file);
        let (header, at) = SampleHeader::read(&mut input)?;
        let geometry = header.geometry().ok_or(SampleError::Header)?;
        Ok(SampleReader {
            input,
            header,
            geometry,
            at,
            end,
            records: 0,
            over: false,
            body: Vec::new(),
        })
    }

    /// How the games were played.
    pub fn header(&self) -> &SampleHeader {
        &self.header
    }

    /// Where the next record begins; after the last, the length of the file's whole part.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// Whether the file ends within a record; known after the last game.
    pub fn is_cut(&self) -> bool {
        self.over && self.at < self.end
    }

    /// The next game, `None` at the end of the whole part.
    fn read(&mut self) -> Result<Option<SampledGame>, SampleError> {
        let damaged = SampleError::Damaged { byte: self.at, record: self.records + 1 };
        let left = self.end - self.at;
        if left < FRAME as u64 {
            return Ok(None);
        }
        let mut frame = [0; FRAME];
        self.input.read_exact(&mut frame)?;
        let Some(length) = body_length(frame) else {
            return if frame == [0; FRAME] && self.is_blank()? { Ok(None) } else { Err(damaged) };
        };
        let size = FRAME as u64 + u64::from(length) + CRC as u64;
        if size > left {
            return Ok(None);
        }
        self.body.resize(length as usize, 0);
        self.input.read_exact(&mut self.body)?;
        let mut crc = [0; CRC];
        self.input.read_exact(&mut crc)?;
        if crc32fast::hash(&self.body) != u32::from_le_bytes(crc) {
            return if size == left { Ok(None) } else { Err(damaged) };
        }
        let record = decode(self.geometry, &self.body).ok_or(damaged)?;
        self.at += size;
        self.records += 1;
        Ok(Some(record))
    }

    /// Whether only zeros follow, as some file systems leave after a loss of power.
    fn is_blank(&mut self) -> Result<bool, SampleError> {
        let mut rest = Vec::new();
        self.input.read_to_end(&mut rest)?;
        Ok(rest.iter().all(|&byte| byte == 0))
    }
}

impl Iterator for SampleReader {
    type Item = Result<SampledGame, SampleError>;
    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let read = self.read().transpose();
        self.over = !matches!(read, Some(Ok(_)));
        read
    }
}

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
///
/// ```
/// use damier_rules::variant::Variant;
/// use damier_train::samples::{SampleWriter, load};
/// use damier_train::selfplay::SelfplaySettings;
///
/// # let folder = tempfile::tempdir()?;
/// let italian = Variant::named("italian").unwrap();
/// let path = folder.path().join("italian.games");
/// SampleWriter::open(&path, &SelfplaySettings::default().header(italian))?;
/// assert!(load(&[path.clone()], italian)?.is_empty());
/// let russian = Variant::named("russian").unwrap();
/// assert!(load(&[path], russian).is_err_and(|error| error.to_string().contains("other settings")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load(paths: &[PathBuf], variant: Variant) -> Result<Vec<Sample>, SampleError> {
    let mut games = Vec::new();
    for path in paths {
        read_games(path, variant, &mut games)
            .map_err(|source| SampleError::File { path: path.clone(), source: Box::new(source) })?;
    }
    games.sort_by_key(|game| game.order);
    let total = games.iter().map(|game| game.samples.len()).sum();
    let mut indices: HashMap<u64, u32> = HashMap::with_capacity(total);
    let mut kept: Vec<Sample> = Vec::with_capacity(total);
    for game in games {
        for sample in game.samples {
            let position = sample.position;
            let index = u32::try_from(kept.len()).map_err(|_| SampleError::TooLong)?;
            match indices.entry(position.key()) {
                Entry::Vacant(entry) => {
                    entry.insert(index);
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
    /// A number that differs between games of several files.
    name: u32,
    samples: Vec<Sample>,
}

/// Reads the games of a file.
fn read_games(path: &Path, variant: Variant, games: &mut Vec<Loaded>) -> Result<(), SampleError> {
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

//! Files of samples, written game by game.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use damier_engine::locked_file::LockedFile;
use damier_rules::board::Geometry;

use super::record::encode;
use super::{SampleError, SampleHeader, SampleReader, SampledGame};

/// Appends games to a file; each is written in one step, so that a crash cuts off at most one.
///
/// The file is locked against other writers as long as this lives.
#[derive(Debug)]
pub struct SampleWriter {
    file: LockedFile,
    geometry: Geometry,
    numbers: Numbers,
    games: u64,
    samples: u64,
}

impl SampleWriter {
    /// Begins a file, or goes on with one that was begun with the same header: a game that was cut
    /// off at its end is taken away.
    ///
    /// # Errors
    /// When the file cannot be read or written, was begun with another header, or is damaged
    /// before its last record.
    pub fn open(path: &Path, header: &SampleHeader) -> Result<SampleWriter, SampleError> {
        let geometry = header.geometry().ok_or(SampleError::Header)?;
        let mut file = LockedFile::open(path)?;
        let numbers = Numbers(header.shard);
        let (mut games, mut samples) = (0, 0);
        if is_begun(&mut file, &header.bytes()?)? {
            let mut reader = SampleReader::new(file.try_clone()?)?;
            reader.header().check_same(header)?;
            while let Some(record) = reader.next().transpose()? {
                let expected = numbers.at(games)?;
                if record.number != expected {
                    let (record, found) = (games + 1, record.number);
                    return Err(SampleError::Order { record, found, expected });
                }
                games += 1;
                samples += record.samples.len() as u64;
            }
            file.set_len(reader.position())?;
        } else {
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(&header.bytes()?)?;
        }
        file.seek(SeekFrom::End(0))?;
        Ok(SampleWriter { file, geometry, numbers, games, samples })
    }

    /// Games in the file.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Samples in the file.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// The numbers of the file's games.
    pub fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// Appends the next game.
    ///
    /// # Errors
    /// When it cannot be written, or is not the next of the file's shard.
    pub fn append(&mut self, record: &SampledGame) -> Result<(), SampleError> {
        let expected = self.numbers.at(self.games)?;
        if record.number != expected {
            let (record, found) = (self.games + 1, record.number);
            return Err(SampleError::Order { record, found, expected });
        }
        self.file.write_all(&encode(self.geometry, record)?)?;
        self.games += 1;
        self.samples += record.samples.len() as u64;
        Ok(())
    }
}

/// Whether there is more than a part of this very header, as a crash at the beginning leaves.
fn is_begun(file: &mut File, header: &[u8]) -> Result<bool, SampleError> {
    let mut front = Vec::new();
    file.take(header.len() as u64).read_to_end(&mut front)?;
    file.rewind()?;
    Ok(front.len() == header.len() || !header.starts_with(&front))
}

/// The numbers of the games of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers((u32, u32));

impl Numbers {
    /// The number of the game at this index, counted from 0.
    ///
    /// # Errors
    /// When there are no numbers that great.
    pub fn at(&self, index: u64) -> Result<u32, SampleError> {
        let (shard, of) = self.0;
        let number = index.checked_mul(u64::from(of)).map(|far| far + u64::from(shard.max(1) - 1));
        number.and_then(|number| u32::try_from(number).ok()).ok_or(SampleError::TooLong)
    }
}

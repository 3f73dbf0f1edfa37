//! Files of samples, read game by game.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use damier_rules::board::Geometry;

use super::record::{CRC, FRAME, body_length, decode};
use super::{SampleError, SampleHeader, SampledGame};

/// Reads a file's games in turn; ends after an error.
///
/// A record that was cut off at the end of the file, as by a crash or because it is being written,
/// ends the games without an error; [`is_cut`](SampleReader::is_cut) tells of it.
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

//! Reading and writing results files.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::Serialize;

use super::{FORMAT, Header, Played};

/// Why a results file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another process writes the file.
    #[error("another match is writing this file")]
    InUse,
    /// The first line is no header.
    #[error("line 1: this is no results file of a match: {0}")]
    NoHeader(serde_json::Error),
    /// The file is of another version.
    #[error("line 1: the file has format {0}, this program writes and reads {FORMAT}")]
    Format(u32),
    /// The settings are not those that the fingerprint was taken of.
    #[error("line 1: the settings have been changed by hand: their fingerprint is {0}, not {1}")]
    Fingerprint(String, String),
    /// A line is no game.
    #[error("line {line}: this is no game of a match: {error}")]
    NoGame {
        /// Its number.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// The file is of another match.
    #[error("the file is of another match; {}", .0.join("; "))]
    Differs(Vec<String>),
    /// A game stands in it twice, differently.
    #[error("game {0} stands twice in the file, and not the same")]
    Twice(u64),
    /// A game is not of this match.
    #[error("line {line}: game {game} is not of this match")]
    Foreign {
        /// The line's number.
        line: usize,
        /// The game's number.
        game: u64,
    },
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// The header.
    pub header: Header,
    /// The games, in order of their numbers, each once.
    pub games: Vec<Played>,
}

/// A results file that games are added to. While it is open no other process can do so.
#[derive(Debug)]
pub struct ResultsFile {
    file: File,
}

impl ResultsFile {
    /// Opens the file of a match and gives the games that are in it; one that is not there, or is
    /// empty, is begun.
    ///
    /// # Errors
    /// When the file cannot be used, or is of another match.
    pub fn open(path: &Path, header: &Header) -> Result<(ResultsFile, Vec<Played>), ResultsError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => ResultsError::InUse,
            TryLockError::Error(error) => ResultsError::Io(error),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let whole = whole_lines(&bytes);
        let games = match whole.len() {
            0 if is_begun_header(&bytes, header) => Vec::new(),
            _ => {
                let contents = parse(whole)?;
                let differences = contents.header.differences(header);
                if !differences.is_empty() {
                    return Err(ResultsError::Differs(differences));
                }
                contents.games
            }
        };
        let length = whole.len() as u64;
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        let mut results = ResultsFile { file };
        if length == 0 {
            results.line(header)?;
        }
        Ok((results, games))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, played: &Played) -> Result<(), ResultsError> {
        self.line(played)
    }

    /// One write for the whole line, so that no other can come between.
    fn line(&mut self, value: &impl Serialize) -> Result<(), ResultsError> {
        let mut line = serde_json::to_vec(value).map_err(io::Error::from)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.flush()?;
        Ok(())
    }
}

impl Drop for ResultsFile {
    fn drop(&mut self) {
        // A process that is being started at this moment still holds the file, and the lock with
        // it. Where unlocking fails the lock ends with the last that holds it.
        let _ = self.file.unlock();
    }
}

/// Whether the bytes are nothing, or what was written of the header when the process was killed.
/// Anything else is somebody's file, which must not be lost.
fn is_begun_header(bytes: &[u8], header: &Header) -> bool {
    serde_json::to_vec(header).is_ok_and(|whole| whole.starts_with(bytes))
}

/// The lines that have an end.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    bytes.get(..end).unwrap_or_default()
}

/// Reads a file without changing it; a line without an end is passed over.
///
/// # Errors
/// When the file cannot be read or is none.
pub fn read(path: &Path) -> Result<Contents, ResultsError> {
    let bytes = std::fs::read(path)?;
    parse(whole_lines(&bytes))
}

/// Writes a file, complete or not at all: it takes its name when it is finished.
///
/// # Errors
/// When it cannot be written.
pub fn write_new(path: &Path, contents: &Contents) -> Result<(), ResultsError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let mut results = ResultsFile { file: File::create(&part)? };
    results.line(&contents.header)?;
    for played in &contents.games {
        results.append(played)?;
    }
    results.file.sync_all()?;
    std::fs::rename(&part, path)?;
    Ok(())
}

fn parse(bytes: &[u8]) -> Result<Contents, ResultsError> {
    let mut lines = bytes.split(|&byte| byte == b'\n');
    let first = lines.next().unwrap_or_default();
    let header: Header = serde_json::from_slice(first).map_err(ResultsError::NoHeader)?;
    if header.format != FORMAT {
        return Err(ResultsError::Format(header.format));
    }
    let fingerprint = header.settings.fingerprint();
    if header.fingerprint != fingerprint {
        return Err(ResultsError::Fingerprint(fingerprint, header.fingerprint));
    }
    let mut games = std::collections::BTreeMap::new();
    for (before, line) in lines.enumerate().filter(|(_, line)| !line.is_empty()) {
        let line_number = before + 2;
        let played: Played = serde_json::from_slice(line)
            .map_err(|error| ResultsError::NoGame { line: line_number, error })?;
        let number = played.game;
        if !header.has(&played) {
            return Err(ResultsError::Foreign { line: line_number, game: number });
        }
        if let Some(other) = games.insert(number, played)
            && !games.get(&number).is_some_and(|played: &Played| played.is_same(&other))
        {
            return Err(ResultsError::Twice(number));
        }
    }
    Ok(Contents { header, games: games.into_values().collect() })
}

impl Header {
    /// Whether the file has a place for a game: its pair is of the match and of the shard, and its
    /// players are those who meet in it.
    fn has(&self, played: &Played) -> bool {
        use crate::tournament::schedule::{Order, pair_of};
        let settings = &self.settings;
        let pair = pair_of(played.game);
        if played.game == 0 || !self.has_pair(pair) {
            return false;
        }
        let order = Order::new(settings.variants.len(), settings.players.len(), settings.pairing);
        let meeting = order.meeting(pair);
        let players = match played.game % 2 {
            1 => (meeting.first, meeting.second),
            _ => (meeting.second, meeting.first),
        };
        (played.white, played.black) == players
    }
}

#[cfg(test)]
mod tests {
    use super::super::Settings;
    use super::*;
    use crate::tournament::schedule::Pairing;

    #[test]
    fn a_file_is_free_when_its_match_has_ended_whoever_still_holds_it() {
        let settings = Settings {
            players: Vec::new(),
            variants: Vec::new(),
            pairing: Pairing::RoundRobin,
            pairs: 1,
            seed: 1,
            openings: String::new(),
            sprt: None,
            conditions: Default::default(),
        };
        let header = Header::new(settings, None);
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("results");
        let (open, _) = ResultsFile::open(&path, &header).unwrap();
        assert!(matches!(ResultsFile::open(&path, &header), Err(ResultsError::InUse)));
        // As a process has it that was started meanwhile.
        let _held = open.file.try_clone().unwrap();
        drop(open);
        assert!(ResultsFile::open(&path, &header).is_ok());
    }
}

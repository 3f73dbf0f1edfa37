//! Reading and writing results files.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use damier_engine::locked_file::{LockError, LockedFile};
use damier_engine::seal::{Seal, SealError};
use serde::Serialize;

use super::{FORMAT, RefereedGame, ResultsHeader, WITHOUT_CHECKSUMS};

/// Why a results file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is a device or a pipe, which nothing can be read back from.
    #[error("it is no regular file, and a match goes on from what is in its file")]
    Irregular,
    /// Another process writes the file.
    #[error("another match is writing this file")]
    InUse,
    /// The first line is no header.
    #[error("line 1: this is no results file of a match: {0}")]
    NoHeader(serde_json::Error),
    /// The file is of another version.
    #[error("line 1: the file has format {0}, this program reads up to {FORMAT}")]
    Format(u32),
    /// A line is not what was written.
    #[error("line {line}: {error}; without the line its game is played anew")]
    Damaged {
        /// Its number.
        line: usize,
        /// What is wrong.
        error: SealError,
    },
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

impl From<LockError> for ResultsError {
    fn from(error: LockError) -> ResultsError {
        match error {
            LockError::InUse => ResultsError::InUse,
            LockError::Irregular => ResultsError::Irregular,
            LockError::Io(error) => ResultsError::Io(error),
        }
    }
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// The header.
    pub header: ResultsHeader,
    /// The games, in order of their numbers, each once.
    pub games: Vec<RefereedGame>,
}

/// A results file that games are added to. While it is open no other process can do so.
#[derive(Debug)]
pub struct ResultsFile {
    file: LockedFile,
    /// Whether each line has a checksum.
    is_sealed: bool,
}

impl ResultsFile {
    /// Opens the file of a match and gives the games that are in it; one that is not there, or is
    /// empty, is begun.
    ///
    /// # Errors
    /// When the file cannot be used, or is of another match.
    ///
    /// ```
    /// use damier_match::tournament::results::{
    ///     MatchSettings, ResultsError, ResultsFile, ResultsHeader, read,
    /// };
    /// use damier_match::tournament::schedule::TournamentFormat;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("match.jsonl");
    /// let settings = |seed| MatchSettings {
    ///     players: Vec::new(),
    ///     variants: vec!["italian".to_owned()],
    ///     pairing: TournamentFormat::RoundRobin,
    ///     pairs: 100,
    ///     seed,
    ///     openings: "ballots".to_owned(),
    ///     sprt: None,
    ///     conditions: Default::default(),
    /// };
    /// let (results, games) = ResultsFile::open(&path, &ResultsHeader::new(settings(1), None))?;
    /// assert!(results.is_sealed() && games.is_empty());
    /// drop(results);
    /// assert_eq!(read(&path)?.header.settings, settings(1));
    /// let another_match = ResultsFile::open(&path, &ResultsHeader::new(settings(2), None));
    /// assert!(matches!(another_match, Err(ResultsError::Differs(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(
        path: &Path,
        header: &ResultsHeader,
    ) -> Result<(ResultsFile, Vec<RefereedGame>), ResultsError> {
        let mut file = LockedFile::open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let whole = whole_lines(&bytes);
        let (is_sealed, games) = match whole.len() {
            0 if is_begun_header(&bytes, header)? => (header.is_sealed(), Vec::new()),
            _ => {
                let contents = parse(&bytes)?;
                let differences = contents.header.differences(header);
                if !differences.is_empty() {
                    return Err(ResultsError::Differs(differences));
                }
                (contents.header.is_sealed(), contents.games)
            }
        };
        let length = whole.len() as u64;
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        let mut results = ResultsFile { file, is_sealed };
        if length == 0 {
            results.line(header)?;
        }
        Ok((results, games))
    }

    /// Whether damage is noticed: each line has a checksum. A file of earlier versions has none,
    /// and goes on without.
    pub fn is_sealed(&self) -> bool {
        self.is_sealed
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, played: &RefereedGame) -> Result<(), ResultsError> {
        self.line(played)
    }

    /// One write for the whole line, so that no other can come between.
    fn line(&mut self, value: &impl Serialize) -> Result<(), ResultsError> {
        self.file.write_all(&line(value, self.is_sealed)?)?;
        self.file.flush()?;
        Ok(())
    }
}

/// A line as it stands in a file, with its end.
fn line(value: &impl Serialize, is_sealed: bool) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_string(value)?;
    if is_sealed {
        line = Seal::Json.put(&line);
    }
    line.push('\n');
    Ok(line.into_bytes())
}

/// Whether the bytes are nothing, or what was written of the header when the process was killed.
/// Anything else is somebody's file, which must not be lost.
fn is_begun_header(bytes: &[u8], header: &ResultsHeader) -> io::Result<bool> {
    Ok(line(header, header.is_sealed())?.starts_with(bytes))
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
    parse(&std::fs::read(path)?)
}

/// Writes a whole file, with checksums.
///
/// # Errors
/// When it cannot be written.
pub fn write(contents: &Contents, out: &mut impl Write) -> io::Result<()> {
    out.write_all(&line(&ResultsHeader { format: FORMAT, ..contents.header.clone() }, true)?)?;
    contents.games.iter().try_for_each(|played| out.write_all(&line(played, true)?))
}

fn parse(bytes: &[u8]) -> Result<Contents, ResultsError> {
    let whole = whole_lines(bytes);
    let mut lines = whole.split(|&byte| byte == b'\n').enumerate();
    let (_, first) = lines.next().unwrap_or_default();
    let header = parse_header(first)?;
    let mut games = std::collections::BTreeMap::new();
    for (before, text) in lines.filter(|(_, line)| !line.is_empty()) {
        let line = before + 1;
        let text = opened(text, line, header.is_sealed())?;
        let played: RefereedGame =
            serde_json::from_slice(&text).map_err(|error| ResultsError::NoGame { line, error })?;
        let number = played.game;
        if !header.has(&played) {
            return Err(ResultsError::Foreign { line, game: number });
        }
        if let Some(earlier) = games.insert(number, played)
            && !games.get(&number).is_some_and(|played: &RefereedGame| played.is_same(&earlier))
        {
            return Err(ResultsError::Twice(number));
        }
    }
    if header.is_sealed() && has_lost_its_end(bytes.get(whole.len()..).unwrap_or_default()) {
        let line = whole.iter().filter(|&&byte| byte == b'\n').count() + 1;
        return Err(ResultsError::Damaged { line, error: SealError::Wrong });
    }
    Ok(Contents { header, games: games.into_values().collect() })
}

fn parse_header(line: &[u8]) -> Result<ResultsHeader, ResultsError> {
    // The checksum is a field that it does not know.
    let header: ResultsHeader = serde_json::from_slice(line).map_err(ResultsError::NoHeader)?;
    if ![WITHOUT_CHECKSUMS, FORMAT].contains(&header.format) {
        return Err(ResultsError::Format(header.format));
    }
    opened(line, 1, header.is_sealed())?;
    let fingerprint = header.settings.fingerprint();
    if header.fingerprint != fingerprint {
        return Err(ResultsError::Fingerprint(fingerprint, header.fingerprint));
    }
    Ok(header)
}

/// A line without its checksum.
fn opened(text: &[u8], line: usize, is_sealed: bool) -> Result<Vec<u8>, ResultsError> {
    if !is_sealed {
        return Ok(text.to_vec());
    }
    Seal::Json.take(text).map_err(|error| ResultsError::Damaged { line, error })
}

/// Whether a line without an end was written to its end: a process that is killed leaves less.
fn has_lost_its_end(tail: &[u8]) -> bool {
    tail.split_last().is_some_and(|(_, line)| Seal::Json.take(line).is_ok())
}

impl ResultsHeader {
    /// Whether a game belongs in the file: its pair is of the match and of the shard, and its
    /// players are those who meet in it.
    fn has(&self, played: &RefereedGame) -> bool {
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

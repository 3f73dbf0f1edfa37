//! The file from which an interrupted generation goes on.
//!
//! It holds scores only, in the order in which positions are searched: the settings determine which
//! positions those are. Each batch is appended, one line a score with its number and a checksum; a
//! last line that was cut off is left out.

use std::fmt;

use damier_engine::score::Score;
use damier_engine::seal::{Seal, SealError};
use damier_rules::text::excerpt;

const TITLE: &str = "# Damier ballots, unfinished, with checksums";
/// Of earlier versions, whose lines are scores alone.
const UNSEALED_TITLE: &str = "# Damier ballots, unfinished";
const COMMAND: &str = "# command: ";
const SIGNATURE: &str = "# signature: ";

/// The scores that an unfinished generation has found, with what they depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The command line.
    pub command: String,
    /// The number of nodes of the game's bench, by which the search is known.
    pub signature: u64,
    /// The scores in the order of the searches; `None` where the end of the game was in sight.
    pub scores: Vec<Option<Score>>,
    /// Whether damage is noticed: each line has a checksum. Those of earlier versions have none.
    pub is_sealed: bool,
}

/// Why a text is no checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// It does not begin as one.
    #[error("line {0} is not that of an unfinished set of ballots")]
    Header(
        /// The line, from 1.
        usize,
    ),
    /// A line is not what was written.
    #[error("line {line}: {error}")]
    Damaged {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: SealError,
    },
    /// A line is not the next one.
    #[error("line {line}: it is of position {got} where {expected} was to come")]
    Order {
        /// The line, from 1.
        line: usize,
        /// The number of its position.
        got: String,
        /// The number that was to come.
        expected: usize,
    },
    /// A line is no score.
    #[error("line {line}: `{text}` is no score")]
    Score {
        /// The line, from 1.
        line: usize,
        /// The beginning of its text.
        text: String,
    },
}

impl Checkpoint {
    /// Reads a checkpoint; of a line that is not ended nothing is taken.
    ///
    /// # Errors
    /// When the text is no checkpoint.
    pub fn parse(text: &str) -> Result<Checkpoint, CheckpointError> {
        let ended = text.rfind('\n').and_then(|end| text.get(..end)).unwrap_or_default();
        let mut lines = ended.split('\n');
        let is_sealed = match lines.next() {
            Some(TITLE) => true,
            Some(UNSEALED_TITLE) => false,
            _ => return Err(CheckpointError::Header(1)),
        };
        let mut next = |number, start| {
            let rest = lines.next().and_then(|line| line.strip_prefix(start));
            rest.ok_or(CheckpointError::Header(number))
        };
        let command = next(2, COMMAND)?.to_owned();
        let signature = next(3, SIGNATURE)?.parse().map_err(|_| CheckpointError::Header(3))?;
        let scores = lines.enumerate().map(|(before, line)| match is_sealed {
            true => read_sealed(before, line),
            false => read_score(before, line),
        });
        let scores = scores.collect::<Result<_, _>>()?;
        Ok(Checkpoint { command, signature, scores, is_sealed })
    }

    /// The lines of some scores, to be appended behind those of the `before` first positions.
    pub fn lines(before: usize, scores: &[Option<Score>]) -> String {
        let line = |(index, score): (usize, &Option<Score>)| {
            let score = score.map_or("-".to_owned(), |score| score.raw().to_string());
            Seal::Text.put(&format!("{} {score}", before + index + 1)) + "\n"
        };
        scores.iter().enumerate().map(line).collect()
    }
}

/// Lines before the first score.
const FRONT: usize = 3;

/// The score of a line behind `before` others: number, score and checksum.
fn read_sealed(before: usize, line: &str) -> Result<Option<Score>, CheckpointError> {
    let number = FRONT + before + 1;
    let bytes = Seal::Text.take(line.as_bytes());
    let bytes = bytes.map_err(|error| CheckpointError::Damaged { line: number, error })?;
    let text = String::from_utf8_lossy(&bytes);
    let (got, score) = text.split_once(' ').unwrap_or((&text, ""));
    match got.parse() == Ok(before + 1) {
        true => read_score(before, score),
        false => {
            let (got, expected) = (excerpt(got, LONGEST), before + 1);
            Err(CheckpointError::Order { line: number, got, expected })
        }
    }
}

fn read_score(before: usize, text: &str) -> Result<Option<Score>, CheckpointError> {
    match text {
        "-" => Ok(None),
        number => number.parse().map(|raw| Some(Score::from_raw(raw))).map_err(|_| {
            let (line, text) = (FRONT + before + 1, excerpt(text, LONGEST));
            CheckpointError::Score { line, text }
        }),
    }
}

/// Characters quoted of a line.
const LONGEST: usize = 40;

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}\n{COMMAND}{}\n{SIGNATURE}{}", self.command, self.signature)?;
        f.write_str(&Checkpoint::lines(0, &self.scores))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint() -> Checkpoint {
        let scores = vec![Some(Score::from_raw(-12)), None, Some(Score::DRAW)];
        let command = "damier book ballots".to_owned();
        Checkpoint { command, signature: 7, scores, is_sealed: true }
    }

    #[test]
    fn a_checkpoint_reads_back_without_the_line_that_was_cut_off() {
        let whole = checkpoint().to_string();
        assert_eq!(Checkpoint::parse(&whole), Ok(checkpoint()));
        let next = Checkpoint::lines(3, &[Some(Score::DRAW)]);
        for kept in 0..next.len() {
            assert_eq!(Checkpoint::parse(&(whole.clone() + &next[..kept])), Ok(checkpoint()));
        }
        assert_eq!(Checkpoint::parse(&(whole + &next)).unwrap().scores.len(), 4);
    }

    #[test]
    fn one_of_an_earlier_version_reads_without_checksums() {
        let text = format!("{UNSEALED_TITLE}\n{COMMAND}damier book ballots\n{SIGNATURE}7\n");
        let found = Checkpoint::parse(&(text.clone() + "-12\n-\n0\n-1"));
        assert_eq!(found, Ok(Checkpoint { is_sealed: false, ..checkpoint() }));
        let error = Checkpoint::parse(&(text + "-12\n?\n0\n")).unwrap_err();
        assert_eq!(error.to_string(), "line 5: `?` is no score");
    }

    #[test]
    fn what_was_changed_is_named() {
        let text = checkpoint().to_string();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let first: usize = lines[..FRONT].iter().map(|line| line.len()).sum();
        // All but the last line's end: without it that line counts as cut off.
        for bit in 8 * first..8 * (text.len() - 1) {
            let mut bytes = text.clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let error = Checkpoint::parse(&String::from_utf8_lossy(&bytes)).unwrap_err();
            assert!(matches!(error, CheckpointError::Damaged { line: 4..=6, .. }), "{error}");
        }
        let lost = [&lines[..FRONT], &lines[FRONT + 1..]].concat().concat();
        let error = Checkpoint::parse(&lost).unwrap_err();
        assert_eq!(error.to_string(), "line 4: it is of position 2 where 1 was to come");
        let bad = text.replace(": 7", ": x");
        assert_eq!(Checkpoint::parse(&bad), Err(CheckpointError::Header(3)));
        assert_eq!(Checkpoint::parse(""), Err(CheckpointError::Header(1)));
    }
}

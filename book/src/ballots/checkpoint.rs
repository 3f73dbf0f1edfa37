//! The file from which an interrupted generation goes on.
//!
//! Scores only, in the order in which positions are searched: the settings say which positions
//! those are. Each batch is appended; a last line that was cut off is left out.

use std::fmt;

use damier_engine::score::Score;

const TITLE: &str = "# Damier ballots, unfinished";
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
        let mut next = |number, start| {
            let rest = lines.next().and_then(|line| line.strip_prefix(start));
            rest.ok_or(CheckpointError::Header(number))
        };
        next(1, TITLE)?;
        let command = next(2, COMMAND)?.to_owned();
        let signature = next(3, SIGNATURE)?.parse().map_err(|_| CheckpointError::Header(3))?;
        let scores = lines.enumerate().map(|(before, line)| {
            let bad = || CheckpointError::Score {
                line: before + 4,
                text: line.chars().take(40).collect(),
            };
            match line {
                "-" => Ok(None),
                number => number.parse().map(|raw| Some(Score::from_raw(raw))).map_err(|_| bad()),
            }
        });
        Ok(Checkpoint { command, signature, scores: scores.collect::<Result<_, _>>()? })
    }

    /// The lines of some scores, to be appended.
    pub fn lines(scores: &[Option<Score>]) -> String {
        let line = |score: &Option<Score>| match score {
            None => "-\n".to_owned(),
            Some(score) => format!("{}\n", score.raw()),
        };
        scores.iter().map(line).collect()
    }
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}\n{COMMAND}{}\n{SIGNATURE}{}", self.command, self.signature)?;
        f.write_str(&Checkpoint::lines(&self.scores))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint() -> Checkpoint {
        let scores = vec![Some(Score::from_raw(-12)), None, Some(Score::DRAW)];
        Checkpoint { command: "damier book ballots".to_owned(), signature: 7, scores }
    }

    #[test]
    fn a_checkpoint_reads_back_without_the_line_that_was_cut_off() {
        let mut text = checkpoint().to_string();
        assert_eq!(Checkpoint::parse(&text), Ok(checkpoint()));
        text.push_str("-1");
        assert_eq!(Checkpoint::parse(&text), Ok(checkpoint()));
    }

    #[test]
    fn errors_carry_the_line() {
        let text = checkpoint().to_string();
        let bad = text.replace("\n-\n", "\n?\n");
        assert_eq!(Checkpoint::parse(&bad).unwrap_err().to_string(), "line 5: `?` is no score");
        let bad = text.replace(": 7", ": x");
        assert_eq!(Checkpoint::parse(&bad), Err(CheckpointError::Header(3)));
        assert_eq!(Checkpoint::parse(""), Err(CheckpointError::Header(1)));
    }
}

//! How a set of ballots is made, and the command line that makes it.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use damier_engine::score::Score;
use damier_rules::rules::RuleSet;

/// How a set of ballots is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallotSettings {
    /// Plies from the start.
    pub plies: usize,
    /// Whether one man of each side is missing at the start.
    pub eleven_man: bool,
    /// Nodes of the search that judges a position.
    pub nodes: u64,
    /// The least edge of either side that is kept, in centi-men.
    pub min: i16,
    /// The greatest edge of either side that is kept, in centi-men.
    pub max: i16,
    /// The greatest number of ballots, `None` for all there are.
    pub count: Option<usize>,
    /// The seed of the order in which positions are searched, and of samples.
    pub seed: u64,
    /// The part of the positions to search, `None` for all.
    pub shard: Option<Shard>,
}

impl Default for BallotSettings {
    /// Four plies from the full start; every ballot that is level within 15 centi-men.
    fn default() -> BallotSettings {
        BallotSettings {
            plies: 4,
            eleven_man: false,
            nodes: 20_000,
            min: 0,
            max: 15,
            count: None,
            seed: 1,
            shard: None,
        }
    }
}

/// One of several parts of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    of: usize,
}

impl Shard {
    /// Part `index`, from 1, of `of`; `None` where there is no such part.
    pub fn new(index: usize, of: usize) -> Option<Shard> {
        (1..=of).contains(&index).then_some(Shard { index, of })
    }

    /// Its number, from 1.
    pub const fn index(self) -> usize {
        self.index
    }

    /// The number of parts.
    pub const fn of(self) -> usize {
        self.of
    }

    /// Whether the item at this index belongs to it.
    pub(super) const fn has(self, index: usize) -> bool {
        index % self.of == self.index - 1
    }

    /// Its share of `count` items.
    pub(super) const fn share(self, count: usize) -> usize {
        count / self.of + (self.index <= count % self.of) as usize
    }
}

impl FromStr for Shard {
    type Err = BallotSettingsError;
    fn from_str(text: &str) -> Result<Shard, BallotSettingsError> {
        let number = |text: &str| text.parse().ok();
        let pair = text.split_once('/').and_then(|(i, n)| Some((number(i)?, number(n)?)));
        pair.and_then(|(index, of)| Shard::new(index, of))
            .ok_or_else(|| BallotSettingsError::Shard(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// Settings that mean nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BallotSettingsError {
    /// The text is no shard.
    #[error("`{0}` is no shard; it is written I/N with I from 1 to N, as 1/4")]
    Shard(String),
    /// No score lies in the range.
    #[error("no score is at least {0} and at most {1} centi-men, 0 <= min <= max <= {max}", max = Score::MAX_EVALUATION)]
    Range(
        /// The least edge.
        i16,
        /// The greatest edge.
        i16,
    ),
    /// The text is not a command that makes ballots.
    #[error("`{0}` is not understood as a part of `damier book ballots`")]
    Command(
        /// The word that is wrong or lacks its value.
        String,
    ),
}

const COMMAND: [&str; 3] = ["damier", "book", "ballots"];

impl BallotSettings {
    /// The same settings, when they mean something.
    ///
    /// # Errors
    /// When no score can lie in their range.
    pub fn checked(self) -> Result<BallotSettings, BallotSettingsError> {
        let fine = 0 <= self.min && self.min <= self.max && self.max <= Score::MAX_EVALUATION;
        if fine { Ok(self) } else { Err(BallotSettingsError::Range(self.min, self.max)) }
    }

    /// The edge of either side that is kept, in centi-men.
    pub const fn range(&self) -> RangeInclusive<i16> {
        self.min..=self.max
    }

    /// Whether a ballot with this score, from any side's view, is kept.
    pub fn keeps(&self, score: Score) -> bool {
        score.end().is_none() && self.range().contains(&score.raw().saturating_abs())
    }

    /// The command line that makes these ballots under `rules`.
    pub fn command(&self, rules: &RuleSet) -> String {
        let mut text = format!("{} --variant {}", COMMAND.join(" "), rules.name);
        for pair in rules.house_rules() {
            text.push_str(&format!(" --rule {pair}"));
        }
        text.push_str(&format!(" --plies {}", self.plies));
        if self.eleven_man {
            text.push_str(" --eleven-man");
        }
        let BallotSettings { nodes, min, max, seed, .. } = self;
        text.push_str(&format!(" --nodes {nodes} --min {min} --max {max}"));
        if let Some(count) = self.count {
            text.push_str(&format!(" --count {count}"));
        }
        text.push_str(&format!(" --seed {seed}"));
        if let Some(shard) = self.shard {
            text.push_str(&format!(" --shard {shard}"));
        }
        text
    }

    /// The settings in a [`command`](BallotSettings::command), whatever its rules.
    ///
    /// # Errors
    /// When it is not such a command.
    pub fn of_command(text: &str) -> Result<BallotSettings, BallotSettingsError> {
        let mut words = text.split_whitespace();
        for expected in COMMAND {
            if words.next() != Some(expected) {
                return Err(BallotSettingsError::Command(text.chars().take(40).collect()));
            }
        }
        let mut settings = BallotSettings::default();
        while let Some(word) = words.next() {
            settings
                .read(word, &mut words)
                .ok_or_else(|| BallotSettingsError::Command(word.chars().take(40).collect()))?;
        }
        settings.checked()
    }

    fn read<'a>(&mut self, word: &str, rest: &mut impl Iterator<Item = &'a str>) -> Option<()> {
        if word == "--eleven-man" {
            self.eleven_man = true;
            return Some(());
        }
        let value = rest.next()?;
        match word {
            // The header of the file has the rules in full.
            "--variant" | "--rule" => {}
            "--plies" => self.plies = value.parse().ok()?,
            "--nodes" => self.nodes = value.parse().ok()?,
            "--min" => self.min = value.parse().ok()?,
            "--max" => self.max = value.parse().ok()?,
            "--count" => self.count = Some(value.parse().ok()?),
            "--seed" => self.seed = value.parse().ok()?,
            "--shard" => self.shard = Some(value.parse().ok()?),
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::rules::{House, named};

    #[test]
    fn a_command_reads_back() {
        let house = House::of(named("italian").unwrap()).set("king=flying").unwrap();
        let rules = house.finish().unwrap();
        let settings = BallotSettings {
            plies: 3,
            eleven_man: true,
            count: Some(9),
            min: 30,
            max: 90,
            shard: Shard::new(2, 3),
            ..BallotSettings::default()
        };
        let command = settings.command(&rules);
        assert!(command.contains(" --variant italian --rule king=flying --plies 3 --eleven-man "));
        assert_eq!(BallotSettings::of_command(&command), Ok(settings));
        assert_eq!(
            BallotSettings::of_command("damier book ballots --plies x").unwrap_err().to_string(),
            "`--plies` is not understood as a part of `damier book ballots`"
        );
        assert!(BallotSettings::of_command("damier bench").is_err());
    }

    #[test]
    fn shards_share_out_everything_once() {
        for of in 1..6 {
            let shards: Vec<Shard> = (1..=of).filter_map(|index| Shard::new(index, of)).collect();
            assert_eq!(shards.len(), of);
            for count in 0..20 {
                assert_eq!(shards.iter().filter(|shard| shard.has(count)).count(), 1);
                assert_eq!(shards.iter().map(|shard| shard.share(count)).sum::<usize>(), count);
            }
        }
        assert!("0/2".parse::<Shard>().is_err() && "3/2".parse::<Shard>().is_err());
        assert!("1/0".parse::<Shard>().is_err() && "1".parse::<Shard>().is_err());
        assert_eq!("2/2".parse::<Shard>().map(|shard| shard.to_string()), Ok("2/2".to_owned()));
    }

    #[test]
    fn a_range_that_holds_no_score_is_refused() {
        for (min, max) in [(20, 10), (-1, 10), (0, 9_999)] {
            let settings = BallotSettings { min, max, ..BallotSettings::default() };
            assert_eq!(settings.checked(), Err(BallotSettingsError::Range(min, max)));
        }
        let settings = BallotSettings { min: 30, max: 90, ..BallotSettings::default() };
        for (score, kept) in [(-90, true), (30, true), (29, false), (91, false), (-9_990, false)] {
            assert_eq!(settings.keeps(Score::from_raw(score)), kept, "{score}");
        }
    }
}

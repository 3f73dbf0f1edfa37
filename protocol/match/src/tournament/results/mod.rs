//! The results file: the settings of a match and its games so far, one line of JSON each.
//!
//! The first line is a [`ResultsHeader`], every other a [`RefereedGame`], in the order in which the
//! games ended. The last field of each, `crc`, is a checksum of what stands before it: a line that
//! was damaged is named, not counted. A line is written at once and never changed. A process that is
//! killed while it writes leaves a line without an end: that line is cut off when the file is taken
//! up again, and its game is played anew. The files of a match's shards are [merged](merge).

mod file;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use file::{Contents, ResultsError, ResultsFile, read, write};

use super::schedule::{Shard, TournamentFormat};
use super::statistics::Sprt;
use crate::referee::GameRecord;

/// The version of the format.
pub const FORMAT: u32 = 2;

/// The version whose lines have no checksums; it is read, and such files are gone on with.
const WITHOUT_CHECKSUMS: u32 = 1;

/// All that decides which games are played, and how they are judged: matches with equal settings
/// are the same match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSettings {
    /// The players, from the first.
    pub players: Vec<PlayerSettings>,
    /// The games of draughts, with house rules.
    pub variants: Vec<String>,
    /// Who meets whom.
    pub pairing: TournamentFormat,
    /// The number of pairs.
    pub pairs: u64,
    /// The seed.
    pub seed: u64,
    /// Where the openings come from, with a checksum of them.
    pub openings: String,
    /// The test, if any.
    #[serde(default)]
    pub sprt: Option<Sprt>,
    /// By what games are limited and adjudicated: `limit`, `resign`, `draw`, `max-moves`.
    pub conditions: BTreeMap<String, String>,
}

/// A player as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSettings {
    /// The name for tables and game records.
    pub name: String,
    /// What is started or met.
    pub spec: String,
    /// Its settings, `KEY=VALUE`.
    #[serde(default)]
    pub settings: Vec<String>,
}

/// The first line of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultsHeader {
    /// The version of the format, under the name by which the file is known.
    #[serde(rename = "damier-match")]
    pub format: u32,
    /// A checksum of the settings: matches with different ones are different.
    pub fingerprint: String,
    /// The settings.
    pub settings: MatchSettings,
    /// Which part of the match the file has, `None` for all of it.
    #[serde(default, with = "shard_text")]
    pub shard: Option<Shard>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RefereedGame {
    /// Its number in the match, from 1.
    pub game: u64,
    /// The player with the white pieces, from 0.
    pub white: usize,
    /// The player with the black pieces.
    pub black: usize,
    /// What the opening is called.
    pub opening: String,
    /// The game itself.
    pub record: GameRecord,
}

impl ResultsHeader {
    /// The header of a file of these settings.
    pub fn new(settings: MatchSettings, shard: Option<Shard>) -> ResultsHeader {
        let fingerprint = settings.fingerprint();
        // The only part is the whole.
        let shard = shard.filter(|shard| shard.of() > 1);
        ResultsHeader { format: FORMAT, fingerprint, settings, shard }
    }

    /// Whether each line of the file has a checksum.
    pub fn is_sealed(&self) -> bool {
        self.format > WITHOUT_CHECKSUMS
    }

    /// In what two headers differ, a line for each setting; empty when they are of the same part of
    /// the same match.
    pub fn differences(&self, now: &ResultsHeader) -> Vec<String> {
        let mut differences = self.settings.differences(&now.settings);
        if self.shard != now.shard {
            let text =
                |shard: Option<Shard>| shard.map_or("none".to_owned(), |shard| shard.to_string());
            let (was, now) = (text(self.shard), text(now.shard));
            differences.push(format!("shard: {was} in the file, {now} now"));
        }
        differences
    }

    /// Whether a pair belongs to the file's part of the match.
    pub fn has_pair(&self, pair: u64) -> bool {
        let is_of = |shard: Shard| pair % shard.of() as u64 == shard.index() as u64 - 1;
        pair < self.settings.pairs && self.shard.is_none_or(is_of)
    }
}

impl MatchSettings {
    /// A checksum of the settings as eight hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        // Numbers, texts and lists of them: there is nothing that JSON could refuse.
        let text = serde_json::to_string(self).unwrap_or_default();
        format!("{:08x}", crc32fast::hash(text.as_bytes()))
    }

    /// In what settings differ, a line each.
    pub fn differences(&self, now: &MatchSettings) -> Vec<String> {
        let (was, now) = (self.lines(), now.lines());
        let keys: std::collections::BTreeSet<&String> = was.keys().chain(now.keys()).collect();
        keys.into_iter()
            .filter(|key| was.get(*key) != now.get(*key))
            .map(|key| {
                let value = |of: &BTreeMap<String, String>| {
                    of.get(key).cloned().unwrap_or_else(|| "none".to_owned())
                };
                format!("{key}: {} in the file, {} now", value(&was), value(&now))
            })
            .collect()
    }

    /// Every setting as users know it.
    fn lines(&self) -> BTreeMap<String, String> {
        let mut lines = self.conditions.clone();
        for (before, player) in self.players.iter().enumerate() {
            let mut text = format!("{} ({})", player.name, player.spec);
            for setting in &player.settings {
                text.push_str(&format!(" {setting}"));
            }
            lines.insert(format!("player {}", before + 1), text);
        }
        let sprt = self.sprt.map_or_else(|| "none".to_owned(), |sprt| sprt.to_string());
        for (key, value) in [
            ("variants", self.variants.join(", ")),
            ("pairing", self.pairing.name().to_owned()),
            ("games", (2 * self.pairs).to_string()),
            ("seed", self.seed.to_string()),
            ("openings", self.openings.clone()),
            ("sprt", sprt),
        ] {
            lines.insert(key.to_owned(), value);
        }
        lines
    }
}

impl RefereedGame {
    /// Whether both are the same game but for the times that it took.
    pub fn is_same(&self, other: &RefereedGame) -> bool {
        self.timeless() == other.timeless()
    }

    fn timeless(&self) -> RefereedGame {
        let mut timeless = self.clone();
        for played in &mut timeless.record.moves {
            played.time = std::time::Duration::ZERO;
        }
        timeless
    }
}

/// Why files cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// There is no file.
    #[error("there is nothing to merge")]
    Nothing,
    /// Two files are of different matches; the second is named.
    #[error("{name} is of another match than the first file; {}", differences.join("; "))]
    Differs {
        /// The file.
        name: String,
        /// In what it differs.
        differences: Vec<String>,
    },
    /// A game was played twice with different moves; the second file is named.
    #[error("{name}: game {game} is not the one in an earlier file; take one of the two files")]
    Conflict {
        /// The file.
        name: String,
        /// The game's number.
        game: u64,
    },
}

/// Puts files of one match, each with its name, together: the games of all, in order of their
/// numbers, each once. Merging again what was merged changes nothing, and the order of the files
/// does not matter but for the times of games that are in several.
///
/// # Errors
/// When the files are not of one match, or a game is in two of them, played differently.
pub fn merge(files: Vec<(String, Contents)>) -> Result<Contents, MergeError> {
    let mut merged: Option<ResultsHeader> = None;
    let mut games: BTreeMap<u64, RefereedGame> = BTreeMap::new();
    for (name, contents) in files {
        let header = merged
            .get_or_insert_with(|| ResultsHeader::new(contents.header.settings.clone(), None));
        let differences = header.settings.differences(&contents.header.settings);
        if !differences.is_empty() {
            return Err(MergeError::Differs { name, differences });
        }
        for played in contents.games {
            match games.get(&played.game) {
                Some(earlier) if !earlier.is_same(&played) => {
                    return Err(MergeError::Conflict { name, game: played.game });
                }
                Some(_) => {}
                None => {
                    games.insert(played.game, played);
                }
            }
        }
    }
    let header = merged.ok_or(MergeError::Nothing)?;
    Ok(Contents { header, games: games.into_values().collect() })
}

/// Shards as users write them.
mod shard_text {
    use damier_book::ballots::Shard;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(
        shard: &Option<Shard>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        shard.map(|shard| shard.to_string()).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Shard>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}

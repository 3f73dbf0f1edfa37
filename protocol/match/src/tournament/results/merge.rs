//! Shards of a match put together.

use std::collections::BTreeMap;

use super::{Contents, RefereedGame, ResultsHeader};
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
                Some(known) if !known.is_same(&played) => {
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

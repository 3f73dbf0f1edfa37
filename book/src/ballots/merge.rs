//! Shards of a set put together.

use std::collections::BTreeMap;

use damier_rules::variant::Variant;

use super::format::{BallotHeader, BallotSet};
use super::settings::BallotSettings;

/// Why sets cannot be put together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// There is none.
    #[error("there is no shard to merge")]
    Nothing,
    /// A set is the whole already.
    #[error("set {0} is no shard")]
    Whole(
        /// Its place among those given, from 1.
        usize,
    ),
    /// Sets were made differently.
    #[error("set {0} was made with other settings or by another search than the first")]
    Different(
        /// Its place among those given, from 1.
        usize,
    ),
    /// Two sets claim to be the same shard and differ.
    #[error("set {0} differs from another one of the same shard")]
    Contradiction(
        /// Its place among those given, from 1.
        usize,
    ),
    /// Not all shards are there.
    #[error("shard {0}/{1} is missing")]
    Missing(
        /// Its number, from 1.
        usize,
        /// The number of shards.
        usize,
    ),
}

/// Puts the shards of a set together, in any order; a shard may be given twice. Without a `count`
/// the result is that of a run without shards.
///
/// # Errors
/// When they are not all the shards of one set.
pub fn merge(variant: Variant, sets: Vec<BallotSet>) -> Result<BallotSet, MergeError> {
    let whole = |header: &BallotHeader| BallotSettings { shard: None, ..header.settings };
    let first = sets.first().ok_or(MergeError::Nothing)?.header;
    let (settings, signature) = (whole(&first), first.signature);
    let mut of = 1;
    let mut shards = BTreeMap::new();
    for (before, set) in sets.into_iter().enumerate() {
        let shard = set.header.settings.shard.ok_or(MergeError::Whole(before + 1))?;
        let same = (whole(&set.header), set.header.signature) == (settings, signature);
        if !same || before > 0 && shard.of() != of {
            return Err(MergeError::Different(before + 1));
        }
        of = shard.of();
        if shards.get(&shard.index()).is_some_and(|known| *known != set) {
            return Err(MergeError::Contradiction(before + 1));
        }
        shards.insert(shard.index(), set);
    }
    if let Some(index) = (1..=of).find(|index| !shards.contains_key(index)) {
        return Err(MergeError::Missing(index, of));
    }
    let mut header = BallotHeader { settings, searched: 0, total: 0, signature };
    let mut ballots = Vec::new();
    for set in shards.into_values() {
        header.searched += set.header.searched;
        header.total += set.header.total;
        ballots.extend(set.ballots);
    }
    ballots.sort_by_cached_key(|ballot| ballot.line().place(variant.rules()));
    Ok(BallotSet { header, ballots })
}

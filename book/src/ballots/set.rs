//! A set of ballots, its file, and the shards of a set put together.
//!
//! Plain text: comments (`#`) with the variant, its rules and how the set was made, then a
//! [line](super::ballot) a ballot.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use damier_rules::position::Side;
use damier_rules::rules::{KEYS, RuleSet};
use damier_rules::variant::Variant;

use super::ballot::{Ballot, BallotFault, BallotFormatError, read_line, write_line};
use super::lines::identity;
use super::settings::BallotSettings;

const TITLE: &str = "# Damier ballots, version 1";

/// How a set of ballots was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallotHeader {
    /// The settings.
    pub settings: BallotSettings,
    /// The number of positions searched.
    pub searched: usize,
    /// The number of positions there were to search, after sampling and sharing out.
    pub total: usize,
    /// The number of nodes of the game's bench: when it differs, another search gave the scores.
    pub signature: u64,
}

/// Ballots and how they were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BallotSet {
    /// How they were made.
    pub header: BallotHeader,
    /// The ballots, distinct by position, in the order of their moves.
    pub ballots: Vec<Ballot>,
}

impl BallotSet {
    /// Writes the set as a file for `variant`, the one it was made for.
    ///
    /// ```
    /// use damier_book::ballots::{BallotSet, BallotSettings, generate};
    /// use damier_rules::variant::Variant;
    ///
    /// let italian = Variant::named("italian").unwrap();
    /// let settings = BallotSettings { plies: 1, nodes: 500, max: 100, ..BallotSettings::default() };
    /// let set = generate(italian, settings, 0)?;
    /// assert_eq!(BallotSet::parse(italian, &set.text(italian)), Ok(set));
    /// # Ok::<(), damier_book::ballots::GenerationError>(())
    /// ```
    pub fn text(&self, variant: Variant) -> String {
        let (rules, header) = (variant.rules(), &self.header);
        let first = match rules.start.first {
            Side::White => "White",
            Side::Black => "Black",
        };
        let mut text = format!("{TITLE}\n");
        for (key, value) in [
            ("variant", rules.name.to_owned()),
            ("rules", rules_text(rules)),
            ("command", header.settings.command(rules)),
            ("searched", format!("{} of {} positions", header.searched, header.total)),
            ("signature", header.signature.to_string()),
            ("ballots", self.ballots.len().to_string()),
            ("line", format!("position, moves from the start; centi-men as {first} sees it")),
        ] {
            // A write to a string cannot fail.
            let _ = writeln!(text, "# {key}: {value}");
        }
        for ballot in &self.ballots {
            let _ = writeln!(text, "{}", write_line(variant, ballot));
        }
        text
    }

    /// Reads a set made for `variant`. Every line of play is replayed.
    ///
    /// # Errors
    /// With the line, when the text is no set of ballots, or one for other rules; when a ballot is
    /// not playable, repeats another or is out of the set's range.
    pub fn parse(variant: Variant, text: &str) -> Result<BallotSet, BallotFormatError> {
        let header = read_header(variant.rules(), text)?;
        let mut lines = HashMap::new();
        let mut ballots = Vec::new();
        for (before, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let at = |fault| BallotFormatError { line: before + 1, fault };
            let ballot = read_line(variant, line).map_err(at)?;
            if !header.settings.keeps(ballot.score()) {
                return Err(at(BallotFault::OutOfRange(ballot.score().raw())));
            }
            match lines.entry(identity(ballot.position())) {
                Entry::Occupied(first) => return Err(at(BallotFault::Repeated(*first.get()))),
                Entry::Vacant(entry) => entry.insert(before + 1),
            };
            ballots.push(ballot);
        }
        Ok(BallotSet { header, ballots })
    }
}

/// The rules that decide which positions can come about, as `KEY=VALUE`; not those of draws.
fn rules_text(rules: &RuleSet) -> String {
    let size = rules.moves.geometry.size();
    let pairs = KEYS
        .iter()
        .filter(|key| !key.is_of_draws())
        .map(|key| format!("{}={}", key.name(), key.value(rules)));
    std::iter::once(format!("{size}x{size}")).chain(pairs).collect::<Vec<_>>().join(" ")
}

/// The comments before the first ballot, by their keys.
struct Comments<'a>(Vec<(usize, &'a str, &'a str)>);

impl<'a> Comments<'a> {
    fn of(text: &'a str) -> Comments<'a> {
        let comments = text.lines().enumerate().map_while(|(before, line)| {
            let comment = line.strip_prefix('#')?;
            let (key, value) = comment.split_once(':').unwrap_or((comment, ""));
            Some((before + 1, key.trim(), value.trim()))
        });
        Comments(comments.collect())
    }

    /// Reads the value of a key.
    fn read<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&'a str) -> Result<T, BallotFault>,
    ) -> Result<T, BallotFormatError> {
        let lines = self.0.len().max(1);
        let found = self.0.iter().find(|(_, found, _)| *found == key);
        match found {
            None => Err(BallotFormatError { line: lines, fault: BallotFault::Missing(key) }),
            Some(&(line, _, value)) => {
                read(value).map_err(|fault| BallotFormatError { line, fault })
            }
        }
    }
}

fn read_header(rules: &RuleSet, text: &str) -> Result<BallotHeader, BallotFormatError> {
    if text.lines().next().map(str::trim_end) != Some(TITLE) {
        return Err(BallotFormatError { line: 1, fault: BallotFault::NotBallots(TITLE) });
    }
    let comments = Comments::of(text);
    let must_be = |key, expected: String| {
        comments.read(key, |got| {
            let got_short = || got.chars().take(200).collect();
            if got == expected {
                Ok(())
            } else {
                Err(BallotFault::Other { key, got: got_short(), expected })
            }
        })
    };
    must_be("variant", rules.name.to_owned())?;
    must_be("rules", rules_text(rules))?;
    let settings = comments.read("command", |value| Ok(BallotSettings::of_command(value)?))?;
    let (searched, total) = comments.read("searched", |value| {
        let pair = value.trim_end_matches(" positions").split_once(" of ");
        let pair = pair.and_then(|(n, all)| Some((n.parse().ok()?, all.parse().ok()?)));
        pair.ok_or(BallotFault::Value("searched", "as 20 of 300 positions"))
    })?;
    let signature = comments.read("signature", |value| {
        value.parse().map_err(|_| BallotFault::Value("signature", "a whole number"))
    })?;
    Ok(BallotHeader { settings, searched, total, signature })
}

/// Why sets cannot be put together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// There is none.
    #[error("there is no shard to merge")]
    Nothing,
    /// A set is the whole already.
    #[error("set {0} is no shard")]
    Whole(
        /// Its number among those given, from 1.
        usize,
    ),
    /// Sets were made differently.
    #[error("set {0} was made with other settings or by another search than the first")]
    Different(
        /// Its number among those given, from 1.
        usize,
    ),
    /// Two sets claim to be the same shard and differ.
    #[error("set {0} differs from another one of the same shard")]
    Contradiction(
        /// Its number among those given, from 1.
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
///
/// ```
/// use damier_book::ballots::{BallotSettings, Shard, generate, merge};
/// use damier_rules::variant::Variant;
///
/// let italian = Variant::named("italian").unwrap();
/// let whole = BallotSettings { plies: 2, nodes: 300, max: 100, ..BallotSettings::default() };
/// let shard = |index| BallotSettings { shard: Shard::new(index, 2), ..whole };
/// let sets = vec![generate(italian, shard(2), 0)?, generate(italian, shard(1), 0)?];
/// assert_eq!(merge(italian, sets)?, generate(italian, whole, 0)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
        if shards.get(&shard.index()).is_some_and(|earlier| *earlier != set) {
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
    ballots.sort_by_cached_key(|ballot| ballot.line().sort_key(variant.rules()));
    Ok(BallotSet { header, ballots })
}

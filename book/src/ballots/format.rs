//! A set of ballots and its file.
//!
//! Plain text: comments (`#`) with the variant, its rules and how the set was made, then a
//! [line](super::line) a ballot.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write;

use damier_rules::position::Side;
use damier_rules::rules::{KEYS, RuleSet};
use damier_rules::variant::Variant;

use super::ballot::Ballot;
use super::line::{BallotFault, BallotFormatError, read_line, write_line};
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
        let mut known = HashMap::new();
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
            match known.entry(identity(ballot.position())) {
                Entry::Occupied(first) => return Err(at(BallotFault::Repeated(*first.get()))),
                Entry::Vacant(place) => place.insert(before + 1),
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
        let found = self.0.iter().find(|(_, own, _)| *own == key);
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

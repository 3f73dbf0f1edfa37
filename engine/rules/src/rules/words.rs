//! The words in which users write rules.

use crate::position::Side;

use super::{CaptureDuty, Criterion, Crowning, KingRange, Precedence, Resets};

pub(super) const DUTIES: [(&str, CaptureDuty); 2] =
    [("mandatory", CaptureDuty::Mandatory), ("optional", CaptureDuty::Optional)];
pub(super) const RANGES: [(&str, KingRange); 2] =
    [("short", KingRange::Short), ("flying", KingRange::Flying)];
pub(super) const CROWNINGS: [(&str, Crowning); 3] =
    [("ends", Crowning::Ends), ("passing", Crowning::Passing), ("rest", Crowning::Rest)];
pub(super) const SIDES: [(&str, Side); 2] = [("white", Side::White), ("black", Side::Black)];
pub(super) const RESETS: [(&str, Resets); 4] = [
    ("capture-or-crowning", Resets::CaptureOrCrowning),
    ("capture-or-man-move", Resets::CaptureOrManMove),
    ("capture", Resets::Capture),
    ("nothing", Resets::Nothing),
];
pub(super) const CRITERIA: [(&str, Criterion); 4] = [
    ("most-pieces", Criterion::MostPieces),
    ("by-king", Criterion::ByKing),
    ("most-kings", Criterion::MostKings),
    ("earliest-king", Criterion::EarliestKing),
];

/// The value of a word.
pub(super) fn read<T: Copy>(words: &[(&str, T)], text: &str) -> Option<T> {
    words.iter().find(|(word, _)| *word == text).map(|&(_, value)| value)
}

/// The word of a value.
pub(super) fn word<T: Copy + PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, own)| *own == value).map_or("", |&(word, _)| word)
}

/// A precedence as users write it.
pub(super) fn precedence_text(precedence: &Precedence) -> String {
    if precedence.is_none() {
        return "none".to_owned();
    }
    let names: Vec<&str> = precedence.iter().map(|criterion| word(&CRITERIA, criterion)).collect();
    names.join(",")
}

/// Reads what [`precedence_text`] writes.
pub(super) fn read_precedence(text: &str) -> Option<Precedence> {
    if text == "none" {
        return Some(Precedence::NONE);
    }
    let mut criteria = Vec::new();
    for name in text.split(',') {
        let criterion = read(&CRITERIA, name.trim())?;
        if criteria.contains(&criterion) {
            return None;
        }
        criteria.push(criterion);
    }
    Some(Precedence::of(&criteria))
}

impl Criterion {
    /// The criterion as users write it.
    pub fn name(self) -> &'static str {
        word(&CRITERIA, self)
    }
}

//! What a rule set consists of, and the words in which users write it.

use crate::board::Geometry;
use crate::position::{Position, Side};

use super::{DrawRules, GameType, Notation, Resets};

/// The rules of a game, plain data.
///
/// Compared by value: two sets with the same rules, names and sources are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The name that commands and protocols use, lower case.
    pub name: &'static str,
    /// Further names that are understood.
    pub aliases: &'static [&'static str],
    /// The name in words.
    pub title: &'static str,
    /// The named game that a game read from a file extends; `None` for the named games, also with
    /// single rules changed.
    pub extends: Option<&'static str>,
    /// What move generation reads.
    pub moves: MoveRules,
    /// Who stands where at the start.
    pub start: Start,
    /// When a game is drawn.
    pub draws: DrawRules,
    /// How squares and moves are written.
    pub notation: Notation,
    /// Where each rule comes from.
    pub sources: Sources,
}

/// The rules of movement: all that move generation reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveRules {
    /// The board.
    pub geometry: Geometry,
    /// How far a king moves.
    pub king: KingRange,
    /// Whether men capture backward as well as forward.
    pub men_capture_backward: bool,
    /// Whether men may capture kings.
    pub men_capture_kings: bool,
    /// Whether a capture must be made where there is one.
    pub capture: CaptureDuty,
    /// Whether a capture may be broken off after any jump, on any landing square.
    pub break_off: bool,
    /// What happens to a man that reaches the last row while capturing.
    pub crowning: Crowning,
    /// Which of several captures must be made.
    pub precedence: Precedence,
}

impl MoveRules {
    /// The rules as users write them, in a form that differs wherever they do.
    pub fn text(&self) -> String {
        format!(
            "board={} king={} men-capture-backward={} men-capture-kings={} capture={} \
             break-off={} crowning={} precedence={}",
            self.geometry.size(),
            word(&RANGES, self.king),
            self.men_capture_backward,
            self.men_capture_kings,
            word(&DUTIES, self.capture),
            self.break_off,
            word(&CROWNINGS, self.crowning),
            precedence_text(&self.precedence),
        )
    }

    /// A number for exactly these rules, the same in every build: the CRC-32 of their text.
    pub fn fingerprint(&self) -> u32 {
        crc32fast::hash(self.text().as_bytes())
    }
}

/// How far a king moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KingRange {
    /// One square; it takes what stands next to it.
    Short,
    /// Any distance; while capturing it must land where it can take again, if it can.
    Flying,
}

/// Whether a capture must be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaptureDuty {
    /// Quiet moves do not exist where there is a capture.
    Mandatory,
    /// Quiet moves stand beside the captures.
    Optional,
}

/// What happens to a man that reaches the last row while capturing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Crowning {
    /// The move ends and the man is crowned.
    Ends,
    /// The man becomes a king at once and goes on as one.
    Passing,
    /// The man goes on as a man, and is crowned where the move ends on the last row.
    Rest,
}

/// Something by which captures are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// The capture that takes most pieces.
    MostPieces,
    /// The capture made by a king; a man that is crowned on the way ranks as a man.
    ByKing,
    /// The capture that takes most kings.
    MostKings,
    /// The capture that meets a king earliest, then the next king earliest, and so on.
    EarliestKing,
}

impl Criterion {
    /// Every criterion.
    pub const ALL: [Criterion; 4] =
        [Criterion::MostPieces, Criterion::ByKing, Criterion::MostKings, Criterion::EarliestKing];
}

/// Criteria in order: the next one decides only between captures that the ones before leave equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Precedence {
    criteria: [Option<Criterion>; Criterion::ALL.len()],
}

impl Precedence {
    /// Free choice among captures.
    pub const NONE: Precedence = Precedence::of(&[]);

    /// The precedence with these criteria, the most important first.
    ///
    /// # Panics
    /// When a criterion is given twice.
    pub const fn of(given: &[Criterion]) -> Precedence {
        let mut criteria = [None; Criterion::ALL.len()];
        let mut listed = [false; Criterion::ALL.len()];
        let mut index = 0;
        while index < given.len() {
            assert!(!listed[given[index] as usize], "each criterion once");
            listed[given[index] as usize] = true;
            criteria[index] = Some(given[index]);
            index += 1;
        }
        Precedence { criteria }
    }

    /// The criterion at `index`, counted from 0.
    pub const fn get(&self, index: usize) -> Option<Criterion> {
        if index < self.criteria.len() { self.criteria[index] } else { None }
    }

    /// The criteria, the most important first.
    pub fn iter(&self) -> impl Iterator<Item = Criterion> {
        self.criteria.into_iter().flatten()
    }

    /// Whether every capture is allowed.
    pub const fn is_none(&self) -> bool {
        self.criteria[0].is_none()
    }

    /// Whether `criterion` is among the criteria.
    pub fn contains(&self, criterion: Criterion) -> bool {
        self.iter().any(|listed| listed == criterion)
    }
}

/// How a game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Who moves first.
    pub first: Side,
    /// Full rows of men on each side.
    pub rows: usize,
}

/// Where each rule comes from: the document, and the article or page for each rule; draw rules
/// carry theirs themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sources {
    /// The rule book.
    pub document: &'static str,
    /// Of the board and the start position.
    pub start: &'static str,
    /// Of the first mover.
    pub first: &'static str,
    /// Of the king's range.
    pub king: &'static str,
    /// Of the directions in which men capture.
    pub men_capture_backward: &'static str,
    /// Of what men may capture.
    pub men_capture_kings: &'static str,
    /// Of the duty to capture.
    pub capture: &'static str,
    /// Of the completion of captures.
    pub break_off: &'static str,
    /// Of crowning.
    pub crowning: &'static str,
    /// Of precedence.
    pub precedence: &'static str,
    /// Of each criterion of precedence, in their order; empty where no more is known than of
    /// precedence as a whole.
    pub criteria: &'static [&'static str],
    /// Of notation.
    pub notation: &'static str,
}

impl RuleSet {
    /// The named game that these rules are, or of which they change single rules.
    pub fn base(&self) -> Option<RuleSet> {
        super::named(self.extends.unwrap_or(self.name))
    }

    /// Where a criterion of precedence comes from.
    pub fn source_of(&self, criterion: Criterion) -> &'static str {
        let index = self.moves.precedence.iter().position(|listed| listed == criterion);
        let source = index.and_then(|index| self.sources.criteria.get(index));
        source.copied().unwrap_or(self.sources.precedence)
    }

    /// The position in which a game starts.
    pub fn start_position(&self) -> Position {
        Position::start(self.moves.geometry, self.start.rows, self.start.first)
    }

    /// The game's PDN `GameType`.
    pub fn game_type(&self) -> GameType {
        GameType::of(self)
    }
}

// The words in which users write rules.

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
    words.iter().find(|(_, listed)| *listed == value).map_or("", |&(word, _)| word)
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

//! House rules: a game with single rules changed, by key and value as users write them.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use super::set::{
    CROWNINGS, DUTIES, RANGES, RESETS, SIDES, precedence_text, read, read_precedence, word,
};
use super::{COUNTED, Criterion, DrawRule, RuleSet, draw_sets};
use crate::text::nearest;

/// A rule that a user can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Whether a capture must be made.
    Capture,
    /// Whether a capture may be broken off.
    BreakOff,
    /// Whether men capture backward.
    MenCaptureBackward,
    /// Whether men capture kings.
    MenCaptureKings,
    /// How far kings move.
    King,
    /// What happens to a man that reaches the last row while capturing.
    Crowning,
    /// Which captures go before others.
    Precedence,
    /// Who begins.
    First,
    /// How often a position must stand on the board for a draw.
    Repetition,
    /// The set of draw rules, `off` for none; `on` brings back the game's own.
    Draws,
    /// One of the counters of moves without progress.
    Counted(DrawRule),
    /// What starts the count of quiet moves anew.
    QuietResets,
}

/// The keys before those of the counts.
const BEFORE: [Key; 10] = [
    Key::Capture,
    Key::BreakOff,
    Key::MenCaptureBackward,
    Key::MenCaptureKings,
    Key::King,
    Key::Crowning,
    Key::Precedence,
    Key::First,
    Key::Draws,
    Key::Repetition,
];

/// Every key, in the order in which they are shown.
pub const KEYS: [Key; BEFORE.len() + COUNTED.len() + 1] = {
    let mut keys = [Key::QuietResets; BEFORE.len() + COUNTED.len() + 1];
    let mut index = 0;
    while index < BEFORE.len() {
        keys[index] = BEFORE[index];
        index += 1;
    }
    let mut counted = 0;
    while counted < COUNTED.len() {
        keys[index + counted] = Key::Counted(COUNTED[counted].clause.rule);
        counted += 1;
    }
    keys
};

/// Why a house rule was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleError {
    /// The text is not `KEY=VALUE`.
    NotAPair(String),
    /// There is no such key.
    UnknownKey(String),
    /// The key has no such value.
    BadValue {
        /// The key.
        key: Key,
        /// The value given.
        value: String,
    },
    /// Captures that may be broken off leave nothing to count.
    BreakOffCounts(String),
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleError::NotAPair(value) => write!(
                f,
                "a rule is written KEY=VALUE, got `{value}`; keys are {keys}",
                keys = key_names()
            ),
            RuleError::UnknownKey(value) => write!(
                f,
                "unknown rule `{value}`{hint}; rules are {keys}",
                hint = hint(value),
                keys = key_names()
            ),
            RuleError::BadValue { key, value } => write!(
                f,
                "`{key}` cannot be `{value}`; it is {allowed}",
                key = key.name(),
                allowed = key.allowed()
            ),
            RuleError::BreakOffCounts(value) => write!(
                f,
                "`break-off=true` contradicts the precedence {value}: a capture broken off never \
                 takes most pieces; add `precedence=none` or a precedence without most-pieces"
            ),
        }
    }
}

impl Error for RuleError {}

fn key_names() -> String {
    KEYS.map(Key::name).join(", ")
}

fn hint(name: &str) -> String {
    nearest(name, KEYS.map(Key::name)).map_or(String::new(), |key| format!(" (meant `{key}`?)"))
}

impl Key {
    /// The key as users write it.
    pub const fn name(self) -> &'static str {
        match self {
            Key::Capture => "capture",
            Key::BreakOff => "break-off",
            Key::MenCaptureBackward => "men-capture-backward",
            Key::MenCaptureKings => "men-capture-kings",
            Key::King => "king",
            Key::Crowning => "crowning",
            Key::Precedence => "precedence",
            Key::First => "first",
            Key::Draws => "draws",
            Key::Repetition => DrawRule::REPETITION.name(),
            Key::QuietResets => "quiet-resets",
            Key::Counted(rule) => rule.name(),
        }
    }

    /// The values that the key takes, in words.
    pub fn allowed(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Key::Capture => "mandatory or optional",
            Key::BreakOff | Key::MenCaptureBackward | Key::MenCaptureKings => "true or false",
            Key::King => "short or flying",
            Key::Crowning => "ends, passing or rest",
            Key::Precedence => {
                "none, or a list without repeats of most-pieces, by-king, most-kings, earliest-king"
            }
            Key::First => "white or black",
            Key::Draws => {
                let names: Vec<&str> = draw_sets().map(|set| set.name).collect();
                return Cow::Owned(format!("on, or one of the sets {}", names.join(", ")));
            }
            Key::Repetition => "a count from 2 to 255, or off",
            Key::Counted(_) => "a number of moves of each side up to 1000, or 0 for off",
            Key::QuietResets => "capture-or-crowning, capture-or-man-move, capture or nothing",
        })
    }

    /// The key with this name.
    ///
    /// # Errors
    /// [`RuleError::UnknownKey`].
    pub fn named(name: &str) -> Result<Key, RuleError> {
        KEYS.into_iter()
            .find(|key| key.name() == name)
            .ok_or_else(|| RuleError::UnknownKey(name.to_owned()))
    }

    /// Whether the key concerns draws.
    pub const fn is_of_draws(self) -> bool {
        matches!(self, Key::Draws | Key::Repetition | Key::Counted(_) | Key::QuietResets)
    }

    /// The value that `rules` has, as users write it.
    pub fn value(self, rules: &RuleSet) -> String {
        let moves = &rules.moves;
        match self {
            Key::Capture => word(&DUTIES, moves.capture).to_owned(),
            Key::BreakOff => moves.break_off.to_string(),
            Key::MenCaptureBackward => moves.men_capture_backward.to_string(),
            Key::MenCaptureKings => moves.men_capture_kings.to_string(),
            Key::King => word(&RANGES, moves.king).to_owned(),
            Key::Crowning => word(&CROWNINGS, moves.crowning).to_owned(),
            Key::Precedence => precedence_text(&moves.precedence),
            Key::First => word(&SIDES, rules.start.first).to_owned(),
            Key::Draws => match rules.base() {
                Some(base) if base.draws.name == rules.draws.name => "on".to_owned(),
                _ => rules.draws.name.to_owned(),
            },
            Key::Repetition => match rules.draws.repetition {
                Some(count) => count.to_string(),
                None => "off".to_owned(),
            },
            Key::Counted(rule) => {
                rules.draws.clause(rule).map_or(0, |clause| clause.moves).to_string()
            }
            Key::QuietResets => word(&RESETS, rules.draws.resets(DrawRule::QUIET_MOVES)).to_owned(),
        }
    }

    /// Changes `rules` to have `value`; its source becomes "house rule".
    fn set(self, rules: &mut RuleSet, value: &str) -> Result<(), RuleError> {
        let bad = || RuleError::BadValue { key: self, value: value.to_owned() };
        let moves = &mut rules.moves;
        let sources = &mut rules.sources;
        let source = match self {
            Key::Capture => {
                moves.capture = read(&DUTIES, value).ok_or_else(bad)?;
                &mut sources.capture
            }
            Key::BreakOff => {
                moves.break_off = value.parse().map_err(|_| bad())?;
                &mut sources.break_off
            }
            Key::MenCaptureBackward => {
                moves.men_capture_backward = value.parse().map_err(|_| bad())?;
                &mut sources.men_capture_backward
            }
            Key::MenCaptureKings => {
                moves.men_capture_kings = value.parse().map_err(|_| bad())?;
                &mut sources.men_capture_kings
            }
            Key::King => {
                moves.king = read(&RANGES, value).ok_or_else(bad)?;
                &mut sources.king
            }
            Key::Crowning => {
                moves.crowning = read(&CROWNINGS, value).ok_or_else(bad)?;
                &mut sources.crowning
            }
            Key::Precedence => {
                moves.precedence = read_precedence(value).ok_or_else(bad)?;
                sources.criteria = &[];
                &mut sources.precedence
            }
            Key::First => {
                rules.start.first = read(&SIDES, value).ok_or_else(bad)?;
                &mut sources.first
            }
            Key::Repetition => {
                rules.draws.repetition = match value {
                    "off" => None,
                    count => Some(count.parse().ok().filter(|&n| n >= 2).ok_or_else(bad)?),
                };
                &mut rules.draws.repetition_source
            }
            Key::Draws | Key::Counted(_) | Key::QuietResets => return self.set_draws(rules, value),
        };
        *source = HOUSE_RULE;
        Ok(())
    }

    /// [`set`](Key::set) for the keys that concern draws by counting.
    fn set_draws(self, rules: &mut RuleSet, value: &str) -> Result<(), RuleError> {
        let bad = || RuleError::BadValue { key: self, value: value.to_owned() };
        let base = rules.base();
        let draws = &mut rules.draws;
        match self {
            Key::Draws if value == "on" => *draws = base.ok_or_else(bad)?.draws,
            Key::Draws => *draws = draw_sets().find(|set| set.name == value).ok_or_else(bad)?,
            Key::QuietResets => {
                let resets = read(&RESETS, value).ok_or_else(bad)?;
                if let Some(clause) = draws.clause_mut(DrawRule::QUIET_MOVES) {
                    (clause.resets, clause.article) = (resets, HOUSE_RULE);
                }
            }
            Key::Counted(rule) => {
                let moves = value.parse().ok().filter(|&moves| moves <= 1000).ok_or_else(bad)?;
                if let Some(clause) = draws.clause_mut(rule) {
                    (clause.moves, clause.article) = (moves, HOUSE_RULE);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// What stands as the source of a rule that a user has changed.
pub const HOUSE_RULE: &str = "house rule";

/// A game with single rules changed.
///
/// ```
/// use damier_rules::rules::{House, named};
///
/// let house = House::of(named("italian").unwrap()).set("capture=optional")?.set("king=flying")?;
/// assert_eq!(house.finish()?.house_rules(), ["capture=optional", "king=flying"]);
/// assert!(house.set("king=slow").is_err());
/// # Ok::<(), damier_rules::rules::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct House {
    rules: RuleSet,
}

impl House {
    /// Starts from the rules of `base`.
    pub fn of(base: RuleSet) -> House {
        House { rules: base }
    }

    /// Changes one rule, written `KEY=VALUE`.
    ///
    /// # Errors
    /// When the text is no pair, or key or value are unknown.
    pub fn set(mut self, pair: &str) -> Result<House, RuleError> {
        let (key, value) =
            pair.split_once('=').ok_or_else(|| RuleError::NotAPair(pair.to_owned()))?;
        Key::named(key.trim())?.set(&mut self.rules, value.trim())?;
        Ok(self)
    }

    /// The changed rules.
    ///
    /// # Errors
    /// When the rules contradict each other.
    pub fn finish(self) -> Result<RuleSet, RuleError> {
        let moves = &self.rules.moves;
        if moves.break_off && moves.precedence.contains(Criterion::MostPieces) {
            return Err(RuleError::BreakOffCounts(precedence_text(&moves.precedence)));
        }
        Ok(self.rules)
    }
}

impl RuleSet {
    /// The rules that differ from the [base](RuleSet::base), as `KEY=VALUE`; empty for a named game
    /// itself.
    pub fn house_rules(&self) -> Vec<String> {
        let Some(base) = self.base() else {
            return Vec::new();
        };
        // Counts differ from those of the set that is named, not from the game's own.
        let set = draw_sets().find(|set| set.name == self.draws.name);
        let same_draws = RuleSet { draws: set.unwrap_or(base.draws), ..base };
        let differs = |key: &&Key| match key {
            Key::Draws => key.value(self) != key.value(&base),
            _ => key.value(self) != key.value(&same_draws),
        };
        let changed = KEYS.iter().filter(differs);
        changed.map(|key| format!("{}={}", key.name(), key.value(self))).collect()
    }
}

#[cfg(test)]
mod tests;

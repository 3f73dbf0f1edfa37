//! The parameters that the engine declares and a client sets.

use damier_engine::notation::SquareOrder;
use damier_engine::rules::{self, CaptureDuty, House, RuleError, RuleSet};
use damier_engine::search::Strength;
use damier_engine::text::nearest;

use super::Settings;
use super::line::{Reply, number, quoted};

/// The values of all parameters.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// The games and their names as values of `variant`.
    games: Vec<(String, RuleSet)>,
    /// The name of the game among them.
    variant: String,
    game: RuleSet,
    /// The duty to capture; the game's own when it was not set.
    capture: Option<CaptureDuty>,
    /// Search workers.
    pub threads: usize,
    /// The table has at most 2 to this power entries of 16 bytes.
    pub table_size: u32,
    /// Seconds lost between engine and client for each move.
    pub overhead: f64,
    /// The least time in seconds between two lines that the engine sends of its own.
    pub line_distance: f64,
    /// Whether the client lets the engine think in the opponent's time.
    pub ponder: bool,
    /// Lines wanted.
    pub lines: usize,
    /// How strongly moves are chosen.
    pub strength: Strength,
    /// How positions and moves are numbered; `None` when it is found out from them.
    pub order: Option<SquareOrder>,
}

/// Why a parameter was not set, or not as wanted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParameterError {
    /// The value is none of those possible; the old one is kept.
    #[error("got {value} for {name}; it should be {expected}", value = quoted(value))]
    BadValue {
        /// The parameter.
        name: &'static str,
        /// What was sent.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// The number is out of range; the nearest in range is taken.
    #[error("got {value} for {name}; it should be from {min} to {max}, so {taken} is taken", value = quoted(value))]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// What was sent.
        value: String,
        /// The least value.
        min: f64,
        /// The greatest value.
        max: f64,
        /// What was taken.
        taken: f64,
    },
    /// There is no such parameter.
    #[error("got unknown parameter {name}{}; parameters are {}",
        near.map_or(String::new(), |near| format!(" (meant {near}?)")),
        Parameters::names().collect::<Vec<_>>().join(", "), name = quoted(name))]
    Unknown {
        /// What was given.
        name: String,
        /// The parameter that was probably meant.
        near: Option<&'static str>,
    },
    /// The rules that the parameters ask for contradict each other; the old ones are kept.
    #[error(transparent)]
    Rules(#[from] RuleError),
}

/// A number's range.
struct Range {
    name: &'static str,
    min: f64,
    max: f64,
    whole: bool,
}

const THREADS: Range =
    Range { name: "threads", min: 1.0, max: Parameters::MAX_THREADS as f64, whole: true };
const TABLE_SIZE: Range = Range { name: "tt-size", min: 12.0, max: MAX_SIZE as f64, whole: true };
const OVERHEAD: Range = Range { name: "move-overhead", min: 0.0, max: 10.0, whole: false };
const LINE_DISTANCE: Range = Range { name: "line-distance", min: 0.0, max: 0.1, whole: false };
const LINES: Range = Range { name: "multipv", min: 1.0, max: 64.0, whole: true };
const STRENGTH: Range = Range { name: "strength", min: 1.0, max: 3.0, whole: true };
const RANGES: [Range; 6] = [THREADS, TABLE_SIZE, OVERHEAD, LINES, STRENGTH, LINE_DISTANCE];

/// Seconds.
const DEFAULT_OVERHEAD: f64 = 0.03;
/// The value of `variant` that stands first, which is what clients that never send it play.
const NORMAL: (&str, &str) = ("normal", "international");
/// The value of `variant` for a game whose own name is taken.
const HOUSE: &str = "house";

const DUTIES: [(&str, CaptureDuty); 2] =
    [("mandatory", CaptureDuty::Mandatory), ("optional", CaptureDuty::Optional)];
const ORDERS: [(&str, Option<SquareOrder>); 3] = [
    ("auto", None),
    ("plain", Some(SquareOrder::Plain)),
    ("pydraughts", Some(SquareOrder::Pydraughts)),
];
const BOOLS: [(&str, bool); 2] = [("false", false), ("true", true)];

impl Parameters {
    /// The most search workers.
    pub const MAX_THREADS: usize = 64;

    /// The most that the table may hold, in MiB.
    pub const MAX_TABLE_MIB: u32 = (ENTRY_BYTES as u32) << (MAX_SIZE - 20);

    /// The name of each parameter and what it is, in the order of their declarations.
    pub const LIST: [(&str, &str); 10] = [
        ("variant", "The game"),
        ("threads", "Threads"),
        ("tt-size", "The transposition table has 2 to this power entries of 16 bytes"),
        ("move-overhead", "Seconds lost between engine and client for each move"),
        ("ponder", "Whether the client lets the engine think in the opponent's time"),
        ("multipv", "How many lines to follow"),
        ("strength", "How strongly the engine plays"),
        ("capture", "Whether captures are a duty, whatever the game says"),
        ("square-order", "How the client numbers the squares"),
        ("line-distance", "Least seconds between two lines of a search"),
    ];

    /// The names of all parameters, in the order of their declarations.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Parameters::LIST.into_iter().map(|(name, _)| name)
    }

    /// The parameters with which a session starts.
    ///
    /// # Errors
    /// For the first [preset](Settings::presets) that cannot be set.
    pub fn new(settings: &Settings) -> Result<Parameters, ParameterError> {
        let mut parameters = Parameters::without_presets(settings);
        for (name, value) in &settings.presets {
            parameters.preset(name, value)?;
        }
        Ok(parameters)
    }

    /// Sets a parameter as a person has written it: what a client may send and is put right or
    /// ignored is refused.
    ///
    /// # Errors
    /// When there is no such parameter, or the value is not possible or out of range.
    pub fn preset(&mut self, name: &str, value: &str) -> Result<(), ParameterError> {
        if !Parameters::names().any(|own| own == name) {
            let near = nearest(name, Parameters::names());
            return Err(ParameterError::Unknown { name: name.to_owned(), near });
        }
        self.set(name, value).map_err(|error| match error {
            ParameterError::OutOfRange { name, value, .. } => ParameterError::BadValue {
                name,
                value,
                expected: Parameters::expected(name).unwrap_or_default(),
            },
            other => other,
        })
    }

    fn without_presets(settings: &Settings) -> Parameters {
        let mut games = named_games();
        let game = settings.game;
        let named = games.iter().find(|(_, own)| *own == game).map(|(name, _)| name.clone());
        let variant = named.unwrap_or_else(|| {
            let taken = rules::named(game.name).is_some();
            let name = if taken { HOUSE } else { game.name }.to_owned();
            games.push((name.clone(), game));
            name
        });
        let size = (settings.table_bytes / ENTRY_BYTES).max(1).ilog2();
        Parameters {
            games,
            variant,
            game,
            capture: None,
            threads: settings.threads.clamp(THREADS.min as usize, THREADS.max as usize),
            table_size: size.clamp(TABLE_SIZE.min as u32, TABLE_SIZE.max as u32),
            overhead: DEFAULT_OVERHEAD,
            line_distance: settings.line_distance.as_secs_f64().min(LINE_DISTANCE.max),
            ponder: false,
            lines: 1,
            strength: Strength::Three,
            order: None,
        }
    }

    /// The lines that declare the parameters.
    pub fn declarations(&self) -> Vec<Reply> {
        let capture = self.capture.unwrap_or(self.game.moves.capture);
        vec![
            declare_words("variant", &self.variant, &self.game_names()),
            THREADS.declare(self.threads as f64),
            TABLE_SIZE.declare(f64::from(self.table_size)),
            OVERHEAD.declare(self.overhead),
            Reply::new("param")
                .with("name", "ponder")
                .with("value", self.ponder)
                .with("type", "bool"),
            LINES.declare(self.lines as f64),
            STRENGTH.declare(f64::from(self.strength.number())),
            declare_words("capture", word(&DUTIES, capture), &words(&DUTIES)),
            declare_words("square-order", word(&ORDERS, self.order), &words(&ORDERS)),
            LINE_DISTANCE.declare(self.line_distance),
        ]
    }

    /// What the value of a parameter should be, in words; `None` for an unknown name.
    pub fn expected(name: &str) -> Option<String> {
        let games = named_games();
        match name {
            "variant" => {
                Some(one_of(&games.iter().map(|(game, _)| game.as_str()).collect::<Vec<_>>()))
            }
            "capture" => Some(one_of(&words(&DUTIES))),
            "ponder" => Some(one_of(&words(&BOOLS))),
            "square-order" => Some(one_of(&words(&ORDERS))),
            _ => RANGES.iter().find(|range| range.name == name).map(Range::expected),
        }
    }

    /// Sets a parameter; names that are not known are ignored.
    ///
    /// # Errors
    /// When the value is not possible, and the old one was kept, or when it was clamped.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParameterError> {
        match name {
            "variant" => self.set_variant(value)?,
            "capture" => self.set_capture(value)?,
            "ponder" => self.ponder = read_word("ponder", &BOOLS, value)?,
            "square-order" => self.order = read_word("square-order", &ORDERS, value)?,
            "threads" => return THREADS.set(value, |number| self.threads = number as usize),
            "tt-size" => return TABLE_SIZE.set(value, |number| self.table_size = number as u32),
            "move-overhead" => return OVERHEAD.set(value, |number| self.overhead = number),
            "line-distance" => {
                return LINE_DISTANCE.set(value, |number| self.line_distance = number);
            }
            "multipv" => return LINES.set(value, |number| self.lines = number as usize),
            "strength" => {
                return STRENGTH.set(value, |number| {
                    self.strength = Strength::of(number as u32).unwrap_or(self.strength);
                });
            }
            _ => {}
        }
        Ok(())
    }

    fn set_variant(&mut self, value: &str) -> Result<(), ParameterError> {
        let by_name = self.games.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
        let by_alias = || {
            let rules = rules::named(value)?;
            self.games.iter().find(|(_, own)| *own == rules)
        };
        let (variant, game) = by_name
            .or_else(by_alias)
            .cloned()
            .ok_or_else(|| bad_value("variant", value, &self.game_names()))?;
        self.try_rules(Parameters { variant, game, ..self.clone() })
    }

    fn set_capture(&mut self, value: &str) -> Result<(), ParameterError> {
        let duty = read_word("capture", &DUTIES, value)?;
        self.try_rules(Parameters { capture: Some(duty), ..self.clone() })
    }

    fn try_rules(&mut self, changed: Parameters) -> Result<(), ParameterError> {
        changed.rules()?;
        *self = changed;
        Ok(())
    }

    /// The rules of the game, with the duty to capture that was set.
    ///
    /// # Errors
    /// When they contradict each other.
    pub fn rules(&self) -> Result<RuleSet, RuleError> {
        match self.capture {
            Some(duty) if duty != self.game.moves.capture => {
                House::of(self.game).set(&format!("capture={}", word(&DUTIES, duty)))?.finish()
            }
            _ => Ok(self.game),
        }
    }

    /// The game as `variant` names it.
    pub fn variant_name(&self) -> &str {
        &self.variant
    }

    fn game_names(&self) -> Vec<&str> {
        self.games.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The most that the table may hold.
    pub fn table_bytes(&self) -> usize {
        ENTRY_BYTES << self.table_size
    }
}

const ENTRY_BYTES: usize = 16;
/// The greatest table has 2 to this power entries.
const MAX_SIZE: u32 = 30;

fn named_games() -> Vec<(String, RuleSet)> {
    let name = |set: &RuleSet| if set.name == NORMAL.1 { NORMAL.0 } else { set.name };
    let mut games: Vec<(String, RuleSet)> =
        rules::ALL.iter().map(|set| (name(set).to_owned(), *set)).collect();
    games.sort_by_key(|(name, _)| name != NORMAL.0);
    games
}

fn declare_words(name: &str, value: &str, values: &[&str]) -> Reply {
    let reply = Reply::new("param").with("name", name).with("value", value);
    reply.with("type", "enum").with("values", values.join(" "))
}

fn words<T>(words: &[(&'static str, T)]) -> Vec<&'static str> {
    words.iter().map(|&(word, _)| word).collect()
}

fn word<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, own)| *own == value).map_or("", |&(word, _)| word)
}

fn read_word<T: Copy>(
    name: &'static str,
    known: &[(&'static str, T)],
    value: &str,
) -> Result<T, ParameterError> {
    let found = known.iter().find(|(word, _)| word.eq_ignore_ascii_case(value));
    found.map(|&(_, own)| own).ok_or_else(|| bad_value(name, value, &words(known)))
}

fn bad_value(name: &'static str, value: &str, values: &[&str]) -> ParameterError {
    ParameterError::BadValue { name, value: value.to_owned(), expected: one_of(values) }
}

fn one_of(values: &[&str]) -> String {
    format!("one of {}", values.join(", "))
}

impl Range {
    fn declare(&self, value: f64) -> Reply {
        let kind = if self.whole { "int" } else { "real" };
        let reply = Reply::new("param").with("name", self.name).with("value", self.text(value));
        reply.with("type", kind).with("min", self.text(self.min)).with("max", self.text(self.max))
    }

    fn text(&self, number: f64) -> String {
        if self.whole { format!("{number:.0}") } else { format!("{number:?}") }
    }

    fn expected(&self) -> String {
        let kind = if self.whole { "a whole number" } else { "a number" };
        format!("{kind} from {} to {}", self.min, self.max)
    }

    fn set(&self, value: &str, store: impl FnOnce(f64)) -> Result<(), ParameterError> {
        let number = number(value).unwrap_or(f64::NAN);
        if number.is_nan() || (self.whole && number.is_finite() && number.fract() != 0.0) {
            let (value, expected) = (value.to_owned(), self.expected());
            return Err(ParameterError::BadValue { name: self.name, value, expected });
        }
        let taken = number.clamp(self.min, self.max);
        store(taken);
        if taken == number {
            return Ok(());
        }
        let &Range { name, min, max, .. } = self;
        Err(ParameterError::OutOfRange { name, value: value.to_owned(), min, max, taken })
    }
}

#[cfg(test)]
mod tests;

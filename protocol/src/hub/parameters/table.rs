//! The parameters: one line of the table declares, reads, checks and applies one.

use damier_engine::search::Strength;
use damier_rules::notation::SquareOrder;
use damier_rules::rules::{CaptureDuty, Key, RuleSet, draw_sets};

use super::{MAX_SIZE, MIN_SIZE, ParameterError, Parameters};
use crate::hub::line::{HubLine, number as read_number};

/// What a client may set.
#[derive(Clone, Copy)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// Older names: understood, but not declared.
    pub aliases: &'static [&'static str],
    /// What it is, in a few words.
    pub about: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// A number; what is out of range is clamped.
    Number { min: f64, max: f64, whole: bool, get: fn(&Parameters) -> f64, set: SetNumber },
    /// `true` or `false`.
    Bool { get: fn(&Parameters) -> bool, set: fn(&mut Parameters, bool) },
    /// One of some words, in any case.
    Choice { words: Words, synonym: Synonym, get: fn(&Parameters) -> String, set: SetChoice },
}

type SetNumber = fn(&mut Parameters, f64);
/// The words, where these games are offered.
type Words = fn(&[(String, RuleSet)]) -> Vec<String>;
/// The word that another text means, if any.
type Synonym = fn(&Parameters, &str) -> Option<String>;
/// Takes one of the words; an error keeps the old value.
type SetChoice = fn(&mut Parameters, &str) -> Result<(), ParameterError>;

const DUTIES: [(&str, CaptureDuty); 2] =
    [("mandatory", CaptureDuty::Mandatory), ("optional", CaptureDuty::Optional)];
const ORDERS: [(&str, Option<SquareOrder>); 3] = [
    ("auto", None),
    ("plain", Some(SquareOrder::Plain)),
    ("pydraughts", Some(SquareOrder::Pydraughts)),
];
/// Kinds of numbers.
const WHOLE: bool = true;
const REAL: bool = false;
const BOOLS: [(&str, bool); 2] = [("false", false), ("true", true)];

impl Parameters {
    /// Every parameter, in the order of the declarations.
    #[rustfmt::skip]
    pub const TABLE: [Parameter; 11] = [
        choice("variant", "The game",
            |games| games.iter().map(|(name, _)| name.clone()).collect(), Parameters::variant_of_alias,
            |all| all.variant.clone(), Parameters::set_variant),
        number("threads", "Threads", WHOLE, 1.0, Parameters::MAX_THREADS as f64,
            |all| all.threads as f64, |all, number| all.threads = number as usize),
        number("tt-size", "The transposition table has 2 to this power entries of 16 bytes", WHOLE, MIN_SIZE as f64, MAX_SIZE as f64,
            |all| f64::from(all.table_size), |all, number| all.table_size = number as u32),
        number("move-overhead", "Seconds lost between engine and client for each move", REAL, 0.0, 10.0,
            |all| all.overhead, |all, number| all.overhead = number),
        boolean("ponder", "Whether the client lets the engine think in the opponent's time",
            |all| all.ponder, |all, yes| all.ponder = yes),
        number("multipv", "How many lines to follow", WHOLE, 1.0, 64.0,
            |all| all.lines as f64, |all, number| all.lines = number as usize),
        number("strength", "How strongly the engine plays", WHOLE, 1.0, 3.0,
            |all| f64::from(all.strength.number()),
            |all, number| all.strength = Strength::of(number as u32).unwrap_or(all.strength)),
        choice("capture", "Whether captures are a duty, whatever the game says",
            |_| words(&DUTIES), no_synonym, |all| Key::Capture.value(&all.game_with_changes()),
            |all, value| all.change(|all| all.capture = Some(value.to_owned()))),
        choice("draws", "The set of draw rules, `on` for the game's own",
            |_| ["on"].into_iter().chain(draw_sets().map(|set| set.name)).map(str::to_owned).collect(),
            no_synonym,
            |all| Key::Draws.value(&all.game_with_changes()),
            |all, value| all.change(|all| all.draws = Some(value.to_owned()))),
        choice("square-order", "How the client numbers the squares",
            |_| words(&ORDERS), no_synonym, |all| text(&ORDERS, all.order),
            |all, value| { all.order = meaning(&ORDERS, value).unwrap_or(all.order); Ok(()) }),
        number("line-interval", "Least seconds between two lines of a search", REAL, 0.0, Parameters::MAX_LINE_INTERVAL,
            |all| all.line_interval, |all, number| all.line_interval = number).with_aliases(&["line-distance"]),
    ];
}

const fn number(
    name: &'static str,
    about: &'static str,
    whole: bool,
    min: f64,
    max: f64,
    get: fn(&Parameters) -> f64,
    set: SetNumber,
) -> Parameter {
    Parameter { name, aliases: &[], about, kind: Kind::Number { min, max, whole, get, set } }
}

const fn boolean(
    name: &'static str,
    about: &'static str,
    get: fn(&Parameters) -> bool,
    set: fn(&mut Parameters, bool),
) -> Parameter {
    Parameter { name, aliases: &[], about, kind: Kind::Bool { get, set } }
}

const fn choice(
    name: &'static str,
    about: &'static str,
    words: Words,
    synonym: Synonym,
    get: fn(&Parameters) -> String,
    set: SetChoice,
) -> Parameter {
    Parameter { name, aliases: &[], about, kind: Kind::Choice { words, synonym, get, set } }
}

fn no_synonym(_: &Parameters, _: &str) -> Option<String> {
    None
}

impl Parameter {
    const fn with_aliases(self, aliases: &'static [&'static str]) -> Parameter {
        Parameter { aliases, ..self }
    }

    /// Whether this is its name or one of its older ones.
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// The line that declares it.
    pub(super) fn declare(&self, all: &Parameters) -> HubLine {
        let reply = HubLine::new("param").with("name", self.name);
        match self.kind {
            Kind::Number { min, max, whole, get, .. } => {
                let text = |number: f64| {
                    if whole { format!("{number:.0}") } else { format!("{number:?}") }
                };
                let kind = if whole { "int" } else { "real" };
                let reply = reply.with("value", text(get(all))).with("type", kind);
                reply.with("min", text(min)).with("max", text(max))
            }
            Kind::Bool { get, .. } => reply.with("value", get(all)).with("type", "bool"),
            Kind::Choice { words, get, .. } => {
                let reply = reply.with("value", get(all)).with("type", "enum");
                reply.with("values", words(&all.games).join(" "))
            }
        }
    }

    /// What its value should be, in words, where these games are offered.
    pub(super) fn expected(&self, games: &[(String, RuleSet)]) -> String {
        match self.kind {
            Kind::Number { min, max, whole, .. } => {
                let kind = if whole { "a whole number" } else { "a number" };
                format!("{kind} from {min} to {max}")
            }
            Kind::Bool { .. } => format!("one of {}", words(&BOOLS).join(", ")),
            Kind::Choice { words, .. } => format!("one of {}", words(games).join(", ")),
        }
    }

    /// Sets it.
    ///
    /// # Errors
    /// When the value is not possible, and the old one was kept, or when it was clamped.
    pub(super) fn set(&self, all: &mut Parameters, value: &str) -> Result<(), ParameterError> {
        let bad = |games: &[(String, RuleSet)]| ParameterError::BadValue {
            name: self.name,
            value: value.to_owned(),
            expected: self.expected(games),
        };
        match self.kind {
            Kind::Number { min, max, whole, set, .. } => {
                let number = read_number(value).unwrap_or(f64::NAN);
                if number.is_nan() || (whole && number.is_finite() && number.fract() != 0.0) {
                    return Err(bad(&all.games));
                }
                let taken = number.clamp(min, max);
                set(all, taken);
                if taken == number {
                    return Ok(());
                }
                let (name, value) = (self.name, value.to_owned());
                Err(ParameterError::OutOfRange { name, value, min, max, taken })
            }
            Kind::Bool { set, .. } => {
                set(all, meaning(&BOOLS, value).ok_or_else(|| bad(&all.games))?);
                Ok(())
            }
            Kind::Choice { words, synonym, set, .. } => {
                let mut possible = words(&all.games).into_iter();
                let exact = possible.find(|word| word.eq_ignore_ascii_case(value));
                let word = exact.or_else(|| synonym(all, value)).ok_or_else(|| bad(&all.games))?;
                set(all, &word)
            }
        }
    }
}

fn words<T>(words: &[(&'static str, T)]) -> Vec<String> {
    words.iter().map(|(word, _)| (*word).to_owned()).collect()
}

fn text<T: PartialEq>(words: &[(&'static str, T)], value: T) -> String {
    words.iter().find(|(_, meaning)| *meaning == value).map_or("", |&(word, _)| word).to_owned()
}

fn meaning<T: Copy>(words: &[(&'static str, T)], text: &str) -> Option<T> {
    words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)).map(|&(_, meaning)| meaning)
}

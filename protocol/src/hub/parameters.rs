//! The parameters that the engine declares and a client sets.

mod table;

pub use table::Parameter;

use damier_engine::search::Strength;
use damier_rules::notation::SquareOrder;
use damier_rules::rules::{self, House, RuleError, RuleSet};
use damier_rules::text::nearest;

use super::HubSettings;
use super::line::{HubLine, quoted};

/// The values of all parameters.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// The games and their names as values of `variant`.
    games: Vec<(String, RuleSet)>,
    /// The name of the game among them.
    variant: String,
    game: RuleSet,
    /// The duty to capture; the game's own when it was not set.
    capture: Option<String>,
    /// The set of draw rules; the game's own when it was not set.
    draws: Option<String>,
    /// Search workers.
    pub threads: usize,
    /// The table has at most 2 to this power entries of 16 bytes.
    pub table_size: u32,
    /// Seconds lost between engine and client for each move.
    pub overhead: f64,
    /// The least time in seconds between two lines that the engine sends of its own.
    pub line_interval: f64,
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

/// Seconds.
const DEFAULT_OVERHEAD: f64 = 0.03;
/// The value of `variant` that stands first, which is what clients that never send it play.
const NORMAL: (&str, &str) = ("normal", "international");
/// The value of `variant` for a game whose own name is taken.
const HOUSE: &str = "house";

impl Parameters {
    /// The most search workers.
    pub const MAX_THREADS: usize = 64;

    /// The most that the table may hold, in MiB.
    pub const MAX_TABLE_MIB: u32 = (ENTRY_BYTES as u32) << (MAX_SIZE - 20);

    /// The greatest interval between lines, in seconds.
    const MAX_LINE_INTERVAL: f64 = 0.1;

    /// The names of all parameters, in the order of their declarations.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Parameters::TABLE.into_iter().map(|parameter| parameter.name)
    }

    /// The parameters with which a session starts.
    ///
    /// # Errors
    /// For the first [preset](HubSettings::presets) that cannot be set.
    pub fn new(settings: &HubSettings) -> Result<Parameters, ParameterError> {
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
        if Parameters::find(name).is_none() {
            let near = nearest(name, Parameters::names());
            return Err(ParameterError::Unknown { name: name.to_owned(), near });
        }
        self.set(name, value).map_err(|error| match error {
            ParameterError::OutOfRange { name, value, .. } => ParameterError::BadValue {
                name,
                value,
                expected: Parameters::expected(name).unwrap_or_default(),
            },
            error => error,
        })
    }

    fn without_presets(settings: &HubSettings) -> Parameters {
        let mut games = named_games();
        let game = settings.game;
        let named = games.iter().find(|(_, rules)| *rules == game).map(|(name, _)| name.clone());
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
            draws: None,
            threads: settings.threads.clamp(1, Parameters::MAX_THREADS),
            table_size: size.clamp(MIN_SIZE, MAX_SIZE),
            overhead: DEFAULT_OVERHEAD,
            line_interval: settings.line_interval.as_secs_f64().min(Parameters::MAX_LINE_INTERVAL),
            ponder: false,
            lines: 1,
            strength: Strength::Three,
            order: None,
        }
    }

    /// The lines that declare the parameters.
    pub fn declarations(&self) -> Vec<HubLine> {
        Parameters::TABLE.iter().map(|parameter| parameter.declare(self)).collect()
    }

    /// What the value of a parameter should be, in words; `None` for an unknown name.
    pub fn expected(name: &str) -> Option<String> {
        Some(Parameters::find(name)?.expected(&named_games()))
    }

    /// The parameter of this name or alias.
    fn find(name: &str) -> Option<Parameter> {
        Parameters::TABLE.into_iter().find(|parameter| parameter.is_called(name))
    }

    /// Sets a parameter; names that are not known are ignored.
    ///
    /// # Errors
    /// When the value is not possible, and the old one was kept, or when it was clamped.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParameterError> {
        Parameters::find(name).map_or(Ok(()), |parameter| parameter.set(self, value))
    }

    /// The value of `variant` that an alias of a game means.
    fn variant_of_alias(&self, alias: &str) -> Option<String> {
        let named = rules::named(alias)?;
        self.games.iter().find(|(_, rules)| *rules == named).map(|(name, _)| name.clone())
    }

    fn set_variant(&mut self, value: &str) -> Result<(), ParameterError> {
        let Some((variant, game)) = self.games.iter().find(|(name, _)| name == value).cloned()
        else {
            return Ok(());
        };
        self.change(|all| (all.variant, all.game) = (variant, game))
    }

    /// Changes the rules, unless they would contradict each other.
    fn change(&mut self, change: impl FnOnce(&mut Parameters)) -> Result<(), ParameterError> {
        let mut changed = self.clone();
        change(&mut changed);
        changed.rules()?;
        *self = changed;
        Ok(())
    }

    /// The rules of the game, with what was changed.
    ///
    /// # Errors
    /// When they contradict each other.
    pub fn rules(&self) -> Result<RuleSet, RuleError> {
        let changes = [("capture", &self.capture), ("draws", &self.draws)];
        let mut house = House::of(self.game);
        for (key, value) in changes {
            if let Some(value) = value {
                house = house.set(&format!("{key}={value}"))?;
            }
        }
        let rules = house.finish()?;
        // What was changed to what it was has no other source.
        Ok(if rules.house_rules() == self.game.house_rules() { self.game } else { rules })
    }

    /// The same; the changes were tried when they were made.
    fn game_with_changes(&self) -> RuleSet {
        self.rules().unwrap_or(self.game)
    }

    /// The game as `variant` names it.
    pub fn variant_name(&self) -> &str {
        &self.variant
    }

    /// The most that the table may hold.
    pub fn table_bytes(&self) -> usize {
        ENTRY_BYTES << self.table_size
    }
}

const ENTRY_BYTES: usize = 16;
/// The least table has 2 to this power entries, and the greatest.
const MIN_SIZE: u32 = 12;
const MAX_SIZE: u32 = 30;

fn named_games() -> Vec<(String, RuleSet)> {
    let name = |set: &RuleSet| if set.name == NORMAL.1 { NORMAL.0 } else { set.name };
    let mut games: Vec<(String, RuleSet)> =
        rules::ALL.iter().map(|set| (name(set).to_owned(), *set)).collect();
    games.sort_by_key(|(name, _)| name != NORMAL.0);
    games
}

#[cfg(test)]
mod tests;

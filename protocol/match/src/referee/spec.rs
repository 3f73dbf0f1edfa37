//! Players as text: `builtin`, `hub:` and a command line, or `dxp:` and an address, with settings.

use std::path::PathBuf;
use std::time::Duration;

use damier_engine::eval::Weights;
use damier_engine::search::{Limits, Strength};
use damier_protocol::hub::client::{Launch, LaunchError};

use super::builtin::{Builtin, BuiltinSetup};
use super::clock::{LimitError, read_limits};
use super::dxp_player::{DxpPlayer, DxpSetup};
use super::hub_player::HubPlayer;
use super::hub_setup::HubSetup;
use super::player::Player;

/// A player to be, with its settings.
///
/// ```
/// use damier_match::referee::PlayerSpec;
///
/// let mut spec = PlayerSpec::parse("hub:engines/scan hub")?;
/// for setting in ["name=Scan", "threads=2", "bb-size=0", "limit=time=60+0.6"] {
///     spec.set(setting)?;
/// }
/// assert_eq!(spec.player().name(), "Scan");
/// # Ok::<(), damier_match::referee::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    kind: PlayerKind,
    limits: Option<Limits>,
}

#[derive(Clone, Debug, PartialEq)]
enum PlayerKind {
    Builtin(BuiltinSetup),
    Hub(HubSetup),
    Dxp(DxpSetup),
}

/// Why a text is no player, or no setting of one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No such kind of player.
    #[error("got player `{0}`; it should be `builtin`, `hub:COMMAND LINE` or `dxp:HOST:PORT`")]
    Unknown(String),
    /// The address is none.
    #[error(
        "got player `{0}`; a DXP peer is dxp:HOST:PORT, as dxp:localhost:27531 or dxp:[::1]:27531"
    )]
    Address(String),
    /// The command line is wrong.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// The setting is no pair.
    #[error("got setting `{0}`; it should be KEY=VALUE")]
    NotAPair(String),
    /// The player has no such setting.
    #[error(
        "got setting `{0}`; the settings of the built-in engine are name, limit, threads, hash, weights, overhead, ponder, strength, seed"
    )]
    UnknownKey(String),
    /// A DXP peer has no such setting.
    #[error(
        "got setting `{0}`; the settings of a DXP peer are name, limit, minutes, timeout, dialogue"
    )]
    UnknownDxpKey(String),
    /// The value is none of those possible.
    #[error("got `{value}` for {key}; it should be {expected}")]
    BadValue {
        /// The setting.
        key: String,
        /// What was given.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
    /// The limit is wrong.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The weights cannot be used.
    #[error("weights: {0}")]
    Weights(String),
}

impl PlayerSpec {
    /// Reads `builtin`, `hub:` and a command line, or `dxp:` and an address with its port.
    ///
    /// # Errors
    /// When the text is none of them.
    pub fn parse(text: &str) -> Result<PlayerSpec, SpecError> {
        let kind = match text.split_once(':') {
            None if text == "builtin" => PlayerKind::Builtin(BuiltinSetup::default()),
            Some(("hub", line)) => PlayerKind::Hub(HubSetup::new(Launch::parse(line)?)),
            Some(("dxp", address)) => {
                let setup = DxpSetup::parse(address);
                PlayerKind::Dxp(setup.ok_or_else(|| SpecError::Address(text.to_owned()))?)
            }
            _ => return Err(SpecError::Unknown(text.to_owned())),
        };
        Ok(PlayerSpec { kind, limits: None })
    }

    /// Changes a setting, written `KEY=VALUE`. Keys of all players: `name`, `limit`, `threads`,
    /// `hash` (MiB), `ponder` (true, false). Of the built-in engine: `weights` (embedded,
    /// bootstrap, or a file), `overhead` (seconds kept back for each move), `strength` (1 to 3),
    /// `seed` (of the weak strengths). Of Hub engines: `timeout` (seconds), `dir` (its working
    /// directory), `history` (all, reversible), `log` (a file to which the engine's standard error
    /// is added), and any parameter that the engine declares. A DXP peer has only `name`, `limit`,
    /// `timeout` (seconds) and `minutes`, the time for the game in the request to it; by default its
    /// own clock's, or 1. Of Hub engines and DXP peers: `dialogue`, a file to which every line of
    /// either side is added.
    ///
    /// # Errors
    /// When the text is no pair, or key or value are unknown.
    pub fn set(&mut self, pair: &str) -> Result<(), SpecError> {
        let (key, value) =
            pair.split_once('=').ok_or_else(|| SpecError::NotAPair(pair.to_owned()))?;
        if key == "limit" {
            self.limits = Some(read_limits(value)?);
            return Ok(());
        }
        match &mut self.kind {
            PlayerKind::Builtin(setup) => set_builtin(setup, key, value),
            PlayerKind::Hub(setup) => set_hub(setup, key, value),
            PlayerKind::Dxp(setup) => set_dxp(setup, key, value),
        }
    }

    /// The player's own limits, when they were set.
    pub fn limits(&self) -> Option<&Limits> {
        self.limits.as_ref()
    }

    /// The player. A Hub engine is started when its first game begins.
    pub fn player(&self) -> Box<dyn Player> {
        match &self.kind {
            PlayerKind::Builtin(setup) => Box::new(Builtin::new(setup.clone())),
            PlayerKind::Hub(setup) => Box::new(HubPlayer::new(setup.clone())),
            PlayerKind::Dxp(setup) => {
                let clock = self.limits.and_then(|limits| limits.clock);
                let minutes = clock.map(|clock| clock.time.as_secs().div_ceil(60));
                let minutes = minutes.and_then(|minutes| u16::try_from(minutes).ok());
                let minutes = setup.minutes.or(minutes);
                Box::new(DxpPlayer::new(DxpSetup { minutes, ..setup.clone() }))
            }
        }
    }
}

fn set_builtin(setup: &mut BuiltinSetup, key: &str, value: &str) -> Result<(), SpecError> {
    match key {
        "name" => setup.name = value.to_owned(),
        "threads" => setup.threads = number(key, value)?,
        "hash" => setup.hash = number(key, value)?,
        "weights" => {
            let opened = Weights::open(value.as_ref());
            setup.weights = opened.map_err(|error| SpecError::Weights(error.to_string()))?;
        }
        "overhead" => setup.overhead = seconds(key, value)?,
        "ponder" => setup.ponder = choice(key, value)?,
        "strength" => {
            let strength = value.parse().ok().and_then(Strength::of);
            setup.strength = strength.ok_or_else(|| bad(key, value, "1, 2 or 3"))?;
        }
        "seed" => {
            setup.seed = value.parse().map_err(|_| bad(key, value, "a whole number from 0"))?;
        }
        _ => return Err(SpecError::UnknownKey(key.to_owned())),
    }
    Ok(())
}

fn set_hub(setup: &mut HubSetup, key: &str, value: &str) -> Result<(), SpecError> {
    match key {
        "name" => setup.name = Some(value.to_owned()),
        "hash" => setup.hash = Some(number(key, value)?),
        "ponder" => setup.ponder = choice(key, value)?,
        "timeout" => setup.timeout = seconds(key, value)?,
        "dir" => setup.launch.directory = Some(PathBuf::from(value)),
        "dialogue" => setup.launch.dialogue = Some(PathBuf::from(value)),
        "log" => setup.launch.log = Some(PathBuf::from(value)),
        "history" => {
            setup.short_history = match value {
                "all" => false,
                "reversible" => true,
                _ => return Err(bad(key, value, "all or reversible")),
            };
        }
        _ => setup.parameters.push((key.to_owned(), value.to_owned())),
    }
    Ok(())
}

fn set_dxp(setup: &mut DxpSetup, key: &str, value: &str) -> Result<(), SpecError> {
    match key {
        "name" => setup.name = Some(value.to_owned()),
        "timeout" => setup.timeout = seconds(key, value)?,
        "minutes" => {
            let minutes = value.parse().ok().filter(|minutes| (1..=999).contains(minutes));
            setup.minutes = Some(minutes.ok_or_else(|| bad(key, value, "from 1 to 999"))?);
        }
        "dialogue" => setup.dialogue = Some(PathBuf::from(value)),
        _ => return Err(SpecError::UnknownDxpKey(key.to_owned())),
    }
    Ok(())
}

fn bad(key: &str, value: &str, expected: &'static str) -> SpecError {
    SpecError::BadValue { key: key.to_owned(), value: value.to_owned(), expected }
}

/// The most threads, or MiB of a table, that anybody has.
const GREATEST: usize = 1 << 20;

fn number(key: &str, value: &str) -> Result<usize, SpecError> {
    let number = value.parse().ok().filter(|number| (1..=GREATEST).contains(number));
    number.ok_or_else(|| bad(key, value, "a whole number from 1"))
}

fn seconds(key: &str, value: &str) -> Result<Duration, SpecError> {
    let number: Option<f64> = value.parse().ok().filter(|number| (0.0..=86_400.0).contains(number));
    number.map(Duration::from_secs_f64).ok_or_else(|| bad(key, value, "seconds, at most a day"))
}

fn choice(key: &str, value: &str) -> Result<bool, SpecError> {
    value.parse().map_err(|_| bad(key, value, "true or false"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_names_no_player_is_refused() {
        let error = |text: &str| PlayerSpec::parse(text).unwrap_err().to_string();
        assert!(error("dxp:localhost").contains("dxp:HOST:PORT"));
        assert!(error("dxp::27531").contains("dxp:HOST:PORT"));
        assert!(error("scan").contains("hub:COMMAND LINE"));
        assert!(error("hub:").contains("empty command line"));
        assert!(error("hub:'scan").contains("closing quote"));
    }

    #[test]
    fn settings_are_checked() {
        let mut builtin = PlayerSpec::parse("builtin").unwrap();
        let mut hub = PlayerSpec::parse("hub:scan hub").unwrap();
        for pair in ["name=x", "threads=2", "hash=8", "ponder=true", "limit=nodes=5"] {
            builtin.set(pair).unwrap();
            hub.set(pair).unwrap();
        }
        assert_eq!(builtin.limits().unwrap().nodes, Some(5));
        assert_eq!(builtin.player().name(), "x");
        builtin.set("strength=2").unwrap();
        assert!(builtin.set("strength=4").unwrap_err().to_string().contains("1, 2 or 3"));
        assert!(builtin.set("level=3").unwrap_err().to_string().contains("threads, hash"));
        assert!(builtin.set("threads=0").unwrap_err().to_string().contains("from 1"));
        assert!(hub.set("history=none").unwrap_err().to_string().contains("reversible"));
        assert!(hub.set("ponder").unwrap_err().to_string().contains("KEY=VALUE"));
        assert!(hub.set("timeout=-1").is_err());
        hub.set("bb-size=4").unwrap();
        let mut dxp = PlayerSpec::parse("dxp:[::1]:27531").unwrap();
        for pair in ["name=y", "timeout=5", "minutes=2", "limit=time=60", "dialogue=log"] {
            dxp.set(pair).unwrap();
        }
        assert_eq!(dxp.player().name(), "y");
        assert!(dxp.set("hash=8").unwrap_err().to_string().contains("name, limit, minutes"));
        assert!(dxp.set("minutes=0").is_err());
    }
}

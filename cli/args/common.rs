//! The options that several commands share, and how their values are read.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use damier_protocol::hub::Parameters;

/// Which rules are played.
#[derive(Args, Clone, Debug, Default)]
pub struct GameArgs {
    /// The game, see `damier rules`; default italian (hub, dxp: international)
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,

    /// Rules in a file, which overrides --variant; see `damier rules --help`
    #[arg(long, value_name = "FILE.toml")]
    pub rules: Option<PathBuf>,

    /// Change one rule of the game, see `damier rules --help`; repeatable
    #[arg(long, value_name = "KEY=VALUE")]
    pub rule: Vec<String>,
}

/// Threads where none are asked for.
pub const THREADS: u16 = 1;

/// The most threads of a search, as the Hub protocol declares them.
pub const MAX_THREADS: u16 = Parameters::MAX_THREADS as u16;

/// MiB of the table where none are asked for.
const HASH: u32 = 64;

/// The longest time that can be asked for, in seconds: some thirty years, which no clock overflows.
const MAX_SECONDS: u32 = 1_000_000_000;

/// What the engine may use.
#[derive(Args, Clone, Debug)]
pub struct EngineArgs {
    /// Threads of the search
    #[arg(long, value_name = "N", default_value_t = THREADS,
          allow_negative_numbers = true, value_parser = between(1..=MAX_THREADS))]
    pub threads: u16,

    /// Size of the transposition table, rounded down to a power of two
    #[arg(long, value_name = "MIB", default_value_t = HASH,
          allow_negative_numbers = true, value_parser = between(1..=1_048_576u32))]
    pub hash: u32,

    /// Evaluate by the program's own weights (embedded), the handcrafted
    /// evaluation (bootstrap), or a file of weights
    #[arg(long, value_name = "FILE|NAME")]
    pub weights: Option<PathBuf>,
}

impl EngineArgs {
    /// The size of the table in bytes.
    pub fn table_bytes(&self) -> usize {
        (self.hash as usize).saturating_mul(1 << 20)
    }
}

impl Default for EngineArgs {
    fn default() -> EngineArgs {
        EngineArgs { threads: THREADS, hash: HASH, weights: None }
    }
}

/// The options that the commands about a position share.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Common options")]
pub struct CommonArgs {
    #[command(flatten)]
    pub game: GameArgs,

    /// The position, in the game's numbers or letters, `-` to read it from
    /// standard input; default the start
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,

    /// Play these moves first, in any notation
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,

    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// Reads a whole number of this range.
pub fn between<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        text.parse().ok().filter(|value| range.contains(value)).ok_or_else(|| {
            format!("expected a whole number from {} to {}", range.start(), range.end())
        })
    }
}

/// Reads a time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "expected seconds above 0, as 5 or 0.25".to_owned();
    let value: f64 = text.parse().map_err(|_| wrong())?;
    if value > f64::from(MAX_SECONDS) {
        return Err(format!("too large, expected at most {MAX_SECONDS} seconds"));
    }
    match Duration::try_from_secs_f64(value) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err(wrong()),
    }
}

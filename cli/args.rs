//! The command line: types for clap and nothing else.

mod bench;
mod book;
mod dxp;
mod hub;
mod matches;
mod pdn;
mod play;
mod position;
mod rules;
mod selfplay;
mod train;

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use damier_protocol::hub::Parameters;

use crate::completions::CompletionsArgs;

pub use bench::BenchArgs;
pub use book::{BallotsArgs, BookArgs, BookCommand, MergeArgs};
pub use dxp::*;
pub use hub::*;
pub use matches::*;
pub use pdn::*;
pub use play::*;
pub use position::*;
pub use rules::RulesArgs;
pub use selfplay::*;
pub use train::*;

/// A draughts engine for every national game.
#[derive(Debug, Parser)]
#[command(name = "damier", version, max_term_width = 80, after_help = PROGRAM_EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
}

const PROGRAM_EXAMPLES: &str = "\
Examples:
  damier analyse --variant italian --time 2
  damier moves --fen W:WK30:B10,K12,K18,20,K26,K27
  damier rules russian
  damier play --strength 1
  damier hub

Exit codes: 0; 1 = the answer is no; 2 = usage, bad input, input or output;
130 = interrupted before the end.
`damier COMMAND --help` tells more.";

#[derive(Debug, Subcommand)]
pub enum Command {
    Hub(HubArgs),
    Moves(MovesArgs),
    Why(WhyArgs),
    Perft(PerftArgs),
    Analyse(AnalyseArgs),
    Bench(BenchArgs),
    Play(PlayArgs),
    Rules(RulesArgs),
    Show(ShowArgs),
    Pdn(PdnArgs),
    Match(Box<MatchArgs>),
    Dxp(Box<DxpArgs>),
    Book(BookArgs),
    Selfplay(SelfplayArgs),
    Train(Box<TrainArgs>),
    Completions(CompletionsArgs),
}

/// Which rules are played.
#[derive(Args, Clone, Debug, Default)]
pub struct Game {
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
const THREADS: u16 = 1;

/// The most threads of a search, as the Hub protocol declares them.
const MAX_THREADS: u16 = Parameters::MAX_THREADS as u16;

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
pub struct Common {
    #[command(flatten)]
    pub game: Game,

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
fn between<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        text.parse().ok().filter(|value| range.contains(value)).ok_or_else(|| {
            format!("expected a whole number from {} to {}", range.start(), range.end())
        })
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
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

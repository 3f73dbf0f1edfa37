//! The command line: types for clap and nothing else.

mod book;
mod contest;
mod dxp;
mod hub;
mod pdn;
mod play;
mod selfplay;
mod train;

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use damier_engine::search::MAX_DEPTH;
use damier_protocol::hub::Parameters;

use crate::completions::CompletionsArgs;

pub use book::{BallotsArgs, BookArgs, BookCommand, MergeArgs};
pub use contest::*;
pub use dxp::*;
pub use hub::*;
pub use pdn::*;
pub use play::*;
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

    /// Evaluate by the program's own weights (embedded), by hand (bootstrap), or
    /// by a file of weights
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

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NotationArg {
    /// The game's own notation
    Game,
    /// Hub's: origin, destination, captured squares ascending
    Hub,
}

/// List the legal moves, one a line
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier moves
  damier moves --variant russian --fen W:Wf6:Be7,b6
  damier moves --fen W:WK22:B18,19,27 --notation hub
  damier moves --fen W:W10,26:B6,15,22 --explain

Moves are in order of origin, destination and captured squares. Nothing is
printed where there is no legal move.
JSON: {\"variant\", \"fen\", \"moves\": [{\"hub\", \"text\"}, ...]}; with --explain also
\"captures\": [{\"hub\", \"text\", \"pieces\", \"kings\", \"by_king\", \"legal\",
\"criterion\", \"reason\", \"source\"}, ...].")]
pub struct MovesArgs {
    /// List every capture that the board allows, and the criterion by which
    /// another one goes before it
    #[arg(long)]
    pub explain: bool,

    /// How moves are written
    #[arg(long, value_enum, default_value_t = NotationArg::Game)]
    pub notation: NotationArg,

    #[command(flatten)]
    pub common: Common,
}

/// Tell whether a move is legal, and if not, by which rule
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier why 22-18
  damier why 30x21 --fen W:WK30:B10,K12,K18,20,K26,K27
  damier why 17-13 --moves 21-17,10-14

Exit code 1 when the move is not legal.
JSON: {\"variant\", \"fen\", \"move\", \"legal\", \"reason\", \"source\",
\"instead\": [{\"hub\", \"text\"}, ...]}.")]
pub struct WhyArgs {
    /// The move, in the game's notation
    #[arg(value_name = "MOVE")]
    pub played: String,

    #[command(flatten)]
    pub common: Common,
}

/// Count the games of every depth, to check and time the move generator
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier perft --depth 9
  damier perft --variant international --depth 7 --threads 2
  damier perft --depth 6 --divide

A line a depth: `depth nodes seconds Mnps` (million nodes a second). Captures
that differ only in their path are one move. --threads splits the moves of the
first two plies.
JSON, a line a depth: {\"depth\", \"nodes\", \"seconds\", \"nps\"}; with --divide
{\"depth\", \"nodes\", \"move\": {\"hub\", \"text\"}} for each move first.")]
pub struct PerftArgs {
    /// The greatest depth in plies
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = between(1..=64u32))]
    pub depth: u32,

    /// Print the count after each move, at the greatest depth only
    #[arg(long)]
    pub divide: bool,

    /// Threads that count
    #[arg(long, value_name = "N", default_value_t = THREADS,
          allow_negative_numbers = true, value_parser = between(1..=MAX_THREADS))]
    pub threads: u16,

    #[command(flatten)]
    pub common: Common,
}

/// Search a position and print the lines as they are found
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier analyse
  damier analyse --variant international --time 10 --threads 2
  damier analyse --fen W:W21-32:B1-12 --depth 12 --multipv 3
  damier analyse --moves 21-17,10-13 --search-moves 17x10 --infinite

Without a limit the search takes 5 seconds; the first limit reached ends it, an
interrupt (Ctrl-C) too. The moves of --moves count towards draws. The last line
is `bestmove MOVE`, or `bestmove none` where the game is over. Scores are in
men, from the side to move. A terminal shows lines cut to its width; into a
pipe, or with --json, they are whole. `Mnps` are million nodes a second, `full`
is the share of the table that this search has filled. A decided game tells its
plies to the end.
JSON, one object a line: {\"rank\", \"depth\", \"score\": {\"centimen\", \"side\",
\"bound\", \"decided\"}, \"nodes\", \"seconds\", \"nps\", \"table_fill\" (thousandths),
\"chances\", \"pv\"}, at the end
{\"bestmove\", \"ponder\", \"nodes\"}. `centimen` of a decided game is
10000 less the plies to its end, negative when it is lost.")]
pub struct AnalyseArgs {
    /// Stop after this depth in plies
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = between(1..=MAX_DEPTH))]
    pub depth: Option<u32>,

    /// Stop after this many nodes, all threads together
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = between(1..=u64::MAX))]
    pub nodes: Option<u64>,

    /// Stop after this time
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub time: Option<Duration>,

    /// Search until interrupted
    #[arg(long, conflicts_with_all = ["depth", "nodes", "time"])]
    pub infinite: bool,

    /// How many lines to follow, best first
    #[arg(long, value_name = "N", default_value_t = 1,
          allow_negative_numbers = true, value_parser = between(1..=500u16))]
    pub multipv: u16,

    /// The only moves to consider, separated by commas
    #[arg(long, value_name = "MOVES")]
    pub search_moves: Option<String>,

    #[command(flatten)]
    pub engine: EngineArgs,

    #[command(flatten)]
    pub common: Common,
}

/// Search fixed positions of every game to a fixed depth
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier bench
  damier bench --variant italian --json
  damier bench --threads 2

A line a game, then `NODES nodes NPS nps`. One thread, a table of 16 MiB,
cleared before each position: NODES is always the same for the same search.
JSON, a line a game: {\"game\", \"positions\", \"depth\", \"nodes\", \"seconds\"},
at the end {\"nodes\", \"seconds\", \"nps\"}.

With --threads N each position is searched by one thread, then by N, with 128
MiB: nodes a second of each in millions and their ratio, and the geometric mean
of nodes and time of N threads in those of one. Times need a quiet machine.
JSON: {\"game\", \"positions\", \"speeds\", \"speed\", \"nodes\", \"time\"}, then all.")]
pub struct BenchArgs {
    /// This game alone
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,

    /// Compare so many threads with one, in time and in nodes a second
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = between(2..=MAX_THREADS))]
    pub threads: Option<u16>,

    /// With --threads: search so many plies deeper
    #[arg(long, value_name = "PLIES", requires = "threads", default_value_t = 6)]
    pub deeper: u8,

    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// Compare the games, or tell the rules of one with their sources
#[derive(Args, Debug)]
#[command(after_help = crate::rules::help())]
pub struct RulesArgs {
    /// The game; without one all are compared
    #[arg(value_name = "GAME", conflicts_with = "variant")]
    pub name: Option<String>,

    #[command(flatten)]
    pub game: Game,

    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// Draw a position as text, or as an SVG picture
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier show
  damier show --fen W:WK30:B10,K12,K18,20,K26,K27
  damier show --variant spanish --numbers
  damier show --moves \"21-17 10-13 17x10 5x14\"
  damier show --fen W:W22,30:B18,26 --arrow 22x13,30x23 --svg board.svg

`w` and `b` are men, `W` and `B` kings; the last move of --moves is marked. The
board lies as the game's federation draws it, White below: in Italian, Spanish
and Portuguese draughts with a dark corner at the right. A picture's style is
its own, so that several can stand in one page.
JSON: {\"variant\", \"fen\", \"turn\", \"turned\", \"flipped\", \"rows\", \"last\"},
\"last\" a move with its \"path\" where moves were played.")]
pub struct ShowArgs {
    /// Draw the board with Black below
    #[arg(long)]
    pub flip: bool,

    /// Draw the common board, dark corner at the left, whatever the game
    #[arg(long)]
    pub common_board: bool,

    /// Draw the names of the squares instead of the pieces
    #[arg(long)]
    pub numbers: bool,

    /// Draw the pieces with Unicode's draughts signs
    #[arg(long, conflicts_with = "numbers")]
    pub unicode: bool,

    /// Play this move, after those of --moves, and mark it
    #[arg(long, value_name = "MOVE")]
    pub last: Option<String>,

    /// Write the diagram as SVG to a file; `-` is standard output, without
    /// the text
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Arrows over the SVG diagram, as 22-18,12x19
    #[arg(long, value_name = "ARROWS", requires = "svg")]
    pub arrow: Option<String>,

    #[command(flatten)]
    pub common: Common,
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

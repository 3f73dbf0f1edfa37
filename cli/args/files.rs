//! The command lines of `damier pdn` and `damier book`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use damier_book::ballots::Shard;
use damier_engine::score::Score;
use damier_rules::notation::MenOnCrownRow;

use super::common::{GameArgs, between};

/// Check, rewrite, search and split files of games
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier pdn check games.pdn
  damier pdn convert games.pdn --notation letters -o converted.pdn
  damier pdn filter games.pdn --tag White=Rossi
  damier pdn split games.pdn --games 1000 --output-prefix part-

A folder stands for the files *.pdn, *.pdn.gz and *.pdn.zst in it and in its
folders, by name. What is packed by gzip or zstd is unpacked, whatever its name.
--variant tells the game of records whose tags do not; without it the game in
which most of them can be replayed is taken for all of a file. --rule holds for
records of the same game that have no house rules of their own.")]
pub struct PdnArgs {
    #[command(subcommand)]
    pub command: PdnCommand,
}

#[derive(Debug, Subcommand)]
pub enum PdnCommand {
    Check(PdnCheckArgs),
    Convert(PdnConvertArgs),
    Filter(PdnFilterArgs),
    Split(PdnSplitArgs),
}

/// What the subcommands share.
#[derive(Args, Debug)]
pub struct PdnInput {
    /// The files, or folders of them; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub game: GameArgs,

    /// What a man is in a FEN that has it where men are crowned
    #[arg(long, value_enum, value_name = "AS", default_value_t = MenArg::Refuse)]
    pub men_on_last_row: MenArg,
}

/// What is done with men where they are crowned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MenArg {
    /// A fault; the game is broken
    Refuse,
    /// A king
    King,
    /// Nothing; it is left out
    Drop,
}

impl From<MenArg> for MenOnCrownRow {
    fn from(arg: MenArg) -> MenOnCrownRow {
        match arg {
            MenArg::Refuse => MenOnCrownRow::Refuse,
            MenArg::King => MenOnCrownRow::Crown,
            MenArg::Drop => MenOnCrownRow::Drop,
        }
    }
}

/// Replay every move of every game under its game's rules
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier pdn check games.pdn
  damier pdn check --variant english --notes old.pdn
  damier pdn check archive.pdn.gz tournaments/

A line `FILE:LINE:COLUMN: REASON` for each game that cannot be replayed, then a
summary. Exit code 1 when there is such a game.
JSON, a line each: {\"file\", \"line\", \"column\", \"kind\", \"reason\"}, with --notes
the same with \"note\": true; at the end {\"games\", \"moves\", \"broken\",
\"variants\", \"results\", \"faults\", \"notes\"}.")]
pub struct PdnCheckArgs {
    #[command(flatten)]
    pub input: PdnInput,

    /// Print also what was put right or is doubtful
    #[arg(long)]
    pub notes: bool,

    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// How squares are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SquareNamesArg {
    /// 1, 2, 3, ...
    Numeric,
    /// a1, c1, e1, ...
    Letters,
}

/// Write the games anew as PDN 3.0
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier pdn convert old.pdn -o new.pdn
  damier pdn convert russian.pdn --notation numeric

Games that cannot be replayed are left out and reported on stderr; the exit code
is then 1.")]
pub struct PdnConvertArgs {
    #[command(flatten)]
    pub input: PdnInput,

    /// How squares are named; default as the game's standard does
    #[arg(long, value_enum, value_name = "NAMES")]
    pub notation: Option<SquareNamesArg>,

    /// The file to write; default standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
}

/// Write the games that have a tag or reach a position, as PDN 3.0
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier pdn filter games.pdn --tag White=Rossi --tag Result=1-0
  damier pdn filter games.pdn --fen W:W18,22,K30:BK3,12

A value is found anywhere in the tag, in any case of letters; `NAME=` asks only
that the tag is there. A position is looked for in the main line of each game,
in that game's numbers or letters. A game must meet everything that is asked.")]
pub struct PdnFilterArgs {
    #[command(flatten)]
    pub input: PdnInput,

    /// A tag with part of its value; repeatable
    #[arg(long = "tag", value_name = "NAME=VALUE", value_parser = pair)]
    pub tags: Vec<(String, String)>,

    /// A position that occurs in the game
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,

    /// The file to write; default standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
}

/// Write the games to files of so many each, as PDN 3.0
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier pdn split games.pdn --games 1000 --output-prefix part-

The files are PREFIX0001.pdn, PREFIX0002.pdn and so on; their names are printed.")]
pub struct PdnSplitArgs {
    #[command(flatten)]
    pub input: PdnInput,

    /// Games in each file
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = between(1..=u64::MAX))]
    pub games: u64,

    /// What the names of the files begin with
    #[arg(long, value_name = "PREFIX")]
    pub output_prefix: String,
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        _ => Err("expected NAME=VALUE, as White=Rossi".to_owned()),
    }
}

/// Make the openings from which matches begin
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier book ballots --variant english --plies 3 --max 20
  damier book ballots --variant italian --plies 2 --eleven-man --count 500")]
pub struct BookArgs {
    #[command(subcommand)]
    pub command: BookCommand,
}

#[derive(Debug, Subcommand)]
pub enum BookCommand {
    Ballots(BallotsArgs),
    Merge(MergeArgs),
}

/// List positions a few plies from the start, scored by a short search
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier book ballots --plies 3
  damier book ballots --variant english --plies 2 --eleven-man --count 500
  damier book ballots --variant russian --plies 6 --min 60 --max 110 \\
    --output russian.ballots

A line a ballot: `FEN MOVES ; SCORE`, the score in centi-men as the side sees
it that moves first in the game; -W,B before the moves are the squares without
a man at the start. Positions are searched in an order drawn from the seed, one
thread each, on all cores (RAYON_NUM_THREADS=N: on N). With --output the scores
are kept in OUTPUT.partial, from which the same command goes on after an
interruption. `damier book merge` puts shards together.")]
pub struct BallotsArgs {
    /// Plies from the start
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = between(0..=40usize))]
    pub plies: usize,

    /// Begin with one man of each side missing, in every way
    #[arg(long)]
    pub eleven_man: bool,

    /// Nodes of the search for each position
    #[arg(long, value_name = "N", default_value_t = 20_000,
          allow_negative_numbers = true, value_parser = between(1..=u64::MAX))]
    pub nodes: u64,

    /// The least edge of either side, in centi-men
    #[arg(long, value_name = "S", default_value_t = 0,
          allow_negative_numbers = true, value_parser = between(0..=Score::MAX_EVALUATION))]
    pub min: i16,

    /// The greatest edge of either side, in centi-men
    #[arg(long, value_name = "S", default_value_t = 15,
          allow_negative_numbers = true, value_parser = between(0..=Score::MAX_EVALUATION))]
    pub max: i16,

    /// Stop after this many ballots, a fair sample
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = between(1..=10_000_000usize))]
    pub count: Option<usize>,

    /// The seed of the order and of samples
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Search one of N parts of the positions only
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Write to this file, once it is complete
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub game: GameArgs,
}

/// Put the shards of a set of ballots together
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier book merge --variant russian part1 part2 --output russian.ballots

The shards may come in any order, and one may be given twice.")]
pub struct MergeArgs {
    /// The shards, all of one set
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Write to this file
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub game: GameArgs,
}

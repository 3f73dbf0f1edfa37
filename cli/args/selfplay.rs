//! The command line of `damier selfplay`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use damier_book::ballots::Shard;

use super::{Game, between};

/// Let the engine play itself, and keep labelled positions for training
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  damier selfplay --variant italian --positions 2000000 --output italian.games
  damier selfplay --variant russian --nodes 1000 --games 500 --seed 7 \\
    --output russian-7.games
  damier selfplay stat italian.games

A game follows from its number and the seed alone; the file is the same
whatever the threads. The same command goes on with a file that was not
finished: after an interrupt (Ctrl-C), or killed; at most the games in play are
lost. Exit code 130 when it was interrupted before its --games or --positions;
without these it plays until interrupted. The files of
shards are not put together: programs take several files.
A position is kept with the score of the search and the result of the game
where the side to move has a choice and no capture. Games end by the rules, when
both sides see the same proven win within 60 plies, or drawn after 300 plies.")]
pub struct SelfplayArgs {
    #[command(subcommand)]
    pub command: Option<SelfplayCommand>,

    /// Write to this file, or go on with it
    #[arg(long, value_name = "FILE", required = true)]
    pub output: Option<PathBuf>,

    /// Nodes of the search for each move
    #[arg(long, value_name = "N", default_value_t = 1_500,
          allow_negative_numbers = true, value_parser = between(1..=u64::MAX))]
    pub nodes: u64,

    /// Stop when the file has so many games
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = between(1..=u64::from(u32::MAX)))]
    pub games: Option<u64>,

    /// Stop after the game by which the file has so many positions
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = between(1..=u64::MAX))]
    pub positions: Option<u64>,

    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Play one of N parts of the games only; --games counts those of the part
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Evaluate by the program's own weights (embedded), the handcrafted
    /// evaluation (bootstrap), or a file of weights
    #[arg(long, value_name = "FILE|NAME")]
    pub weights: Option<PathBuf>,

    /// Games played at once; default one on each core
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = between(1..=1024usize))]
    pub threads: Option<usize>,

    #[command(flatten)]
    pub game: Game,
}

#[derive(Debug, Subcommand)]
pub enum SelfplayCommand {
    Stat(StatArgs),
}

/// Tell what is in files of games
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier selfplay stat italian-1.games italian-2.games
  damier selfplay stat --json italian.games

Scores are in centi-men, results 1, 0 or -1, as the side to move sees them.
JSON: {\"variant\", \"rules\", \"files\", \"cut\", \"nodes\", \"weights\", \"games\",
\"results\", \"plies\", \"openings\", \"positions\", \"duplicates\", \"scores\": {\"mean\",
\"spread\", \"decided\", \"ranges\": [{\"above\", \"to\", \"positions\", \"result\"},
...]}, \"pieces\", \"kings\"}; \"results\" are games that White won, drawn ones, that
Black won; \"cut\" are files that end within a record.")]
pub struct StatArgs {
    /// The files, all of one game
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

//! The command line of `damier book`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use damier_book::ballots::Shard;
use damier_engine::score::Score;

use super::{Game, between};

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
    pub game: Game,
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
    pub game: Game,
}

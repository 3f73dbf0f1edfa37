//! The command lines of `damier selfplay` and `damier train`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use damier_book::ballots::Shard;

use super::common::{GameArgs, between};

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
    pub game: GameArgs,
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

/// Train an evaluation on games of `damier selfplay`
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  damier train --variant italian --data italian.games --output italian.weights
  damier train --variant russian --data a.games b.games --hidden 32 \\
    --output russian.weights --curve russian.svg
  damier train --variant italian --data italian.games --hidden 0 \\
    --output patterns.weights
  damier train show italian.weights

A line an epoch: the loss on what is learnt and on the games for validation, the
cross entropy of the results alone, and the share of decided games whose winner
is named. At each epoch with the best validation loss so far (a *) the weights
are written. Training ends when that has not fallen for 3 epochs; an interrupt
(Ctrl-C) ends it after the running batch, with exit code 130, and what is best
then is kept.
The same data, options and seed give the same weights, whatever the threads.
A position that comes again is left out. One turned by half a turn with the
sides exchanged is the same to the model, so none are added.
Weights are not written when their integers differ from what was fitted by
more than 2 centi-men on average over the positions for validation.
JSON, a line an epoch: {\"epoch\", \"training\", \"validation\", \"result\",
\"accuracy\", \"seconds\", \"positions_per_second\", \"best\"}, at the end
{\"samples\", \"duplicates\", \"threatened\", \"games\", \"training\", \"validation\",
\"parameters\", \"score_scale\", \"epochs\", \"best\", \"quantisation\": {\"mean\",
\"greatest\"}, \"scale\", \"checksum\", \"bytes\", \"interrupted\"}.")]
pub struct TrainArgs {
    #[command(subcommand)]
    pub command: Option<TrainCommand>,

    /// The files of games, all of the variant
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,

    /// Write the weights to this file
    #[arg(long, value_name = "WEIGHTS", required = true)]
    pub output: Option<PathBuf>,

    /// Go on from these weights, of the same shape
    #[arg(long, value_name = "WEIGHTS")]
    pub from: Option<PathBuf>,

    /// Hidden neurons of the network, a multiple of 16 up to 128; 0 = none
    #[arg(long, value_name = "N", default_value_t = 64,
          allow_negative_numbers = true, value_parser = between(0..=128usize))]
    pub hidden: usize,

    /// Whether there are pattern tables
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub patterns: Switch,

    /// The most rounds over the positions
    #[arg(long, value_name = "N", default_value_t = 10,
          allow_negative_numbers = true, value_parser = between(1..=10_000usize))]
    pub epochs: usize,

    /// Positions of a step
    #[arg(long, value_name = "N", default_value_t = 8_192,
          allow_negative_numbers = true, value_parser = between(1..=1_048_576usize))]
    pub batch: usize,

    /// The share of the game's result in what is learnt, the rest is the
    /// search's score
    #[arg(long, value_name = "SHARE", default_value_t = 0.7,
          allow_negative_numbers = true, value_parser = real(0.0, 1.0))]
    pub lambda: f32,

    /// Centi-men of the search's scores over which the odds grow e-fold;
    /// default what fits the results best
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = real(1.0, 10_000.0))]
    pub score_scale: Option<f32>,

    /// The learning rate at the beginning; it falls to a hundredth
    #[arg(long, value_name = "RATE", default_value_t = 0.005,
          allow_negative_numbers = true, value_parser = real(1e-7, 1.0))]
    pub rate: f32,

    /// How many times the learning rate a step draws pattern cells to 0
    #[arg(long, value_name = "N", default_value_t = 2.0,
          allow_negative_numbers = true, value_parser = real(0.0, 10.0))]
    pub decay: f32,

    /// What is made small
    #[arg(long, value_enum, default_value_t = LossArg::CrossEntropy)]
    pub loss: LossArg,

    /// The share of the games that is kept for validation
    #[arg(long, value_name = "SHARE", default_value_t = 0.05,
          allow_negative_numbers = true, value_parser = real(0.0001, 0.9))]
    pub validation: f32,

    /// Positions in which the other side could capture, were it its turn
    #[arg(long, value_enum, default_value_t = ThreatsArg::Keep)]
    pub threats: ThreatsArg,

    /// The seed of first weights, order, and games for validation
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Threads; default one on each core
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = between(1..=1024usize))]
    pub threads: Option<usize>,

    /// Draw the losses of the epochs to an SVG file
    #[arg(long, value_name = "FILE.svg")]
    pub curve: Option<PathBuf>,

    /// Write JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub game: GameArgs,
}

/// Whether something is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

/// What is made small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LossArg {
    /// The cross entropy of the expected result
    CrossEntropy,
    /// The square of its error
    Squared,
}

/// What is done with positions in which the other side threatens to capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThreatsArg {
    /// Learn from them too
    Keep,
    /// Leave them out
    Drop,
}

#[derive(Debug, Subcommand)]
pub enum TrainCommand {
    Show(WeightsArgs),
}

/// Tell what a file of weights is
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier train show italian.weights
  damier train show --json italian.weights

JSON: {\"game\", \"squares\", \"fingerprint\", \"checksum\", \"bytes\", \"hidden\",
\"patterns\", \"parameters\", \"scale\", \"even\", \"spread\"}; \"patterns\" are cells.")]
pub struct WeightsArgs {
    /// The file
    #[arg(value_name = "WEIGHTS")]
    pub file: PathBuf,

    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// Reads a number of this range.
fn real(least: f32, most: f32) -> impl Fn(&str) -> Result<f32, String> + Clone {
    move |text| {
        let value = text.parse().ok().filter(|value| (least..=most).contains(value));
        value.ok_or_else(|| format!("expected a number from {least} to {most}"))
    }
}

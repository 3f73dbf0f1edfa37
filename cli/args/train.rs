//! The command line of `damier train`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{Game, between};

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
    pub game: Game,
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

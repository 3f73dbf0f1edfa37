//! The command line of `damier bench`.

use clap::Args;

use super::{MAX_THREADS, between};

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

//! The command line: types for clap and nothing else.

mod common;
mod files;
mod matches;
mod position;
mod program;
mod protocol;
mod training;

use clap::{Parser, Subcommand};

pub use common::{CommonArgs, EngineArgs, GameArgs};
pub use files::*;
pub use matches::*;
pub use position::*;
pub use program::{BenchArgs, CompletionsArgs, GeneratedArg, RulesArgs};
pub use protocol::*;
pub use training::*;

/// A draughts engine for every national game.
#[derive(Debug, Parser)]
#[command(name = "damier", version, max_term_width = 80, after_help = PROGRAM_EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<CliCommand>,
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
pub enum CliCommand {
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

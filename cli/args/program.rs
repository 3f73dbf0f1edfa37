//! The command lines of `damier bench`, `rules` and `completions`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use damier_report::layout::{WIDTH, wrapped};
use damier_rules::rules::KEYS;

use super::common::{GameArgs, MAX_THREADS, between};

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
#[command(after_help = help())]
pub struct RulesArgs {
    /// The game; without one all are compared
    #[arg(value_name = "GAME", conflicts_with = "variant")]
    pub name: Option<String>,

    #[command(flatten)]
    pub game: GameArgs,

    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// Where the values of keys begin in the help.
const KEYS_INDENT: usize = 25;

/// What stands below the options in the help: examples and keys.
fn help() -> String {
    let mut help = "Examples:\n  damier rules\n  damier rules italian\n  \
                    damier rules english --rule capture=optional --rule king=flying\n  \
                    damier rules brazilian --rule draws=cbd\n  \
                    damier rules --rules kitchen.toml\n\n\
                    A file has a line `extends = \"GAME\"`, lines `KEY = VALUE` as for --rule,\n\
                    and may give the new game a `name` and a `title`.\n\n\
                    Keys of --rule:\n"
        .to_owned();
    for key in KEYS {
        let allowed = wrapped(&key.allowed(), WIDTH - KEYS_INDENT);
        let gaps = std::iter::once(format!("  {:<1$}", key.name(), KEYS_INDENT - 2));
        let gaps = gaps.chain(std::iter::repeat(" ".repeat(KEYS_INDENT)));
        let lines: Vec<String> = gaps.zip(allowed).map(|(gap, line)| gap + &line).collect();
        help.push_str(&lines.join("\n"));
        help.push('\n');
    }
    help.push_str(
        "\nJSON: a game {\"name\", \"title\", \"settings\", ..., \"rules\": [{\"topic\", \"text\",\n\
         \"source\"}, ...]}; without one {\"games\": [...]}.",
    );
    help
}

/// What `completions` can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GeneratedArg {
    /// For the shell bash
    Bash,
    /// For the shell zsh
    Zsh,
    /// For the shell fish
    Fish,
    /// For the shell elvish
    Elvish,
    /// For PowerShell
    Powershell,
    /// Manual pages: of the command, and of each subcommand
    Man,
}

/// Write completions for a shell, or the manual pages
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier completions bash > ~/.local/share/bash-completion/completions/damier
  damier completions zsh --output-dir ~/.zfunc
  damier completions man --output-dir ~/.local/share/man/man1

With --output-dir the names of the files written are printed.")]
pub struct CompletionsArgs {
    /// What to write
    #[arg(value_enum, value_name = "WHAT")]
    pub output: GeneratedArg,

    /// Write files of the usual names into this folder, not standard output
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,
}

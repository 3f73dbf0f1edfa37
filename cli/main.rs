//! The command `damier`: reads the command line, runs the subcommand, and here alone prints errors
//! and picks the exit code.

mod analyse;
mod args;
mod bench;
mod book;
mod completions;
mod dxp;
mod exit;
mod help;
mod hub;
mod matches;
mod moves;
mod output;
mod part_file;
mod pdn;
mod perft;
mod play;
mod rules;
mod selfplay;
mod setup;
mod show;
mod train;

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use damier_protocol::hub::{HubCommand, is_opening};

use args::{Cli, CliCommand, HubArgs};
use exit::{ExitAnswer, FAILED, complain, is_broken_pipe};
use output::Stdout;

fn main() -> ExitCode {
    let mut out = Stdout(io::stdout().lock());
    let result = match help::parse() {
        Ok(cli) => run(cli, &mut out),
        Err(error) => usage(&error, &mut out),
    };
    // What a full disk refuses at the end must not be lost silently.
    match result.and_then(|answer| Ok(out.flush().map(|()| answer)?)) {
        Ok(answer) => answer.into(),
        // Whoever read the output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::from(FAILED)
        }
    }
}

fn run(cli: Cli, out: &mut Stdout) -> anyhow::Result<ExitAnswer> {
    match cli.command {
        None => without_command(out),
        Some(CliCommand::Hub(args)) => hub::run(String::new(), &args),
        Some(CliCommand::Moves(args)) => moves::run(&args, out),
        Some(CliCommand::Why(args)) => moves::run_why(&args, out),
        Some(CliCommand::Perft(args)) => perft::run(&args, out),
        Some(CliCommand::Analyse(args)) => analyse::run(&args, out),
        Some(CliCommand::Bench(args)) => bench::run(&args, out),
        Some(CliCommand::Play(args)) => play::run(&args, out),
        Some(CliCommand::Book(args)) => book::run(&args, out),
        Some(CliCommand::Train(args)) => train::run(&args, out),
        Some(CliCommand::Selfplay(args)) => selfplay::run(&args, out),
        Some(CliCommand::Rules(args)) => rules::run(&args, out),
        Some(CliCommand::Show(args)) => show::run(&args, out),
        Some(CliCommand::Completions(args)) => completions::run(&args, out),
        Some(CliCommand::Pdn(args)) => pdn::run(&args, out),
        Some(CliCommand::Match(args)) => matches::run(&args, out),
        Some(CliCommand::Dxp(args)) => dxp::run(&args, out),
    }
}

/// Without a command: help for a person; for a program whose first line is one of Hub, such an
/// engine, because some boards can start an engine only without arguments.
fn without_command(out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let input = if io::stdin().is_terminal() { Input::default() } else { first_line()? };
    match HubCommand::parse(&input.line) {
        Ok(None) => {
            write!(out, "{}", help::command().render_help())?;
            Ok(ExitAnswer::Yes)
        }
        Ok(Some(line)) if is_opening(&line) => hub::run(input.taken, &HubArgs::default()),
        _ => bail!(
            "standard input: expected the line `hub`, got `{}`; `damier --help` lists the commands",
            input.line.trim().chars().take(60).collect::<String>()
        ),
    }
}

/// What was read from stdin.
#[derive(Default)]
struct Input {
    /// All of it.
    taken: String,
    /// The last line of it.
    line: String,
}

/// What stands on stdin up to the end of the first line that is not blank, as Hub reads lines.
fn first_line() -> io::Result<Input> {
    /// More than any first line that could be meant.
    const LONGEST: u64 = 4096;
    let mut input = io::stdin().lock().take(LONGEST);
    let mut taken = String::new();
    loop {
        let mut bytes = Vec::new();
        let length = input.read_until(b'\n', &mut bytes)?;
        let line = String::from_utf8_lossy(&bytes).into_owned();
        taken.push_str(&line);
        if length == 0 || HubCommand::parse(&line) != Ok(None) {
            return Ok(Input { taken, line });
        }
    }
}

/// Help and version go to stdout, usage errors in the form of all others to stderr.
fn usage(error: &clap::Error, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    if !error.use_stderr() {
        match output::has_colours() {
            true => write!(out, "{}", error.render().ansi())?,
            false => write!(out, "{}", error.render())?,
        }
        return Ok(ExitAnswer::Yes);
    }
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
    bail!("{text}{}", about_file(error));
}

/// Files that were given to a command about one position are games, most likely.
fn about_file(error: &clap::Error) -> String {
    let given = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(given)) if error.kind() == ErrorKind::UnknownArgument => given,
        _ => return String::new(),
    };
    if !Path::new(given).is_file() {
        return String::new();
    }
    format!(
        "\n\n`{given}` is a file: a position is given by --fen and --moves; `damier pdn` reads \
         files of games, `damier play --load` goes on with one"
    )
}

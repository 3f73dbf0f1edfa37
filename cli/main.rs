//! The command `damier`: reads the command line, runs the subcommand, and here alone prints errors
//! and picks the exit code.

mod analyse;
mod args;
mod bench;
mod book;
mod hub;
mod moves;
mod perft;
mod report;
mod rules;
mod setup;
mod show;
mod why;

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::process::ExitCode;

use anyhow::bail;
use clap::{CommandFactory, Parser};
use damier_protocol::hub::Settings;

use args::{Cli, Command, HubArgs};

/// What a command that ran says.
pub enum Answer {
    /// It did what was asked, or the answer is yes.
    Yes,
    /// The answer is no.
    No,
}

fn main() -> ExitCode {
    let result = match Cli::try_parse() {
        Ok(cli) => run(cli),
        Err(error) => return usage(&error),
    };
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        // Whoever read the output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<Answer> {
    let mut out = io::stdout().lock();
    match cli.command {
        None => without_command(&mut out),
        Some(Command::Hub(args)) => start_hub(String::new(), &args),
        Some(Command::Moves(args)) => moves::run(&args, &mut out),
        Some(Command::Why(args)) => why::run(&args, &mut out),
        Some(Command::Perft(args)) => perft::run(&args, &mut out),
        Some(Command::Analyse(args)) => analyse::run(&args, &mut out),
        Some(Command::Bench(args)) => bench::run(&args, &mut out),
        Some(Command::Book(args)) => book::run(&args, &mut out),
        Some(Command::Rules(args)) => rules::run(&args, &mut out),
        Some(Command::Show(args)) => show::run(&args, &mut out),
    }
}

/// Without a command: help for a person; for a program whose first line is `hub`, a Hub engine,
/// because some boards can start an engine only without arguments.
fn without_command(out: &mut impl Write) -> anyhow::Result<Answer> {
    let line = if io::stdin().is_terminal() { String::new() } else { first_line()? };
    match line.trim() {
        "" => {
            write!(out, "{}", Cli::command().render_help())?;
            Ok(Answer::Yes)
        }
        "hub" => start_hub(line, &HubArgs::default()),
        other => bail!(
            "standard input: expected the line `hub`, got `{}`; `damier --help` lists the commands",
            other.chars().take(60).collect::<String>()
        ),
    }
}

/// What stands on stdin up to the end of the first line that is not blank.
fn first_line() -> io::Result<String> {
    /// More than any first line that could be meant.
    const LONGEST: u64 = 4096;
    let mut input = io::stdin().lock().take(LONGEST);
    let mut taken = Vec::new();
    while taken.trim_ascii().is_empty() && input.read_until(b'\n', &mut taken)? > 0 {}
    Ok(String::from_utf8_lossy(&taken).into_owned())
}

/// `taken` is what was already read from stdin.
fn start_hub(taken: String, args: &HubArgs) -> anyhow::Result<Answer> {
    let settings = Settings {
        game: *setup::variant(&args.game, "international")?.rules(),
        threads: usize::from(args.engine.threads),
        table_bytes: args.engine.table_bytes(),
        ..Settings::default()
    };
    hub::run(taken, &settings)?;
    Ok(Answer::Yes)
}

/// Help and version go to stdout, usage errors in the form of all others to stderr.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // A reader that has gone needs no help.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    complain(text.strip_prefix("error: ").unwrap_or(&text).trim_end());
    ExitCode::from(2)
}

fn complain(message: &str) {
    // Nobody is left to tell when stderr is closed.
    let _ = writeln!(io::stderr(), "damier: {message}");
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let kind = cause
            .downcast_ref::<io::Error>()
            .map(io::Error::kind)
            .or_else(|| cause.downcast_ref::<serde_json::Error>().and_then(|e| e.io_error_kind()));
        kind == Some(io::ErrorKind::BrokenPipe)
    })
}

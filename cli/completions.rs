//! `damier completions`: completions for shells, and manual pages, from the command's own options.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, CommandFactory, ValueEnum};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::args::Cli;
use crate::exit::ExitAnswer;
use crate::output::replace;

/// What `completions` can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Output {
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
    pub output: Output,

    /// Write files of the usual names into this folder, not standard output
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,
}

pub fn run(args: &CompletionsArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let files = match args.output {
        Output::Bash => vec![script(Shell::Bash, "damier.bash")],
        Output::Zsh => vec![script(Shell::Zsh, "_damier")],
        Output::Fish => vec![script(Shell::Fish, "damier.fish")],
        Output::Elvish => vec![script(Shell::Elvish, "damier.elv")],
        Output::Powershell => vec![script(Shell::PowerShell, "_damier.ps1")],
        Output::Man => pages()?,
    };
    match &args.output_dir {
        Some(folder) => {
            write_files(folder, &files)
                .with_context(|| format!("--output-dir {}", folder.display()))?;
            for file in &files {
                writeln!(out, "{}", folder.join(&file.name).display())?;
            }
        }
        None => {
            for file in &files {
                out.write_all(&file.text)?;
            }
        }
    }
    Ok(ExitAnswer::Yes)
}

struct Generated {
    name: String,
    text: Vec<u8>,
}

fn script(shell: Shell, name: &str) -> Generated {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "damier", &mut text);
    Generated { name: name.to_owned(), text }
}

/// A page of the whole command and one of each subcommand, `damier-moves` and so on.
fn pages() -> anyhow::Result<Vec<Generated>> {
    let mut command = Cli::command().disable_help_subcommand(true);
    // Names the subcommands in full.
    command.build();
    let subcommands: Vec<clap::Command> = command.get_subcommands().cloned().collect();
    std::iter::once(command).chain(subcommands).map(page).collect()
}

fn page(command: clap::Command) -> anyhow::Result<Generated> {
    let command = command.version(env!("CARGO_PKG_VERSION"));
    let page = Man::new(command).manual("Damier");
    let mut text = Vec::new();
    page.render(&mut text)?;
    Ok(Generated { name: page.get_filename(), text })
}

fn write_files(folder: &Path, files: &[Generated]) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    for file in files {
        replace(&folder.join(&file.name), &file.text)?;
    }
    Ok(())
}

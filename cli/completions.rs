//! `damier completions`: completions for shells, and manual pages, from the command's own options.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::args::{Cli, CompletionsArgs, GeneratedArg};
use crate::exit::ExitAnswer;
use crate::output::replace;

pub fn run(args: &CompletionsArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let files = match args.output {
        GeneratedArg::Bash => vec![script(Shell::Bash, "damier.bash")],
        GeneratedArg::Zsh => vec![script(Shell::Zsh, "_damier")],
        GeneratedArg::Fish => vec![script(Shell::Fish, "damier.fish")],
        GeneratedArg::Elvish => vec![script(Shell::Elvish, "damier.elv")],
        GeneratedArg::Powershell => vec![script(Shell::PowerShell, "_damier.ps1")],
        GeneratedArg::Man => pages()?,
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

//! The help of the command line: as clap lays it out, but for the examples, which are never
//! wrapped, so that they can be pasted from a terminal of any width.

use std::env;

use clap::builder::Resettable;
use clap::{CommandFactory, FromArgMatches};

use crate::args::Cli;

/// How clap lays out help where nothing else is asked for, up to what comes after it.
const TEMPLATE: &str = "{before-help}{about-with-newline}\n{usage-heading} {usage}\n\n{all-args}";

/// The line before the examples; a blank line ends them.
const HEADING: &str = "Examples:\n";

/// Reads the command line.
///
/// # Errors
/// When it is none of ours, and when help or the version is asked for.
pub fn parse() -> Result<Cli, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(env::args_os())?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The command and all subcommands, with help that can be shown.
pub fn command() -> clap::Command {
    unwrapped(Cli::command())
}

/// Moves the examples to the layout, the only text that clap does not wrap.
fn unwrapped(command: clap::Command) -> clap::Command {
    let command = command.mut_subcommands(unwrapped);
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let Some((examples, rest)) = divided(&text) else { return command };
    let rest = (!rest.is_empty()).then(|| rest.to_owned().into());
    command
        .help_template(format!("{TEMPLATE}\n\n{examples}{{after-help}}"))
        .after_help(Resettable::from(rest))
}

/// The examples with their heading, and what follows them. None where a brace would be taken for
/// a part of the layout.
fn divided(text: &str) -> Option<(&str, &str)> {
    let (examples, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    (examples.starts_with(HEADING) && !examples.contains('{')).then_some((examples, rest))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    /// Every command that has examples, with its full name and what stands below its options.
    fn each(command: clap::Command, name: &str) -> Vec<(String, String)> {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let itself = (name.to_owned(), text);
        let subcommands = command
            .get_subcommands()
            .flat_map(|command| each(command.clone(), &format!("{name} {}", command.get_name())));
        std::iter::once(itself).chain(subcommands).filter(|(_, text)| !text.is_empty()).collect()
    }

    /// The help of a command by its full name.
    fn shown(name: &str, width: usize) -> String {
        let mut command = command().term_width(width);
        command.build();
        let found = name.split(' ').skip(1).fold(&mut command, |command, part| {
            command.find_subcommand_mut(part).expect("a command")
        });
        found.clone().term_width(width).render_help().to_string()
    }

    #[test]
    fn no_width_breaks_an_example() {
        for (name, text) in each(Cli::command(), "damier") {
            let (examples, rest) = divided(&text).unwrap_or_else(|| panic!("{name}: {text}"));
            for width in [20, 40, 80] {
                let help = shown(&name, width);
                assert!(help.contains(&format!("\n\n{examples}\n")), "{name} {width}: {help}");
                assert_eq!(help.matches(HEADING).count(), 1, "{name}");
                // What is no example fits the width as far as its words do.
                let words: Vec<&str> = help.split_whitespace().collect();
                let wanted: Vec<&str> = rest.split_whitespace().collect();
                assert!(words.ends_with(&wanted), "{name} {width}: {help}");
            }
        }
    }

    #[test]
    fn a_shell_that_is_given_an_example_runs_it() {
        for (name, text) in each(Cli::command(), "damier") {
            let (examples, _) = divided(&text).unwrap_or_default();
            let joined = examples.replace("\\\n", " ");
            let lines = joined.lines().skip(1);
            assert!(lines.clone().count() > 0, "{name}");
            for line in lines {
                let command = line.rsplit(" | ").next().unwrap_or_default();
                let command = command.split(" > ").next().unwrap_or_default();
                let words = shell_words::split(command).expect("a command line");
                let read = Cli::try_parse_from(&words);
                assert!(words[0] == "damier" && read.is_ok(), "{line}: {:?}", read.err());
            }
        }
    }
}

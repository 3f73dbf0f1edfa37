//! The command line of `damier hub`.

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use damier_protocol::hub::{Parameter, Parameters};

use super::{EngineArgs, Game};

/// Play through the Hub protocol, for graphical boards and match programs
#[derive(Args, Debug, Default)]
#[command(after_help = "\
Examples:
  damier hub
  damier hub --variant italian --hash 256
  damier hub --strength 1 --set multipv=3

Versions 2 and 1 of the protocol are spoken, as the first lines show. What is
set here is only where each parameter begins: the client can change all. The
last of several counts; --set also takes `variant` and `threads`. A game with
house rules given here is one more value of `variant`, `house` or a file's game
by its name. --threads and --hash go as far as the parameters `threads` and
`tt-size`: to 64 threads and 16384 MiB.")]
pub struct HubArgs {
    #[command(flatten)]
    pub game: Game,

    #[command(flatten)]
    pub engine: EngineArgs,

    #[command(flatten)]
    pub presets: Presets,
}

/// Values of Hub's parameters, in the order in which they were given. Each parameter is an option,
/// as lidraughts-bot passes them; those that are options of other commands too are left to these.
#[derive(Clone, Debug, Default)]
pub struct Presets(pub Vec<Preset>);

/// The value of a parameter.
#[derive(Clone, Debug)]
pub struct Preset {
    pub name: String,
    pub value: String,
    /// As it was given.
    pub option: String,
}

const HEADING: &str = "Hub parameters";
const SET: &str = "set";

/// Parameters whose names are options of other commands too, and mean the same there.
const COMMON: [&str; 2] = ["variant", "threads"];

/// The parameters that are options of this command alone.
fn own() -> impl Iterator<Item = Parameter> {
    Parameters::TABLE.into_iter().filter(|parameter| !COMMON.contains(&parameter.name))
}

impl Args for Presets {
    fn augment_args(command: Command) -> Command {
        let set = option(SET)
            .value_name("KEY=VALUE")
            .help("Set a parameter by its name; repeatable")
            .value_parser(is_pair);
        let options = own().map(|Parameter { name, aliases, about, .. }| {
            let expected = Parameters::expected(name).unwrap_or_default();
            let help = format!("{about}: {expected}");
            option(name).aliases(aliases).value_name("VALUE").help(help)
        });
        command.arg(set).args(options)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Presets::augment_args(command)
    }
}

fn option(name: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .action(ArgAction::Append)
        .allow_negative_numbers(true)
        .help_heading(HEADING)
}

fn is_pair(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((name, _)) if !name.is_empty() => Ok(text.to_owned()),
        _ => Err("expected KEY=VALUE, as strength=1".to_owned()),
    }
}

impl FromArgMatches for Presets {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Presets, Error> {
        let own = own().flat_map(|Parameter { name, .. }| {
            given(matches, name).map(move |(place, value)| {
                let option = format!("--{name} {value}");
                (place, Preset { name: name.to_owned(), value: value.to_owned(), option })
            })
        });
        let set = given(matches, SET).map(|(place, pair)| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let option = format!("--{SET} {pair}");
            (place, Preset { name: name.to_owned(), value: value.to_owned(), option })
        });
        let mut presets: Vec<(usize, Preset)> = own.chain(set).collect();
        presets.sort_by_key(|(place, _)| *place);
        Ok(Presets(presets.into_iter().map(|(_, preset)| preset).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Presets::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The values of an option with their places on the command line.
fn given<'a>(matches: &'a ArgMatches, name: &str) -> impl Iterator<Item = (usize, &'a str)> {
    let places = matches.indices_of(name).into_iter().flatten();
    let values = matches.get_many::<String>(name).into_iter().flatten();
    places.zip(values.map(String::as_str))
}

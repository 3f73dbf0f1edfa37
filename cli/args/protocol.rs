//! The command lines of `damier hub` and `damier dxp`.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use damier_engine::score::Score;
use damier_protocol::dxp::PORT;
use damier_protocol::hub::{Parameter, Parameters};

use super::common::{EngineArgs, GameArgs, between, seconds};

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
    pub game: GameArgs,

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
fn declared_parameters() -> impl Iterator<Item = Parameter> {
    Parameters::TABLE.into_iter().filter(|parameter| !COMMON.contains(&parameter.name))
}

impl Args for Presets {
    fn augment_args(command: Command) -> Command {
        let set = option(SET)
            .value_name("KEY=VALUE")
            .help("Set a parameter by its name; repeatable")
            .value_parser(is_pair);
        let options = declared_parameters().map(|Parameter { name, aliases, about, .. }| {
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
        let declared = declared_parameters().flat_map(|Parameter { name, .. }| {
            given(matches, name).map(move |(index, value)| {
                let option = format!("--{name} {value}");
                (index, Preset { name: name.to_owned(), value: value.to_owned(), option })
            })
        });
        let set = given(matches, SET).map(|(index, pair)| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let option = format!("--{SET} {pair}");
            (index, Preset { name: name.to_owned(), value: value.to_owned(), option })
        });
        let mut presets: Vec<(usize, Preset)> = declared.chain(set).collect();
        presets.sort_by_key(|(index, _)| *index);
        Ok(Presets(presets.into_iter().map(|(_, preset)| preset).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Presets::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The values of an option with their indices on the command line.
fn given<'a>(matches: &'a ArgMatches, name: &str) -> impl Iterator<Item = (usize, &'a str)> {
    let indices = matches.indices_of(name).into_iter().flatten();
    let values = matches.get_many::<String>(name).into_iter().flatten();
    indices.zip(values.map(String::as_str))
}

/// Play with another program over DamExchange (DXP)
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier dxp listen
  damier dxp connect localhost --initiator --games 4 --minutes 1
  damier dxp listen --bind 0.0.0.0 --port 27532 --pdn games.pdn

Who listens and who asks for games (the initiator) do not depend on each other.
The default game is international draughts; the protocol cannot name another, so
both sides need the same --variant and --rule. Other games are asked for with 32
letters in the game's own numbers (form B).
The time of a request is in whole minutes; --seconds replaces the own time only,
so give it on both sides. A listening program can only be reached from its own
machine unless --bind says otherwise.
The last line has the own wins, losses and draws. Exit code 2 when the games
could not be played.")]
pub struct DxpArgs {
    #[command(subcommand)]
    pub command: DxpCommand,
}

#[derive(Debug, Subcommand)]
pub enum DxpCommand {
    Listen(ListenArgs),
    Connect(ConnectArgs),
}

/// Wait for the other program, one at a time
#[derive(Args, Debug)]
pub struct ListenArgs {
    /// The address to listen at; 0.0.0.0 or :: lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,

    #[command(flatten)]
    pub series: SeriesArgs,
}

/// Connect to the other program, which listens
#[derive(Args, Debug)]
pub struct ConnectArgs {
    /// The machine: a name, an IPv4 or an IPv6 address
    #[arg(value_name = "HOST")]
    pub host: String,

    #[command(flatten)]
    pub series: SeriesArgs,
}

/// What is played.
#[derive(Args, Debug)]
pub struct SeriesArgs {
    /// The port; for listen 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    pub port: u16,

    /// Ask for the games; else the other program has to
    #[arg(long)]
    pub initiator: bool,

    /// Games, colours swapped each time, the initiator White first; default 2,
    /// or as many as the initiator asks for
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = between(1..=1_000_000u64))]
    pub games: Option<u64>,

    /// Minutes for the game of each side, as the initiator asks
    #[arg(long, value_name = "N", default_value_t = 5,
          allow_negative_numbers = true, value_parser = between(1..=999u16))]
    pub minutes: u16,

    /// The own time for a game in seconds, whatever minutes were agreed
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub seconds: Option<Duration>,

    /// Moves of each side before the game is adjudicated, as the initiator
    /// asks; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 0,
          allow_negative_numbers = true, value_parser = between(0..=999u16))]
    pub moves: u16,

    /// At the move limit claim a win, or admit a loss, by this score in men;
    /// without it the game counts as drawn
    #[arg(long, value_name = "MEN", allow_negative_numbers = true, value_parser = men)]
    pub adjudicate: Option<Score>,

    /// A limit of the own search beside the time: move-time=SECONDS, nodes=N,
    /// depth=N
    #[arg(long, value_name = "LIMIT")]
    pub limit: Option<String>,

    /// How long to wait for the other program, and for its first request
    #[arg(long, value_name = "SECONDS", default_value = "600",
          allow_negative_numbers = true, value_parser = seconds)]
    pub wait: Duration,

    /// How long to wait for any answer but a move
    #[arg(long, value_name = "SECONDS", default_value = "10",
          allow_negative_numbers = true, value_parser = seconds)]
    pub timeout: Duration,

    /// Never let the other side take moves back
    #[arg(long)]
    pub no_takebacks: bool,

    /// The own name, at most 32 ASCII characters
    #[arg(long, value_name = "NAME", default_value = concat!("Damier ", env!("CARGO_PKG_VERSION")))]
    pub name: String,

    /// Tell only how games end
    #[arg(long)]
    pub quiet: bool,

    /// Write the games to a PDN file
    #[arg(long, value_name = "FILE")]
    pub pdn: Option<PathBuf>,

    #[command(flatten)]
    pub game: GameArgs,

    #[command(flatten)]
    pub engine: EngineArgs,
}

/// A score in men, as 3 or 2.5.
fn men(text: &str) -> Result<Score, String> {
    const MOST: f64 = 90.0;
    let value: Option<f64> = text.parse().ok().filter(|value| (0.01..=MOST).contains(value));
    let value = value.ok_or_else(|| format!("expected men from 0.01 to {MOST}"))?;
    Ok(Score::evaluation((100.0 * value).round() as i32))
}

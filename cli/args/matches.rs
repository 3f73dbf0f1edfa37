//! The command line of `damier match`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum};
use damier_book::ballots::Shard;
use damier_engine::score::Score;
use damier_match::tournament::statistics::EloModel;

use super::common::between;

/// Let players play each other until something is known
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  damier match --player builtin --player builtin --set 2:limit=nodes=1000 \\
    --limit nodes=2000 --games 100
  damier match --player builtin --player 'hub:scan hub' --sprt 0,5 \\
    --variant international --limit time=10+0.1 --concurrency 2 \\
    --resume scan.match
  damier match merge shard-1.match shard-2.match

Two games that begin alike, sides changed, are a pair; pairs count in the order
of their numbers, whichever ends first. All about a pair follows from its number
and the seed. --resume takes a match up where it was stopped: by an interrupt
(Ctrl-C; a second one does not wait for moves to end), or killed.
The last line has the first player's wins, losses and draws, its Elo with the
95 % error, and how often players failed. Exit code 0 is a match that was played
to its end, 1 a test that is lost, 130 an interrupted match.
JSON, an object a line: {\"event\": \"game\", ...}, {\"event\": \"pair\", ...} in order
of pairs, at the end {\"event\": \"end\", ...} with all that the tables say.")]
pub struct MatchArgs {
    #[command(subcommand)]
    pub command: Option<MatchCommand>,

    /// A player, twice or more: builtin, hub:COMMAND LINE or dxp:HOST:PORT
    #[arg(long = "player", value_name = "SPEC", required = true)]
    pub players: Vec<String>,

    /// A setting of the N-th player: name, threads, hash, limit; of the built-in
    /// engine weights (embedded, bootstrap or a file); of a Hub engine dir=PATH,
    /// its working directory (default its program's folder), log=FILE, to which
    /// its stderr is added, or one of its own; of a Hub engine or a DXP peer
    /// dialogue=FILE, to which all is added that is said; repeatable
    #[arg(long = "set", value_name = "N:KEY=VALUE", value_parser = NumberedSetting::from_str)]
    pub settings: Vec<NumberedSetting>,

    /// The game, see `damier rules`; repeatable or separated by commas: pairs
    /// alternate; default italian
    #[arg(long = "variant", value_name = "NAME", value_delimiter = ',')]
    pub variants: Vec<String>,

    /// A game by rules in a file, beside those of --variant; repeatable
    #[arg(long, value_name = "FILE.toml")]
    pub rules: Vec<PathBuf>,

    /// Change one rule of every game, see `damier rules --help`; repeatable
    #[arg(long, value_name = "KEY=VALUE")]
    pub rule: Vec<String>,

    /// The limit of every move: time=SECONDS+INCREMENT, move-time=SECONDS,
    /// nodes=N, depth=N
    #[arg(long, value_name = "LIMIT", default_value = "move-time=0.1")]
    pub limit: String,

    /// Games, an even number; default 100, or 100000 with --sprt
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = even)]
    pub games: Option<u64>,

    /// Where games begin: ballots, ballots:unbalanced, random:PLIES, or a file
    /// of games (PDN) or of positions (a FEN a line, `#` before comments)
    #[arg(long, value_name = "SOURCE", default_value = "ballots")]
    pub openings: String,

    /// Stop as soon as the first player is known to be stronger by the second
    /// Elo, or not by the first (error rates 5 %)
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = elos)]
    pub sprt: Option<(f64, f64)>,

    /// The Elo of --sprt
    #[arg(long, value_enum, default_value_t = ModelArg::Normalised, requires = "sprt")]
    pub sprt_model: ModelArg,

    /// More than two players: the first meets all others, not all each other
    #[arg(long)]
    pub gauntlet: bool,

    /// Games played at once
    #[arg(long, value_name = "N", default_value_t = 1,
          allow_negative_numbers = true, value_parser = between(1..=1024usize))]
    pub concurrency: usize,

    /// The seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// End a game as lost when both players' scores have said so, in men, for
    /// so many moves each
    #[arg(long, value_name = "MEN,MOVES", value_parser = Resign::from_str)]
    pub resign: Option<Resign>,

    /// End a game as drawn when both players' scores have been as small, in
    /// men, for so many moves each, after so many moves of the game; a capture
    /// or a crowning starts the count anew
    #[arg(long, value_name = "MEN,MOVES,AFTER", value_parser = Draw::from_str)]
    pub draw: Option<Draw>,

    /// End a game as drawn after so many moves of each side
    #[arg(long, value_name = "N", default_value_t = 500,
          allow_negative_numbers = true, value_parser = between(1..=100_000usize))]
    pub max_moves: usize,

    /// Write the games that count to this file, in place of what is in it
    #[arg(long, value_name = "FILE")]
    pub pdn: Option<PathBuf>,

    /// Keep the results in this file; when it is there, go on from it
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,

    /// Play one of N parts of the match; `damier match merge` puts them
    /// together, and tests
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Subcommand)]
pub enum MatchCommand {
    Merge(MatchMergeArgs),
}

/// Put the results files of a match's shards together
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier match merge shard-*.match --output whole.match

The files may come in any order, one may be given twice, and the result of an
earlier merge may be among them. Files of different matches are refused, and so
are files in which a line is damaged: each has a checksum. Of a file of an
earlier version, which has none, that is told.")]
pub struct MatchMergeArgs {
    /// Results files, as --resume keeps them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Write all games to this results file
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Write the games that count to this file
    #[arg(long, value_name = "FILE")]
    pub pdn: Option<PathBuf>,

    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// In what Elo the hypotheses of a test are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModelArg {
    /// In standard deviations of a game's score
    Normalised,
    /// As on rating lists
    Logistic,
}

impl From<ModelArg> for EloModel {
    fn from(model: ModelArg) -> EloModel {
        match model {
            ModelArg::Normalised => EloModel::Normalised,
            ModelArg::Logistic => EloModel::Logistic,
        }
    }
}

/// A setting of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedSetting {
    /// The player, from 1.
    pub player: usize,
    /// `KEY=VALUE`.
    pub pair: String,
}

impl FromStr for NumberedSetting {
    type Err = String;

    fn from_str(text: &str) -> Result<NumberedSetting, String> {
        let parts = text.split_once(':').filter(|(_, pair)| pair.contains('='));
        let parts = parts.and_then(|(player, pair)| Some((player.parse().ok()?, pair)));
        match parts {
            Some((player, pair)) if player > 0 => {
                Ok(NumberedSetting { player, pair: pair.to_owned() })
            }
            _ => Err("expected N:KEY=VALUE, as 2:threads=2".to_owned()),
        }
    }
}

/// When a game is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resign {
    /// What the scores must reach.
    pub score: Score,
    /// For how many moves of each side.
    pub moves: usize,
}

impl FromStr for Resign {
    type Err = String;

    fn from_str(text: &str) -> Result<Resign, String> {
        let parts: Vec<&str> = text.split(',').collect();
        let read = match parts.as_slice() {
            [score, moves] => men(score).zip(moves.parse().ok().filter(|&moves| moves > 0)),
            _ => None,
        };
        let (score, moves) = read.ok_or("expected MEN,MOVES, as 4,3")?;
        Ok(Resign { score, moves })
    }
}

/// When a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// What the scores must not exceed.
    pub score: Score,
    /// For how many moves of each side.
    pub moves: usize,
    /// After how many moves of each side.
    pub after: usize,
}

impl FromStr for Draw {
    type Err = String;

    fn from_str(text: &str) -> Result<Draw, String> {
        let wrong = "expected MEN,MOVES,AFTER, as 0.1,8,40";
        let parts: Vec<&str> = text.split(',').collect();
        let [score, moves, after] = parts.as_slice() else { return Err(wrong.to_owned()) };
        let score = men(score).ok_or(wrong)?;
        let moves = moves.parse().ok().filter(|&moves| moves > 0).ok_or(wrong)?;
        let after = after.parse().map_err(|_| wrong)?;
        Ok(Draw { score, moves, after })
    }
}

/// A score in men, not negative.
fn men(text: &str) -> Option<Score> {
    let men: f64 = text.parse().ok()?;
    let limit = f64::from(Score::MAX_EVALUATION) / 100.0;
    (0.0..=limit).contains(&men).then(|| Score::evaluation((men * 100.0).round() as i32))
}

fn even(text: &str) -> Result<u64, String> {
    /// More games than a file of results can usefully hold.
    const MOST: u64 = 100_000_000;
    let games = text.parse().ok().filter(|games| (2..=MOST).contains(games) && games % 2 == 0);
    games.ok_or_else(|| format!("expected an even number from 2 to {MOST}: games go in pairs"))
}

fn elos(text: &str) -> Result<(f64, f64), String> {
    let read = text.split_once(',');
    let read = read.and_then(|(elo0, elo1)| Some((elo0.parse().ok()?, elo1.parse().ok()?)));
    read.ok_or_else(|| "expected ELO0,ELO1, as 0,5".to_owned())
}

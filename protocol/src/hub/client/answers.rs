//! What comes from an engine: who it is, the answer of a search, and how it fails; and the limits of a
//! search as they are sent to it.

use std::time::Duration;

use damier_engine::score::Score;
use damier_engine::search::{Clock, Limits};
use damier_rules::text::{cleaned, decimal};

use crate::hub::level::duration;
use crate::hub::line::{HubCommand, HubLine};

/// Who an engine is, as far as it has written so, without hidden signs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Who made it.
    pub author: Option<String>,
}

/// A parameter that an engine has declared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeclaredParameter {
    /// Its name.
    pub name: String,
    /// The value that it has at first.
    pub value: Option<String>,
    /// Its type: bool, int, real, string, enum.
    pub kind: Option<String>,
    /// The values of an enum.
    pub values: Vec<String>,
}

impl Identity {
    /// Reads an `id` line.
    pub(super) fn read(command: &HubCommand) -> Identity {
        let text = |name| command.value(name).map(|text| cleaned(text).trim().to_owned());
        Identity { name: text("name"), version: text("version"), author: text("author") }
    }
}

impl DeclaredParameter {
    /// Reads a `param` line; `None` when it names nothing.
    pub(super) fn read(command: &HubCommand) -> Option<DeclaredParameter> {
        let text = |name| command.value(name).map(cleaned);
        let values = command.value("values").unwrap_or_default();
        Some(DeclaredParameter {
            name: text("name").filter(|name| !name.is_empty())?,
            value: text("value"),
            kind: text("type"),
            values: values.split_whitespace().map(cleaned).collect(),
        })
    }
}

/// For what a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A move, now.
    Think,
    /// A move in the opponent's time, until [`ponder_hit`](super::Client::ponder_hit).
    Ponder,
    /// What the position is worth.
    Analyse,
}

/// The answer of a search, as the engine has written it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HubAnswer {
    /// The move; `None` when the engine named none.
    pub played: Option<String>,
    /// The reply that it expects.
    pub ponder: Option<String>,
    /// What it last reported of the search.
    pub info: Info,
    /// The last `error` line of the search, without hidden signs.
    pub error: Option<String>,
}

/// What `info` lines have reported, the last value of each field; score and depth of the best line
/// alone, where an engine follows several.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// The value from the view of the side to move. The numbers are Hub's: beyond 90.00 the game is
    /// decided.
    pub score: Option<Score>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Time used.
    pub time: Option<Duration>,
}

/// The greatest number of nodes that is believed.
const GREATEST: f64 = 1e18;

impl Info {
    /// Takes over the fields of an `info` line. One that is no number is ignored; the principal
    /// variation is not looked at, whatever is in it.
    pub(super) fn add(&mut self, command: &HubCommand) {
        let number = |name| command.value(name).and_then(decimal);
        // An engine that ranks its lines reports others than the one that it plays.
        let is_best = command.value("multipv").is_none_or(|rank| rank.trim().parse() == Ok(1));
        if is_best {
            let depth = number("depth").map(|depth| depth.clamp(0.0, f64::from(u32::MAX)) as u32);
            self.depth = depth.or(self.depth);
            self.score = number("score").map(score).or(self.score);
        }
        let nodes = number("nodes").map(|nodes| nodes.clamp(0.0, GREATEST) as u64);
        self.nodes = nodes.or(self.nodes);
        self.time = number("time").map(duration).or(self.time);
    }
}

/// A score in men; [`Score`] counts as Hub does.
fn score(men: f64) -> Score {
    Score::from_raw((men.clamp(-100.0, 100.0) * 100.0).round() as i16)
}

/// The one `level` line of a search. The time left comes before anything else but the moves that
/// it is for, as some engines read the first arguments only.
pub(super) fn level(limits: &Limits) -> HubLine {
    let mut line = HubLine::new("level");
    if limits.is_infinite() {
        return line.flag("infinite");
    }
    if let Some(Clock { time, increment, moves }) = limits.clock {
        if let Some(moves) = moves {
            line = line.with("moves", moves);
        }
        line = line.with("time", seconds(time));
        if !increment.is_zero() {
            line = line.with("inc", seconds(increment));
        }
    }
    if let Some(time) = limits.move_time {
        line = line.with("move-time", seconds(time));
    }
    if let Some(depth) = limits.depth {
        line = line.with("depth", depth);
    }
    if let Some(nodes) = limits.nodes {
        line = line.with("nodes", nodes);
    }
    line
}

/// Seconds as Hub writes them, rounded down to milliseconds.
fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1e3
}

/// How an engine fails its client.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The program could not be run.
    #[error("cannot run {program}: {source}")]
    Spawn {
        /// The program.
        program: String,
        /// Why not.
        source: std::io::Error,
    },
    /// It has ended.
    #[error("the engine has ended ({0})")]
    Ended(String),
    /// It has closed its output, but runs on.
    #[error("the engine has closed its output but runs on")]
    ClosedOutput,
    /// A line of the handshake was another than expected.
    #[error("got `{got}` in the handshake where `{awaited}` was to come")]
    Handshake {
        /// The line.
        got: String,
        /// The command that was to come.
        awaited: &'static str,
    },
    /// It repeats its input, and writes nothing else.
    #[error("it only repeats what it is told: it is no Hub engine")]
    Echo,
    /// It has not answered in time.
    #[error("`{awaited}` did not come in time")]
    Silent {
        /// The command that was to come.
        awaited: &'static str,
    },
    /// It writes something that is not of the protocol, and not what it should.
    #[error("the engine does not speak the protocol: `{0}`")]
    Garbage(String),
    /// It writes a line without end.
    #[error("the engine writes a line without end")]
    Endless,
    /// It has answered without being asked.
    #[error("got an answer when nothing was asked: `{0}`")]
    Stray(String),
    /// It has not ended after `quit`.
    #[error("the engine did not end when it was told to quit, and was ended by force")]
    RefusedQuit,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_written_as_one_line() {
        assert_eq!(level(&Limits::default()).to_string(), "level infinite");
        let clock = Clock {
            time: Duration::from_micros(1_500_900),
            increment: Duration::from_millis(10),
            moves: None,
        };
        let timed = Limits::clock(clock);
        assert_eq!(level(&timed).to_string(), "level time=1.5 inc=0.01");
        let clock = Clock { increment: Duration::ZERO, moves: Some(40), ..clock };
        let mut all = Limits::clock(clock);
        (all.depth, all.nodes) = (Some(9), Some(2_000));
        all.move_time = Some(Duration::from_secs(2));
        let text = level(&all).to_string();
        assert_eq!(text, "level moves=40 time=1.5 move-time=2 depth=9 nodes=2000");
    }

    #[test]
    fn the_last_value_of_each_field_counts() {
        let mut info = Info::default();
        for line in [
            "info depth=3 score=-0,29 nodes=10 time=0.5",
            "info depth=x score=99.93 pv=\"1-1\" nps=",
            "info depth=4 score=nan nodes=-5",
        ] {
            if let Ok(Some(command)) = HubCommand::parse(line) {
                info.add(&command);
            }
        }
        assert_eq!((info.depth, info.nodes), (Some(4), Some(0)));
        assert_eq!(info.score, Some(Score::from_raw(-29)));
        assert_eq!(info.time, Some(Duration::from_millis(500)));
        assert_eq!(score(99.93).end(), Some(7));
    }

    #[test]
    fn lines_of_another_rank_are_no_score() {
        let mut info = Info::default();
        for line in [
            "info depth=9 score=0.40 nodes=100 pv=\"1-1\" multipv=1",
            "info depth=8 score=-7.00 nodes=200 pv=\"2-2\" multipv=2",
            "info multipv=10 depth=7 score=-9.00 time=2",
            "info multipv=best depth=7 score=-9.00",
        ] {
            if let Ok(Some(command)) = HubCommand::parse(line) {
                info.add(&command);
            }
        }
        assert_eq!((info.depth, info.score), (Some(9), Some(Score::from_raw(40))));
        assert_eq!((info.nodes, info.time), (Some(200), Some(Duration::from_secs(2))));
    }
}

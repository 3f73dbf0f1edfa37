//! The limits of the next search, as `level` lines give them.

use std::time::Duration;

use damier_engine::search::{Clock, Limits};
use damier_rules::text::nearest;

use super::line::{HubCommand, number, quoted};

/// Why an argument of `level` is no limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelError {
    /// Its value is not a number.
    #[error("got {value} for {name} of level; it should be a number", value = quoted(value))]
    NoNumber {
        /// The limit.
        name: &'static str,
        /// What was sent.
        value: String,
    },
    /// There is no such limit.
    #[error(
        "got unknown {name} for level{}; limits are depth, nodes, move-time, time, inc, moves, infinite",
        near.map_or(String::new(), |near| format!(" (meant {near}?)")), name = quoted(name)
    )]
    Unknown {
        /// What was sent.
        name: String,
        /// The limit that was probably meant.
        near: Option<&'static str>,
    },
}

/// What `level` lines have set since the last `go`. Numbers are decimals and are clamped: a
/// negative or missing one to the least that makes sense, a huge one to the most.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    depth: Option<f64>,
    nodes: Option<f64>,
    move_time: Option<f64>,
    time: Option<f64>,
    increment: Option<f64>,
    moves: Option<f64>,
    /// Whether the client has asked for no limit.
    infinite: bool,
    /// Whether an argument was meant as a limit and could not be read.
    broken: bool,
}

/// The limit of a search that must end and was given none.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(5);

const LIMITS: [&str; 7] = ["depth", "nodes", "move-time", "time", "inc", "moves", "infinite"];

/// Further arguments that clients send: `ponder` is of the protocol's older versions, the others
/// are for one engine.
const IGNORED: [&str; 3] = ["ponder", "handicap", "ply"];

const GREATEST_DEPTH: f64 = 1_000.0;
const GREATEST_NODES: f64 = 1e18;
/// Seconds; over thirty years.
const GREATEST_TIME: f64 = 1e9;
/// Seconds.
const LEAST_TIME: f64 = 0.001;
const GREATEST_MOVES: f64 = 10_000.0;

impl Level {
    /// Adds the limits of a `level` line. Arguments that are no limits are ignored where they
    /// stand beside one, unless they look like a slip.
    ///
    /// # Errors
    /// For each limit that is no number, and for each argument that is not ignored; the others
    /// count all the same.
    pub fn add(&mut self, command: &HubCommand) -> Vec<LevelError> {
        self.infinite |= command.value("infinite").is_some();
        let fields = [
            ("depth", &mut self.depth),
            ("nodes", &mut self.nodes),
            ("move-time", &mut self.move_time),
            ("time", &mut self.time),
            ("inc", &mut self.increment),
            ("moves", &mut self.moves),
        ];
        let mut errors = Vec::new();
        for (name, field) in fields {
            let Some(value) = command.value(name) else { continue };
            match read_number(value) {
                Some(number) => *field = Some(number),
                None => errors.push(LevelError::NoNumber { name, value: value.to_owned() }),
            }
        }
        errors.extend(unknown_limits(command));
        self.broken |= !errors.is_empty();
        errors
    }

    /// The limits of a search. One that must end by itself has one, unless the client has asked
    /// for none; so has one for which a limit was meant.
    pub fn limits(&self, must_end: bool) -> Limits {
        let limits = self.given();
        let free = !must_end || self.infinite;
        if !limits.is_infinite() || (free && !self.broken) {
            return limits;
        }
        Limits::move_time(DEFAULT_MOVE_TIME)
    }

    /// Forgets all limits of time.
    pub(super) fn clear_time(&mut self) {
        let Level { depth, nodes, .. } = *self;
        *self = Level { depth, nodes, ..Level::default() };
    }

    fn given(&self) -> Limits {
        let mut limits = Limits::infinite();
        limits.depth = self.depth.map(|depth| depth.clamp(1.0, GREATEST_DEPTH) as u32);
        limits.nodes = self.nodes.map(|nodes| nodes.clamp(1.0, GREATEST_NODES) as u64);
        limits.move_time = self.move_time.map(|time| duration(time.max(LEAST_TIME)));
        limits.clock = self.clock();
        limits
    }

    /// The clock; one without `time` is about to fall.
    ///
    /// A client that has taken the increment off may send a negative time: the rest of the
    /// increment is then all there is.
    fn clock(&self) -> Option<Clock> {
        self.time.or(self.increment).or(self.moves)?;
        let time = self.time.unwrap_or(0.0);
        let increment = self.increment.unwrap_or(0.0).max(0.0);
        let moves = self.moves.filter(|&moves| moves >= 1.0);
        Some(Clock {
            time: duration(time.max(LEAST_TIME)),
            increment: duration(increment + time.min(0.0)),
            moves: moves.map(|moves| moves.min(GREATEST_MOVES) as u32),
        })
    }
}

/// The arguments that should have been limits.
fn unknown_limits(command: &HubCommand) -> Vec<LevelError> {
    let is_understood = |name: &str| LIMITS.contains(&name) || IGNORED.contains(&name);
    let arguments = command.arguments();
    let limited = arguments.iter().any(|argument| LIMITS.contains(&argument.name.as_str()));
    let unknown = arguments
        .iter()
        .filter(|argument| !is_understood(&argument.name))
        .map(|argument| (argument.name.clone(), nearest(&argument.name, LIMITS)));
    let reported = unknown.filter(|(_, near)| near.is_some() || !limited);
    reported.map(|(name, near)| LevelError::Unknown { name, near }).collect()
}

/// A number; 0 when there is none, or no such number.
fn read_number(text: &str) -> Option<f64> {
    if text.trim().is_empty() {
        return Some(0.0);
    }
    number(text).map(|number| if number.is_nan() { 0.0 } else { number })
}

/// A duration of this many seconds, 0 when they are negative or no number.
pub(crate) fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.clamp(0.0, GREATEST_TIME)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(lines: &[&str]) -> Level {
        let mut level = Level::default();
        for line in lines {
            assert_eq!(level.add(&HubCommand::parse(line).unwrap().unwrap()), []);
        }
        level
    }

    fn clock(line: &str) -> (f64, f64, Option<u32>) {
        let clock = level(&[line]).limits(false).clock.unwrap();
        (clock.time.as_secs_f64(), clock.increment.as_secs_f64(), clock.moves)
    }

    #[test]
    fn limits_are_collected_over_lines() {
        let level_of = level(&["level depth=5", "level move-time=2,5 infinite", "level nodes=1e6"]);
        let limits = level_of.limits(true);
        assert_eq!((limits.depth, limits.nodes), (Some(5), Some(1_000_000)));
        assert_eq!(limits.move_time, Some(Duration::from_millis(2_500)));
        assert_eq!(limits.clock, None);
        assert!(level(&["level infinite ponder handicap=3"]).limits(false).is_infinite());
    }

    #[test]
    fn every_kind_of_clock_is_read() {
        assert_eq!(clock("level time=60"), (60.0, 0.0, None));
        assert_eq!(clock("level time=60 inc=0.5"), (60.0, 0.5, None));
        assert_eq!(clock("level time=59,75 inc=0,5"), (59.75, 0.5, None));
        assert_eq!(clock("level moves=20 time=60.25"), (60.25, 0.0, Some(20)));
        assert_eq!(clock("level moves=0 time=60"), (60.0, 0.0, None));
    }

    #[test]
    fn clocks_out_of_range_are_clamped() {
        assert_eq!(clock("level time=-0.05 inc=0.1"), (0.001, 0.05, None));
        assert_eq!(clock("level time=-5 inc=0.1"), (0.001, 0.0, None));
        assert_eq!(clock("level time=nan inc=-3 moves=-1"), (0.001, 0.0, None));
        assert_eq!(clock("level inc=0.1"), (0.001, 0.1, None));
        assert_eq!(clock("level moves=3"), (0.001, 0.0, Some(3)));
        assert_eq!(clock("level time=1e300 inc=inf moves=1e99"), (1e9, 1e9, Some(10_000)));
    }

    #[test]
    fn other_limits_out_of_range_are_clamped() {
        let least = level(&["level depth=-4 nodes=0 move-time=-1"]).limits(false);
        assert_eq!((least.depth, least.nodes), (Some(1), Some(1)));
        assert_eq!(least.move_time, Some(Duration::from_millis(1)));
        assert_eq!(least, level(&["level depth nodes=nan move-time=\"\""]).limits(false));
        let most = level(&["level depth=1e30 nodes=inf move-time=1e30"]).limits(false);
        assert_eq!((most.depth, most.nodes), (Some(1_000), Some(1_000_000_000_000_000_000)));
        assert_eq!(most.move_time, Some(Duration::from_secs(1_000_000_000)));
    }

    fn level_and_errors(line: &str) -> (Level, Vec<String>) {
        let mut level = Level::default();
        let errors = level.add(&HubCommand::parse(line).unwrap().unwrap());
        (level, errors.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn what_is_no_number_is_an_error_and_the_rest_counts() {
        let (level, errors) = level_and_errors("level depth=deep nodes=7");
        assert_eq!(errors, ["got 'deep' for depth of level; it should be a number"]);
        assert_eq!(level.limits(true), Limits::nodes(7));
    }

    #[test]
    fn a_search_that_must_end_has_a_limit() {
        let end = Limits::move_time(DEFAULT_MOVE_TIME);
        assert_eq!(Level::default().limits(true), end);
        assert!(Level::default().limits(false).is_infinite());
        let free = level(&["level infinite"]);
        assert!(free.limits(true).is_infinite());
        for line in ["level time=1s", "level depth=x", "level movetime=0.1", "level 0 5000 0"] {
            let (level, errors) = level_and_errors(line);
            assert!(!errors.is_empty(), "{line}");
            assert_eq!((level.limits(true), level.limits(false)), (end, end), "{line}");
        }
    }

    #[test]
    fn slips_are_reported_and_arguments_of_one_engine_ignored() {
        for (line, near) in [
            ("level movetime=0.1", Some("move-time")),
            ("level Depth=5 time=3", Some("depth")),
            ("level wtime=3 depth=2", Some("time")),
            ("level speed=3", None),
        ] {
            let (_, errors) = level_and_errors(line);
            let meant = near.map_or("level;".to_owned(), |near| format!("(meant {near}?)"));
            assert!(errors.len() == 1 && errors[0].contains(&meant), "{line}: {errors:?}");
        }
        for line in ["level handicap=3", "level ply=4", "level ponder", "level speed=3 depth=2"] {
            assert_eq!(level_and_errors(line).1, [""; 0], "{line}");
        }
    }
}

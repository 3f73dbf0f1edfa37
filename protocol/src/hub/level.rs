//! The limits of the next search, as `level` lines give them.

use std::time::Duration;

use damier_engine::search::{Clock, Limits};

use super::line::{Command, quoted};

/// A limit that is not a number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("got {value} for {name} of level; it should be a number", value = quoted(value))]
pub struct LevelError {
    name: &'static str,
    value: String,
}

/// What `level` lines have said since the last `go`. Numbers are decimals and are clamped: a
/// negative or missing one to the least that makes sense, a huge one to the most.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    depth: Option<f64>,
    nodes: Option<f64>,
    move_time: Option<f64>,
    time: Option<f64>,
    increment: Option<f64>,
    moves: Option<f64>,
}

const GREATEST_DEPTH: f64 = 1_000.0;
const GREATEST_NODES: f64 = 1e18;
/// Seconds; over thirty years.
const GREATEST_TIME: f64 = 1e9;
/// Seconds.
const LEAST_TIME: f64 = 0.001;
const GREATEST_MOVES: f64 = 10_000.0;

impl Level {
    /// Adds the limits of a `level` line. Arguments with other names are ignored, `infinite` among
    /// them: to be without limit is what no limit means.
    ///
    /// # Errors
    /// For each limit that is no number; the others count all the same.
    pub fn add(&mut self, command: &Command) -> Vec<LevelError> {
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
                None => errors.push(LevelError { name, value: value.to_owned() }),
            }
        }
        errors
    }

    /// The limits for a search.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth.map(|depth| depth.clamp(1.0, GREATEST_DEPTH) as u32),
            nodes: self.nodes.map(|nodes| nodes.clamp(1.0, GREATEST_NODES) as u64),
            move_time: self.move_time.map(|time| duration(time.max(LEAST_TIME))),
            clock: self.clock(),
        }
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

/// A number; 0 when there is none, or no such number.
fn read_number(text: &str) -> Option<f64> {
    let text = text.trim();
    if text.is_empty() {
        return Some(0.0);
    }
    text.parse().ok().map(|number: f64| if number.is_nan() { 0.0 } else { number })
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
            assert_eq!(level.add(&Command::parse(line).unwrap().unwrap()), []);
        }
        level
    }

    fn clock(line: &str) -> (f64, f64, Option<u32>) {
        let clock = level(&[line]).limits().clock.unwrap();
        (clock.time.as_secs_f64(), clock.increment.as_secs_f64(), clock.moves)
    }

    #[test]
    fn limits_are_collected_over_lines() {
        let limits = level(&["level depth=5", "level move-time=2.5 infinite", "level nodes=1e6"]);
        let limits = limits.limits();
        assert_eq!((limits.depth, limits.nodes), (Some(5), Some(1_000_000)));
        assert_eq!(limits.move_time, Some(Duration::from_millis(2_500)));
        assert_eq!(limits.clock, None);
        assert!(level(&["level infinite ponder handicap=3"]).limits().is_infinite());
    }

    #[test]
    fn every_kind_of_clock_is_read() {
        assert_eq!(clock("level time=60"), (60.0, 0.0, None));
        assert_eq!(clock("level time=60 inc=0.5"), (60.0, 0.5, None));
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
        let least = level(&["level depth=-4 nodes=0 move-time=-1"]).limits();
        assert_eq!((least.depth, least.nodes), (Some(1), Some(1)));
        assert_eq!(least.move_time, Some(Duration::from_millis(1)));
        assert_eq!(least, level(&["level depth nodes=nan move-time=\"\""]).limits());
        let most = level(&["level depth=1e30 nodes=inf move-time=1e30"]).limits();
        assert_eq!((most.depth, most.nodes), (Some(1_000), Some(1_000_000_000_000_000_000)));
        assert_eq!(most.move_time, Some(Duration::from_secs(1_000_000_000)));
    }

    #[test]
    fn what_is_no_number_is_an_error_and_the_rest_counts() {
        let mut level = Level::default();
        let command = Command::parse("level depth=deep nodes=7").unwrap().unwrap();
        let errors = level.add(&command);
        assert_eq!(errors.len(), 1);
        assert!(errors[0].to_string().contains("'deep' for depth"));
        assert_eq!(level.limits(), Limits { nodes: Some(7), ..Limits::default() });
    }
}

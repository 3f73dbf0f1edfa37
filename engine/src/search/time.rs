//! How long a move may take.

use std::time::{Duration, Instant};

use super::parameters::{
    CLOCK_SHARE, HARD_FACTOR, INCREMENT_SHARE, MOVES_LEFT, NEW_ITERATION_SHARE,
};
use super::{Clock, Limits};

/// The time left to think when the overhead has eaten everything.
const LEAST: Duration = Duration::from_millis(1);

/// Times counted from the start of the engine's clock; `None` when there is no such limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// After this no new iteration is begun.
    pub soft: Option<Duration>,
    /// After this the search stops.
    pub hard: Option<Duration>,
}

impl Budget {
    /// The budget for one move; `overhead` is lost on the way to whoever runs the clock.
    pub fn new(limits: &Limits, overhead: Duration) -> Budget {
        let fixed = limits.move_time.map(|time| less(time, overhead));
        let (soft, hard) = match limits.clock {
            None => (None, None),
            Some(clock) => {
                let (soft, hard) = shares(&clock, overhead);
                (Some(soft), Some(hard))
            }
        };
        Budget { soft, hard: fixed.into_iter().chain(hard).min() }
    }

    /// Whether a search whose clock began at `start` must stop.
    pub fn is_spent(&self, start: Instant) -> bool {
        self.hard.is_some_and(|hard| start.elapsed() >= hard)
    }

    /// Whether no new iteration should begin.
    pub fn is_late(&self, start: Instant) -> bool {
        self.soft.is_some_and(|soft| start.elapsed() >= soft)
    }
}

/// `time` without the overhead, but at least half of it where it is too short for that.
fn less(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(time / 2).max(LEAST)
}

fn shares(clock: &Clock, overhead: Duration) -> (Duration, Duration) {
    let moves = clock.moves.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
    // Hub grants the increment before the move.
    let available = clock.time.saturating_add(clock.increment);
    let spendable = available.saturating_sub(overhead).as_secs_f64();
    let last = moves == 1;
    let reserve = if last { 1.0 } else { CLOCK_SHARE };
    let target = clock.time.as_secs_f64() / f64::from(moves)
        + INCREMENT_SHARE * clock.increment.as_secs_f64();
    let hard = (target * HARD_FACTOR).min(spendable * reserve);
    let soft = target.min(hard) * NEW_ITERATION_SHARE;
    let seconds = |value: f64| Duration::try_from_secs_f64(value).unwrap_or(LEAST).max(LEAST);
    (seconds(soft), seconds(hard))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn budget(time: f64, increment: f64, moves: Option<u32>) -> Budget {
        let clock = Clock {
            time: Duration::from_secs_f64(time),
            increment: Duration::from_secs_f64(increment),
            moves,
        };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        Budget::new(&limits, Duration::from_millis(50))
    }

    #[test]
    fn a_move_never_takes_more_than_the_clock_holds() {
        for time in [0.0, 0.01, 0.1, 1.0, 60.0, 36_000.0] {
            for increment in [0.0, 0.1, 10.0] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let budget = budget(time, increment, moves);
                    let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                    let available = Duration::from_secs_f64(time + increment);
                    assert!(hard <= available.max(LEAST), "{time} {increment} {moves:?}: {hard:?}");
                    assert!(soft <= hard.max(LEAST));
                }
            }
        }
    }

    #[test]
    fn the_overhead_is_kept_back_from_a_fixed_time() {
        let limits = Limits { move_time: Some(SECOND), ..Limits::default() };
        let hard = |overhead| Budget::new(&limits, overhead).hard.unwrap();
        assert_eq!(hard(SECOND / 10), SECOND * 9 / 10);
        assert_eq!(hard(SECOND * 5), SECOND / 2);
    }

    #[test]
    fn without_a_time_there_is_no_budget() {
        let budget = Budget::new(&Limits::default(), SECOND);
        assert_eq!(budget, Budget { soft: None, hard: None });
        assert!(!budget.is_spent(Instant::now()));
    }
}

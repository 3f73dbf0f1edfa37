//! The limits of a player as text, and its clock.

use std::time::Duration;

use damier_engine::search::{Clock, Limits};

/// Why a text gives no limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "got limit `{got}`; it should be one or more of time=SECONDS+INCREMENT, moves=N (for each \
     time), move-time=SECONDS, nodes=N, depth=N, separated by commas"
)]
pub struct LimitError {
    /// The part of the text that is wrong.
    pub got: String,
}

/// Reads limits, such as `time=60+0.6`, `time=300,moves=40`, `move-time=0.1`, `nodes=2000` or
/// `depth=8`.
///
/// # Errors
/// When the text is nothing of this kind, or leaves a player without limit.
///
/// ```
/// use std::time::Duration;
///
/// use damier_match::referee::read_limits;
///
/// let limits = read_limits("time=60+0.6,depth=20")?;
/// assert_eq!(limits.clock.unwrap().time, Duration::from_secs(60));
/// assert_eq!(limits.depth, Some(20));
/// assert!(read_limits("speed=3").is_err());
/// # Ok::<(), damier_match::referee::LimitError>(())
/// ```
pub fn read_limits(text: &str) -> Result<Limits, LimitError> {
    let wrong = |part: &str| LimitError { got: part.to_owned() };
    let mut limits = Limits::default();
    let mut moves = None;
    for part in text.split(',').map(str::trim) {
        let (key, value) = part.split_once('=').ok_or_else(|| wrong(part))?;
        let read = match key {
            "depth" => count(value).map(|depth| limits.depth = Some(depth)),
            "nodes" => positive(value).map(|nodes| limits.nodes = Some(nodes)),
            "moves" => count(value).map(|count| moves = Some(count)),
            "move-time" => seconds(value)
                .filter(|time| !time.is_zero())
                .map(|time| limits.move_time = Some(time)),
            "time" => clock(value).map(|clock| limits.clock = Some(clock)),
            _ => None,
        };
        read.ok_or_else(|| wrong(part))?;
    }
    match (&mut limits.clock, moves) {
        (Some(clock), moves) => clock.moves = moves,
        (None, Some(_)) => return Err(wrong(text)),
        (None, None) => {}
    }
    Ok(limits)
}

fn positive(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&number| number > 0)
}

fn count(text: &str) -> Option<u32> {
    positive(text)?.try_into().ok()
}

fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse().ok()?).ok().filter(|time| *time < LONGEST)
}

fn clock(text: &str) -> Option<Clock> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let (time, increment) = (seconds(time)?, seconds(increment)?);
    let nothing = time.is_zero() && increment.is_zero();
    (!nothing).then_some(Clock { time, increment, moves: None })
}

/// A year: longer times are no times.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3_600);

/// What a player has left. The increment is granted before the move, as Hub does.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    /// As at the start.
    full: Limits,
    /// For the next move.
    limits: Limits,
}

impl Watch {
    /// A watch at the start of a game.
    pub fn new(limits: Limits) -> Watch {
        Watch { full: limits, limits }
    }

    /// The limits for the next move.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// How long the next move may take, without any margin.
    pub fn allowed(&self) -> Option<Duration> {
        let clock = self.limits.clock.map(|clock| clock.time.saturating_add(clock.increment));
        self.limits.move_time.into_iter().chain(clock).min()
    }

    /// A move has taken this time.
    pub fn used(&mut self, time: Duration) {
        let (Some(full), Some(clock)) = (self.full.clock, &mut self.limits.clock) else { return };
        clock.time = clock.time.saturating_add(clock.increment).saturating_sub(time);
        let Some(moves) = &mut clock.moves else { return };
        *moves = moves.saturating_sub(1);
        if *moves == 0 {
            clock.moves = full.moves;
            clock.time = clock.time.saturating_add(full.time);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn limits_are_read() {
        let limits = read_limits("time=1+0.5, moves=2,depth=8").unwrap();
        let clock = limits.clock.unwrap();
        assert_eq!((clock.time, clock.increment, clock.moves), (SECOND, SECOND / 2, Some(2)));
        assert_eq!(limits.depth, Some(8));
        assert_eq!(read_limits("move-time=0.1").unwrap().move_time, Some(SECOND / 10));
        assert_eq!(read_limits("nodes=2000").unwrap().nodes, Some(2_000));
        for wrong in ["", "1+1", "time=", "time=-1", "time=0", "nodes=0", "moves=3", "time=nan"] {
            assert!(read_limits(wrong).is_err(), "{wrong}");
        }
        assert!(read_limits("speed=3").unwrap_err().to_string().contains("move-time=SECONDS"));
    }

    #[test]
    fn the_increment_comes_before_the_move_and_the_control_renews_the_time() {
        let mut watch = Watch::new(read_limits("time=1+0.5,moves=2").unwrap());
        assert_eq!(watch.allowed(), Some(SECOND * 3 / 2));
        watch.used(SECOND);
        let clock = watch.limits().clock.unwrap();
        assert_eq!((clock.time, clock.moves), (SECOND / 2, Some(1)));
        watch.used(SECOND);
        let clock = watch.limits().clock.unwrap();
        assert_eq!((clock.time, clock.moves), (SECOND, Some(2)));
        assert_eq!(Watch::new(read_limits("nodes=5").unwrap()).allowed(), None);
        let both = Watch::new(read_limits("time=9,move-time=1").unwrap());
        assert_eq!(both.allowed(), Some(SECOND));
    }
}

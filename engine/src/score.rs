//! The value of a position.

use std::fmt;
use std::ops::Neg;

/// A value in centi-men from one side's view; wins and losses are distances in plies.
///
/// A win in `n` plies is `10_000 - n`, so a nearer win is greater. Evaluations stay within
/// ±[`Score::MAX_EVALUATION`].
///
/// ```
/// use damier_engine::Score;
///
/// let (ahead, won) = (Score::evaluation(35), Score::win_in(7));
/// assert!(Score::DRAW < ahead && ahead < won && won < Score::win_in(3));
/// assert_eq!((ahead.to_string(), won.to_string()), ("+0.35".to_owned(), "+99.93".to_owned()));
/// assert_eq!((won.end(), -ahead), (Some(7), Score::evaluation(-35)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

/// A win in no ply.
const WIN: i16 = 10_000;

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);
    /// Above every score.
    pub const INFINITY: Score = Score(i16::MAX);
    /// The greatest evaluation in centi-men.
    pub const MAX_EVALUATION: i16 = 8_000;
    /// The greatest distance of a win in plies.
    pub const MAX_DISTANCE: u16 = 1_000;

    /// An evaluation in centi-men, cut down to the greatest allowed.
    pub const fn evaluation(centimen: i32) -> Score {
        let limit = Score::MAX_EVALUATION as i32;
        Score(if centimen > limit {
            Score::MAX_EVALUATION
        } else if centimen < -limit {
            -Score::MAX_EVALUATION
        } else {
            centimen as i16
        })
    }

    /// A win that is on the board after `plies`, at most [`Score::MAX_DISTANCE`].
    pub const fn win_in(plies: usize) -> Score {
        Score(WIN - clamp_distance(plies))
    }

    /// A loss that is on the board after `plies`, at most [`Score::MAX_DISTANCE`].
    pub const fn loss_in(plies: usize) -> Score {
        Score(clamp_distance(plies) - WIN)
    }

    /// The plies to the end of the game when it is decided: positive when it is won, zero or
    /// negative when it is lost.
    pub const fn end(self) -> Option<i32> {
        let distance = WIN - self.0.saturating_abs();
        if distance < 0 || distance > Score::MAX_DISTANCE as i16 {
            return None;
        }
        Some(if self.0 > 0 { distance as i32 } else { -(distance as i32) })
    }

    /// The score as a number: centi-men, or ±(10,000 − plies) for a decided game.
    pub const fn raw(self) -> i16 {
        self.0
    }

    /// The score of this [raw](Score::raw) number.
    pub const fn from_raw(raw: i16) -> Score {
        // `i16::MIN` has no opposite.
        Score(if raw < -i16::MAX { -i16::MAX } else { raw })
    }

    /// The score `centimen` greater; for search windows, may leave the range of evaluations.
    #[must_use]
    pub const fn plus(self, centimen: i16) -> Score {
        Score(self.0.saturating_add(centimen))
    }
}

const fn clamp_distance(plies: usize) -> i16 {
    if plies > Score::MAX_DISTANCE as usize { Score::MAX_DISTANCE as i16 } else { plies as i16 }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// Men with two decimals and a sign: `+0.35`; a decided game as Hub writes it, `+99.93` for a
    /// win in 7 plies.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2}", f64::from(self.0) / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_has_an_opposite() {
        assert_eq!(-Score::from_raw(i16::MIN), Score::INFINITY);
    }

    #[test]
    fn nearer_wins_and_later_losses_are_greater() {
        assert!(Score::win_in(3) > Score::win_in(5));
        assert!(Score::loss_in(3) < Score::loss_in(5));
        assert!(Score::win_in(1_000) > Score::evaluation(i32::MAX));
        assert_eq!(-Score::win_in(4), Score::loss_in(4));
        assert_eq!(Score::win_in(7).end(), Some(7));
        assert_eq!(Score::loss_in(0).end(), Some(0));
        assert_eq!(Score::loss_in(6).end(), Some(-6));
        assert_eq!(Score::evaluation(9_999).end(), None);
        assert_eq!(Score::INFINITY.end(), None);
    }
}

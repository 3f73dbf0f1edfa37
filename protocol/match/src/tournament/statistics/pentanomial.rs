//! The scores of pairs, and the strength they speak of.

use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use super::{ELO_PER_DEVIATION, elo_of};

/// How often a player scored 0, ½, 1, 1½ and 2 points in a pair of games.
///
/// Pentanomials of several games of draughts add up: each pair is one observation of the same
/// question, whatever was played.
///
/// ```
/// use damier_match::tournament::statistics::Pentanomial;
///
/// let mut pairs = Pentanomial::new([30, 54, 63, 64, 75]);
/// // A pair of a win and a draw.
/// pairs.record(3);
/// let elo = pairs.elo().unwrap();
/// println!("{} pairs: {:+.1} ± {:.1} Elo", pairs.pairs(), elo.value, elo.error);
/// assert!(elo.value > elo.error);
/// assert!(pairs.superiority().unwrap() > 0.99);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pentanomial {
    counts: [u64; 5],
}

/// An estimate with the half width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Half the width of the interval; infinite where the interval has no end.
    pub error: f64,
}

/// How surely an [`Estimate`]'s interval holds the truth.
const CONFIDENCE: f64 = 0.95;

/// The share of a pair's points that each count stands for.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Pentanomial {
    /// The pairs in which the player scored 0, ½, 1, 1½ and 2 points.
    pub const fn new(counts: [u64; 5]) -> Pentanomial {
        Pentanomial { counts }
    }

    /// The pairs with 0, ½, 1, 1½ and 2 points.
    pub const fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// Counts a pair in which the player scored so many half points, at most 4.
    pub fn record(&mut self, half_points: u8) {
        if let Some(count) = self.counts.get_mut(usize::from(half_points)) {
            *count += 1;
        }
    }

    /// The same pairs as the other player sees them.
    #[must_use]
    pub fn reversed(&self) -> Pentanomial {
        let [a, b, c, d, e] = self.counts;
        Pentanomial { counts: [e, d, c, b, a] }
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The points scored of those possible, from 0 to 1; no number without pairs.
    pub fn score(&self) -> f64 {
        self.moment(|score| score)
    }

    /// The variance of a pair's share of points.
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        self.moment(|score| (score - mean).powi(2))
    }

    fn moment(&self, of: impl Fn(f64) -> f64) -> f64 {
        let terms = self.counts.iter().zip(SCORES);
        terms.map(|(&count, score)| count as f64 * of(score)).sum::<f64>() / self.pairs() as f64
    }

    /// The standard error of [`score`](Pentanomial::score).
    fn score_error(&self) -> f64 {
        (self.variance() / self.pairs() as f64).sqrt()
    }

    /// How much stronger the player is in logistic Elo; `None` without pairs.
    ///
    /// The interval is that of the score, turned into Elo; its half width is half the distance of
    /// its ends. Where all pairs went the same way nothing is known of the error: it is infinite.
    pub fn elo(&self) -> Option<Estimate> {
        if self.pairs() == 0 {
            return None;
        }
        let (score, reach) = (self.score(), quantile() * self.score_error());
        let (low, high) = (score - reach, score + reach);
        let bounded = reach > 0.0 && low > 0.0 && high < 1.0;
        let error = if bounded { (elo_of(high) - elo_of(low)) / 2.0 } else { f64::INFINITY };
        Some(Estimate { value: elo_of(score), error })
    }

    /// How much stronger the player is in normalised Elo: the excess of its score over ½ in
    /// standard deviations of a game's score, that of a pair times √2, × 800 / ln 10. `None`
    /// without pairs.
    ///
    /// The error takes the scores for normally distributed, as fastchess does; where all pairs went
    /// the same way it is infinite.
    pub fn normalised_elo(&self) -> Option<Estimate> {
        if self.pairs() == 0 {
            return None;
        }
        let (excess, variance) = (self.score() - 0.5, self.variance());
        let deviations = match excess {
            0.0 => 0.0,
            excess => excess / (2.0 * variance).sqrt(),
        };
        let error = match variance {
            0.0 => f64::INFINITY,
            _ => quantile() / (2.0 * self.pairs() as f64).sqrt(),
        };
        Some(Estimate { value: deviations * ELO_PER_DEVIATION, error: error * ELO_PER_DEVIATION })
    }

    /// The likelihood that the player is the stronger one, from 0 to 1; `None` without pairs.
    pub fn superiority(&self) -> Option<f64> {
        if self.pairs() == 0 {
            return None;
        }
        let excess = self.score() - 0.5;
        let deviations = if excess == 0.0 { 0.0 } else { excess / self.score_error() };
        Some(Normal::standard().cdf(deviations))
    }
}

/// The standard deviations within which an [`Estimate`]'s interval lies.
fn quantile() -> f64 {
    Normal::standard().inverse_cdf(0.5 + CONFIDENCE / 2.0)
}

impl Add for Pentanomial {
    type Output = Pentanomial;

    fn add(mut self, other: Pentanomial) -> Pentanomial {
        self += other;
        self
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64, what: &str) {
        assert!((found - expected).abs() <= tolerance, "{what}: {found}, published {expected}");
    }

    /// fastchess, app/tests/elo_test.cpp, cases EloPentanomial 1 to 3, from
    /// github.com/Disservin/fastchess at 2f5e888: (counts, nElo, its error, Elo, its error, LOS in
    /// per cent).
    #[test]
    fn agrees_with_the_test_cases_of_fastchess() {
        for (counts, nelo, nelo_error, elo, elo_error, los) in [
            ([34, 54, 31 + 32, 64, 75], 57.94, 28.28, 55.58, 27.65, 100.00),
            ([332, 433, 457 + 41, 333, 334], -9.17, 10.96, -8.64, 10.33, 5.05),
            ([7895, 8757, 5485 + 200, 568, 9999], -19.01, 2.65, -21.04, 2.95, 0.00),
        ] {
            check(Pentanomial::new(counts), [nelo, nelo_error, elo, elo_error, los]);
        }
    }

    /// Printed by fastchess: issue #807, pull requests #882 and #881 of
    /// github.com/Disservin/fastchess.
    #[test]
    fn agrees_with_reports_of_fastchess() {
        for (counts, nelo, nelo_error, elo, elo_error, los) in [
            ([30, 6, 18, 0, 6], -170.08, 62.16, -168.40, 73.37, 0.00),
            ([72, 10, 0, 0, 0], -1409.98, 53.17, -600.97, 118.46, 0.00),
            ([549, 54, 33, 1, 0], -856.15, 19.08, -517.92, 38.60, 0.00),
        ] {
            check(Pentanomial::new(counts), [nelo, nelo_error, elo, elo_error, los]);
        }
    }

    fn check(pairs: Pentanomial, [nelo, nelo_error, elo, elo_error, los]: [f64; 5]) {
        let what = format!("{:?}", pairs.counts());
        // Printed to two decimals.
        let (normalised, logistic) = (pairs.normalised_elo().unwrap(), pairs.elo().unwrap());
        near(normalised.value, nelo, 0.0051, &what);
        near(normalised.error, nelo_error, 0.0051, &what);
        near(logistic.value, elo, 0.0051, &what);
        near(logistic.error, elo_error, 0.0051, &what);
        near(100.0 * pairs.superiority().unwrap(), los, 0.0051, &what);
    }

    #[test]
    fn the_other_player_sees_the_opposite() {
        let pairs = Pentanomial::new([3, 17, 40, 21, 9]);
        let (first, second) = (pairs, pairs.reversed());
        near(first.elo().unwrap().value, -second.elo().unwrap().value, 1e-9, "Elo");
        near(first.elo().unwrap().error, second.elo().unwrap().error, 1e-9, "error");
        let [a, b] = [first, second].map(|pairs| pairs.normalised_elo().unwrap().value);
        near(a, -b, 1e-9, "normalised Elo");
        near(first.superiority().unwrap() + second.superiority().unwrap(), 1.0, 1e-12, "LOS");
        assert_eq!(second.reversed(), first);
    }

    #[test]
    fn the_limits_are_no_nonsense() {
        let none = Pentanomial::default();
        assert_eq!((none.elo(), none.normalised_elo(), none.superiority()), (None, None, None));
        let drawn = Pentanomial::new([0, 0, 7, 0, 0]);
        assert_eq!(drawn.elo(), Some(Estimate { value: 0.0, error: f64::INFINITY }));
        assert_eq!(drawn.normalised_elo(), drawn.elo());
        near(drawn.superiority().unwrap(), 0.5, 1e-15, "LOS");
        let won = Pentanomial::new([0, 0, 0, 0, 7]);
        let infinite = Estimate { value: f64::INFINITY, error: f64::INFINITY };
        assert_eq!(won.elo(), Some(infinite));
        assert_eq!(won.normalised_elo().map(|found| found.value), Some(f64::INFINITY));
        assert_eq!(won.superiority(), Some(1.0));
    }

    #[test]
    fn pairs_add_up() {
        let mut pairs = Pentanomial::new([1, 2, 3, 4, 5]) + Pentanomial::new([0, 1, 0, 1, 0]);
        pairs.record(4);
        pairs.record(200);
        assert_eq!(pairs.counts(), [1, 3, 3, 5, 6]);
    }
}

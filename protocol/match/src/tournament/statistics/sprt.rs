//! The sequential test that ends a match as soon as it has decided.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::likelihood::{Distribution, frequencies, with_deviations, with_mean};
use super::{ELO_PER_DEVIATION, Pentanomial, expected_score};

/// What Elo the hypotheses are stated in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Normalised Elo, see [`Pentanomial::normalised_elo`]: the games that a test needs hardly
    /// depend on how many are drawn.
    #[default]
    Normalised,
    /// Logistic Elo: that of rating lists.
    Logistic,
}

impl EloModel {
    /// The name as users write it.
    pub const fn name(self) -> &'static str {
        match self {
            EloModel::Normalised => "normalised",
            EloModel::Logistic => "logistic",
        }
    }
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// H0: the first player is not stronger by `elo1`.
    Lost,
    /// H1: it is stronger by more than `elo0`.
    Won,
}

/// How far a test is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// The logarithm of how much likelier H1 makes the results than H0.
    pub llr: f64,
    /// H0 is accepted at or below.
    pub lower: f64,
    /// H1 is accepted at or above.
    pub upper: f64,
    /// What is decided.
    pub decision: Option<Decision>,
}

/// Why there is no such test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are not in order.
    #[error("the first Elo must be less than the second, got {0} and {1}")]
    Order(f64, f64),
    /// A hypothesis is beyond what a test can be about.
    #[error("Elo must lie between -{limit} and {limit}, got {0}", limit = Sprt::LIMIT)]
    Range(f64),
    /// An error rate is none.
    #[error("error rates must lie between 0 and 0.5, got {0}")]
    Rate(f64),
}

/// A generalised sequential probability ratio test on pairs of games: H0, the first player is
/// stronger by `elo0`, against H1, by `elo1`.
///
/// ```
/// use damier_match::tournament::statistics::{Decision, EloModel, Pentanomial, Sprt};
///
/// let test = Sprt::new(0.0, 2.0, EloModel::Normalised)?;
/// let state = test.state(&Pentanomial::new([914, 28_467, 61_458, 29_126, 899]));
/// assert_eq!(state.decision, Some(Decision::Won));
/// # Ok::<(), damier_match::tournament::statistics::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Raw")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    model: EloModel,
    alpha: f64,
    beta: f64,
}

/// A test as files hold it, not yet checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    elo0: f64,
    elo1: f64,
    model: EloModel,
    alpha: f64,
    beta: f64,
}

impl TryFrom<Raw> for Sprt {
    type Error = SprtError;

    fn try_from(raw: Raw) -> Result<Sprt, SprtError> {
        Sprt::new(raw.elo0, raw.elo1, raw.model)?.with_rates(raw.alpha, raw.beta)
    }
}

impl fmt::Display for Sprt {
    /// The hypotheses, the model and the rates: `0,5 normalised 0.05 0.05`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, model, alpha, beta } = self;
        write!(f, "{elo0},{elo1} {} {alpha} {beta}", model.name())
    }
}

impl Sprt {
    /// The greatest Elo of a hypothesis. Beyond it no test is needed; the likeliest distribution is
    /// certain to be found below.
    pub const LIMIT: f64 = 200.0;

    /// A test with both error rates 5 %.
    ///
    /// # Errors
    /// When the hypotheses are not in order, or out of range.
    pub fn new(elo0: f64, elo1: f64, model: EloModel) -> Result<Sprt, SprtError> {
        for elo in [elo0, elo1] {
            if !(-Sprt::LIMIT..=Sprt::LIMIT).contains(&elo) {
                return Err(SprtError::Range(elo));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0, elo1));
        }
        Ok(Sprt { elo0, elo1, model, alpha: 0.05, beta: 0.05 })
    }

    /// The same test with other error rates: `alpha` of accepting H1 where H0 is true, `beta` of
    /// accepting H0 where H1 is.
    ///
    /// # Errors
    /// When a rate is not between 0 and ½.
    pub fn with_rates(self, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        for rate in [alpha, beta] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(SprtError::Rate(rate));
            }
        }
        Ok(Sprt { alpha, beta, ..self })
    }

    /// The hypotheses.
    pub fn elos(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// What Elo they are in.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// Where H0 and where H1 is accepted (A. Wald, *Sequential Analysis*): ln(β/(1−α)) and
    /// ln((1−β)/α).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The generalised log-likelihood ratio of H1 against H0 under these results; 0 without any.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let (seen, total) = frequencies(pairs.counts());
        let [p0, p1] = [self.elo0, self.elo1].map(|elo| self.likeliest(&seen, elo));
        let terms = seen.iter().zip(p0.iter().zip(p1));
        total * terms.map(|(seen, (p0, p1))| seen * (p1 / p0).ln()).sum::<f64>()
    }

    fn likeliest(&self, seen: &Distribution, elo: f64) -> Distribution {
        match self.model {
            EloModel::Logistic => with_mean(seen, expected_score(elo)),
            // A pair's share of the points has 1/√2 of the deviation of a game's.
            EloModel::Normalised => {
                with_deviations(seen, elo / ELO_PER_DEVIATION * std::f64::consts::SQRT_2)
            }
        }
    }

    /// How far the test is with these results.
    pub fn state(&self, pairs: &Pentanomial) -> SprtState {
        let (llr, (lower, upper)) = (self.llr(pairs), self.bounds());
        let decision = match llr {
            llr if llr >= upper => Some(Decision::Won),
            llr if llr <= lower => Some(Decision::Lost),
            _ => None,
        };
        SprtState { llr, lower, upper, decision }
    }
}

#[cfg(test)]
mod tests;

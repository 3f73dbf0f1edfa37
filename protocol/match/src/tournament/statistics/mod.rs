//! What a match proves: strength with its error, and the test that decides.
//!
//! Two games that begin with one opening, sides changed, are one pair and one observation: the
//! games of a pair depend on each other through their opening, pairs do not. The frequencies of
//! the five scores of a pair, the *pentanomial*, are all that strength and test are taken from.
//! Sources of the formulas: M. Van den Bergh, *Comments on normalized Elo* and *Normalized Elo in
//! practice* (hardy.uhasselt.be/Fishtest); the published results of fishtest and fastchess are the
//! test cases.

mod likelihood;
mod pentanomial;
mod sprt;

pub use pentanomial::{Estimate, Pentanomial};
pub use sprt::{Decision, EloModel, Sprt, SprtError, SprtState};

/// Elo in which a ratio of 10 to 1 is 400 points, at the slope of the logistic curve: 800 / ln 10,
/// the Elo of one standard deviation of a game's score. Normalised Elo has this unit.
pub const ELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// The score, from 0 to 1, that is expected of a player `elo` stronger.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo by which a player with this score is stronger; infinite for 0 and 1, no number beyond.
pub fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        assert!((expected_score(0.0) - 0.5).abs() < 1e-15);
        // The rule itself: ten points to one for 400.
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-15);
        for elo in [-700.0, -3.5, 0.0, 12.0, 400.0] {
            assert!((elo_of(expected_score(elo)) - elo).abs() < 1e-9);
        }
        assert_eq!((elo_of(0.0), elo_of(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }
}

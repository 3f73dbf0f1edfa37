//! What is learnt of a sample, and which samples are kept for validation.

use damier_rules::variant::Variant;

use super::gradient::logistic;
use crate::samples::Sample;

/// Centi-men of one logit where the samples do not determine it.
const USUAL_SCALE: f64 = 120.0;

/// What is done with positions in which the other side threatens to capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threats {
    /// They are kept.
    Keep,
    /// They are dropped.
    Drop,
}

/// Drops the samples whose other side could capture if it were its turn.
pub fn drop_threatened(samples: &mut Vec<Sample>, variant: Variant) {
    samples.retain(|sample| {
        let position = &sample.position;
        !variant.has_capture(&position.with_turn(position.turn().opponent()))
    });
}

/// What is learnt of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Targets {
    /// The share of the game's result.
    pub lambda: f32,
    /// Centi-men of one logit of the search's scores.
    pub scale: f32,
}

impl Targets {
    /// The expected result of the side to move, 0 to 1.
    #[inline(always)]
    pub fn of(&self, sample: &Sample) -> f32 {
        let searched = logistic(f32::from(sample.score.raw()) / self.scale);
        self.lambda * result(sample) + (1.0 - self.lambda) * searched
    }
}

/// The result of a sample's game for the side to move, 0 to 1.
#[inline(always)]
pub(super) fn result(sample: &Sample) -> f32 {
    f32::from(sample.result + 1) / 2.0
}

/// The numbers of the samples to learn from and of those for validation; all of a game's samples
/// are on the same side.
pub(super) fn split(samples: &[Sample], share: f64, seed: u64) -> [Vec<u32>; 2] {
    let limit = (share.clamp(0.0, 1.0) * f64::from(u32::MAX)) as u32;
    let validates = |game: u32| {
        let mut bytes = seed.to_le_bytes().to_vec();
        bytes.extend(game.to_le_bytes());
        crc32fast::hash(&bytes) < limit
    };
    let mut parts = [Vec::new(), Vec::new()];
    for (number, sample) in (0..).zip(samples) {
        parts[usize::from(validates(sample.game))].push(number);
    }
    parts
}

/// The centi-men of one logit with which the search's scores predict the results best: a logistic
/// regression without a constant, by Newton's method.
pub(super) fn fit_scale(samples: &[Sample]) -> f32 {
    const MOST: usize = 1_000_000;
    let step = samples.len().div_ceil(MOST).max(1);
    let pairs: Vec<(f64, f64)> = samples
        .iter()
        .step_by(step)
        .filter(|sample| sample.score.end().is_none())
        .map(|sample| (f64::from(sample.score.raw()) / 100.0, f64::from(result(sample))))
        .collect();
    let mut slope = 100.0 / USUAL_SCALE;
    for _ in 0..20 {
        let (mut first, mut second) = (0.0, 1e-9);
        for &(score, result) in &pairs {
            let expected = 1.0 / (1.0 + (-slope * score).exp());
            first += (result - expected) * score;
            second += expected * (1.0 - expected) * score * score;
        }
        slope = (slope + (first / second).clamp(-0.5, 0.5)).clamp(0.05, 10.0);
    }
    let scale = 100.0 / slope;
    if pairs.len() < 1000 || !scale.is_finite() { USUAL_SCALE as f32 } else { scale as f32 }
}

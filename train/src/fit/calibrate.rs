//! How a model's values are read as centi-men and as chances.

use damier_engine::eval::features::{BUCKETS, Features};
use damier_engine::eval::model::{Calibration, Model, UNITS};
use damier_rules::position::{Position, Side};
use rayon::prelude::*;

use crate::samples::Sample;

/// Most samples that are looked at.
const MOST: usize = 500_000;

/// Centi-men of one logit where the samples do not determine it.
const USUAL_SCALE: f32 = 100.0;

/// The fewest samples to fit a bucket from.
const FEWEST: usize = 300;

/// Centi-men of a bar of the histograms.
const BAR: f64 = 5.0;

/// Bars on each side of 0.
const BARS: i32 = 400;

/// Finds how the values of `model` are to be read.
pub(super) fn calibrate(model: &Model, features: &Features, samples: &[Sample]) -> Calibration {
    let step = samples.len().div_ceil(MOST).max(1);
    let seen: Vec<(&Sample, i32)> = samples
        .par_iter()
        .step_by(step)
        .map(|sample| (sample, model.units(&sample.position)))
        .collect();
    let scale = scale(&seen);
    let mut all = Histogram::default();
    let mut buckets: [Histogram; BUCKETS] = std::array::from_fn(|_| Histogram::default());
    for &(sample, units) in &seen {
        let centimen = f64::from(units) * f64::from(scale) / f64::from(UNITS);
        all.add(centimen, sample.result);
        buckets[features.bucket(&sample.position)].add(centimen, sample.result);
    }
    let pooled = all.fit();
    let fits = buckets.map(|bucket| if bucket.count < FEWEST { pooled } else { bucket.fit() });
    Calibration { scale, even: fits.map(|fit| fit.even), spread: fits.map(|fit| fit.spread) }
}

/// The centi-men of one logit with which a man more, without kings, is worth 100 on average.
fn scale(seen: &[(&Sample, i32)]) -> f32 {
    let (mut count, mut sum) = (0_usize, 0_i64);
    for &(sample, units) in seen {
        match men_ahead(&sample.position) {
            Some(1) => sum += i64::from(units),
            Some(-1) => sum -= i64::from(units),
            _ => continue,
        }
        count += 1;
    }
    let logits = sum as f64 / count.max(1) as f64 / f64::from(UNITS);
    if count < FEWEST || logits <= 0.0 {
        return USUAL_SCALE;
    }
    (100.0 / logits).clamp(20.0, 400.0) as f32
}

/// Men by which the side to move is ahead, where there are no kings.
fn men_ahead(position: &Position) -> Option<i32> {
    let men = |side: Side| position.men_of(side).len() as i32;
    position.kings().is_empty().then(|| men(position.turn()) - men(position.turn().opponent()))
}

/// Results by score.
#[derive(Clone, Debug, Default)]
struct Histogram {
    /// For each bar the losses, draws and wins.
    bars: std::collections::BTreeMap<i32, [f64; 3]>,
    count: usize,
}

/// How scores of a bucket are read.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Chances {
    even: f32,
    spread: f32,
}

impl Histogram {
    fn add(&mut self, centimen: f64, result: i8) {
        let bar = (centimen / BAR).round().clamp(-f64::from(BARS), f64::from(BARS)) as i32;
        let bar = self.bars.entry(bar).or_default();
        bar[(result.clamp(-1, 1) + 1) as usize] += 1.0;
        self.count += 1;
    }

    /// The most likely chances: P(win) = σ(slope·score − cut), P(loss) = σ(−slope·score − cut),
    /// the rest drawn; by Fisher scoring.
    fn fit(&self) -> Chances {
        // Scores in men: the numbers are then all about 1.
        let man = 100.0;
        let (mut slope, mut cut) = (1.0, 1.0);
        for _ in 0..50 {
            let [first, second] = self.step(slope, cut, man);
            slope = (slope + first).clamp(man / 2_000.0, man / 5.0);
            cut = (cut + second).clamp(0.01, 20.0);
        }
        Chances { even: (cut / slope * man) as f32, spread: (man / slope) as f32 }
    }

    /// By how much slope and cut are to change.
    fn step(&self, slope: f64, cut: f64, man: f64) -> [f64; 2] {
        let mut gradient = [0.0; 2];
        // A little on the diagonal: a bucket may not determine one of both.
        let mut fisher = [1e-6, 0.0, 1e-6];
        for (&bar, seen) in &self.bars {
            let score = f64::from(bar) * BAR / man;
            let win = 1.0 / (1.0 + (cut - slope * score).exp());
            let loss = 1.0 / (1.0 + (cut + slope * score).exp());
            let draw = (1.0 - win - loss).max(1e-9);
            let (win_moves, loss_moves) = (win * (1.0 - win), loss * (1.0 - loss));
            let ways = [
                (loss, [-score * (1.0 - loss), loss - 1.0]),
                (draw, [score * (loss_moves - win_moves) / draw, (win_moves + loss_moves) / draw]),
                (win, [score * (1.0 - win), win - 1.0]),
            ];
            let total: f64 = seen.iter().sum();
            for ((chance, moves), count) in ways.into_iter().zip(seen) {
                gradient[0] += count * moves[0];
                gradient[1] += count * moves[1];
                fisher[0] += total * chance * moves[0] * moves[0];
                fisher[1] += total * chance * moves[0] * moves[1];
                fisher[2] += total * chance * moves[1] * moves[1];
            }
        }
        let [a, b, c] = fisher;
        let determinant = (a * c - b * b).max(1e-12);
        let found = [
            (c * gradient[0] - b * gradient[1]) / determinant,
            (a * gradient[1] - b * gradient[0]) / determinant,
        ];
        found.map(|step: f64| step.clamp(-0.5, 0.5))
    }
}

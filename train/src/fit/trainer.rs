//! The rounds of fitting.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_engine::eval::features::Features;
use damier_engine::eval::model::{Calibration, Model, UNITS};
use damier_engine::rng::shuffle;
use damier_rules::variant::Variant;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use rayon::prelude::*;

use super::adam::{Cells, Dense, Pace};
use super::calibrate::calibrate;
use super::gradient::{BatchPart, Scratch, WeightsView, cross_entropy, slope};
use super::split::{Targets, fit_scale, result, split};
use super::vectorised::vectorised;
use super::weights::{FloatWeights, Shape};
use super::{FitError, FitSettings};
use crate::samples::Sample;

/// Parts of a batch, whatever the number of threads.
const PARTS: usize = 16;

/// Rounds without a better validation loss after which fitting ends.
const PATIENCE: usize = 3;

/// Samples that are validated in one piece.
const PIECE: usize = 4096;

/// Most samples by which the integer weights are compared with the fitted ones.
const COMPARED: usize = 200_000;

/// A model being fitted.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use damier_engine::score::Score;
/// use damier_rules::game::Game;
/// use damier_rules::variant::Variant;
/// use damier_train::fit::{FitSettings, Trainer};
/// use damier_train::samples::Sample;
///
/// // Real samples come from self-play, see `samples::load`.
/// let italian = Variant::named("italian").unwrap();
/// let samples: Vec<Sample> = (0..200)
///     .map(|game| {
///         let mut played = Game::new(italian);
///         for ply in 0..6 {
///             let moves = played.legal_moves();
///             played.play(&moves[(game >> ply) as usize % moves.len()]).unwrap();
///         }
///         Sample { position: *played.position(), score: Score::DRAW, result: 0, game }
///     })
///     .collect();
/// let settings = FitSettings { hidden: 16, patterns: false, epochs: 2, ..FitSettings::default() };
/// let mut trainer = Trainer::new(italian, &samples, settings, None)?;
/// let stop = AtomicBool::new(false);
/// while !trainer.is_finished() {
///     let epoch = trainer.epoch(&stop, &mut |_| {});
///     println!("{}: {:.4}", epoch.number, epoch.validation);
/// }
/// assert_eq!(trainer.model()?.model.game, "italian");
/// # Ok::<(), damier_train::fit::FitError>(())
/// ```
pub struct Trainer<'a> {
    variant: Variant,
    samples: &'a [Sample],
    settings: FitSettings,
    features: &'static Features,
    targets: Targets,
    training: Vec<u32>,
    validation: Vec<u32>,
    weights: FloatWeights,
    /// The dense weights as the last step found them, rounded.
    rounded: Vec<f32>,
    parts: Vec<BatchPart>,
    dense: Dense,
    cells: Cells,
    rng: Xoshiro256PlusPlus,
    step: u32,
    epoch: usize,
    /// The best validation loss and its round.
    best: Option<(f64, usize)>,
}

/// What a round over the samples did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The mean loss over the samples that were learnt from, while they were.
    pub training: f64,
    /// The mean loss over the samples for validation.
    pub validation: f64,
    /// The mean cross entropy of the results alone, over the samples for validation.
    pub result: f64,
    /// The share of the decided games' samples for validation whose winner the model names.
    pub accuracy: f64,
    /// Samples that were learnt from.
    pub samples: usize,
    /// Whether it is the best so far.
    pub best: bool,
}

/// A fitted model.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The model with integer weights.
    pub model: Model,
    /// How far these are from what was fitted, over the samples for validation.
    pub quantisation: Quantisation,
}

/// How far the values of the integer weights are from those of the fitted ones, in centi-men.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quantisation {
    /// On average.
    pub mean: f64,
    /// At most.
    pub greatest: f64,
}

impl Quantisation {
    /// The greatest mean with which a model is written.
    pub const BOUND: f64 = 2.0;
}

impl<'a> Trainer<'a> {
    /// Fits a model to these samples of a game, beginning with the weights of `from` where it is
    /// given.
    ///
    /// # Errors
    /// When the settings make no sense, when there are too few games, or when `from` has another
    /// shape.
    pub fn new(
        variant: Variant,
        samples: &'a [Sample],
        settings: FitSettings,
        from: Option<&Model>,
    ) -> Result<Trainer<'a>, FitError> {
        let hidden = settings.hidden;
        let step = damier_engine::eval::model::HIDDEN_STEP;
        if hidden > damier_engine::eval::model::MOST_HIDDEN || !hidden.is_multiple_of(step) {
            return Err(FitError::Hidden(hidden));
        }
        if hidden == 0 && !settings.patterns {
            return Err(FitError::Nothing);
        }
        let features = Features::new(variant.rules().moves.geometry);
        let shape = Shape::new(features, hidden, settings.patterns);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
        let weights = match from {
            Some(model) => of_model(shape, variant, model)?,
            None => FloatWeights::random(shape, &mut rng),
        };
        let [training, validation] = split(samples, settings.validation, settings.seed);
        if training.is_empty() || validation.is_empty() {
            let (training, validation) = (training.len(), validation.len());
            return Err(FitError::TooFew { training, validation });
        }
        let scale = settings.score_scale.unwrap_or_else(|| fit_scale(samples));
        Ok(Trainer {
            variant,
            samples,
            settings,
            features,
            targets: Targets { lambda: settings.lambda, scale },
            training,
            validation,
            rounded: vec![0.0; shape.dense()],
            weights,
            parts: vec![BatchPart::new(&shape); PARTS],
            dense: Dense::new(shape.dense()),
            cells: Cells::new(shape.cells),
            rng,
            step: 0,
            epoch: 0,
            best: None,
        })
    }

    /// Samples to learn from and samples for validation.
    pub fn counts(&self) -> (usize, usize) {
        (self.training.len(), self.validation.len())
    }

    /// Numbers that are fitted.
    pub fn parameters(&self) -> usize {
        self.weights.shape.parameters()
    }

    /// Centi-men of one logit of the search's scores.
    pub fn score_scale(&self) -> f32 {
        self.targets.scale
    }

    /// The round with the best validation loss so far, 0 before the first.
    pub fn best(&self) -> usize {
        self.best.map_or(0, |(_, epoch)| epoch)
    }

    /// Whether all rounds are done, or the last ones brought nothing better.
    pub fn is_finished(&self) -> bool {
        self.epoch >= self.settings.epochs || self.epoch >= self.best() + PATIENCE
    }

    /// One round over the samples, in a new random order. `progress` gets the number learnt from so
    /// far; after `stop` is set, the running batch is the last.
    pub fn epoch(&mut self, stop: &AtomicBool, progress: &mut dyn FnMut(usize)) -> Epoch {
        shuffle(&mut self.rng, &mut self.training);
        let training = std::mem::take(&mut self.training);
        let batches = (training.len() / self.settings.batch.max(1)).max(1);
        let size = training.len().div_ceil(batches);
        let (mut done, mut loss) = (0, 0.0);
        for (number, batch) in training.chunks(size).enumerate() {
            let share = (self.epoch as f64 + number as f64 / batches as f64)
                / self.settings.epochs.max(1) as f64;
            loss += self.batch(batch, rate(self.settings.rate, share));
            done += batch.len();
            progress(done);
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        self.training = training;
        self.epoch += 1;
        self.weights.round(&mut self.rounded);
        let mut epoch = self.validate();
        epoch.training = loss / done as f64;
        epoch.samples = done;
        epoch.best = self.best.is_none_or(|(least, _)| epoch.validation < least);
        if epoch.best {
            self.best = Some((epoch.validation, self.epoch));
        }
        epoch
    }

    /// Learns from a batch; the sum of its losses.
    fn batch(&mut self, batch: &[u32], rate: f32) -> f64 {
        self.step += 1;
        self.weights.round(&mut self.rounded);
        let view = WeightsView::of(self.features, &self.weights, &self.rounded);
        let (samples, targets, loss) = (self.samples, self.targets, self.settings.loss);
        let weight = 1.0 / batch.len() as f32;
        let size = batch.len().div_ceil(PARTS);
        let used = batch.len().div_ceil(size);
        let parts = &mut self.parts[..used];
        parts.par_iter_mut().zip(batch.par_chunks(size)).for_each(|(part, order)| {
            vectorised(|| part.learn(&view, samples, order, &targets, loss, weight));
        });
        let pace = Pace { step: self.step, rate, decay: self.settings.decay };
        let (dense, weights) = (&mut self.dense, &mut self.weights);
        vectorised(|| dense.step(&mut weights.dense, parts, pace));
        weights.clip();
        self.cells.step(&mut weights.cells, parts, pace);
        parts.iter().map(|part| part.loss).sum()
    }

    /// How good the rounded weights are on the samples for validation.
    fn validate(&self) -> Epoch {
        let view = WeightsView::of(self.features, &self.weights, &self.rounded);
        let sums = self.validation.par_chunks(PIECE).map(|piece| {
            let mut scratch = Scratch::new(&view.shape);
            vectorised(|| {
                let mut sums = [0.0; 4];
                for &at in piece {
                    let sample = &self.samples[at as usize];
                    let logit = view.logit(&mut scratch, &sample.position);
                    let (loss, _) = slope(self.settings.loss, logit, self.targets.of(sample));
                    sums[0] += f64::from(loss);
                    sums[1] += f64::from(cross_entropy(logit, result(sample)));
                    if sample.result != 0 {
                        sums[2] += f64::from(u8::from((logit > 0.0) == (sample.result > 0)));
                        sums[3] += 1.0;
                    }
                }
                sums
            })
        });
        // Added in order: sums of floats depend on it.
        let sums: Vec<[f64; 4]> = sums.collect();
        let [loss, results, named, decided] =
            std::array::from_fn(|n| sums.iter().map(|sums| sums[n]).sum::<f64>());
        let count = self.validation.len() as f64;
        Epoch {
            number: self.epoch,
            training: 0.0,
            validation: loss / count,
            result: results / count,
            accuracy: named / decided.max(1.0),
            samples: 0,
            best: false,
        }
    }

    /// The model as it is now, with integer weights.
    ///
    /// # Errors
    /// When these differ too much from what was fitted.
    pub fn model(&self) -> Result<Fitted, FitError> {
        let rules = self.variant.rules();
        let (network, patterns) = self.weights.quantised();
        let mut model = Model {
            game: rules.name.to_owned(),
            geometry: rules.moves.geometry,
            fingerprint: rules.moves.fingerprint(),
            calibration: Calibration { scale: 100.0, even: [0.0; 8], spread: [1.0; 8] },
            network,
            patterns,
        };
        model.calibration = calibrate(&model, self.features, self.samples);
        let quantisation = self.compare(&model);
        if quantisation.mean > Quantisation::BOUND {
            return Err(FitError::Quantisation(quantisation.mean));
        }
        Ok(Fitted { model, quantisation })
    }

    /// How far a model with integer weights is from the fitted ones.
    fn compare(&self, model: &Model) -> Quantisation {
        let mut rounded = self.rounded.clone();
        self.weights.round(&mut rounded);
        let view = WeightsView::of(self.features, &self.weights, &rounded);
        let step = self.validation.len().div_ceil(COMPARED);
        let compared: Vec<u32> = self.validation.iter().copied().step_by(step.max(1)).collect();
        let errors: Vec<f64> = compared
            .par_iter()
            .map_init(
                || Scratch::new(&view.shape),
                |scratch, &at| {
                    let position = &self.samples[at as usize].position;
                    let logit = f64::from(view.logit(scratch, position));
                    let scale = f64::from(model.calibration.scale);
                    let units = f64::from(model.units(position));
                    (logit * scale - units * scale / f64::from(UNITS)).abs()
                },
            )
            .collect();
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        Quantisation { mean, greatest: errors.into_iter().fold(0.0, f64::max) }
    }
}

/// The weights of a model, if it has this shape and game.
fn of_model(shape: Shape, variant: Variant, model: &Model) -> Result<FloatWeights, FitError> {
    let rules = &variant.rules().moves;
    if model.geometry != rules.geometry || model.fingerprint != rules.fingerprint() {
        return Err(FitError::Shape("game"));
    }
    if model.network.as_ref().map_or(0, |network| network.hidden) != shape.hidden {
        return Err(FitError::Shape("number of hidden neurons"));
    }
    match (&model.patterns, shape.terms > 0) {
        (Some(_), false) => Err(FitError::Shape("shape: it has patterns")),
        (None, true) => Err(FitError::Shape("shape: it has no patterns")),
        _ => Ok(FloatWeights::of(shape, model.network.as_ref(), model.patterns.as_ref())),
    }
}

/// The learning rate after a share of all rounds.
fn rate(first: f32, share: f64) -> f32 {
    let wave = 0.5 * (1.0 + (std::f64::consts::PI * share.min(1.0)).cos());
    first * (0.01 + 0.99 * wave) as f32
}

//! Fitting a model to labelled positions.
//!
//! The model is that of [`damier_engine::eval::features`]: a network, pattern tables, or both,
//! whose sum is the logit of the expected result of the side to move. Every position is seen by
//! both sides, each from its own half of the board, so what is learnt of a position holds for the
//! one turned by half a turn with the sides exchanged: such positions are not added to the
//! samples.
//!
//! Weights are fitted by Adam on minibatches. The network's are rounded as the file has them
//! before each batch and the gradient is taken there, so the validation loss is that of the model
//! that is written. A batch is cut into a fixed number of parts, which are added in order: the
//! model does not depend on the number of threads.

mod adam;
mod calibrate;
mod gradient;
mod split;
mod trainer;
mod vectorised;
mod weights;

pub use split::{Threats, drop_threatened};
pub use trainer::{Epoch, Fitted, Quantisation, Trainer};

use damier_engine::eval::model::{HIDDEN_STEP, MOST_HIDDEN};

/// How a model is fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSettings {
    /// Hidden neurons of a view, a multiple of [`HIDDEN_STEP`] up to [`MOST_HIDDEN`]; 0 for no
    /// network.
    pub hidden: usize,
    /// Whether there are pattern tables.
    pub patterns: bool,
    /// The most rounds over the samples; the learning rate falls over as many.
    pub epochs: usize,
    /// Samples of a step.
    pub batch: usize,
    /// The share of the game's result in what is learnt, 0 to 1; the rest is the search's score.
    pub lambda: f32,
    /// Centi-men a logit of the search's scores; without it the one that fits the results best.
    pub score_scale: Option<f32>,
    /// The learning rate at the beginning; it falls to a hundredth along a cosine.
    pub rate: f32,
    /// A step draws the cells of patterns to 0 by this times the learning rate.
    pub decay: f32,
    /// What is made small.
    pub loss: Loss,
    /// The share of the games that is kept for validation, above 0 and below 1.
    pub validation: f64,
    /// The seed of the first weights, of the order of samples and of the games for validation.
    pub seed: u64,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings {
            hidden: 64,
            patterns: true,
            epochs: 10,
            batch: 8_192,
            lambda: 0.7,
            score_scale: None,
            rate: 0.005,
            decay: 2.0,
            loss: Loss::CrossEntropy,
            validation: 0.05,
            seed: 1,
        }
    }
}

/// What is made small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The cross entropy of the expected result.
    CrossEntropy,
    /// The square of the error of the expected result.
    Squared,
}

/// Why a model cannot be fitted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FitError {
    /// Neither network nor patterns.
    #[error("there is neither a network nor patterns to fit")]
    Nothing,
    /// A number of hidden neurons that no model has.
    #[error("{0} hidden neurons; expected a multiple of {HIDDEN_STEP} up to {MOST_HIDDEN}")]
    Hidden(usize),
    /// One of both parts of the samples is empty.
    #[error(
        "too few samples: {training} to learn from and {validation} for validation; both are \
         needed, from different games"
    )]
    TooFew {
        /// Samples to learn from.
        training: usize,
        /// Samples kept for validation.
        validation: usize,
    },
    /// The model to begin with is of another game or shape.
    #[error("the model to begin with has another {0}")]
    Shape(&'static str),
    /// The integer weights differ too much from the floats.
    #[error(
        "the integer weights differ from the fitted ones by {0:.2} centi-men on average, more \
         than {bound} are not accepted",
        bound = Quantisation::BOUND
    )]
    Quantisation(f64),
}

#[cfg(test)]
mod tests;

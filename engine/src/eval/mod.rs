//! The static evaluation: trained models, and a handcrafted one for the games that have none.

mod bootstrap;
mod evaluator;
pub mod features;
mod kernels;
pub mod model;
mod weights;

pub(crate) use bootstrap::Bootstrap;
pub(crate) use evaluator::Evaluator;
pub use weights::{Weights, WeightsError};

use std::fmt;
use std::sync::Arc;

use crate::score::Score;
use damier_rules::position::{Position, Side};
use damier_rules::rules::MoveRules;
use features::Features;
use model::{Model, UNITS};

/// The evaluation of one rule set's positions.
///
/// ```
/// use damier_engine::Score;
/// use damier_engine::eval::{Evaluation, Weights};
/// use damier_rules::notation::read_fen;
/// use damier_rules::rules::named;
///
/// let italian = named("italian").unwrap();
/// let evaluation = Evaluation::new(&italian.moves, &Weights::Bootstrap);
/// let ahead = read_fen(&italian, "W:W21,22,23:B5,6")?;
/// assert!(evaluation.value(&ahead) > Score::DRAW);
/// assert_eq!(evaluation.source().to_string(), "handcrafted evaluation");
/// assert_eq!(evaluation.chances(&ahead, Score::win_in(5)).unwrap().win, 1.0);
/// # Ok::<(), damier_rules::notation::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluation {
    bootstrap: Bootstrap,
    features: &'static Features,
    /// Of the rules.
    fingerprint: u32,
    /// What was trained, if anything was; without it the handcrafted evaluation serves.
    model: Option<Arc<Model>>,
}

/// What a game's positions are evaluated by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvaluationSource {
    /// The handcrafted evaluation.
    Handcrafted,
    /// Trained weights.
    Trained {
        /// The game that they were trained on.
        game: String,
        /// Whether that game has the same rules of movement.
        same_rules: bool,
        /// [`Model::checksum`].
        checksum: u32,
    },
}

impl fmt::Display for EvaluationSource {
    /// As `weights italian 1a2b3c4d` or `handcrafted evaluation`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluationSource::Handcrafted => f.write_str("handcrafted evaluation"),
            EvaluationSource::Trained { game, same_rules, checksum } => {
                let nearest = if *same_rules { "" } else { " (the nearest game)" };
                write!(f, "weights {game} {checksum:08x}{nearest}")
            }
        }
    }
}

/// How a game is expected to end, for the side to move; the sum is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// The chance of a win.
    pub win: f64,
    /// The chance of a draw.
    pub draw: f64,
    /// The chance of a loss.
    pub loss: f64,
}

impl Evaluation {
    /// The evaluation of these rules by these weights.
    pub fn new(rules: &MoveRules, weights: &Weights) -> Evaluation {
        Evaluation {
            bootstrap: Bootstrap::new(rules),
            features: Features::new(rules.geometry),
            fingerprint: rules.fingerprint(),
            model: weights.model(rules),
        }
    }

    /// The same for a search from `root`: in an ending of few pieces the mop-up evaluation counts.
    pub(crate) fn searched_from(mut self, root: &Position) -> Evaluation {
        self.bootstrap.stand_at(root);
        self
    }

    /// What positions are evaluated by, in words for people.
    pub fn source(&self) -> EvaluationSource {
        match &self.model {
            None => EvaluationSource::Handcrafted,
            Some(model) => EvaluationSource::Trained {
                game: model.game.clone(),
                same_rules: model.fingerprint == self.fingerprint,
                checksum: model.checksum(),
            },
        }
    }

    /// The value of a position from the view of the side to move: +1.00 is about what a man more
    /// is worth. Exchanging the sides and turning the board leaves it unchanged.
    pub fn value(&self, position: &Position) -> Score {
        match &self.model {
            None => self.bootstrap.value(position),
            Some(model) => self.scaled(model, position, model.units(position)),
        }
    }

    /// How a game is expected to end that stands at this score for the side to move, as games of
    /// the engine against itself did; `None` without trained weights. A decided score is certain.
    pub fn chances(&self, position: &Position, score: Score) -> Option<Chances> {
        if let Some(end) = score.end() {
            let (win, loss) = if end > 0 { (1.0, 0.0) } else { (0.0, 1.0) };
            return Some(Chances { win, draw: 0.0, loss });
        }
        let calibration = &self.model.as_ref()?.calibration;
        let bucket = self.features.bucket(position);
        let (even, spread) = (calibration.even[bucket], calibration.spread[bucket]);
        let odds = |score: f64| 1.0 / (1.0 + ((f64::from(even) - score) / f64::from(spread)).exp());
        let score = f64::from(score.raw());
        let (win, loss) = (odds(score), odds(-score));
        // Where `even` is not positive both can be likely: cut to a sum of 1.
        let sum = (win + loss).max(1.0);
        let (win, loss) = (win / sum, loss / sum);
        Some(Chances { win, draw: 1.0 - win - loss, loss })
    }

    /// Units as a score; an advantage that is hard to turn into a win counts for less.
    fn scaled(&self, model: &Model, position: &Position, units: i32) -> Score {
        let centimen = (units as f32 * model.calibration.scale / UNITS as f32) as i32;
        let mop_up = self.bootstrap.mop_up(position);
        let mop_up = if position.turn() == Side::White { mop_up } else { -mop_up };
        Score::evaluation((centimen + mop_up) / self.bootstrap.drawishness(position))
    }
}

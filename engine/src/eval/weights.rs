//! Which weights serve which rules, and the weights that are compiled in.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::model::{Model, ModelError};
use damier_rules::rules::{self, MoveRules};

/// The weights that a search uses.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Weights {
    /// The weights compiled in for the game, or for the nearest game; the handcrafted evaluation
    /// where there are none, and for every game without the feature `embedded-weights`.
    #[default]
    Embedded,
    /// The handcrafted evaluation, whatever there is.
    Bootstrap,
    /// These, for every game on their board; the others as with `Embedded`.
    Given(Arc<Model>),
}

/// Why weights cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// The file cannot be read.
    #[error("{path}: {error}; weights are `embedded`, `bootstrap` or a file of weights")]
    File {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
    /// The file holds no sound model.
    #[error("{path}: {error}")]
    Model {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: ModelError,
    },
}

impl Weights {
    /// The weights that a user names: `embedded`, `bootstrap`, or a file.
    ///
    /// ```
    /// use damier_engine::eval::Weights;
    ///
    /// assert_eq!(Weights::open("bootstrap".as_ref())?, Weights::Bootstrap);
    /// assert!(Weights::open("no/such/file".as_ref()).is_err());
    /// # Ok::<(), damier_engine::eval::WeightsError>(())
    /// ```
    ///
    /// # Errors
    /// When the file cannot be read or holds no sound model.
    pub fn open(name: &Path) -> Result<Weights, WeightsError> {
        match name.to_str() {
            Some("embedded") => return Ok(Weights::Embedded),
            Some("bootstrap") => return Ok(Weights::Bootstrap),
            _ => {}
        }
        let path = || name.to_owned();
        let bytes =
            std::fs::read(name).map_err(|error| WeightsError::File { path: path(), error })?;
        let model =
            Model::read(&bytes).map_err(|error| WeightsError::Model { path: path(), error })?;
        Ok(Weights::Given(Arc::new(model)))
    }

    /// The model for these rules, `None` for the handcrafted evaluation.
    pub fn model(&self, rules: &MoveRules) -> Option<Arc<Model>> {
        match self {
            Weights::Bootstrap => None,
            Weights::Given(model) if model.geometry == rules.geometry => Some(model.clone()),
            Weights::Embedded | Weights::Given(_) => embedded_model(rules),
        }
    }
}

/// The weights of a named game that are compiled in.
struct EmbeddedWeights {
    game: &'static str,
    bytes: &'static [u8],
    /// Decoded when first used.
    model: OnceLock<Option<Arc<Model>>>,
}

impl EmbeddedWeights {
    /// The model; `None` only if the build was given a broken file, which a test excludes.
    fn model(&self) -> Option<Arc<Model>> {
        self.model.get_or_init(|| Model::read(self.bytes).ok().map(Arc::new)).clone()
    }
}

/// The embedded weights of these games, from `engine/weights`.
macro_rules! embedded {
    ($($game:literal),*) => {
        [$(EmbeddedWeights {
            game: $game,
            bytes: include_bytes!(concat!("../../weights/", $game, ".weights")),
            model: OnceLock::new(),
        }),*]
    };
}

#[cfg(feature = "embedded-weights")]
static EMBEDDED: [EmbeddedWeights; 3] = embedded!["italian", "english", "international"];

#[cfg(not(feature = "embedded-weights"))]
static EMBEDDED: [EmbeddedWeights; 0] = embedded![];

/// The embedded weights of the nearest game, `None` where no game is near.
fn embedded_model(rules: &MoveRules) -> Option<Arc<Model>> {
    let candidates = EMBEDDED.iter().filter_map(|embedded| {
        let distance = distance(rules, &rules::named(embedded.game)?.moves)?;
        Some((distance, embedded))
    });
    candidates.min_by_key(|&(distance, _)| distance)?.1.model()
}

/// How much two rule sets differ in what positions are worth; `None` where the weights of one are
/// of no use to the other: on another board, or where kings are of another kind.
fn distance(rules: &MoveRules, trained: &MoveRules) -> Option<u32> {
    if rules.geometry != trained.geometry || rules.king != trained.king {
        return None;
    }
    let differences = [
        (8, rules.capture != trained.capture),
        (4, rules.men_capture_backward != trained.men_capture_backward),
        (2, rules.men_capture_kings != trained.men_capture_kings),
        (2, rules.break_off != trained.break_off),
        (1, rules.crowning != trained.crowning),
        (1, rules.precedence != trained.precedence),
    ];
    Some(differences.iter().map(|&(weight, differs)| weight * u32::from(differs)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_file_is_whole_and_of_its_game() {
        for embedded in &EMBEDDED {
            let rules = rules::named(embedded.game).expect("a named game").moves;
            let model = embedded.model().expect("a whole file");
            assert_eq!(model.game, embedded.game);
            assert_eq!(model.fingerprint, rules.fingerprint(), "{}", embedded.game);
            assert!(Arc::ptr_eq(&embedded_model(&rules).unwrap(), &model));
        }
    }

    #[test]
    fn other_boards_and_other_kings_have_no_use_for_weights() {
        let moves = |name| rules::named(name).unwrap().moves;
        assert_eq!(distance(&moves("italian"), &moves("international")), None);
        assert_eq!(distance(&moves("italian"), &moves("russian")), None);
        assert_eq!(distance(&moves("italian"), &moves("italian")), Some(0));
        assert!(distance(&moves("italian"), &moves("english")) > Some(0));
    }
}

//! Which weights serve which rules.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::model::{Model, ModelError};
use damier_rules::rules::MoveRules;

/// The weights that a search uses.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Weights {
    /// Those that the program carries for the game, or for the nearest game; the handcrafted
    /// evaluation where there are none, and for every game without the feature `embedded-weights`.
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
            #[cfg(feature = "embedded-weights")]
            Weights::Embedded | Weights::Given(_) => super::carried::model_for(rules),
            #[cfg(not(feature = "embedded-weights"))]
            Weights::Embedded | Weights::Given(_) => None,
        }
    }
}

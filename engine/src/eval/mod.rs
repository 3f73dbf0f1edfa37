//! The static evaluation: trained models, and one by hand for the games that have none.

mod bootstrap;
pub mod features;
pub mod model;

pub use bootstrap::Evaluation;

//! The rules of a game in words, and all games compared.

mod articles;
mod comparison;
mod draws;
mod report;

pub use articles::{Article, NOT_APPLIED, articles, men_a_side, ordinal, square_range};
pub use comparison::{GamesReport, write_comparison};
pub use report::{RulesReport, write_articles, write_rules};

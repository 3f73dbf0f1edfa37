//! The draughts engine Damier: the search and the evaluation of every national game.
//!
//! Ask for a move:
//!
//! ```
//! use damier_engine::{Engine, Limits};
//! use damier_rules::game::Game;
//! use damier_rules::notation::write_move;
//! use damier_rules::variant::Variant;
//!
//! let variant: Variant = "russian".parse()?;
//! let game = Game::new(variant);
//! let mut engine = Engine::builder().build()?;
//! let best = engine.best_move(&game, Limits::nodes(20_000)).expect("the game has begun only");
//! println!("{}", write_move(variant, game.position(), &best));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! From the bottom up: a [`score`] is what a position is worth, [`eval`] judges one at rest,
//! [`search`] finds the best move; [`Engine`] owns what they need and answers, [`running`] lets it
//! think in a thread of its own. [`locked_file`] and [`seal`] guard files that are taken up again,
//! [`rng`] makes draws that never change.

mod engine;
pub mod eval;
pub mod locked_file;
pub mod rng;
pub mod running;
pub mod score;
pub mod seal;
pub mod search;

pub use engine::{Engine, EngineBuilder, MoveSource};
pub use score::Score;
pub use search::{Answer, Clock, Limits, Line, Request, Signal, Strength, TableTooLarge};

/// The example of the README is run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

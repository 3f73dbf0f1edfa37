//! The draughts engine Damier: the search and the evaluation of every national game.
//!
//! Search a position:
//!
//! ```
//! use damier_engine::search::{Limits, Request, Searcher, Signal};
//! use damier_rules::game::Game;
//! use damier_rules::notation::write_move;
//! use damier_rules::variant::Variant;
//!
//! let variant = Variant::named("russian").expect("it is a named game");
//! let game = Game::new(variant);
//! let mut searcher = Searcher::new(16 << 20)?;
//! let limits = Limits { nodes: Some(20_000), ..Limits::default() };
//! let request = Request { limits, ..Request::default() };
//! let answer = searcher.search(&game, &request, &Signal::new(), &mut |_line| {});
//! let best = answer.best.expect("the game has begun only");
//! println!("{} {}", write_move(variant, game.position(), &best), answer.lines[0].score);
//! # Ok::<(), damier_engine::search::TableTooLarge>(())
//! ```
//!
//! From the bottom up: a [`score`] is what a position is worth, [`eval`] judges one at rest,
//! [`search`] finds the best move; [`seal`] guards the lines of files that are taken up again.

pub mod eval;
pub mod running;
pub mod score;
pub mod seal;
pub mod search;

//! The draughts engine Damier: rules, search and evaluation of every national game.
//!
//! Set up a position, list its moves, and play one:
//!
//! ```
//! use damier_engine::game::Game;
//! use damier_engine::notation::{read_fen, read_move, write_move};
//! use damier_engine::variant::Variant;
//!
//! let italian = Variant::named("italian").expect("it is a named game");
//! let position = read_fen(italian.rules(), "W:W10,26:B6,15,22")?;
//! let moves = italian.legal_moves(&position);
//! assert_eq!(write_move(&italian, &position, &moves[0]), "26x12");
//!
//! let mut game = Game::from_position(italian, position);
//! game.play(&read_move(&italian, &position, "26x19x12")?)?;
//! assert!(game.outcome().is_none());
//!
//! // What is refused is explained.
//! let error = read_move(&italian, &position, "10x3").unwrap_err();
//! assert!(error.to_string().contains("it takes 1 where 2 must be taken"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Search it:
//!
//! ```
//! use damier_engine::game::Game;
//! use damier_engine::notation::write_move;
//! use damier_engine::search::{Limits, Request, Searcher, Signal};
//! use damier_engine::variant::Variant;
//!
//! let variant = Variant::named("russian").expect("it is a named game");
//! let game = Game::new(variant);
//! let mut searcher = Searcher::new(16 << 20)?;
//! let limits = Limits { nodes: Some(20_000), ..Limits::default() };
//! let request = Request { limits, ..Request::default() };
//! let answer = searcher.search(&game, &request, &Signal::new(), &mut |_line| {});
//! let best = answer.best.expect("the game has begun only");
//! println!("{} {}", write_move(&variant, game.position(), &best), answer.lines[0].score);
//! # Ok::<(), damier_engine::search::TableTooLarge>(())
//! ```
//!
//! Read a game, with house rules if its tags name them:
//!
//! ```
//! use damier_engine::notation::pdn::{Reader, replay};
//!
//! let file = "[GameType \"22\"] [Result \"1/2-1/2\"] 1. 21-17 10-13 2. 17x10 5x14 1/2-1/2";
//! for record in Reader::new(file.as_bytes()) {
//!     let replayed = replay(&record?, None)?;
//!     assert_eq!(replayed.sheet.variant().rules().name, "italian");
//!     assert_eq!(replayed.sheet.plies().count(), 4);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules of one's own are a named game with single rules changed, see [`rules::House`] and
//! [`rules::read_file`].
//!
//! From the bottom up: [`board`] knows squares and no pieces, [`rules`] are data, [`position`]
//! knows who stands where, [`movegen`] lists moves under any rules, a [`variant`] is rules with
//! their generator, a [`game`] adds history and draws, [`notation`] is all that is read and
//! written, [`eval`] and [`search`] find the best move.

pub mod board;
pub mod eval;
pub mod game;
pub mod movegen;
pub mod notation;
pub mod position;
pub mod rules;
pub mod score;
pub mod seal;
pub mod search;
pub mod text;
pub mod variant;

//! The rules of every national draughts game: positions, legal moves, games, and their notation.
//!
//! Set up a position, list its moves, and play one:
//!
//! ```
//! use damier_rules::game::Game;
//! use damier_rules::notation::{read_fen, read_move, write_move};
//! use damier_rules::variant::Variant;
//!
//! let italian = Variant::named("italian").expect("it is a named game");
//! let position = read_fen(italian.rules(), "W:W10,26:B6,15,22")?;
//! let moves = italian.legal_moves(&position);
//! assert_eq!(write_move(italian, &position, &moves[0]), "26x12");
//!
//! let mut game = Game::from_position(italian, position);
//! game.play(&read_move(italian, &position, "26x19x12")?)?;
//! assert!(game.outcome().is_none());
//!
//! // What is refused is explained.
//! let error = read_move(italian, &position, "10x3").unwrap_err();
//! assert!(error.to_string().contains("it takes 1 where 2 must be taken"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules of one's own are a named game with single rules changed, see [`rules::House`] and, with
//! the feature `file`, `rules::read_file`.
//!
//! From the bottom up: [`board`] knows squares and no pieces, [`rules`] are data, [`position`]
//! knows who stands where, [`movegen`] lists moves under any rules, a [`variant`] is rules with
//! their generator, a [`game`] adds history and draws, [`notation`] is all that is read and
//! written. Nothing here starts a thread, reads a clock or opens a file.

pub mod board;
pub mod game;
pub mod movegen;
pub mod notation;
pub mod position;
pub mod rules;
pub mod text;
pub mod variant;

/// The example of the README is run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! The draughts engine Damier: rules, search and evaluation of every national game.

pub mod board;
pub mod eval;
pub mod game;
pub mod movegen;
pub mod notation;
pub mod position;
pub mod rules;
pub mod score;
pub mod search;
pub mod variant;

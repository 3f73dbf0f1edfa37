//! The draughts engine Damier: rules, search and evaluation of every national game.

pub mod board;
pub mod movegen;
pub mod notation;
pub mod position;
pub mod rules;
pub mod variant;

//! The rules of every game, position by position.

#[path = "../common/mod.rs"]
mod common;

mod articles;
mod cases;
mod check;
mod listed;
mod mutants;

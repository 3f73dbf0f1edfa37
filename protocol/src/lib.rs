//! The protocols between the engine and draughts programs.
//!
//! [`hub`] is the Hub protocol (version 2), both sides of it; [`dxp`] is DamExchange; [`journal`]
//! writes dialogues to files.

pub mod dxp;
pub mod hub;
pub mod journal;

/// The example of the README is run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

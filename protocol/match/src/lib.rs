//! Games between draughts programs, and what they prove.
//!
//! [`referee`] plays one game between two players of any kind and judges it, [`tournament`] plays
//! many and counts them, [`series`] plays games against a DXP peer without a referee.

pub mod referee;
pub mod series;
pub mod tournament;

/// The example of the README is run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

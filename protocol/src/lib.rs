//! How the engine talks to draughts programs.
//!
//! [`hub`] is the Hub protocol (version 2) on a pair of streams.

pub mod hub;
pub mod referee;
pub mod tournament;

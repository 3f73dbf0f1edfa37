//! Matches: many games between players, in pairs, until the result is significant.
//!
//! [`schedule`] lists which games are played, [`openings`] where they begin, [`runner`] plays them,
//! [`results`] keeps them in a file, [`score`] counts them and [`statistics`] measures what they prove.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod openings;
pub mod pdn;
pub mod players;
pub mod results;
pub mod runner;
pub mod schedule;
pub mod score;
pub mod statistics;

//! Matches: many games between players, in pairs, until something is known.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod openings;
mod random;
pub mod results;
pub mod schedule;
pub mod statistics;

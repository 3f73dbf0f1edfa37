//! Matches: many games between players, in pairs, until something is known.

pub mod statistics;

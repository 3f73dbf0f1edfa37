//! How the engine talks to draughts programs.
//!
//! [`hub`] is the Hub protocol (version 2), both sides of it; [`dxp`] is DamExchange; [`referee`] plays games between
//! programs, and judges them.

pub mod dxp;
pub mod hub;
mod journal;
pub mod referee;
mod running;
pub mod tournament;

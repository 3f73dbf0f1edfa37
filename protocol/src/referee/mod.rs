//! The referee: one game between two players of any kind, whose clocks it runs and whose moves it
//! judges. It trusts no player's claim.

mod player;

pub use player::{Fault, FaultKind, Player, Reply, Situation};

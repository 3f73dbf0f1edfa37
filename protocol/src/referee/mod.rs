//! The referee: one game between two players of any kind, whose clocks it runs and whose moves it
//! judges. It trusts no player's claim.

mod player;
mod record;

pub use player::{Dialogue, Fault, FaultKind, Player, Reply, Situation};
pub use record::{FaultRecord, GameRecord, GameResult, MoveRecord, Reason};

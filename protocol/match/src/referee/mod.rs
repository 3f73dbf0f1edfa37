//! The referee: one game between two players of any kind, whose clocks it runs and whose moves it
//! judges. It trusts no player's claim.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod adjudication;
mod builtin;
mod clock;
mod dxp_player;
mod game;
mod hub_player;
mod hub_setup;
mod player;
mod record;
mod spec;

pub use adjudication::{Adjudication, DrawAgreement, ResignRule};
pub use builtin::{Builtin, BuiltinSetup};
pub use clock::{LimitError, read_limits};
pub use dxp_player::{DxpPlayer, DxpSetup};
pub use game::{GameSettings, play_game};
pub use hub_player::HubPlayer;
pub use hub_setup::HubSetup;
pub use player::{Declared, Dialogue, Fault, FaultKind, Player, Reply, Situation};
pub use record::{FaultRecord, GameRecord, GameResult, MoveRecord, Reason};
pub use spec::{PlayerSpec, SpecError};

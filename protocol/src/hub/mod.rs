//! The Hub protocol, version 2, and 1 for old boards: lines of text on a pair of streams.
//!
//! [`serve`] is the engine's side of it: what is wrong is answered with an `error` line and the
//! session goes on. [`client`] is the side that drives any engine. Nothing here panics, whatever
//! the other side sends.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod client;
mod hub1;
mod input;
mod level;
mod line;
mod output;
mod parameters;
mod position;
mod report;
mod session;

pub use hub1::is_opening;
pub use level::{DEFAULT_MOVE_TIME, Level, LevelError};
pub use line::{Argument, HubCommand, HubLine, LineError};
pub use parameters::{Parameter, ParameterError, Parameters};
pub use session::serve;

use std::time::Duration;

use damier_engine::eval::Weights;
use damier_rules::rules::{self, RuleSet};

/// What a session starts with; the client can change all of it but the weights.
#[derive(Clone, Debug)]
pub struct HubSettings {
    /// The game. One that is no named game becomes one more value of the parameter `variant`.
    pub game: RuleSet,
    /// Search workers.
    pub threads: usize,
    /// The most that the transposition table may hold; rounded down to a power of two.
    pub table_bytes: usize,
    /// The weights of the evaluation; no parameter changes them.
    pub weights: Weights,
    /// The least time between two lines of a search; ten times that before the end of the
    /// handshake. Some clients lose lines that come together.
    pub line_interval: Duration,
    /// Parameters and the values that they have from the start.
    pub presets: Vec<(String, String)>,
}

impl Default for HubSettings {
    /// International draughts, one thread, 64 MiB, lines 1.5 ms apart.
    #[allow(clippy::expect_used, reason = "the name is no outside text")]
    fn default() -> HubSettings {
        let game = rules::named("international").expect("it is in the registry");
        HubSettings {
            game,
            threads: 1,
            table_bytes: 64 << 20,
            weights: Weights::Embedded,
            line_interval: Duration::from_micros(1_500),
            presets: Vec::new(),
        }
    }
}

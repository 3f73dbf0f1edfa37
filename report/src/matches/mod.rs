//! What is said of a match: its events as JSON, its tables as text.

mod events;
mod table;

pub use events::{
    EffortReport, EstimateReport, FailureReport, FaultReport, GameReport, MatchReport, PairReport,
    StandingRow, TestReport,
};
pub use table::{elo_text, wins_text, write_tables};

//! Ballots: positions a few plies from the start, from which match games begin.
//!
//! In the draw-ridden games of equal players an opening is drawn by lot and played twice, with
//! colours exchanged. [`ballots`] gives the sets that come with the program; [`Generation`] makes
//! new ones; [`BallotSet`] is their file.
//!
//! # What is a ballot
//!
//! Every distinct position that stands on the board after a number of plies from the game's start,
//! or from the start less one man of each side (eleven-man ballots), except where the game is over
//! or the search sees its end. Lines that transpose into each other are one ballot, with the first
//! of these lines in the order of [`Variant::legal_moves`](damier_rules::variant::Variant). A
//! position in which the side to move must capture is a ballot like another: half of an exchange
//! is common among the openings that players draw, and the search plays it out before it judges.
//! A set keeps the ballots whose score lies in a range.

mod ballot;
mod checkpoint;
mod generation;
mod lines;
mod set;
mod settings;
mod shipped;

pub use ballot::{Ballot, BallotFault, BallotFormatError, NotPlayable};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use generation::{Generation, GenerationError, generate};
pub use lines::{PlayLine, WIDEST, lines};
pub use set::{BallotHeader, BallotSet, MergeError, merge};
pub use settings::{BallotSettings, BallotSettingsError, Shard};
pub use shipped::{BallotKind, NoBallots, ballots, shipped_text};

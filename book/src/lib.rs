//! Openings: ballots, the positions from which matches begin.
//!
//! ```
//! use damier_book::ballots::{BallotKind, ballots};
//! use damier_rules::variant::Variant;
//!
//! let italian = Variant::named("italian").unwrap();
//! let set = ballots(italian, BallotKind::Balanced)?;
//! let game = set[0].game(italian)?;
//! assert_eq!(game.position(), set[0].position());
//! assert!(game.outcome().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod ballots;

/// The example of the README is run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

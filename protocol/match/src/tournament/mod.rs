//! Matches: many games between players, in pairs, until the result is significant.
//!
//! [`schedule`] lists which games are played, [`openings`] where they begin, [`runner`] plays them,
//! [`results`] keeps them in a file, [`score`] counts them and [`statistics`] measures what they
//! prove.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use damier_match::referee::{GameSettings, PlayerSpec, read_limits};
//! use damier_match::tournament::openings::OpeningSource;
//! use damier_match::tournament::players::Players;
//! use damier_match::tournament::results::{MatchSettings, PlayerSettings, ResultsHeader};
//! use damier_match::tournament::runner::{Event, Match};
//! use damier_match::tournament::schedule::{Schedule, Section, TournamentFormat};
//! use damier_rules::variant::Variant;
//!
//! let mut spec = PlayerSpec::parse("builtin")?;
//! spec.set("hash=1")?;
//! let players = Players {
//!     specs: vec![spec.clone(), spec],
//!     settings: GameSettings::new(read_limits("depth=1")?),
//! };
//! let player = |name: &str| PlayerSettings {
//!     name: name.to_owned(),
//!     spec: "builtin".to_owned(),
//!     settings: Vec::new(),
//! };
//! let source: OpeningSource = "ballots".parse()?;
//! let header = ResultsHeader::new(
//!     MatchSettings {
//!         players: vec![player("new"), player("old")],
//!         variants: vec!["italian".to_owned()],
//!         pairing: TournamentFormat::RoundRobin,
//!         pairs: 2,
//!         seed: 1,
//!         openings: source.to_string(),
//!         sprt: None,
//!         conditions: Default::default(),
//!     },
//!     None,
//! );
//! let italian = Variant::named("italian").unwrap();
//! let section = Section { variant: italian, openings: source.openings(italian, 0, 1, 2)? };
//! let schedule = Schedule::new(vec![section], 2, TournamentFormat::RoundRobin, 2).unwrap();
//! let stop = AtomicBool::new(false);
//! let tournament = Match { schedule: &schedule, header: &header, concurrency: 1, stop: &stop };
//! let finished = tournament.run(&players, Vec::new(), None, &mut |event| {
//!     if let Event::Game(game) = event {
//!         println!("game {}: {:?}", game.game, game.record.result);
//!     }
//!     Ok(())
//! })?;
//! assert_eq!(finished.ledger.score().first().games(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod openings;
pub mod pdn;
pub mod players;
pub mod results;
pub mod runner;
pub mod schedule;
pub mod score;
pub mod statistics;

//! Training: games that the engine plays against itself, and the positions kept from them.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use damier_rules::variant::Variant;
//! use damier_train::samples::{SampleReader, SampleWriter};
//! use damier_train::selfplay::{SelfplaySettings, Target, run};
//!
//! let path = std::env::temp_dir().join(format!("damier-train-example-{}", std::process::id()));
//! let italian = Variant::named("italian").unwrap();
//! let settings = SelfplaySettings { nodes: 100, ..SelfplaySettings::default() };
//! let mut writer = SampleWriter::open(&path, &settings.header(italian))?;
//! let target = Target { games: Some(2), positions: None };
//! run(italian, &settings, target, 1, &mut writer, &AtomicBool::new(false), &mut |_| {})?;
//! drop(writer);
//! for record in SampleReader::open(&path)? {
//!     let record = record?;
//!     println!("game {}: {} positions", record.number, record.samples.len());
//! }
//! std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod fit;
pub mod samples;
pub mod selfplay;

/// The example of the README is run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

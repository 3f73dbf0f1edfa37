//! What the tests share.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use damier_engine::eval::Weights;
use damier_rules::rules::{House, named};
use damier_rules::variant::Variant;
use damier_train::samples::{SampleReader, SampleWriter, SampledGame};
use damier_train::selfplay::{SelfplaySettings, Target, Totals, run};

pub fn variant(name: &str) -> Variant {
    Variant::named(name).expect("a named game")
}

/// A game with one rule changed.
pub fn house(name: &str, pair: &str) -> Variant {
    let house = House::of(named(name).expect("a named game")).set(pair).expect("a rule");
    Variant::new(house.finish().expect("rules that go together"))
}

/// Quick games.
pub const QUICK: SelfplaySettings =
    SelfplaySettings { nodes: 60, seed: 5, weights: Weights::Bootstrap, shard: None };

/// Plays until the file has so many games.
pub fn play(
    path: &Path,
    variant: Variant,
    settings: &SelfplaySettings,
    games: u64,
    threads: usize,
) -> Totals {
    let mut writer = SampleWriter::open(path, &settings.header(variant)).expect("a writer");
    let target = Target { games: Some(games), positions: None };
    let stop = AtomicBool::new(false);
    run(variant, settings, target, threads, &mut writer, &stop, &mut |_| {}).expect("games")
}

/// The games of a file.
pub fn read(path: &Path) -> Vec<SampledGame> {
    SampleReader::open(path)
        .expect("a file")
        .map(|record| record.expect("a whole record"))
        .collect()
}

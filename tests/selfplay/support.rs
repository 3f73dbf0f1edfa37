//! What the tests share.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use damier_engine::eval::Weights;
use damier_rules::rules::{House, named};
use damier_rules::variant::Variant;
use damier_train::samples::{GameRecord, Reader, Writer};
use damier_train::selfplay::{Settings, Target, Totals, run};

pub fn variant(name: &str) -> Variant {
    Variant::named(name).expect("a named game")
}

/// A game with one rule changed.
pub fn house(name: &str, pair: &str) -> Variant {
    let house = House::of(named(name).expect("a named game")).set(pair).expect("a rule");
    Variant::new(house.finish().expect("rules that go together"))
}

/// Quick games.
pub const QUICK: Settings =
    Settings { nodes: 60, seed: 5, weights: Weights::Bootstrap, shard: None };

/// Plays until the file has so many games.
pub fn play(
    path: &Path,
    variant: Variant,
    settings: &Settings,
    games: u64,
    threads: usize,
) -> Totals {
    let mut writer = Writer::open(path, &settings.header(variant)).expect("a writer");
    let target = Target { games: Some(games), positions: None };
    let stop = AtomicBool::new(false);
    run(variant, settings, target, threads, &mut writer, &stop, &mut |_| {}).expect("games")
}

/// The games of a file.
pub fn read(path: &Path) -> Vec<GameRecord> {
    Reader::open(path).expect("a file").map(|record| record.expect("a whole record")).collect()
}

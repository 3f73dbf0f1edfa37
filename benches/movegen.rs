//! The speed of move generation: perft from the start, each game by its compiled generator and by
//! the one that asks its rules at run time, as house rules do.
//!
//! `cargo bench --bench movegen`; the counter is in games counted.

use damier_rules::rules::{self, RuleSet};
use damier_rules::variant::Variant;
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

fn games() -> impl Iterator<Item = &'static str> {
    rules::ALL.iter().map(|set| set.name)
}

/// Plies; boards differ in how fast their games branch.
fn depth(set: &RuleSet) -> u32 {
    if set.moves.geometry.size() > 8 { 6 } else { 8 }
}

fn perft(bencher: Bencher<'_, '_>, name: &str, variant_of: fn(RuleSet) -> Variant) {
    let Some(set) = rules::named(name) else { return };
    let (variant, start, depth) = (variant_of(set), set.start_position(), depth(&set));
    let nodes = variant.perft(&start, depth);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench(|| variant.perft(divan::black_box(&start), depth));
}

#[divan::bench(args = games(), sample_count = 20)]
fn compiled(bencher: Bencher<'_, '_>, name: &str) {
    perft(bencher, name, Variant::new);
}

#[divan::bench(args = games(), sample_count = 20)]
fn at_run_time(bencher: Bencher<'_, '_>, name: &str) {
    perft(bencher, name, Variant::at_run_time);
}

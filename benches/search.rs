//! The speed of the search: each game's start to a fixed depth with an empty table.
//!
//! `cargo bench --bench search`; the counter is in nodes.

use damier_engine::game::Game;
use damier_engine::rules;
use damier_engine::search::{Limits, Request, Searcher, Signal};
use damier_engine::variant::Variant;
use divan::Bencher;
use divan::counter::ItemsCount;

/// Plies.
const DEPTH: u32 = 10;

/// Bytes.
const TABLE: usize = 16 << 20;

fn main() {
    divan::main();
}

fn games() -> impl Iterator<Item = &'static str> {
    rules::ALL.iter().map(|set| set.name)
}

#[divan::bench(args = games(), sample_count = 20)]
fn start_position(bencher: Bencher<'_, '_>, name: &str) {
    let Some(variant) = Variant::named(name) else { return };
    let Ok(mut searcher) = Searcher::new(TABLE) else { return };
    let game = Game::new(variant);
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let request = Request { limits, analysis: true, ..Request::default() };
    let mut search = || {
        searcher.clear();
        searcher.search(&game, &request, &Signal::new(), &mut |_| {}).nodes
    };
    let nodes = search();
    bencher.counter(ItemsCount::new(nodes)).bench_local(search);
}

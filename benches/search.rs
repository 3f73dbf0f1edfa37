//! The speed of the search: each game's start to a fixed depth with an empty table, and an ending
//! after histories of several lengths.
//!
//! `cargo bench --bench search`; the counter is in nodes.

use damier_engine::{Engine, Limits, Request, Signal};
use damier_rules::game::Game;
use damier_rules::notation::read_fen;
use damier_rules::position::Side;
use damier_rules::rules::{self, House};
use damier_rules::variant::Variant;
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
    measure(bencher, &Game::new(variant), Limits::depth(DEPTH));
}

/// An ending of kings after so many plies in which nothing was taken and no man moved; the nodes a
/// second must not depend on them.
#[divan::bench(args = [0, 100, 1_000, 10_000], sample_count = 20)]
fn after_reversible_plies(bencher: Bencher<'_, '_>, plies: usize) {
    let Some(game) = wandering_kings(plies) else { return };
    measure(bencher, &game, Limits::nodes(100_000));
}

/// The nodes a second of searches with an empty table.
fn measure(bencher: Bencher<'_, '_>, game: &Game, limits: Limits) {
    let Ok(mut engine) = Engine::builder().table_bytes(TABLE).build() else { return };
    let request = Request::analysis(limits);
    let mut search = || {
        engine.clear();
        engine.think(game, &request, &Signal::new(), &mut |_| {}).nodes
    };
    let nodes = search();
    bencher.counter(ItemsCount::new(nodes)).bench_local(search);
}

/// Kings who walk about, each side in its own half of the board.
fn wandering_kings(plies: usize) -> Option<Game> {
    let house = House::of(rules::named("english")?).set("draws=off").ok()?;
    let variant = Variant::new(house.finish().ok()?);
    let geometry = variant.rules().moves.geometry;
    let middle = geometry.size() / 2;
    let fen = "W:WK32,K31,21:BK1,K2,12";
    let mut game = Game::from_position(variant, read_fen(variant.rules(), fen).ok()?);
    for ply in 0..plies {
        let (kings, turn) = (game.position().kings(), game.position().turn());
        let mut moves = game.legal_moves();
        moves.retain(|one| {
            let row = geometry.row_of(one.to);
            let own = if turn == Side::White { row > middle } else { row + 1 < middle };
            own && kings.contains(one.from)
        });
        let played = *moves.get((ply * ply / 7) % moves.len().max(1))?;
        game.play(&played).ok()?;
    }
    Some(game)
}

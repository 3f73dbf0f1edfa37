//! Setting up searches.

use damier_engine::{Answer, Engine, Limits, Request, Signal};
use damier_rules::game::Game;
use damier_rules::notation::read_fen;
use damier_rules::rules::{House, named};
use damier_rules::variant::Variant;

/// The variant with this name and these house rules.
pub fn variant(name: &str, house: &[&str]) -> Variant {
    let base = House::of(named(name).unwrap());
    let rules = house.iter().fold(base, |rules, pair| rules.set(pair).unwrap());
    Variant::new(rules.finish().unwrap())
}

/// A game from a FEN.
pub fn game(variant: Variant, fen: &str) -> Game {
    Game::from_position(variant, read_fen(variant.rules(), fen).unwrap())
}

/// An engine with a small table.
pub fn engine() -> Engine {
    Engine::builder().table_bytes(1 << 22).build().unwrap()
}

/// A request that ends at a depth.
pub fn to_depth(depth: u32) -> Request {
    Request::new(Limits::depth(depth))
}

/// A request that ends after some nodes.
pub fn to_nodes(nodes: u64) -> Request {
    Request::new(Limits::nodes(nodes))
}

/// Searches from an empty table.
pub fn search(game: &Game, request: &Request) -> Answer {
    engine().think(game, request, &Signal::new(), &mut |_| {})
}

//! Setting up searches.

use damier_engine::search::{Answer, Limits, Request, Searcher, Signal};
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

/// A searcher with a small table.
pub fn searcher() -> Searcher {
    Searcher::new(1 << 22).unwrap()
}

/// A request that ends at a depth.
pub fn to_depth(depth: u32) -> Request {
    Request { limits: Limits { depth: Some(depth), ..Limits::default() }, ..Request::default() }
}

/// A request that ends after some nodes.
pub fn to_nodes(nodes: u64) -> Request {
    Request { limits: Limits { nodes: Some(nodes), ..Limits::default() }, ..Request::default() }
}

/// Searches from an empty table.
pub fn search(game: &Game, request: &Request) -> Answer {
    searcher().search(game, request, &Signal::new(), &mut |_| {})
}

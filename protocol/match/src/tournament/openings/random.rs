//! Openings of random moves.

use std::collections::HashSet;

use damier_rules::game::Game;
use damier_rules::position::Side;
use damier_rules::variant::Variant;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::random::below;
use super::Opening;

/// How often in a row a known position may come before no more are looked for.
const PATIENCE: u32 = 1_000;

/// Draws up to `wanted` openings that end in different positions, none of them finished. A longer
/// list begins with the shorter ones.
pub(super) fn draw(
    variant: Variant,
    plies: u32,
    random: &mut Xoshiro256PlusPlus,
    wanted: usize,
) -> Vec<Opening> {
    let mut found = Vec::new();
    let mut known = HashSet::new();
    let mut failures = 0;
    while found.len() < wanted && failures < PATIENCE {
        let game = walk(variant, plies, random);
        let new = game.filter(|game| {
            let position = game.position();
            let sides =
                (Side::BOTH.map(|side| position.side(side)), position.kings(), position.turn());
            known.insert(sides)
        });
        match new {
            Some(game) => {
                failures = 0;
                found.push(Opening {
                    name: format!("random {}", found.len() + 1),
                    start: variant.start_position(),
                    moves: game.moves().to_vec(),
                });
            }
            None => failures += 1,
        }
    }
    found
}

/// A game of random moves; `None` when it is over by then.
fn walk(variant: Variant, plies: u32, random: &mut Xoshiro256PlusPlus) -> Option<Game> {
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let moves = game.legal_moves();
        let chosen = *moves.get(below(random, moves.len()))?;
        game.play(&chosen).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

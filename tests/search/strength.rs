//! The strengths: none is silly, each beats the one below.

use std::cmp::Reverse;

use damier_engine::{Engine, Limits, Request, Signal, Strength};
use damier_rules::game::{Game, Outcome};
use damier_rules::position::{Move, Position, Side};
use damier_rules::rules::{ALL, CaptureDuty, KingRange};
use damier_rules::variant::Variant;

use super::support::{engine, to_nodes, variant};
use crate::common::scatter::{SeededRng, position};

/// What a weak strength may lose at once, in centi-men: less than half a man.
const MARGIN: i32 = 40;

/// The move of an engine that searches 20,000 nodes at full strength.
fn answer(engine: &mut Engine, game: &Game, strength: Strength, seed: u64) -> Option<Move> {
    engine.set_strength(strength);
    engine.set_seed(seed);
    engine.best_move(game, Limits::nodes(20_000))
}

/// Every named game, some house games and one where captures are optional.
fn variants() -> Vec<Variant> {
    let house: [(&str, &[&str]); 4] = [
        ("italian", &["capture=optional"]),
        ("italian", &["king=flying"]),
        ("russian", &["break-off=true"]),
        ("international", &["capture=optional"]),
    ];
    let named = ALL.iter().map(|set| Variant::new(*set));
    named.chain(house.map(|(name, rules)| variant(name, rules))).collect()
}

/// The material of the side to move after all captures, by plain minimax.
fn settled(variant: Variant, position: &Position) -> i32 {
    const LOST: i32 = 100_000;
    let legal = variant.generated(position);
    if legal.is_empty() {
        return -LOST;
    }
    let captures = legal.iter().filter(|played| played.is_capture());
    let taken = captures.map(|played| -settled(variant, &position.make(played))).max();
    let king = if variant.rules().moves.king == KingRange::Flying { 270 } else { 140 };
    let worth = |side: Side| {
        let (men, kings) = (position.men_of(side).len(), position.kings_of(side).len());
        100 * men as i32 + king * kings as i32
    };
    let standing = worth(position.turn()) - worth(position.turn().opponent());
    match (taken, variant.rules().moves.capture) {
        (None, _) => standing,
        (Some(taken), CaptureDuty::Mandatory) => taken,
        (Some(taken), CaptureDuty::Optional) => taken.max(standing),
    }
}

/// A position some moves at random into a game, or with a few pieces anywhere.
fn some_position(rng: &mut SeededRng, variant: Variant) -> Position {
    if rng.below(3) == 0 {
        let pieces = 3 + rng.below(7);
        return position(rng, variant.rules().moves.geometry, pieces, 25);
    }
    let mut position = variant.start_position();
    for _ in 0..rng.below(60) {
        let moves = variant.generated(&position);
        if moves.is_empty() {
            break;
        }
        position = position.make(&moves[rng.below(moves.len())]);
    }
    position
}

#[test]
fn strength_one_gives_nothing_away_in_one_reply() {
    let mut rng = SeededRng::new(1);
    let mut engine = engine();
    for variant in variants() {
        for seed in 0..100 {
            let place = some_position(&mut rng, variant);
            let game = Game::from_position(variant, place);
            let values: Vec<(Move, i32)> = game
                .legal_moves()
                .into_iter()
                .map(|played| (played, -settled(variant, &place.make(&played))))
                .collect();
            let Some(best) = values.iter().map(|(_, value)| *value).max() else { continue };
            let played = answer(&mut engine, &game, Strength::One, seed).unwrap();
            let (_, value) = values.iter().find(|(known, _)| *known == played).unwrap();
            let name = variant.rules().name;
            assert!(*value >= best - MARGIN, "{name} {place:?}: {played:?} {value} {best}");
        }
    }
}

#[test]
fn a_seed_repeats_a_game_and_another_seed_plays_another() {
    let game_of = |strength, seed, engine: &mut Engine| {
        let mut game = Game::new(variant("italian", &[]));
        while game.outcome().is_none() && game.plies() < 30 {
            let played = answer(engine, &game, strength, seed).unwrap();
            game.play(&played).unwrap();
        }
        game.moves().to_vec()
    };
    for strength in [Strength::One, Strength::Two] {
        let mut used = engine();
        let first = game_of(strength, 7, &mut used);
        // What a full search has learnt in between does not matter.
        answer(&mut used, &Game::new(variant("italian", &[])), Strength::Three, 0);
        assert_eq!(first, game_of(strength, 7, &mut used));
        assert_ne!(first, game_of(strength, 8, &mut used));
    }
}

#[test]
fn a_weak_answer_is_whole() {
    let game = Game::new(variant("russian", &[]));
    let mut told = Vec::new();
    let request = to_nodes(20_000).with_lines(3);
    let mut engine = engine();
    engine.set_strength(Strength::One);
    engine.set_seed(3);
    let found = engine.think(&game, &request, &Signal::new(), &mut |line| {
        told.insert(0, line.clone());
    });
    assert_eq!(found.lines.len(), 3);
    assert_eq!(found.lines, told);
    assert_eq!(found.best, found.lines[0].moves.first().copied());
    let ranks: Vec<usize> = found.lines.iter().map(|line| line.rank).collect();
    assert_eq!(ranks, [1, 2, 3]);
}

#[test]
fn analysis_is_full_at_every_strength() {
    let game = Game::new(variant("italian", &[]));
    let request = Request::analysis(Limits::nodes(20_000));
    let nodes = |strength| {
        let mut engine = engine();
        engine.set_strength(strength);
        engine.think(&game, &request, &Signal::new(), &mut |_| {}).nodes
    };
    assert_eq!(nodes(Strength::One), nodes(Strength::Three));
}

/// Games of one strength against another: each opening of four moves at random is played twice,
/// with sides changed. Wins, draws and losses of the first.
fn match_up(variant: Variant, strengths: [Strength; 2], games: usize) -> [usize; 3] {
    let mut rng = SeededRng::new(11);
    let mut score = [0; 3];
    for round in 0..games / 2 {
        let mut opening = Game::new(variant);
        for _ in 0..4 {
            let moves = opening.legal_moves();
            opening.play(&moves[rng.below(moves.len())]).unwrap();
        }
        for first in Side::BOTH {
            let seed = (2 * round + first.index()) as u64;
            let winner = play_out(opening.clone(), strengths, first, seed);
            score[winner.map_or(1, |winner| if winner == first { 0 } else { 2 })] += 1;
        }
    }
    score
}

/// Plays a game to its end; `first` is the side of the first strength.
fn play_out(mut game: Game, strengths: [Strength; 2], first: Side, seed: u64) -> Option<Side> {
    let mut engines = [engine(), engine()];
    while game.outcome().is_none() && game.plies() < 200 {
        let player = usize::from(game.position().turn() != first);
        let played = answer(&mut engines[player], &game, strengths[player], seed).unwrap();
        game.play(&played).unwrap();
    }
    match game.outcome() {
        Some(Outcome::Won(winner)) => Some(winner),
        _ => None,
    }
}

/// `cargo test --release --test search -- --ignored --nocapture strengths`
#[test]
#[ignore = "plays 400 games, about a minute"]
fn strengths_beat_the_one_below() {
    let mut weakest = (Reverse(u64::MAX), String::new());
    for name in ["italian", "international"] {
        for strengths in [[Strength::Two, Strength::One], [Strength::Three, Strength::Two]] {
            let [wins, draws, losses] = match_up(variant(name, &[]), strengths, 100);
            let share = wins as f64 + draws as f64 / 2.0;
            let text = format!("{name} {strengths:?}: +{wins} ={draws} -{losses}, {share} %");
            println!("{text}");
            weakest = weakest.max((Reverse((10.0 * share) as u64), text));
        }
    }
    let (Reverse(share), text) = weakest;
    assert!(share > 750, "{text}");
}

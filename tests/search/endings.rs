//! Wins: found, at their true distance, and brought home.

use damier_engine::{Engine, Signal};
use damier_rules::game::{Game, Outcome};
use damier_rules::position::Position;
use damier_rules::variant::Variant;

use crate::common::scatter::{self, SeededRng};
use crate::support::{engine, game, search, to_depth, to_nodes, variant};

/// The plies to a forced win (positive) or loss (zero or negative) within `depth`, by trying
/// everything: an oracle that shares only the move generator with the search.
fn forced(variant: Variant, position: &Position, depth: i32) -> Option<i32> {
    let moves = variant.generated(position);
    if moves.is_empty() {
        return Some(0);
    }
    if depth == 0 {
        return None;
    }
    let replies: Vec<Option<i32>> =
        moves.iter().map(|played| forced(variant, &position.make(played), depth - 1)).collect();
    let lost = |reply: &Option<i32>| reply.filter(|&end| end <= 0);
    if let Some(quickest) = replies.iter().filter_map(lost).max() {
        return Some(1 - quickest);
    }
    let longest = replies.iter().copied().try_fold(0, |most, reply| Some(most.max(reply?)));
    longest.map(|plies| -(plies + 1))
}

#[test]
fn forced_wins_and_losses_are_found_at_their_distance() {
    let mut rng = SeededRng::new(7);
    let house = variant("italian", &["capture=optional"]);
    let games = ["italian", "english", "russian", "czech", "international"];
    for variant in games.map(|name| variant(name, &[])).into_iter().chain([house]) {
        let mut decided = 0;
        for _ in 0..400 {
            let pieces = 2 + rng.below(5);
            let geometry = variant.rules().moves.geometry;
            let position = scatter::position(&mut rng, geometry, pieces, 40);
            let Some(end) = forced(variant, &position, 4) else { continue };
            let game = Game::from_position(variant, position);
            if game.outcome().is_some() {
                continue;
            }
            let answer = search(&game, &to_depth(9));
            assert_eq!(answer.lines[0].score.end(), Some(end), "{position:?}");
            decided += 1;
        }
        assert!(decided > 20, "{}: {decided} decided positions", variant.rules().name);
    }
}

#[test]
fn the_line_of_a_win_ends_the_game() {
    let variant = variant("english", &[]);
    let game = game(variant, "W:WK14,K15:BK1");
    let answer = search(&game, &to_depth(19));
    let end = answer.lines[0].score.end().expect("two kings beat one");
    let mut position = *game.position();
    for played in &answer.lines[0].moves {
        assert!(variant.generated(&position).contains(played));
        position = position.make(played);
    }
    assert!(end > 0 && answer.lines[0].moves.len() <= end as usize);
}

/// Plays on with few nodes a move until the game ends.
fn play_out(mut game: Game, nodes: u64) -> Option<Outcome> {
    let mut engine: Engine = engine();
    for _ in 0..160 {
        if let Some(outcome) = game.outcome() {
            return Some(outcome);
        }
        let answer = engine.think(&game, &to_nodes(nodes), &Signal::new(), &mut |_| {});
        game.play(&answer.best.unwrap()).unwrap();
    }
    None
}

#[test]
fn won_endings_are_brought_home() {
    use damier_rules::position::Side::{Black, White};
    for (name, fen, winner) in [
        ("english", "W:WK18,K19:BK3", White),
        ("english", "W:WK18,K19,K27:BK1,K9", White),
        ("italian", "W:WK18,K19,K27:BK1", White),
        ("italian", "B:W21,30:BK10,K11,5", Black),
        ("russian", "W:Wc3,d4,Ke3:Bh6,b6", White),
        ("international", "W:WK28,K33,K36,39:B12", White),
        ("international", "W:WK28,K33,16,17:B35", White),
    ] {
        let outcome = play_out(game(variant(name, &[]), fen), 60_000);
        assert_eq!(outcome, Some(Outcome::Won(winner)), "{name} {fen}");
    }
}

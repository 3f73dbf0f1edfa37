//! Limits, stopping, determinism, lines, repetition, optional capture.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use damier_engine::score::Score;
use damier_engine::search::Bound;
use damier_engine::{Clock, Limits, Line, Request, Signal};
use damier_rules::game::{Game, Outcome};
use damier_rules::notation::read_move;
use damier_rules::rules::{ALL, DrawRule};
use damier_rules::variant::Variant;

use crate::common::scatter::SeededRng;
use crate::support::{engine, game, search, to_depth, to_nodes, variant};

#[test]
fn one_thread_searches_the_same_twice() {
    for set in ALL {
        let game = Game::new(Variant::new(*set));
        let mut engine = engine();
        let mut run = || {
            engine.clear();
            let mut lines = Vec::new();
            let mut report = |line: &Line| lines.push((line.score, line.nodes, line.moves.clone()));
            engine.think(&game, &to_depth(8), &Signal::new(), &mut report);
            lines
        };
        assert_eq!(run(), run(), "{}", set.name);
    }
}

#[test]
fn a_node_limit_is_kept_to_the_node() {
    let game = Game::new(variant("italian", &[]));
    for limit in [1_000, 5_000, 12_345] {
        let answer = search(&game, &to_nodes(limit));
        assert_eq!(answer.nodes, limit);
    }
}

#[test]
fn however_small_the_limit_there_is_a_line() {
    let zero = Duration::ZERO;
    let clock = Clock { time: zero, increment: zero, moves: Some(0) };
    for limits in
        [Limits::nodes(0), Limits::depth(0), Limits::move_time(zero), Limits::clock(clock)]
    {
        let game = Game::new(variant("english", &[]));
        let mut told = 0;
        let mut engine = engine();
        engine.set_threads(2);
        let answer = engine.think(&game, &Request::new(limits), &Signal::new(), &mut |line| {
            assert!(!line.moves.is_empty());
            told += 1;
        });
        assert!(told > 0 && game.legal_moves().contains(&answer.best.unwrap()), "{limits:?}");
    }
}

#[test]
fn an_only_move_is_answered_before_its_time() {
    let game = game(variant("english", &[]), "W:W22,32:B18,1");
    assert_eq!(game.legal_moves().len(), 1, "the test needs an only move");
    let hour = Limits::move_time(Duration::from_secs(3_600));
    let answer = search(&game, &Request::new(hour));
    assert_eq!(answer.best, Some(game.legal_moves()[0]));
}

#[test]
fn stopping_ends_an_unlimited_search_with_any_number_of_threads() {
    for threads in [1, 2, 3] {
        let game = Game::new(variant("international", &[]));
        let signal = Signal::new();
        let request = Request::new(Limits::infinite());
        let mut engine = engine();
        engine.set_threads(threads);
        let answer = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                signal.stop();
            });
            engine.think(&game, &request, &signal, &mut |_| {})
        });
        assert!(game.legal_moves().contains(&answer.best.unwrap()));
    }
}

#[test]
fn a_finished_search_waits_while_pondering() {
    let game = Game::new(variant("russian", &[]));
    for hit in [true, false] {
        let signal = Signal::pondering();
        let waited = Duration::from_millis(150);
        let begun = Instant::now();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(waited);
                if hit { signal.ponder_hit() } else { signal.stop() }
            });
            engine().think(&game, &to_depth(3), &signal, &mut |_| {});
        });
        assert!(begun.elapsed() >= waited, "an answer while pondering");
    }
}

#[test]
fn several_lines_begin_with_different_moves_best_first() {
    let game = Game::new(variant("international", &[]));
    let request = to_depth(7).with_lines(4);
    let answer = search(&game, &request);
    assert_eq!(answer.lines.len(), 4);
    assert!(answer.lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
    let moves: HashSet<_> = answer.lines.iter().map(|line| line.moves[0]).collect();
    assert_eq!(moves.len(), 4);
    assert_eq!(answer.best, Some(answer.lines[0].moves[0]));
    let ranks: Vec<_> = answer.lines.iter().map(|line| line.rank).collect();
    assert_eq!(ranks, [1, 2, 3, 4]);
}

/// Every depth of several games, as it is told.
#[test]
fn the_lines_of_each_depth_are_told_worst_first() {
    for name in ["italian", "russian", "international"] {
        let game = Game::new(variant(name, &[]));
        let mut told: Vec<Line> = Vec::new();
        let request = to_depth(10).with_lines(5);
        engine().think(&game, &request, &Signal::new(), &mut |line| told.push(line.clone()));
        assert_eq!(told.len(), 50, "{name}");
        for depth in told.chunks(5) {
            assert!(depth.is_sorted_by_key(|line| line.score), "{name}: {depth:?}");
            assert!(depth.is_sorted_by_key(|line| std::cmp::Reverse(line.rank)));
        }
    }
}

/// The score of an iteration that was interrupted is exact or said to be a bound.
#[test]
fn an_interrupted_iteration_tells_no_upper_bound_as_exact() {
    let game = Game::new(variant("italian", &[]));
    for nodes in (200..6_000).step_by(173) {
        let answer = search(&game, &to_nodes(nodes));
        let line = &answer.lines[0];
        let complete = search(&game, &to_depth(line.depth));
        let true_score = complete.lines[0].score;
        match line.bound {
            Bound::Exact => assert_eq!(line.score, true_score, "{nodes} nodes"),
            Bound::Lower => assert!(line.score <= true_score, "{nodes} nodes"),
            Bound::Upper => panic!("an upper bound is not kept"),
        }
    }
}

#[test]
fn a_pondered_only_move_is_answered_when_it_is_due() {
    let game = game(variant("international", &[]), "W:W33:B29,10,9,4");
    assert_eq!(game.legal_moves().len(), 1, "the test needs an only move");
    let signal = Signal::pondering();
    let hour = Limits::move_time(Duration::from_secs(3_600));
    let request = Request::new(hour);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            signal.ponder_hit();
        });
        let answer = engine().think(&game, &request, &signal, &mut |_| {});
        assert_eq!(answer.best, Some(game.legal_moves()[0]));
    });
}

/// The last move of a line may complete a repetition, too.
#[test]
fn a_repetition_is_seen_at_the_horizon() {
    let variant = variant("english", &[]);
    let mut game = game(variant, "B:WK29:BK1,K3,K4");
    for text in ["4-8", "29-25", "8-4", "25-29", "4-8", "29-25", "8-4"] {
        let played = read_move(variant, game.position(), text).unwrap();
        game.play(&played).unwrap();
    }
    let answer = search(&game, &to_depth(1));
    assert_eq!(answer.lines[0].score, Score::DRAW);
}

/// What the table holds under one set of draw rules is of no use under another.
#[test]
fn changed_draw_rules_clear_the_table() {
    let fen = "W:WK14,K15:BK1";
    let short = game(variant("english", &["quiet-moves=2"]), fen);
    let free = game(variant("english", &["draws=off"]), fen);
    let mut engine = engine();
    let mut score =
        |game: &Game| engine.think(game, &to_depth(11), &Signal::new(), &mut |_| {}).lines[0].score;
    let first = score(&free);
    assert_eq!(score(&short), Score::DRAW);
    assert_eq!(score(&free), first);
}

#[test]
fn more_lines_than_moves_are_as_many_as_moves() {
    let game = Game::new(variant("italian", &[]));
    let answer = search(&game, &to_depth(3).with_lines(100));
    assert_eq!(answer.lines.len(), 7);
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let game = Game::new(variant("czech", &[]));
    for only in game.legal_moves() {
        let request = to_depth(5).with_only(vec![only]);
        assert_eq!(search(&game, &request).best, Some(only));
    }
}

#[test]
fn every_line_is_legal_in_every_game() {
    let mut rng = SeededRng::new(3);
    for set in ALL {
        let variant = Variant::new(*set);
        let mut game = Game::new(variant);
        for _ in 0..40 {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let answer = search(&game, &to_nodes(1_500));
            for line in &answer.lines {
                let mut position = *game.position();
                for played in &line.moves {
                    assert!(variant.generated(&position).contains(played));
                    position = position.make(played);
                }
            }
            let next = moves[rng.below(moves.len())];
            game.play(&next).unwrap();
        }
    }
}

#[test]
fn a_finished_position_has_no_answer() {
    for fen in ["W:W:B1", "B:W32:B", "W:W:B1,2,3"] {
        let game = game(variant("english", &[]), fen);
        let answer = search(&game, &to_depth(5));
        assert_eq!((answer.best, answer.lines.len()), (None, 0), "{fen}");
    }
}

/// W12: a position drawn by repetition, or by a count, is still answered with a legal move.
#[test]
fn w12_a_drawn_position_is_answered() {
    for (house, rule) in [
        (&[][..], DrawRule::REPETITION),
        (&["quiet-moves=4", "repetition=off"], DrawRule::QUIET_MOVES),
    ] {
        let mut game = game(variant("english", house), "W:WK32:BK1");
        for text in ["32-28", "1-5", "28-32", "5-1", "32-28", "1-5", "28-32", "5-1"] {
            assert_eq!(game.outcome(), None, "{rule:?}");
            let played = read_move(game.variant(), game.position(), text).unwrap();
            game.play(&played).unwrap();
        }
        let outcome = game.outcome();
        assert!(
            matches!(outcome, Some(Outcome::Drawn(count)) if count.rule == rule),
            "{outcome:?}"
        );
        let answer = search(&game, &to_nodes(2_000));
        assert!(game.legal_moves().contains(&answer.best.expect("a move")), "{rule:?}");
    }
}

/// The side that is behind takes the repetition that the game's history offers, the first one as
/// well as the one that ends the game.
#[test]
fn a_position_of_the_game_that_comes_again_is_a_draw() {
    for moves in [3, 7] {
        repetition_is_taken(moves);
    }
}

fn repetition_is_taken(moves: usize) {
    let variant = variant("english", &[]);
    let mut game = game(variant, "B:WK29:BK1,K3,K4");
    for text in &["4-8", "29-25", "8-4", "25-29", "4-8", "29-25", "8-4"][..moves] {
        let played = read_move(variant, game.position(), text).unwrap();
        game.play(&played).unwrap();
    }
    let answer = search(&game, &to_depth(9));
    let back = read_move(variant, game.position(), "25-29").unwrap();
    assert_eq!((answer.best, answer.lines[0].score), (Some(back), Score::DRAW));
    let without_history = Game::from_position(variant, *game.position());
    assert!(search(&without_history, &to_depth(9)).lines[0].score < Score::evaluation(-100));
}

//! Small cases that real programs have got wrong, by their number in the collection of cases, where
//! no other file of tests names them.

mod common;

use common::command::{json, json_lines, output};
use damier_engine::score::Score;
use damier_engine::{Engine, Limits, Request, Signal};
use damier_protocol::hub::{HubSettings, serve};
use damier_rules::game::{Game, Outcome};
use damier_rules::notation::{read_fen, read_move, write_fen};
use damier_rules::position::Side;
use damier_rules::rules::{ALL, DrawRule, House, named};
use damier_rules::variant::Variant;

fn variant(name: &str, house: &[&str]) -> Variant {
    let base = House::of(named(name).unwrap());
    let rules = house.iter().fold(base, |rules, pair| rules.set(pair).unwrap());
    Variant::new(rules.finish().unwrap())
}

fn game(variant: Variant, fen: &str, moves: &str) -> Game {
    let mut game = Game::from_position(variant, read_fen(variant.rules(), fen).unwrap());
    for text in moves.split_whitespace() {
        let played = read_move(variant, game.position(), text).unwrap();
        game.play(&played).unwrap();
    }
    game
}

fn score(engine: &mut Engine, game: &Game, depth: u32) -> Score {
    let limits = Limits::depth(depth);
    let request = Request::new(limits);
    engine.think(game, &request, &Signal::new(), &mut |_| {}).lines[0].score
}

/// R15, R16: king range, obligation and the breaking of captures are switches of their own.
#[test]
fn r15_r16_kings_and_captures_are_switches_of_their_own() {
    let fen = "W:WK29,30:B25,9";
    let count = |house: &[&str]| {
        let variant = variant("english", house);
        variant.legal_moves(&read_fen(variant.rules(), fen).unwrap()).len()
    };
    let plain = count(&[]);
    assert!(count(&["capture=optional"]) > plain, "quiet moves stand beside captures");
    let long = variant("english", &["king=flying"]);
    let far = read_fen(long.rules(), "W:WK29:B1").unwrap();
    let short = variant("english", &[]);
    assert!(long.legal_moves(&far).len() > short.legal_moves(&far).len());
    let named = json(&["moves", "--variant", "english", "--rule", "capture=optional", "--json"]);
    assert!(named.to_string().contains("capture=optional"), "the rules are visible: {named}");
}

/// R26: after a set-up the side to move is the one named, or the game's first mover.
#[test]
fn r26_the_side_to_move_is_the_one_set_up() {
    for set in ALL {
        let men = write_fen(set, &set.start_position());
        let body = men.split_once(':').unwrap().1;
        assert_eq!(read_fen(set, &format!("?:{body}")).unwrap().turn(), set.start.first);
        for side in Side::BOTH {
            let fen = format!("{}:{body}", side.letter());
            let position = read_fen(set, &fen).unwrap();
            assert_eq!(position.turn(), side, "{}", set.name);
            let moves = Variant::new(*set).legal_moves(&position);
            let own = |found: &damier_rules::position::Move| position.own().contains(found.from);
            assert!(!moves.is_empty() && moves.iter().all(own));
        }
    }
}

/// R27, M11: each name stands for documented rules, and mixed rules can be had.
#[test]
fn r27_m11_names_stand_for_documented_rules() {
    for set in ALL {
        let text = output(&["rules", set.name]);
        assert!(text.contains(set.title), "{}", set.name);
        assert!(text.split_whitespace().collect::<String>().len() > 500, "{}", set.name);
    }
    let mixed = ["--rule", "king=flying", "--rule", "men-capture-backward=true"];
    let args = [&["rules", "english"][..], &mixed].concat();
    assert!(output(&args).contains("house rule"));
}

/// W2: kings' moves are counted, not the plies since the last capture.
#[test]
fn w2_a_mans_move_starts_the_count_of_kings_moves_anew() {
    let after = |moves: &str| {
        let game = game(variant("international", &[]), "W:WK47,31,36:BK5,16,17", moves);
        let counts = *game.counts();
        let all = game.counters().running(&counts);
        all.filter(|count| count.rule == DrawRule::KING_MOVES).map(|count| count.plies).sum::<u16>()
    };
    assert_eq!(after("47-42 5-10 42-47 10-5"), 4);
    assert_eq!(after("47-42 5-10 42-47 10-5 31-26"), 0);
}

/// W3: the game ends with the ply that fills the count, not one later.
#[test]
fn w3_the_count_ends_the_game_on_its_ply() {
    let house = ["quiet-moves=2", "repetition=off"];
    let three = "31-27 2-6 27-31";
    let open = game(variant("italian", &house), "W:WK31,21:BK2,5", three);
    assert_eq!(open.outcome(), None);
    let full = game(variant("italian", &house), "W:WK31,21:BK2,5", &format!("{three} 6-2"));
    assert!(matches!(full.outcome(), Some(Outcome::Drawn(count)) if count.plies == 4));
}

/// W5: the history is used where there is one, and is not needed.
#[test]
fn w5_the_search_uses_a_history_and_survives_without() {
    let moves = "4-8 29-25 8-4 25-29 4-8 29-25 8-4";
    let with = game(variant("english", &[]), "B:WK29:BK1,K3,K4", moves);
    let without = Game::from_position(with.variant(), *with.position());
    let mut engine = Engine::builder().table_bytes(1 << 20).build().unwrap();
    assert_eq!(score(&mut engine, &with, 7), Score::DRAW);
    engine.clear();
    assert!(score(&mut engine, &without, 7) < Score::evaluation(-100));
}

/// W9: one king against one ends in every game.
#[test]
fn w9_one_king_against_one_ends_in_every_game() {
    for set in ALL {
        let geometry = set.moves.geometry;
        let (white, black) = (geometry.square(6, 1).set(), geometry.square(1, 2).set());
        let position = damier_rules::position::Position::new(
            geometry,
            white,
            black,
            white | black,
            set.start.first,
        )
        .expect("pieces that may stand so");
        let mut game = Game::from_position(Variant::new(*set), position);
        let mut plies = 0;
        while game.outcome().is_none() {
            let quiet = game.legal_moves().into_iter().find(|found| !found.is_capture());
            let Some(next) = quiet else { break };
            game.play(&next).unwrap();
            plies += 1;
            assert!(plies <= 400, "{} goes on for ever", set.name);
        }
    }
}

/// E2: keys of captures with several pieces, of crowning, and of both sides.
#[test]
fn e2_keys_stay_true_after_every_capture_and_crowning() {
    for (name, fen) in [
        ("italian", "W:WK6:B10,11,18,19"),
        ("russian", "W:Wf6:Be7,b6"),
        ("international", "W:WK41,49:B9,10,12,19,38"),
        ("english", "B:W6,7,8,14,15,16,22,23,24:BK2"),
    ] {
        let variant = variant(name, &[]);
        let position = read_fen(variant.rules(), fen).unwrap();
        for played in variant.legal_moves(&position) {
            let next = position.make(&played);
            assert_eq!(next.key(), next.recomputed_key(), "{name} {fen}");
            assert_ne!(next.key(), position.key());
        }
    }
}

/// E4: a win found in one game is not seen in the next.
#[test]
fn e4_a_new_game_knows_nothing_of_the_last() {
    let won = game(variant("english", &[]), "W:WK14,K15:BK1", "");
    let level = game(variant("english", &[]), "W:WK32:BK1", "");
    let mut fresh = Engine::builder().table_bytes(1 << 20).build().unwrap();
    let expected = score(&mut fresh, &level, 9);
    let mut used = Engine::builder().table_bytes(1 << 20).build().unwrap();
    assert!(score(&mut used, &won, 19).end().is_some_and(|plies| plies > 0));
    used.clear();
    assert_eq!(score(&mut used, &level, 9), expected);
}

/// E6: whose view a score is, is said; the sign follows the side to move.
#[test]
fn e6_the_side_that_a_score_is_seen_from_is_said() {
    let lines = |turn: &str| {
        let fen = format!("{turn}:W21,22,23,K3:B9");
        json_lines(&["analyse", "--variant", "english", "--fen", &fen, "--depth", "3", "--json"])
    };
    let view = |turn: &str| {
        let line = lines(turn).remove(0);
        let score = &line["score"];
        (score["side"].as_str().unwrap().to_owned(), score["centimen"].as_i64().unwrap())
    };
    let (white, black) = (view("W"), view("B"));
    assert_eq!((white.0.as_str(), black.0.as_str()), ("white", "black"));
    assert!(white.1 > 0 && black.1 < 0, "{white:?} {black:?}");
}

/// E13: the engine does not think in the opponent's time unless it is asked to.
#[test]
fn e13_pondering_is_off() {
    let mut lines = Vec::new();
    let quick = HubSettings { line_interval: std::time::Duration::ZERO, ..HubSettings::default() };
    serve(&b"hub\nquit\n"[..], &mut lines, &quick).unwrap();
    let lines = String::from_utf8(lines).unwrap();
    assert!(lines.contains("param name=ponder value=false type=bool"), "{lines}");
}

/// M13: the names of packages and command are ours alone.
#[test]
fn m13_the_packages_have_names_of_their_own() {
    for manifest in ["Cargo.toml", "engine/Cargo.toml", "protocol/Cargo.toml", "book/Cargo.toml"] {
        let path = format!("{}/{manifest}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let name = text.lines().find(|line| line.starts_with("name = ")).unwrap();
        assert!(name.starts_with("name = \"damier"), "{manifest}: {name}");
    }
}

/// M15: games of a match hold what the engines thought of their moves.
#[test]
fn m15_games_are_stored_with_evaluations() {
    let file = format!("{}/m15.pdn", env!("CARGO_TARGET_TMPDIR"));
    output(&[
        "match",
        "--player",
        "builtin",
        "--player",
        "builtin",
        "--games",
        "2",
        "--limit",
        "nodes=200",
        "--openings",
        "random:4",
        "--pdn",
        &file,
    ]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.matches("[Event ").count() == 2 && text.contains("{+"), "{text}");
}

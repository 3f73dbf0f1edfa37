//! Complaints of other programs' users, by their numbers; which game a record is of.

use damier_pdn::{GameResult, PdnGame, PdnReader, replay, write_game, write_game_in};
use damier_rules::notation::{read_fen, write_fen};
use damier_rules::rules::SquareNames;
use damier_rules::variant::Variant;

use super::games::{assert_same, game, kinds, moves, raw_game, raw_games, replayed};

fn variant_of(text: &str) -> (&'static str, Vec<String>, Vec<&'static str>) {
    let replayed = replayed(text);
    let rules = replayed.game.variant().rules();
    (rules.name, rules.house_rules(), kinds(&replayed))
}

fn error(text: &str) -> String {
    replay(&raw_game(text), None).unwrap_err().to_string()
}

#[test]
fn n1_an_ambiguous_capture_is_refused_with_the_candidates() {
    let head = "[GameType \"21\"] [FEN \"B:W23,22,15,14:B11,10\"]\n";
    let message = error(&format!("{head}1. 10x26 *"));
    assert_eq!(
        message,
        "2:4: move 1. `10x26` can mean several moves; write one of 10x17x26, 10x19x26"
    );
    assert_eq!(moves(&replayed(format!("{head}1. 10x19x26 *"))), "10x19x26");
}

#[test]
fn n2_the_whole_path_is_written_where_the_ends_are_not_enough() {
    let fen = "[GameType \"21\"] [FEN \"B:W6,7,14,15:B2\"]";
    let parsed = replayed(format!("{fen} 1. 2x11x18 *"));
    assert!(write_game(&parsed.game).ends_with("\n\n1. 2x11x18 *\n"));
}

#[test]
fn n4_a_result_is_only_what_is_nothing_but_a_result() {
    let text = "[GameType \"22\"] [FEN \"W:WK1:BK32\"] 1. 1-5 32-28 2. 5-1 1-1";
    let parsed = replayed(text);
    assert_eq!(moves(&parsed), "1-5 32-28 5-1");
    assert_eq!(parsed.game.result, GameResult::Draw);
    for (text, result) in [
        ("2-0", GameResult::FirstWins),
        ("0-2", GameResult::SecondWins),
        ("1-0", GameResult::FirstWins),
        ("0-1", GameResult::SecondWins),
        ("1/2-1/2", GameResult::Draw),
        ("1-1", GameResult::Draw),
        ("0-0", GameResult::BothLose),
        ("*", GameResult::Unknown),
    ] {
        let parsed = replayed(format!("[GameType \"21\"] 1. 11-16 21-17 2. 8-11 {text}"));
        assert_eq!((moves(&parsed).as_str(), parsed.game.result), ("11-16 21-17 8-11", result));
    }
    let parsed = replayed("[GameType \"20\"][FEN \"W:W41:BK1\"] 1. 41-37 1-18 2. 37-32 18-1 *");
    assert_eq!(moves(&parsed), "41-37 1-18 37-32 18-1");
}

#[test]
fn n5_results_are_the_first_movers() {
    let mut pdn = PdnGame::new(game("english"), game("english").start_position());
    pdn.result = GameResult::FirstWins;
    assert!(write_game(&pdn).contains("[Result \"1-0\"]"));
    let mut pdn = PdnGame::new(game("international"), game("international").start_position());
    pdn.result = GameResult::FirstWins;
    assert!(write_game(&pdn).contains("[Result \"2-0\"]"));
}

#[test]
fn n6_a_start_with_the_second_player_to_move_is_numbered_by_dots() {
    let english = "[GameType \"21\"][FEN \"W:W21-32:B1-10,12,15\"]";
    for body in ["1. ... 23-19", "1... 23-19", "1. 23-19", "23-19"] {
        let parsed = replayed(format!("{english} {body} 2. 15-18 *"));
        assert!(write_game(&parsed.game).ends_with("1... 23-19 2. 15-18 *\n"), "{body}");
    }
    let italian = replayed("[GameType \"22\"][FEN \"B:W32:B7\"] 1. ... 7-12 2. 32-28 *");
    assert!(write_game(&italian.game).ends_with("1... 7-12 2. 32-28 *\n"));
}

#[test]
fn n8_to_n11_positions_of_other_programs() {
    for fen in ["W:W31-50:B1-20.", "w:b1-20:w31-50", "W:W:W31-50:B1-20", "W:W31-50:B1-20:H0:F1"] {
        let parsed = replayed(format!("[FEN \"{fen}\"] [GameType \"20\"] 1. 32-28 *"));
        assert!(!assert_same(&parsed.game).contains("FEN"), "the start needs no tag: {fen}");
    }
}

#[test]
fn n13_a_comment_of_a_megabyte() {
    let long = "word ".repeat(1 << 18);
    let parsed = replayed(format!("[GameType \"20\"] 1. 32-28 {{{long}}} 19-23 *"));
    assert_eq!(moves(&parsed), "32-28 19-23");
    assert!(write_game(&parsed.game).lines().all(|line| line.chars().count() <= 80));
    let header = "x".repeat(1 << 20);
    assert_eq!(raw_games(format!("[Event \"{header}\"] 1. 32-28 *")).len(), 1);
}

#[test]
fn n15_a_missing_result_is_not_the_one_before() {
    let games = raw_games(
        "[Event \"A\"]\n[GameType \"22\"]\n[Result \"1-0\"]\n1. 21-17 1-0\n\n\
         [Event \"B\"]\n[GameType \"22\"]\n1. 21-17 *\n[Event \"C\"]\n[GameType \"22\"]\n1. 21-17",
    );
    let results: Vec<GameResult> =
        games.iter().map(|raw| replay(raw, None).unwrap().game.result).collect();
    assert_eq!(results, [GameResult::FirstWins, GameResult::Unknown, GameResult::Unknown]);
}

#[test]
fn n20_game_types_that_disagree() {
    let pool = "1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 15x24 20x11 *";
    assert_eq!(variant_of(&format!("[GameType \"23\"] {pool}")), ("pool", vec![], vec![]));
    let (name, _, notes) = variant_of(&format!("[GameType \"32\"] {pool}"));
    assert_eq!((name, notes), ("english", vec!["game-type-disagrees"]));
    let spanish = "1. 10-13 22-18 *";
    let (name, _, notes) = variant_of(&format!("[GameType \"31\"] {spanish}"));
    assert_eq!((name, notes), ("spanish", vec!["game-type-disagrees"]));
    // 20 from programs that write it for everything.
    let italian = "1. 22-18 12-16 2. 21-17 10-13 3. 17x10 5x21 *";
    assert_eq!(variant_of(&format!("[GameType \"20\"] {italian}")).0, "italian");
    for game_type in ["40", "27,W,12,12,N2,0", "30,W,8,8,A0,0", "0", "41"] {
        let message = error(&format!("[GameType \"{game_type}\"] 1. 32-28 *"));
        assert!(message.contains("is no game that is played here"), "{message}");
    }
}

#[test]
fn full_and_old_forms_of_the_game_type() {
    let letters = "1. c3-d4 d6-c5 *";
    for kind in ["25", "25,W,8,8,A0,0", "25,W,8,8,A1,0", "25, w, 8, 8, A0, 0"] {
        let text = format!("[GameType \"{kind}\"] {letters}");
        assert_eq!(variant_of(&text), ("russian", vec![], vec![]), "{kind}");
    }
    let text = "[GameType \"20,W,10,10,N1,0\"] 1. 32-28 *";
    assert_eq!(variant_of(text), ("international", vec![], vec!["game-type-disagrees"]));
    let (name, house, notes) = variant_of("[GameType \"23,W,8,8,A0,0\"] 1. c3-d4 d6-c5 *");
    assert_eq!((name, house), ("pool", vec!["first=white".to_owned()]));
    assert!(notes.is_empty(), "{notes:?}");
}

#[test]
fn games_are_known_by_name_by_the_caller_or_by_their_moves() {
    let opening = "1. 11-15 23-19 2. 8-11 22-17 *";
    assert_eq!(variant_of(&format!("[Variant \"Pool\"] {opening}")).0, "pool");
    assert_eq!(variant_of(&format!("[Rules \"english\"] {opening}")).0, "english");
    let (name, _, notes) = variant_of(&format!("[Variant \"Nonsense\"] {opening}"));
    assert_eq!((name, notes), ("english", vec!["unknown-variant", "game-guessed"]));
    for (text, name) in [
        ("1. 32-28 19-23 *", "international"),
        ("1. 21-17 12-15 *", "italian"),
        ("1. 11-15 23-19 *", "english"),
        ("1. c3-d4 d6-c5 *", "russian"),
        ("1. 10-13 22-18 *", "spanish"),
    ] {
        assert_eq!(variant_of(text), (name, vec![], vec!["game-guessed"]), "{text}");
    }
    let brazilian = replay(&raw_game("1. c3-d4 d6-c5 *"), Some(game("brazilian"))).unwrap();
    assert_eq!(brazilian.game.variant().rules().name, "brazilian");
    assert!(brazilian.notes.is_empty());
}

#[test]
fn a_tag_chooses_the_set_of_draw_rules() {
    let read =
        |set: &str| replayed(format!("[GameType \"26\"] [HouseRules \"draws={set}\"] 1. c3-d4 *"));
    let draws = |variant: Variant| format!("{:?}", variant.rules().draws);
    let (cbd, fmjd) = (read("cbd").game, read("fmjd-64").game);
    assert_ne!(draws(cbd.variant()), draws(fmjd.variant()));
    assert_eq!(draws(fmjd.variant()), draws(game("brazilian")));
    assert!(write_game(&cbd).contains("[HouseRules \"draws=cbd\"]"));
    let unknown = error("[GameType \"26\"] [HouseRules \"draws=fide\"] 1. c3-d4 *");
    assert!(unknown.starts_with("1:17: house rules: `draws`"), "{unknown}");
}

#[test]
fn house_rules_are_written_and_read() {
    let text = "[GameType \"22\"] [HouseRules \"capture=optional, precedence=by-king,most-kings\"]\n\
                1. 22-18 11-14 2. 21-17 *";
    let (name, house, notes) = variant_of(text);
    assert_eq!(name, "italian");
    assert_eq!(house, ["capture=optional", "precedence=by-king,most-kings"]);
    assert!(notes.is_empty());
    assert!(error(&text.replace("[HouseRules \"capture=optional, ", "[X \"")).contains("illegal"));
    assert!(error(&text.replace("optional", "maybe")).starts_with("1:17: house rules: `capture`"));
    let house = damier_rules::rules::House::of(*game("italian").rules());
    let house = Variant::new(house.set("capture=optional").unwrap().finish().unwrap());
    let parsed =
        replay(&raw_game("[GameType \"22\"] 1. 22-18 11-14 2. 21-17 *"), Some(house)).unwrap();
    assert_eq!(parsed.game.variant().rules().house_rules(), ["capture=optional"]);
}

#[test]
fn spanish_files_with_the_other_numbers_are_converted() {
    let text = "[GameType \"24\"] [FEN \"W:W21-32:B1-12\"] 1. 22-18 11-15 *";
    let parsed = replayed(text);
    assert_eq!(moves(&parsed), "11-15 22-18");
    assert_eq!(kinds(&parsed), ["other-numbers"]);
    assert!(!write_game(&parsed.game).contains("FEN"));
    let usual = "[GameType \"24\"] [FEN \"W:W1-12:B21-32\"] 1. 11-15 22-18 *";
    assert_eq!(kinds(&replayed(usual)), Vec::<&str>::new());
}

#[test]
fn letters_for_games_in_numbers_and_from_the_other_side() {
    let parsed = replayed("[GameType \"22\"] 1. b3-a4 g6-f5 *");
    assert_eq!((moves(&parsed).as_str(), kinds(&parsed)), ("21-17 12-15", vec!["letters"]));
    // As PlayStrategy writes it: from the first player, whose men are Black's.
    let parsed = replayed("[Variant \"English\"] [P1 \"A\"] [P2 \"B\"] 1. c3-d4 f6-e5 *");
    assert_eq!(
        moves(&parsed),
        "11-15 22-18".replace("22-18", "24-19").replace("11-15 24-19", &moves(&parsed))
    );
    assert_eq!(kinds(&parsed), ["letters", "turned-letters"]);
    assert_eq!((parsed.game.tag("Black"), parsed.game.tag("White")), (Some("A"), Some("B")));
}

#[test]
fn both_notations_of_every_game_read_back() {
    for rules in damier_rules::rules::ALL {
        let variant = Variant::new(*rules);
        let mut played = damier_rules::game::Game::new(variant);
        for ply in 0..40 {
            let legal = played.legal_moves();
            if legal.is_empty() {
                break;
            }
            played.play(&legal[(ply * 7) % legal.len()]).unwrap();
        }
        let pdn = PdnGame::of(&played);
        for names in [SquareNames::Numeric, SquareNames::Algebraic] {
            let text = write_game_in(&pdn, names);
            let again =
                replay(&raw_game(&text), None).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(again.game, pdn, "{text}");
            assert!(again.notes.is_empty(), "{:?}\n{text}", again.notes);
        }
    }
}

#[test]
fn draws_by_rule_are_remarked_on_and_not_refused() {
    let shuffle = "1. 1-5 32-28 2. 5-1 28-32 ".repeat(5);
    let game = replayed(format!("[GameType \"22\"] [FEN \"W:WK1:BK32\"]\n{shuffle} 1/2-1/2"));
    let notes: Vec<String> = game.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(
        notes[0].contains("the game was drawn here: the position has stood on the board 4 times"),
        "{notes:?}"
    );
}

#[test]
fn faults_name_place_move_and_reason_and_spare_the_other_games() {
    let text = "[Event \"A\"]\n[GameType \"20\"]\n1. 32-28 19-23 2. 37-32 14-20 *\n\
                [Event \"B\"]\n[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 1-99 *\n\
                [Event \"C\"]\n[GameType \"20\"]\n1. 32-28 *\n";
    let outcomes: Vec<Result<usize, String>> = PdnReader::new(text.as_bytes())
        .map(|raw| replay(&raw.unwrap(), None).map(|parsed| parsed.game.plies().count()))
        .map(|outcome| outcome.map_err(|error| error.to_string()))
        .collect();
    assert!(
        outcomes[0]
            .as_ref()
            .unwrap_err()
            .starts_with("3:19: move 2. `37-32` is illegal: a capture")
    );
    assert!(
        outcomes[1]
            .as_ref()
            .unwrap_err()
            .starts_with("6:34: move 3. there is no playing square `99`"),
        "{outcomes:?}"
    );
    assert_eq!(outcomes[2], Ok(1));
}

#[test]
fn n23_malformed_positions_are_reported_at_their_place() {
    for fen in ["W:W99:B1", "W:W1,1:B2", "W:WK:B5", "Z:W1:B2"] {
        let message =
            error(&format!("[Event \"A\"]\n[FEN \"{fen}\"] [GameType \"20\"] 1. 32-28 *"));
        assert!(message.starts_with("2:1: cannot read the position"), "{message}");
    }
    let rules = *game("italian").rules();
    let fen = "W:WK8,10,21,22,32:B2,13,14,28,K31";
    assert_eq!(write_fen(&rules, &read_fen(&rules, fen).unwrap()), fen);
}

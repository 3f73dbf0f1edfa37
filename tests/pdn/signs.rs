//! Signs of evaluation, results glued to other words, encodings, hidden signs, numbers of moves.

use damier_pdn::{Element, GameResult, PdnReader, Replayed, replay, write_game};

use super::games::{assert_same, comments, kinds, moves, raw_game, raw_games, replayed};

fn nags(parsed: &Replayed) -> Vec<u32> {
    let number = |element: &Element| match element {
        Element::Nag(number) => Some(*number),
        _ => None,
    };
    parsed.game.elements.iter().filter_map(number).collect()
}

/// An English parsed with a sign after Black's second move and one at its end.
fn english(sign: &str, gap: &str) -> Replayed {
    let body = format!("1. 11-15 22-18{gap}{sign} 2. 15x22 25x18 {sign} *");
    replayed(format!("[GameType \"21\"]\n{body}"))
}

#[test]
fn t1_signs_of_evaluation_are_kept_as_numbers() {
    for (sign, number) in [
        ("=", 10),
        ("∞", 13),
        ("⩲", 14),
        ("+/=", 14),
        ("⩱", 15),
        ("=/+", 15),
        ("±", 16),
        ("+/-", 16),
        ("+/−", 16),
        ("∓", 17),
        ("-/+", 17),
        ("–/+", 17),
        ("+-", 18),
        ("+–", 18),
        ("-+", 19),
        ("–+", 19),
        ("(-+)", 19),
    ] {
        for gap in [" ", "", "  "] {
            let game = english(sign, gap);
            assert_eq!(moves(&game), "11-15 22-18 15x22 25x18", "{gap}{sign}");
            assert_eq!(nags(&game), [number, number], "{gap}{sign}");
            assert_eq!(kinds(&game), Vec::<&str>::new(), "{gap}{sign}");
        }
    }
}

#[test]
fn t1_signs_without_a_number_are_comments() {
    for sign in ["-", "–", "+", "--", "+/", "-+-", "(2)", "(0:05)", "#"] {
        let parsed = english(sign, " ");
        assert_eq!(moves(&parsed), "11-15 22-18 15x22 25x18", "{sign}");
        assert_eq!(comments(&parsed), [sign, sign], "{sign}");
        assert_eq!(kinds(&parsed), Vec::<&str>::new(), "{sign}");
    }
    let parsed = english("-+ (2)", " ");
    assert_eq!((nags(&parsed), comments(&parsed)), (vec![19; 2], vec!["(2)".to_owned(); 2]));
    let parsed = english("!!-+", "");
    assert_eq!(parsed.game.plies().nth(1).unwrap().strength, "!!");
    assert_eq!(nags(&parsed)[0], 19);
}

#[test]
fn t1_a_dash_by_itself_glues_nothing() {
    for (body, wanted) in [
        ("1. 32-28 19-23 2. 28x19 14x23 - 3. 37-32 *", "32-28 19-23 28x19 14x23 37-32"),
        ("1. 32-28 19-23 2. 28x19 14x23- 3. 37-32 *", "32-28 19-23 28x19 14x23 37-32"),
        ("1. 32-28 19-23 2. 28x19 14x23-3. 37-32 *", "32-28 19-23 28x19 14x23 37-32"),
        ("1. 32-28 19-23 2. 28x19 14x23 - 37-32 *", "32-28 19-23 28x19 14x23 37-32"),
        ("1. 32-28 - 19-23 2. 28x19 -\n14x23 *", "32-28 19-23 28x19 14x23"),
        ("1. 32 - 28 19 - 23 2. 28 x 19 14 x 23 *", "32-28 19-23 28x19 14x23"),
        ("1. 3228 - 1923 2. 28x19 14x23 *", "32-28 19-23 28x19 14x23"),
        ("1. 32-28 -0.35 19-23 +1.2 2. 28x19 =2 14x23 *", "32-28 19-23 28x19 14x23"),
    ] {
        let game = replayed(format!("[GameType \"20\"] {body}"));
        assert_eq!(moves(&game), wanted, "{body}");
    }
    let game = replayed("[GameType \"25\"] 1. c3-d4 - d6-c5 -+ *");
    assert_eq!(moves(&game), "c3-d4 d6-c5");
    let error = |body: &str| {
        let raw = raw_game(format!("[GameType \"20\"] {body}"));
        replay(&raw, None).unwrap_err().fault.to_string()
    };
    assert!(error("1. 32-28 2. - *").starts_with("move 2. `-` is not written as a move"));
    assert!(error("1. 32-28 19-23 2. 28-").starts_with("move 2. `28-` is not written"));
}

#[test]
fn t4_results_glued_to_moves_and_to_the_next_game() {
    let international = |end: &str| {
        replayed(format!("[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 {end}"))
    };
    for (end, result) in [
        ("10-14#2-0", GameResult::FirstWins),
        ("10-142-0", GameResult::FirstWins),
        ("10-14-2-0", GameResult::FirstWins),
        ("10-14+-2-0", GameResult::FirstWins),
        ("10-140-1", GameResult::SecondWins),
        ("10-141-1", GameResult::Draw),
        ("10-141/2-1/2", GameResult::Draw),
        ("10-14½-½", GameResult::Draw),
        ("10-140.5-0.5", GameResult::Draw),
        ("10-14!2-0", GameResult::FirstWins),
        ("10-14 (good) #0-2", GameResult::SecondWins),
    ] {
        let parsed = international(end);
        assert!(moves(&parsed).ends_with("37-32 10-14"), "{end}");
        assert_eq!(parsed.game.result, result, "{end}");
    }
    for (end, result) in [
        ("d6-c51-0", GameResult::FirstWins),
        ("d6-c52-0", GameResult::FirstWins),
        ("d6-c50-1", GameResult::SecondWins),
        ("d6-c51-1", GameResult::Draw),
        ("d6-c51/2-1/2", GameResult::Draw),
        ("d6-c5#1-0", GameResult::FirstWins),
        ("d6-c5-1-0", GameResult::FirstWins),
    ] {
        let parsed = replayed(format!("[GameType \"25\"] 1. c3-d4 {end}"));
        assert_eq!(
            (moves(&parsed).as_str(), &parsed.game.result),
            ("c3-d4 d6-c5", &result),
            "{end}"
        );
    }
    // What may be a square is a result only if the tag says so.
    let parsed = replayed("[GameType \"20\"] [Result \"1-1\"] 1. 32-28 19-231-1");
    assert_eq!(moves(&parsed), "32-28 19-23");
    let parsed = replayed(
        "[GameType \"20\"] [Result \"1-1\"] 1. 33-28 18-22 2. 38-33 12-18 3. 31-26 7-121-1",
    );
    assert_eq!((parsed.game.plies().count(), &parsed.game.result), (6, &GameResult::Draw));
}

#[test]
fn t4_a_game_that_begins_where_a_result_ends_is_read() {
    for (glue, result) in [
        ("1-101.", GameResult::Draw),
        ("2-01.", GameResult::FirstWins),
        ("0-201.", GameResult::SecondWins),
        ("1/2-1/21.", GameResult::Draw),
        ("*1.", GameResult::Unknown),
    ] {
        let text = format!("1. 32-28 19-23 {glue}32-28 19-23 2. 28x19 14x23 2-0");
        let games: Vec<Replayed> = raw_games(&text)
            .iter()
            .map(|raw| replay(raw, Some(super::games::game("international"))).unwrap())
            .collect();
        let all: Vec<String> = games.iter().map(moves).collect();
        assert_eq!(all, ["32-28 19-23", "32-28 19-23 28x19 14x23"], "{glue}");
        assert_eq!(games[0].game.result, result, "{glue}");
    }
}

#[test]
fn t5_hidden_signs_are_gone_before_a_tag_is_understood() {
    for tag in ["1-0\u{5}", "\u{202e}1-0", "1\u{ad}-0", " 1-0 ", "1-0\n"] {
        let parsed = replayed(format!("[Result\"{tag}\"][GameType \"22\"] 1. 22-18 1-0"));
        assert_eq!(parsed.game.result, GameResult::FirstWins, "{tag:?}");
        assert_eq!(kinds(&parsed), Vec::<&str>::new(), "{tag:?}");
    }
    let parsed = replayed("[GameType \"\u{0}20\u{7f}\"] 1. 32-28 *");
    assert_eq!(parsed.game.variant().rules().name, "international");
}

#[test]
fn hidden_signs_are_neither_kept_nor_reported() {
    let text = "[Event \"a\u{202e}b\"] [Va\u{1b}r \"x\"] [GameType \"22,\u{202e}B\u{1b}[31m\"]\n\
                1. 22-18 {c\u{202e}d} st\u{202e}ray \u{202e} 10-13 (1. 99\u{1b}-1) *";
    let parsed = replay(&raw_game(text), None).unwrap();
    let notes: String = parsed.notes.iter().map(|note| format!("{note}\n")).collect();
    for text in [write_game(&parsed.game), notes] {
        let hidden = |c: char| c != '\n' && damier_rules::text::is_hidden(c);
        assert!(!text.contains(hidden), "{text:?}");
    }
    assert_eq!(parsed.game.tag("Event"), Some("a b"));
    assert!(comments(&parsed).contains(&"c d".to_owned()));
}

#[test]
fn t2_utf_16_with_a_mark_is_read() {
    let text = "\u{feff}[Event \"Чемпионат\"]\r\n[GameType \"25\"]\r\n1. c3-d4 d6-c5 1-0\r\n";
    for of in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
        let parsed = replayed(text.encode_utf16().flat_map(of).collect::<Vec<u8>>());
        assert_eq!(
            (moves(&parsed).as_str(), parsed.game.tag("Event")),
            ("c3-d4 d6-c5", Some("Чемпионат"))
        );
    }
    let broken = b"\xff\xfe1\0.\0 \x002\x002\0-\x001\x008\0 \0{\0\x00\xd8x\0}\0";
    let parsed = replay(&PdnReader::new(&broken[..]).next().unwrap().unwrap(), None).unwrap();
    assert_eq!(comments(&parsed), ["\u{fffd}x"]);
    assert!(kinds(&parsed).contains(&"broken-utf-16"), "{:?}", parsed.notes);
}

#[test]
fn t10_faults_of_games_without_numbers_count_the_moves() {
    let fault = |text: &str| replay(&raw_game(text), None).unwrap_err().fault.to_string();
    for (body, number) in [
        ("32-28 19-23 28x19 14x23 36x27", "3."),
        ("32-28 19-23 28x19 36x27", "2..."),
        ("1. 32-28 19-23 28x19 14x23 37-32 36x27", "3..."),
        ("17. 32-28 19-23 18. 28x19 ... 36x27", "18..."),
        ("... 36x27", "1..."),
    ] {
        let message = fault(&format!("[GameType \"20\"] {body} *"));
        assert!(message.starts_with(&format!("move {number} `36x27`")), "{body}: {message}");
    }
    let message = fault("[GameType \"20\"] [FEN \"B:W32,31:B19,20\"] 36x27 *");
    assert!(message.starts_with("move 1... `36x27`"), "{message}");
    let text = "[GameType \"20\"] 32-28 19-23 28x19 (33x22) 14x23 *";
    let parsed = replay(&raw_game(text), None).unwrap();
    let note = parsed.notes[0].to_string();
    assert!(note.contains("move 2. `33x22`"), "{note}");
    assert_same(&parsed.game);
}

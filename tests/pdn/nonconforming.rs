//! Each irregularity met in real files, in a small file or line of our own.

use damier_pdn::{GameResult, ItemKind, PdnReader, ReaderLimits, Remark, replay};

use super::games::{assert_same, comments, file, kinds, moves, raw_game, raw_games, replayed};

/// An international game with these moves.
fn played(body: &str) -> damier_pdn::Replayed {
    replayed(format!("[GameType \"20\"]\n{body}"))
}

#[test]
fn n12_code_page_bytes_curly_quotes_and_no_break_spaces() {
    let parsed = replayed(file("code_page.pdn"));
    assert_eq!(parsed.game.tag("Event"), Some("Troféu de Páscoa"));
    assert_eq!(moves(&parsed), "32-28 19-23 28x19 14x23");
    assert_eq!(comments(&parsed), ["– bem …"]);
    assert_eq!(kinds(&parsed), ["not-utf-8"]);
    let parsed = replayed("[Event “Кубок «А»”] [GameType “20”] 1.\u{a0}32-28 *");
    assert_eq!(parsed.game.tag("Event"), Some("Кубок «А»"));
}

#[test]
fn line_ends_of_all_kinds_and_a_header_at_the_end() {
    let games = raw_games(file("mixed_lines.pdn"));
    assert_eq!(games.len(), 3);
    let texts: Vec<String> = games.iter().map(|raw| moves(&replay(raw, None).unwrap())).collect();
    assert_eq!(texts, ["22-18 10-13 21-17", "21-17 11-14", ""]);
    assert_eq!(games[1].tag("Event").unwrap().value, "Two");
    assert_eq!(games[2].tag("Event").unwrap().value, "Header only");
}

#[test]
fn results_glued_to_the_next_tag() {
    let games = raw_games(file("glued.pdn"));
    let ends: Vec<&str> =
        games.iter().map(|raw| raw.terminator.as_ref().unwrap().text.as_str()).collect();
    assert_eq!(ends, ["1-1", "0-1", "*", "*"]);
    for game in &games {
        assert_same(&replay(game, None).unwrap().game);
    }
}

#[test]
fn tags_of_other_languages() {
    let parsed = replayed(file("italian_tags.pdn"));
    assert_eq!(parsed.game.variant().rules().name, "italian");
    assert_eq!(parsed.game.tag("White"), Some("Rossi, Anna"));
    assert_eq!(parsed.game.tag("Opening"), Some("0028"));
    assert_eq!(parsed.game.result, GameResult::FirstWins);
    assert_eq!(kinds(&parsed), ["game-guessed"]);
}

#[test]
fn leading_zeros_blanks_in_moves_glued_words_and_signs_for_each_other() {
    let game = replayed(file("english_nonconforming.pdn"));
    assert_eq!(moves(&game), "11-15 23-18 8-11 27-23 4-8 23-19 10-14 19x10 14x23 26x19 7x14");
    assert_eq!(comments(&game), ["Heplayedthisatonce."]);
    assert_eq!(kinds(&game), ["stray-text"]);
}

#[test]
fn games_of_odd_shapes() {
    let games = raw_games(file("shapes.pdn"));
    let results: Vec<GameResult> =
        games.iter().map(|raw| replay(raw, None).unwrap().game.result).collect();
    assert_eq!(
        results,
        [
            GameResult::SecondWins,
            GameResult::FirstWins,
            GameResult::Other("4-6".to_owned()),
            GameResult::SecondWins,
            GameResult::Unknown,
        ]
    );
    let counts: Vec<usize> = games.iter().map(|raw| raw.moves().count()).collect();
    assert_eq!(counts, [0, 3, 2, 0, 0]);
}

#[test]
fn move_numbers_of_every_form() {
    for body in [
        "1.32-28 19-23 2.28x19 14x23 *",
        "01. 32-28 19-23 02. 28x19 14x23 *",
        "1 32-28 19-23 2 28x19 14x23 *",
        "1. 32-28 1... 19-23 2. 28x19 2. ... 14x23 *",
        "1. 32-28 1… 19-23 2.. 28x19 . 14x23 *",
        "1.\n32-28 19-23 2.\n28x19 14x23 3.\n*",
        "32-28 19-23 28x19 14x23",
        "99999999999999999999999. 32-28 19-23 28x19 14x23 *",
    ] {
        assert_eq!(moves(&played(body)), "32-28 19-23 28x19 14x23", "{body}");
    }
}

#[test]
fn moves_of_every_form() {
    for body in [
        "1. 32- 28 19 -23 2. 28 x 19 14x23 *",
        "1. 32–28 19−23 2. 28X19 14×23 *",
        "1. 3228 1923 2. 28:19 14:23 *",
        "1. 32x28 19-23 2. 28-19 14-23 *",
        "1. 32-28! 19-23?? 2. 28x19!? 14x23(?) *",
    ] {
        assert_eq!(moves(&played(body)), "32-28 19-23 28x19 14x23", "{body}");
    }
    let game =
        replayed("[GameType \"25\"] 1. C3-D4 d6-c5 2. b2-c3 f6:g5 *".replace("f6:g5", "f6-g5"));
    assert_eq!(moves(&game), "c3-d4 d6-c5 b2-c3 f6-g5");
    assert_eq!(moves(&replayed("[GameType \"25\"] 1. c3d4 f6e5 2. d4xf6 *")), "c3-d4 f6-e5 d4:f6");
    assert_eq!(moves(&replayed("[GameType \"26\"] 1. 21-17 10-14 *")), "a3-b4 d6-c5");
}

#[test]
fn unknown_moves_are_a_fault_of_the_game_with_its_place() {
    let text = "[GameType \"20\"]\n1. - - 2. - - *\n[GameType \"20\"]\n1. 32-28 *";
    let games = raw_games(text);
    assert_eq!(games.len(), 2);
    let error = replay(&games[0], None).unwrap_err();
    assert!(error.to_string().starts_with("2:4: move 1. `-` is not written as a move"), "{error}");
    assert!(replay(&games[1], None).is_ok());
}

#[test]
fn tags_padded_escaped_repeated_broken_over_lines_unquoted_and_unclosed() {
    let text = "[ Event       \"The \\\"Open\\\"\"  ]\n[Site \"***\"] \n[Path \"C:\\games\\\"]\n\
                [White \"A \"great\" player\"]\n[White \"B\"]\n[Date \"\"]\n\
                [FEN \"W:W32,\n 31:B19,20.\"]\n[Round 7]\n[Dambo.tag \"x\"]\n\
                [Open \"not closed]\n[GameType \"20\"]\n1. 32-28 *";
    let parsed = replayed(text);
    let tags: Vec<(&str, &str)> = parsed.game.tags().collect();
    assert_eq!(
        tags,
        [
            ("Event", "The \"Open\""),
            ("Site", "***"),
            ("Round", "7"),
            ("White", "A \"great\" player"),
            ("Path", "C:\\games"),
            ("Dambotag", "x"),
            ("Open", "not closed"),
        ]
    );
    assert_eq!(kinds(&parsed), ["repeated-tag", "unquoted-value", "unclosed"]);
}

#[test]
fn lists_in_positions_of_every_form() {
    for fen in [
        "W:W32,31:B20,19.",
        "?:W31-32:B19-20",
        "w:b19,20:w31,32",
        "W:W:W31,32:B19,20",
        "[FEN \\\"W:W31,32:B19,20\\\"]",
    ] {
        let parsed =
            replayed(format!("[FEN \"{fen}\"] [SetUp \"1\"] [GameType \"20\"] 1. 32-28 *"));
        let text = assert_same(&parsed.game);
        assert!(text.contains("[FEN \"W:W31,32:B19,20\"]") && !text.contains("SetUp"), "{text}");
    }
    let parsed = replayed("[GameType \"25\"][FEN \"W:W22:B9\"] 1. c3-d4 a7-b6".replace("B9", "B5"));
    assert_eq!(moves(&parsed), "c3-d4 a7-b6");
    let parsed = played("[FEN \"?\"] 1. 32-28 *");
    assert_eq!(*parsed.game.start(), parsed.game.variant().start_position());
}

#[test]
fn tags_are_cleaned_before_they_are_read() {
    let english = "[GameType \"21\"]";
    for (tag, result) in [
        ("[Result \"1-0\u{5}\"]", GameResult::FirstWins),
        ("[Result \"\u{1}1\u{200b}-\u{7}0\"]", GameResult::FirstWins),
        ("[Result\r\u{1} \rResu", GameResult::Other("Resu".to_owned())),
        ("[Result \"\u{1}\u{1b}\"]", GameResult::Unknown),
        ("[Result \"*\\\\\"]", GameResult::Unknown),
        ("[Result \"1-0\\\"]", GameResult::FirstWins),
        ("[Result \"4-6 \\ \u{1}\\\"]", GameResult::Other("4-6".to_owned())),
        ("[Risultato \"0-1\"]", GameResult::SecondWins),
        ("[Re-sult \"0-1\"]", GameResult::SecondWins),
    ] {
        let text = format!("{english}\n{tag}\n1. 11-15 *");
        let parsed = replay(&raw_games(&text)[0], None).unwrap();
        assert_eq!(parsed.game.result, result, "{tag:?}");
        assert_same(&parsed.game);
    }
    // The tag is known by its clean name also where it must tell what stands at the end.
    for tag in ["Risultato \"15-11\"", "Result \"15-11\u{5}\\\""] {
        let parsed = replayed(format!("{english}[{tag}]\n1. 11-15 23-19 15-11"));
        assert_eq!(moves(&parsed), "11-15 23-19");
        assert_eq!(parsed.game.result, GameResult::Other("15-11".to_owned()));
    }
}

#[test]
fn a_result_like_the_last_move_takes_that_from_nobody() {
    let text = "[GameType \"21\"][Result \"23-19\"]\n1. 11-15 23-19";
    assert_eq!(moves(&replayed(text)), "11-15");
    for marks in ["", "!"] {
        let game = replayed(format!("{text}{marks} 23-19 *"));
        assert_eq!(moves(&game), "11-15 23-19");
    }
}

#[test]
fn results_that_disagree_and_results_in_letter_games() {
    let parsed = played("[Result \"0-1\"] 1. 32-28 19-23 1-0");
    assert_eq!(
        (kinds(&parsed), &parsed.game.result),
        (vec!["results-disagree"], &GameResult::SecondWins)
    );
    assert_eq!(played("[Result \"1-0\"] 1. 32-28 19-23 2-0").notes, []);
    assert_eq!(played("1. 32-28 19-23 1-0 *").game.result, GameResult::FirstWins);
    assert_eq!(played("1. 32-28 19-23 ½-½").game.result, GameResult::Draw);
    assert_eq!(played("1. 32-28 19-23 1/2 - 1/2").game.result, GameResult::Draw);
    assert_eq!(played("1. 32-28 19-23 0-0").game.result, GameResult::BothLose);
    let parsed = replayed("[GameType \"25\"] 1. c3-d4 d6-c5 1-1");
    assert!(assert_same(&parsed.game).contains("[Result \"1/2-1/2\"]"));
}

#[test]
fn comments_of_every_kind() {
    let game = played(
        "% a line of its own\n{first} 1. 32-28 {?} {0: None } {-40: 01-07} ; up to the end 1. 2\n\
         19-23 {%wrong 28-23 %alt1 29-23} 2. 28x19 {a {nested (one)} goes 12-18 on} 14x23 * {end}",
    );
    assert_eq!(
        comments(&game),
        [
            "a line of its own",
            "first",
            "?",
            "0: None",
            "-40: 01-07",
            "up to the end 1. 2",
            "%wrong 28-23 %alt1 29-23",
            "a (nested (one)) goes 12-18 on",
            "end"
        ]
    );
    assert_eq!(kinds(&game), ["nested-comment"]);
    assert_eq!(kinds(&played("1. 32-28 {never closed 19-23")), ["unclosed"]);
    assert_eq!(kinds(&played("1. 32-28 } ) 19-23 *")), ["stray-sign", "stray-sign"]);
}

#[test]
fn n17_a_comment_in_front_and_an_annotation_behind_a_comment() {
    let game = played("1. 32-28 {good} $1 ! 19-23 $902 *");
    assert_eq!(moves(&game), "32-28 19-23");
    let games = raw_games("{about the file}\n[Event \"A\"]\n[GameType \"20\"]\n1. 32-28 *\n{tail}");
    assert_eq!(games.len(), 1);
    assert_eq!(comments(&replay(&games[0], None).unwrap()), ["about the file"]);
}

#[test]
fn a_star_may_mark_a_forced_move() {
    let parsed = played("1. 32-28 19-23* 2. 28x19* 14x23 *");
    assert!(assert_same(&parsed.game).contains("19-23 $7 2. 28x19 $7 2... 14x23 *"));
    assert_eq!(raw_games("1. 32-28 * 1. 31-27 * 1. 33-29*").len(), 3);
}

#[test]
fn variations_nested_broken_and_continuing() {
    let parsed = played("1. 32-28 (1. 31-27 (31-26 20-24) 17-21) 19-23 (19-24 {or} 20-24) *");
    let text = assert_same(&parsed.game);
    assert!(text.contains("1. 32-28 (1. 31-27 (1. 31-26 20-24) 1... 17-21) 1... 19-23"), "{text}");
    assert_eq!(moves(&parsed), "32-28 19-23");

    let parsed = played("1. 32-28 19-23 (19-23 2. 28x19 14x23 3. 32-22 20-24) 2. 28x19 *");
    assert_eq!(kinds(&parsed), ["broken-variation"]);
    assert!(assert_same_but_noted(&parsed).contains("3. 32-22 20-24"), "kept as a comment");

    let text = "[GameType \"20\"] 1. 32-28 (19-23 28x19) 19-23 *";
    let parsed = replay(&raw_game(text), None).unwrap();
    assert_eq!(kinds(&parsed), ["continuing-variation"]);
    assert_eq!(kinds(&played("1. 32-28 (1. 31-27 19-23 ")), ["unclosed"]);
}

/// As [`assert_same`], for games whose written text is remarked on again.
fn assert_same_but_noted(parsed: &damier_pdn::Replayed) -> String {
    let text = damier_pdn::write_game(&parsed.game);
    assert_eq!(replay(&raw_game(&text), None).unwrap().game, parsed.game, "{text}");
    text
}

#[test]
fn set_ups_in_the_middle_of_a_game() {
    let parsed = played("1. 32-28 19-23 /FEN \"B:W40:BK2\"/ 2... 2-35 {} 3. 40-34 *");
    assert_eq!(moves(&parsed), "32-28 19-23 2-35 40-34");
    let text = assert_same(&parsed.game);
    assert!(text.contains("/FEN \"B:W40:BK2\"/ 2... 2-35"), "{text}");
    let bad = raw_game("[GameType \"20\"] 1. 32-28 /FEN \"B:W99:B1\"/ 19-23 *");
    assert!(
        replay(&bad, None).unwrap_err().to_string().starts_with("1:26: cannot read the position")
    );
}

#[test]
fn stray_text_and_marks_of_bulletin_boards() {
    let game = played("[pdn] 1. 32-28 and then the 13th 19-23 [/pdn] *");
    assert_eq!(moves(&game), "32-28 19-23");
    assert_eq!(comments(&game), ["and then the 13th"]);
    assert_eq!(kinds(&game), ["stray-text"]);
    assert_eq!(kinds(&played("1. 32-28 (?) 19-23 □ *")), Vec::<&str>::new());
}

#[test]
fn commands_are_kept() {
    let parsed =
        played("1. 32-28 {[%clk 0:59:58] [%eval 0.10]} 19-23 { [%clock w0:00:10 B0:00:03] } *");
    let text = assert_same(&parsed.game);
    assert!(text.contains("1. 32-28 {[%clk 0:59:58] [%eval 0.10]} 1... 19-23"), "{text}");
}

#[test]
fn one_line_positions_follow_each_other() {
    let games = raw_games("[FEN \"B:W18:B1\"]\n[FEN \"B:W19:B1\"]\n[FEN \"B:W20:B1\"]*\n");
    assert_eq!(games.len(), 3);
}

#[test]
fn what_is_longer_than_the_limits_is_cut_with_a_remark() {
    let limits = ReaderLimits { comment: 10, word: 20, game: 2000, depth: 2 };
    let long = "a".repeat(1000);
    let text = format!("[Event \"{long}\"] 1. 32-28 {{{long}}} (((31-27))) 19-23 *");
    let games: Vec<_> =
        PdnReader::with_limits(text.as_bytes(), limits).collect::<Result<_, _>>().unwrap();
    let remarks: Vec<&str> = games[0].notes.iter().map(|note| note.remark.kind()).collect();
    assert_eq!(remarks, ["cut", "cut", "too-deep"]);
    assert_eq!(games[0].tags[0].value.len(), 20);
    let many = format!("1. 32-28 {} * 1. 31-27 *", "19-23 ".repeat(1000));
    let games: Vec<_> =
        PdnReader::with_limits(many.as_bytes(), limits).collect::<Result<_, _>>().unwrap();
    assert_eq!(games.len(), 2, "the end of a game too long is found");
    assert!(games[0].items.len() < 40);
    assert!(matches!(games[0].notes[0].remark, Remark::GameTooLong(2000)));
    assert!(matches!(games[1].items[1].kind, ItemKind::Move { .. }));
}

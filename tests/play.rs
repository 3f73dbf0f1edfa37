//! The terminal game, driven through pipes as a script would.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use damier_rules::game::Game;
use damier_rules::notation::write_move;
use damier_rules::variant::Variant;

/// What a session left behind.
struct Played {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Plays these lines; the input ends after them.
fn play(args: &[&str], lines: &[&str]) -> Played {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .arg("play")
        .args(["--time", "0.05", "--hash", "1"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    // A program that has ended reads no more.
    let _ = stdin.write_all(text.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Played { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// The lines written in a session that must end well.
fn lines(args: &[&str], input: &[&str]) -> Vec<String> {
    let played = play(args, input);
    assert_eq!((played.code, played.stderr.as_str()), (Some(0), ""), "{}", played.stdout);
    let lines: Vec<String> = played.stdout.lines().map(str::to_owned).collect();
    for line in &lines {
        assert!(line.chars().count() <= 80, "over 80 columns: {line}");
    }
    lines
}

/// Two players at one screen, everything in words.
fn together(args: &[&str], input: &[&str]) -> Vec<String> {
    let args: Vec<&str> = ["--plain", "--side", "both"].iter().chain(args).copied().collect();
    lines(&args, input)
}

/// The sentences of a session as one text, so that line breaks do not matter.
fn text(lines: &[String]) -> String {
    lines.join(" ")
}

/// The last position told in words.
fn position(lines: &[String]) -> Vec<String> {
    let turn = lines.iter().rposition(|line| line.ends_with(" to move.")).expect("a position");
    lines[turn.saturating_sub(2)..=turn].to_vec()
}

/// A file of this test's own that does not exist yet.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// A whole game: always the last legal move, which ends soon.
fn whole_game(variant: Variant) -> Vec<String> {
    let mut game = Game::new(variant);
    let mut texts = Vec::new();
    while game.outcome().is_none() {
        let played = *game.legal_moves().last().expect("the game goes on");
        texts.push(write_move(game.variant(), game.position(), &played));
        game.play(&played).expect("it is legal");
    }
    texts
}

#[test]
fn two_players_play_a_whole_game_of_every_kind_to_its_end() {
    for set in damier_rules::rules::ALL {
        let moves = whole_game(Variant::new(*set));
        let input: Vec<&str> = moves.iter().map(String::as_str).chain(["21-17"]).collect();
        let told = together(&["--variant", set.name], &input);
        let played = told.iter().filter(|line| line.contains(" plays ")).count();
        assert_eq!(played, moves.len(), "{}", set.name);
        let all = text(&told);
        assert!(all.contains(" has won: ") || all.contains("is a draw by rule"), "{all}");
        assert!(all.ends_with("The game is over; `new` begins again, `undo` goes back."), "{all}");
    }
}

#[test]
fn the_engine_answers_until_the_player_has_lost_or_stops() {
    // White's only man walks into Black's kings.
    let told = lines(&["--plain", "--fen", "W:W30:BK3,K12"], &["30-26", "26-21", "quit"]);
    assert!(told.contains(&"White plays 30-26.".to_owned()));
    assert!(told.iter().any(|line| line.starts_with("Black plays ")));
    let start = lines(&["--side", "black"], &[]);
    assert!(start.iter().any(|line| line.starts_with("White plays ")), "the engine begins");
    assert_eq!(start.last().map(String::as_str), Some("Black to move."));
}

#[test]
fn a_seed_repeats_the_engine() {
    let game = |seed| lines(&["--plain", "--strength", "1", "--seed", seed], &["21-17", "hint"]);
    let engine = |seed| game(seed).into_iter().find(|line| line.starts_with("Black plays "));
    assert_eq!(engine("5"), engine("5"));
    let seeds = ["1", "2", "3", "4", "5", "6", "7", "8"];
    assert!(seeds.iter().any(|seed| engine(seed) != engine("5")), "seeds differ");
}

#[test]
fn m10_a_wrong_move_is_refused_with_its_reason_and_nothing_changes() {
    let fen = ["--fen", "W:W10,26:B6,15,22"];
    let told = together(&fen, &["10x3", "show"]);
    let all = text(&told);
    assert!(
        all.contains("10x3 is illegal: it takes 1 where 2 must be taken rule: art. 6"),
        "{all}"
    );
    assert!(all.contains("legal instead: 26x12"), "{all}");
    assert_eq!(position(&told), ["White men: 10, 26.", "Black men: 6, 15, 22.", "White to move."]);
    let asked = text(&together(&fen, &["why 10x3", "why 26x12"]));
    assert!(asked.contains("must be taken") && asked.contains("26x12 is legal"), "{asked}");
}

#[test]
fn bad_input_never_loses_the_game() {
    let long = "x".repeat(200_000);
    let bad = [
        "",
        "   ",
        "xyzzy",
        "99-1",
        "21-",
        "undo x",
        "undo 99999999999999999999",
        "strength 0",
        "side up",
        "load /nowhere/x.pdn",
        "save /nowhere/x.pdn",
        "why",
        "\u{1b}[A",
        "é",
        &long,
        "redo",
        "21-17-13-9",
    ];
    let told = together(&[], &[&["21-17"][..], &bad, &["show"]].concat());
    let place = position(&told);
    assert_eq!(place[0], "White men: 17, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32.");
    assert_eq!(place[2], "Black to move.");
}

#[test]
fn undo_goes_back_to_the_players_own_turn_and_redo_forward() {
    let game = ["21-17", "show", "undo", "redo", "undo", "undo"];
    let told = lines(&["--plain"], &game);
    let boards: Vec<&String> = told.iter().filter(|line| line.starts_with("Black men")).collect();
    assert_eq!(boards.len(), 5, "{told:?}");
    assert_ne!(boards[0], boards[1], "the engine has moved");
    assert_eq!(boards[1], boards[3], "redo brings its move back");
    assert_eq!(boards[0], boards[2]);
    assert_eq!(told.last().map(String::as_str), Some("There is nothing to take back."));
    let both = together(&[], &["21-17", "10-13", "undo 2", "redo 2", "undo"]);
    assert_eq!(position(&both)[2], "Black to move.");
}

#[test]
fn a_saved_game_is_loaded_as_it_was() {
    let path = scratch("play-saved.pdn");
    let file = path.to_str().expect("the path is text");
    let (save, over, load) =
        (format!("save {file}"), format!("save! {file}"), format!("load {file}"));
    let told = together(&[], &["21-17", "10-13", &save, "17x10", &save, "show"]);
    assert!(text(&told).contains("exists and is left as it is"), "{told:?}");
    let first = std::fs::read_to_string(&path).expect("the game is saved");
    assert!(first.contains("1. 21-17 10-13 *"), "{first}");

    let again = together(&["--load", file], &["show", "undo"]);
    assert_eq!(again.iter().filter(|line| line.ends_with(" to move.")).count(), 3, "{again:?}");
    let rest = together(&[], &[&load, "17x10", "resign", &over]);
    assert!(text(&rest).contains("A game of 2 plies is loaded."), "{rest:?}");
    let second = std::fs::read_to_string(&path).expect("the game is saved over");
    assert!(second.contains("[Result \"2-0\"]") || second.contains("[Result \"1-0\"]"), "{second}");
    let ended = text(&together(&["--load", file], &["moves"]));
    assert!(ended.contains("White has won: the file says so."), "{ended}");
    let _ = std::fs::remove_file(&path);
}

#[test]
fn house_rules_come_back_from_a_file() {
    let path = scratch("play-house.pdn");
    let file = path.to_str().expect("the path is text");
    let rules = ["--variant", "english", "--rule", "capture=optional"];
    together(&rules, &["11-15", "22-18", "8-11", &format!("save {file}")]);
    let told = together(&["--load", file], &["moves"]);
    assert!(told[0].contains("(capture=optional)"), "{}", told[0]);
    let _ = std::fs::remove_file(&path);
}

#[test]
fn w8_a_draw_by_a_counter_names_its_rule_and_count() {
    let kings = ["--variant", "english", "--fen", "W:WK32:BK1"];
    let round = ["32-27", "1-6", "27-32", "6-1"];
    let told = text(&together(&kings, &[round, round].concat()));
    assert!(told.contains("The game is a draw by rule: the position has stood on the board 3"));
    let counted = ["--rule", "repetition=off", "--rule", "quiet-moves=3"];
    let args = [&kings[..], &counted].concat();
    let told = text(&together(&args, &[&round[..], &["show", "32-27", "1-6"]].concat()));
    assert!(told.contains("Counted towards a draw at 3: 2 moves of each side"), "{told}");
    assert!(told.contains("The game is a draw by rule: 3 moves of each side without"), "{told}");
}

#[test]
fn the_engine_accepts_a_draw_only_where_it_stands_no_better() {
    let behind = ["--plain", "--fen", "W:WK18,K22,K23,K26:BK1"];
    let told = text(&lines(&behind, &["draw"]));
    assert!(told.ends_with("The game is a draw: both sides agree."), "{told}");
    let ahead = ["--plain", "--fen", "W:WK29:BK7,K11,K10,K14"];
    let told = text(&lines(&ahead, &["draw"]));
    assert!(told.ends_with("Black declines the draw: it stands better."), "{told}");
    let level = ["--plain", "--strength", "1", "--seed", "1"];
    let told = text(&lines(&level, &["22-18", "draw", "moves"]));
    let early = "Black declines the draw: the game is level, and fewer than 30 moves each are played \
                 and fewer than half of the pieces taken.";
    assert!(told.contains(early), "{told}");
    assert!(!told.contains("The game is over"), "{told}");
    assert!(text(&together(&[], &["draw"])).ends_with("both sides agree."));
}

#[test]
fn numbers_show_how_the_squares_are_called() {
    let shown = lines(&[], &["numbers"]);
    let board = shown.iter().skip_while(|line| *line != "White to move.").skip(1);
    let board: Vec<&str> = board.map(String::as_str).collect();
    assert_eq!(board.len(), 10, "{shown:?}");
    assert_eq!(
        [board[1], board[8]],
        ["    |  1     2     3     4    |", "    |    29    30    31    32 |"]
    );
    let flipped = lines(&["--side", "black", "--variant", "english"], &["numbers"]);
    assert!(flipped.contains(&"    |    32    31    30    29 |".to_owned()), "{flipped:?}");
    let words = text(&lines(&["--plain", "--variant", "russian"], &["numbers"]));
    let said = "The rows from the top, each from the left: b8, d8, f8, h8; a7, c7, e7, g7; ";
    assert!(words.contains(said) && words.ends_with("; a1, c1, e1, g1."), "{words}");
}

/// What a session writes to a terminal on its standard error.
#[cfg(unix)]
fn on_a_terminal(args: &[&str], input: &str) -> String {
    use std::fs::File;
    use std::io::Read;

    let pair = nix::pty::openpty(None, None).expect("a terminal");
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["play", "--hash", "1"])
        .args(args)
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(pair.slave)
        .spawn()
        .expect("the command starts");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    let mut master = File::from(pair.master);
    let mut shown = Vec::new();
    let mut part = [0; 4096];
    // A terminal whose programs have ended is an error to read from.
    while let Ok(length @ 1..) = master.read(&mut part) {
        shown.extend_from_slice(&part[..length]);
    }
    assert!(child.wait().expect("it ends").success());
    String::from_utf8_lossy(&shown).into_owned()
}

#[cfg(unix)]
#[test]
fn a_terminal_shows_that_the_engine_thinks() {
    let thinks = ["--strength", "3", "--time", "1", "--side", "black"];
    let shown = on_a_terminal(&thinks, "quit\n");
    assert!(shown.contains("thinking, depth "), "{shown:?}");
    assert!(shown.ends_with("\u{1b}[2K"), "nothing of it stays: {shown:?}");
    let plain = on_a_terminal(&[&thinks[..], &["--plain"]].concat(), "quit\n");
    assert_eq!(plain, "", "nothing moves under a screen reader");
}

#[test]
fn resigning_ends_a_game_and_can_be_taken_back() {
    let told = text(&lines(
        &["--plain", "--fen", "W:W17,32:B1,13"],
        &["resign", "moves", "undo", "moves"],
    ));
    assert!(told.contains("Black has won: White has resigned. The game is over"), "{told}");
    assert!(told.ends_with("White to move. 17x10"), "{told}");
}

#[test]
fn m14_no_escape_codes_in_a_pipe_or_in_plain() {
    for args in [&["--plain"][..], &[]] {
        let told = lines(args, &["21-17", "help", "rules", "hint", "flip", "show"]);
        assert!(told.iter().all(|line| !line.contains('\u{1b}')), "{args:?}");
    }
    let plain = lines(&["--plain"], &["21-17", "show"]);
    assert!(plain.iter().all(|line| !line.contains(['|', '+'])), "no diagram: {plain:?}");
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    for input in [&[][..], &["21-17"], &["quit"], &["21-17", "quit", "xyzzy"]] {
        assert_eq!(play(&[], input).code, Some(0), "{input:?}");
    }
}

#[test]
fn bad_options_are_told_with_code_2() {
    for args in [
        &["--strength", "0"][..],
        &["--strength", "4"],
        &["--side", "red"],
        &["--time", "0"],
        &["--variant", "chess"],
        &["--fen", "W:W99:B1"],
        &["--load", "/nowhere/x.pdn"],
        &["--load", "x.pdn", "--fen", "W:W32:B1"],
    ] {
        let played = play(args, &["quit"]);
        assert_eq!(played.code, Some(2), "{args:?}");
        assert!(played.stderr.starts_with("damier: "), "{}", played.stderr);
    }
}

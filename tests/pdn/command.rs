//! The command `damier pdn`.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::program::{Folder, damier};

const GAMES: &str = "[Event \"One\"]\n[White \"Rossi\"]\n[GameType \"22\"]\n[Result \"1-0\"]\n\
                     1. 22-18 10-13 2. 21-17 1-0\n\n\
                     [Event \"Two\"]\n[GameType \"22\"]\n1. 22-18 11-14 2. 21-17 *\n\n\
                     [Event \"Three\"]\n[White \"Bianchi\"]\n[GameType \"25\"]\n1. c3-d4 d6-c5 1/2-1/2\n";

#[test]
fn check_reports_what_is_broken_and_counts_the_rest() {
    let (code, out, err) = damier(&["check", "-"], GAMES);
    assert_eq!((code, err.as_str()), (Some(1), ""));
    let first = out.lines().next().unwrap();
    assert!(
        first.starts_with("standard input:9:19: move 2. `21-17` is illegal: a capture"),
        "{out}"
    );
    assert!(
        out.contains("games    3\nmoves    5\nbroken   1\n  illegal-move           1\n"),
        "{out}"
    );
    let (code, out, _) = damier(&["check", "-", "--json"], GAMES);
    assert_eq!(code, Some(1));
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["line"], 9);
    assert_eq!(lines[0]["kind"], "illegal-move");
    assert_eq!(lines[1]["variants"]["italian"], 1);
    assert_eq!(lines[1]["results"]["1-0"], 1);
}

#[test]
fn check_takes_house_rules_and_reports_notes() {
    let (code, out, _) =
        damier(&["check", "-", "--variant", "italian", "--rule", "capture=optional"], GAMES);
    assert_eq!(code, Some(0), "{out}");
    let (_, out, _) = damier(&["check", "--notes", "-"], "1. 22-18 10-13 * }");
    assert!(out.contains("standard input:1:1: note: nothing tells which game"), "{out}");
}

#[test]
fn convert_rewrites_and_leaves_broken_games_out() {
    let (code, out, err) = damier(&["convert", "-", "--notation", "letters"], GAMES);
    assert_eq!(code, Some(1));
    assert!(err.starts_with("damier: standard input:9:19: move 2. `21-17` is illegal"), "{err}");
    assert_eq!(out.matches("[Event ").count(), 2);
    assert!(out.contains("[GameType \"22,W,8,8,A0,1\"]\n\n1. d3-c4 c6-b5"), "{out}");
    let folder = Folder::new("convert");
    let file = folder.path("out.pdn");
    assert_eq!(damier(&["convert", "-", "-o", &file], &out).0, Some(0));
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.contains("1. 22-18 10-13 2. 21-17 *\n\n[Event \"Three\"]"), "{written}");
    let (code, _, err) = damier(&["convert", &file, "-o", &file], "");
    assert_eq!(code, Some(2));
    assert!(err.replace('\n', " ").contains("is read and cannot be written"), "{err}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), written);
}

#[test]
fn filter_finds_tags_and_positions() {
    let events = |arguments: &[&str]| {
        let (_, out, err) = damier(&[&["filter", "-"], arguments].concat(), GAMES);
        let events: Vec<String> = out
            .lines()
            .filter_map(|line| line.strip_prefix("[Event \""))
            .map(str::to_owned)
            .collect();
        (events, err)
    };
    assert_eq!(events(&["--tag", "white=ross"]), (vec!["One\"]".to_owned()], String::new()));
    assert_eq!(events(&["--tag", "White=", "--tag", "Event=e"]).0.len(), 2);
    assert_eq!(events(&["--fen", "B:W17,18,23-32:B1-9,11-13"]).0, ["One\"]"]);
    assert_eq!(events(&["--tag", "Event=Three", "--fen", "B:W17,18,23-32:B1-9,11-13"]).0.len(), 0);
    let (_, err) = events(&["--fen", "W:W99:B1"]);
    assert!(err.contains("damier: --fen: cannot read the position"), "{err}");
    let (code, _, err) = damier(&["filter", "-", "--tag", "White"], GAMES);
    assert_eq!(code, Some(2));
    assert!(err.contains("expected NAME=VALUE"), "{err}");
}

#[test]
fn split_writes_numbered_files() {
    let folder = Folder::new("split");
    let prefix = folder.path("part-");
    let (code, out, _) = damier(&["split", "-", "--games", "1", "--output-prefix", &prefix], GAMES);
    assert_eq!(code, Some(1), "one game is broken");
    let names: Vec<&str> = out.lines().collect();
    assert_eq!(names, [folder.path("part-0001.pdn"), folder.path("part-0002.pdn")]);
    let second = std::fs::read_to_string(names[1]).unwrap();
    assert!(
        second.contains("[Event \"Three\"]") && second.ends_with("1. c3-d4 d6-c5 *\n"),
        "{second}"
    );
    let (code, _, err) = damier(&["split", "-", "--games", "0", "--output-prefix", &prefix], GAMES);
    assert_eq!((code, err.contains("--games")), (Some(2), true));
}

#[test]
fn faults_of_use_are_reported() {
    let (code, _, err) = damier(&["check", "no-such-file.pdn"], "");
    assert_eq!(code, Some(2));
    assert!(err.starts_with("damier: cannot open no-such-file.pdn: "), "{err}");
    assert_eq!(damier(&["check"], "").0, Some(2));
    assert_eq!(damier(&["check", "-"], "").0, Some(0), "no game is no broken game");
}

#[test]
fn a_missing_file_keeps_no_other_from_being_read() {
    let folder = Folder::new("missing");
    let good = folder.path("good.pdn");
    std::fs::write(&good, "[GameType \"22\"] 1. 22-18 *").unwrap();
    let missing = folder.path("nofile.pdn");
    let (code, out, err) = damier(&["check", &missing, &good], "");
    assert_eq!(code, Some(2));
    assert!(err.starts_with(&format!("damier: cannot open {missing}: ")), "{err}");
    assert!(out.starts_with("games    1\nmoves    1\n"), "{out}");
    let (code, out, _) = damier(&["convert", &missing, &good], "");
    assert_eq!((code, out.matches("[Event ").count()), (Some(2), 1));
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let many = GAMES.repeat(3000);
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["pdn", "convert", "-", "--variant", "italian", "--rule", "capture=optional"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    // The command may have ended before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(many.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

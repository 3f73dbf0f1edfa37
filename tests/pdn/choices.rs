//! What the command decides and tells: the game of a file, men where they are crowned, and when a
//! file is written.

use std::path::Path;

use super::program::{Folder, damier};

/// Legal in Russian draughts, and in Czech.
const BOTH: &str = "1. c3-d4 f6-g5 2. g3-f4 b6-c5 3. d4xb6 a7xc5 4. b2-c3 g7-f6 *\n\n";

/// Legal where men do not take backward, as in Czech draughts.
const CZECH: &str = "[FEN \"W:Wc3:Bd2,h8\"] 1. c3-d4 *\n\n";

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_game_of_a_file_is_decided_once_and_reported() {
    let folder = Folder::new("decided");
    let file = folder.file("old.pdn", [BOTH.repeat(3).as_str(), CZECH, BOTH].concat());
    let (code, out, err) = damier(&["check", &file], "");
    assert_eq!(code, Some(0));
    let message = "5 records name no game; read as Czech draughts, in which 5 can be replayed; \
                --variant NAME overrides this";
    assert_eq!(one_line(&err), format!("damier: {file}: {message}"));
    assert!(out.contains("variants 1\n  czech                  5\n"), "{out}");
    let (_, out, err) = damier(&["convert", &file], "");
    assert_eq!(out.matches("[GameType \"29,W,8,8,A0,0\"]").count(), 5, "{out}");
    assert!(one_line(&err).contains(message), "{err}");
    let (_, out, err) = damier(&["check", &file, "--variant", "russian"], "");
    assert_eq!(err, "");
    assert!(out.contains("  russian                4\n") && out.contains("broken   1\n"), "{out}");
}

#[test]
fn of_a_long_file_the_first_records_decide() {
    let text = [BOTH.repeat(1999).as_str(), CZECH, &BOTH.repeat(10)].concat();
    let (_, out, err) = damier(&["check", "-"], &text);
    assert!(one_line(&err).contains("2000 records so far name no game; read as Czech"), "{err}");
    assert!(out.contains("variants 1\n  czech                  2010\n"), "{out}");
}

#[test]
fn the_game_of_problems_that_nothing_names_is_reported_as_assumed() {
    let (code, _, err) = damier(&["check", "-"], "[FEN \"W:W22,K6:B5,K19\"]\n*");
    assert_eq!(code, Some(0));
    assert_eq!(
        one_line(&err),
        "damier: standard input: 1 record names no game, nor do moves or results tell it; taken \
         as English draughts, American checkers; --variant NAME overrides this"
    );
}

#[test]
fn men_on_the_last_row_are_a_fault_that_names_the_option() {
    let text = "[GameType \"21\"] [FEN \"B:WK23,12,3:BK15,K11.\"] 1-0";
    let (code, out, _) = damier(&["check", "-"], text);
    assert_eq!(code, Some(1));
    let fault = out.lines().next().unwrap();
    assert!(fault.ends_with("; --men-on-last-row king or drop reads it"), "{fault}");
    let (_, _, err) = damier(&["convert", "-"], text);
    assert!(one_line(&err).ends_with("--men-on-last-row king or drop reads it"), "{err}");
    for (arg, fen) in [("king", "B:WK3,12,K23:BK11,K15"), ("drop", "B:W12,K23:BK11,K15")] {
        let (code, out, err) = damier(&["convert", "-", "--men-on-last-row", arg], text);
        assert_eq!((code, err.as_str()), (Some(0), ""));
        assert!(out.contains(&format!("[FEN \"{fen}\"]")), "{out}");
        let (_, out, _) = damier(&["check", "-", "--notes", "--men-on-last-row", arg], text);
        assert!(out.contains("note: a man of White stands on 3, where it is crowned"), "{out}");
    }
    let both = "[GameType \"21\"] [FEN \"B:WK23,12,3:B99.\"] 1-0";
    let (_, out, _) = damier(&["check", "-"], both);
    assert!(!out.contains("--men-on-last-row"), "the option would not help: {out}");
}

#[test]
fn a_file_is_kept_until_there_is_a_game_to_write() {
    let folder = Folder::new("kept");
    let kept = folder.file("kept.pdn", "kept");
    let read = || std::fs::read_to_string(&kept).unwrap();
    let missing = folder.path("missing.pdn");
    let broken = folder.file("broken.pdn", "[GameType \"22\"] 1. 22-19 9-9 *");
    let good = folder.file("good.pdn", "[GameType \"22\"] 1. 22-18 *");
    for (args, code) in [
        (&["convert", &missing, "-o", &kept][..], 2),
        (&["convert", &broken, "-o", &kept], 1),
        (&["filter", &good, "--tag", "Event=None", "-o", &kept], 0),
        (&["filter", &good, "--fen", "W:W99:B1", "-o", &kept], 2),
    ] {
        let (status, _, err) = damier(args, "");
        assert_eq!((status, read().as_str()), (Some(code), "kept"), "{args:?}: {err}");
        assert!(one_line(&err).contains("there is no game to write"), "{args:?}: {err}");
    }
    let new = folder.path("new.pdn");
    damier(&["convert", &broken, "-o", &new], "");
    assert!(!Path::new(&new).exists());
    let (code, _, err) = damier(&["convert", &missing, &broken, &good, "-o", &kept], "");
    assert_eq!(code, Some(2), "{err}");
    assert!(read().ends_with("1. 22-18 *\n"), "{}", read());
    let inside = std::fs::read_dir(folder.path("")).unwrap().count();
    assert_eq!(inside, 3, "nothing else is left behind");
}

#[test]
fn parts_are_kept_until_others_are_complete() {
    let folder = Folder::new("kept-parts");
    let first = folder.file("part-0001.pdn", "kept");
    let second = folder.file("part-0002.pdn", "kept");
    let prefix = folder.path("part-");
    let text = "[GameType \"22\"] 1. 22-18 *\n\n[GameType \"22\"] 1. 22-19 9-9 *";
    let (code, out, _) = damier(&["split", "-", "--games", "1", "--output-prefix", &prefix], text);
    assert_eq!((code, out.trim_end()), (Some(1), first.as_str()));
    assert!(std::fs::read_to_string(first).unwrap().ends_with("1. 22-18 *\n"));
    assert_eq!(std::fs::read_to_string(second).unwrap(), "kept");
}

#[test]
fn faults_have_the_number_of_their_move() {
    for (moves, number) in [
        ("1. 32-28 19-23 2. 37-32 *", "2."),
        ("32-28 19-23 37-32 *", "2."),
        (". 32-28 ... 19-23 . 37-32 *", "2."),
        ("1. 32-28 ... 20-99 *", "1..."),
        ("1. 32-28 (1. ... 20-25 2. 99-98) 32-22 *", "1..."),
        ("7. ... 36x27 *", "7..."),
        ("... 36x27 *", "1..."),
        ("[FEN \"B:W31:B20\"] 36x27 *", "1..."),
        ("99. 32-28 19-23 28x19 14x23 36x27 *", "101."),
    ] {
        let (_, out, _) = damier(&["check", "-"], &format!("[GameType \"20\"] {moves}"));
        let fault = out.lines().next().unwrap();
        assert!(fault.contains(&format!(": move {number} ")), "{moves}: {fault}");
    }
}

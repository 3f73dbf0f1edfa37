//! Comments without an end, files without a game, games without a move, and signs for terminals.

use damier_pdn::{Remark, replay};

use super::games::{assert_same, comments, kinds, moves, raw_games, replayed};

const OOPS: &str = "[Event \"a\"]\n[GameType \"22\"]\n1. 21-17 {oops 10-13 *\n";

#[test]
fn a_comment_without_end_swallows_no_games() {
    for gap in ["", "\n", "\r\n \r\n"] {
        let text = format!(
            "{OOPS}{gap}[Event \"b\"]\n[GameType \"22\"]\n1. 22-18 10-13 *\n{gap}[Event \"c\"]\n\
             [GameType \"22\"]\n1. 22-18 {{fine}} *\n"
        );
        let games: Vec<_> = raw_games(text).iter().map(|raw| replay(raw, None).unwrap()).collect();
        let all: Vec<String> = games.iter().map(moves).collect();
        assert_eq!(all, ["21-17", "22-18 10-13", "22-18"]);
        assert_eq!(kinds(&games[0]), ["unclosed", "no-terminator"]);
        assert_eq!(games[0].notes[0].to_string(), "3:10: the comment is not closed");
        assert_eq!(comments(&games[0]), ["oops 10-13 *"]);
        assert!(games[1].notes.is_empty() && games[2].notes.is_empty());
    }
    let text = "[Event \"a\"]\n{oops\n[Event \"b\"]\n[GameType \"22\"]\n1. 22-18 *";
    assert_eq!(raw_games(text).len(), 2, "a game of which there is nothing but the comment");
}

#[test]
fn brackets_in_comments_do_not_end_them() {
    for comment in [
        "a\n[%clk 0:10:00] b",
        "see [Event \"x\"] there",
        "a\n[Event] \"b\"",
        "a\n[event \"b\"]",
        "a\n[Event b]",
        "a\n\n[1] \"b\"",
    ] {
        let game = replayed(format!("[GameType \"22\"] 1. 22-18 {{{comment}}} 10-13 *"));
        assert_eq!((moves(&game).as_str(), kinds(&game).len()), ("22-18 10-13", 0), "{comment}");
    }
    // Wherever the writer ends its lines, none begins as if with a tag.
    for length in 40..90 {
        let before = "a".repeat(length);
        let text = format!("[GameType \"22\"] 1. 22-18 {{{before} [Event \"x\"] b}} 10-13 *");
        assert_eq!(comments(&replayed(text)), [format!("{before} [Event \"x\"] b")]);
    }
}

#[test]
fn no_file_is_empty_that_has_something_unclosed_or_a_variation() {
    for (text, kind) in [
        ("{never ends", Some("unclosed")),
        ("(((1. 21-17", Some("unclosed")),
        ("(((", Some("unclosed")),
        ("(1. 21-17 10-13)", None),
    ] {
        let game = replayed(text);
        assert!(kind.is_none_or(|kind| kinds(&game).contains(&kind)), "{text}: {:?}", game.notes);
        assert!(kinds(&game).contains(&"game-assumed"), "{text}: {:?}", game.notes);
    }
    assert_eq!(raw_games("{closed}\n").len(), 0);
    let games = raw_games("[GameType \"22\"] 1. 22-18 *\n\n{never ends");
    assert!(games.iter().any(|game| game.notes.iter().any(|n| n.remark.kind() == "unclosed")));
}

#[test]
fn a_game_without_moves_is_called_italian_by_nobody() {
    let problem = "[Event \"Problem\"]\n[FEN \"W:W22,K6:B5,K19\"]\n*";
    let parsed = replay(&raw_games(problem)[0], None).unwrap();
    assert_eq!(kinds(&parsed), ["game-assumed"]);
    assert!(matches!(
        parsed.notes[0].remark,
        Remark::Assumed("English draughts, American checkers")
    ));
    let text = damier_pdn::write_game(&parsed.game);
    assert!(!text.contains("GameType") && text.contains("[FEN \"W:W"), "{text}");
    let again = replay(&raw_games(&text)[0], None).unwrap();
    assert_eq!(again.game, parsed.game);
    let parsed = replayed(problem.replace("\n*", "\n[GameType \"22\"]\n*"));
    assert!(assert_same(&parsed.game).contains("GameType"));
    let default = super::games::game("italian");
    let parsed = replay(&raw_games(problem)[0], Some(default)).unwrap();
    assert!(assert_same(&parsed.game).contains("[GameType \"22"));
}

#[test]
fn nothing_that_a_terminal_obeys_is_written() {
    let parsed = replayed(
        "[Event \"a\u{1b}[31mb\"] [Result \"4\u{7}-6\"] [GameType \"22\"]\n\
         1. 22-18 {red \u{1b}[31m\u{7}\tend [%clk \u{8}0:10:00]} *",
    );
    let text = assert_same(&parsed.game);
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    assert_eq!(comments(&parsed), ["red [31m end [%clk 0:10:00]"]);
}

//! Boards as they are drawn, and rules as they are told.

use crate::common::command::{assert_narrow, json, lines, output};

#[test]
fn the_italian_board_lies_as_its_federation_draws_it() {
    let start = lines(&["show"]);
    assert_eq!(start[2], "  1 | b   b   b   b   | 4");
    assert_eq!(start[9], " 29 |   w   w   w   w | 32");
    assert_eq!(start[start.len() - 2..], ["White to move", "W:W21-32:B1-12"]);
    assert_eq!(lines(&["show", "--flip"])[2], " 32 | w   w   w   w   | 29");
    assert_eq!(lines(&["show", "--common-board"])[2], "  4 |   b   b   b   b | 1");
    let numbers = lines(&["show", "--numbers"]);
    assert_eq!(numbers[2], "    |  1     2     3     4    |");
    assert_eq!(numbers[9], "    |    29    30    31    32 |");
}

#[test]
fn other_boards_lie_as_their_federations_draw_them() {
    assert_eq!(lines(&["show", "--variant", "english"])[2], "  1 |   b   b   b   b | 4");
    let spanish = lines(&["show", "--variant", "spanish"]);
    assert_eq!(
        [&spanish[2], &spanish[9]],
        [" 32 | b   b   b   b   | 29", "  4 |   w   w   w   w | 1"]
    );
    let russian = lines(&["show", "--variant", "russian"]);
    assert_eq!(russian[9], "  1 | w   w   w   w   |");
    assert_eq!(russian[11], "      a b c d e f g h");
    let flipped = lines(&["show", "--variant", "russian", "--flip"]);
    assert_eq!([&flipped[2], &flipped[11]], ["  1 |   w   w   w   w |", "      h g f e d c b a"]);
    assert_eq!(
        lines(&["show", "--variant", "international"])[11],
        " 46 | w   w   w   w   w   | 50"
    );
}

#[test]
fn kings_are_distinct_from_men() {
    let fen = ["--fen", "B:W30,K31:B1,K2"];
    let plain = lines(&[&["show"], &fen[..]].concat());
    assert_eq!([&plain[2], &plain[9]], ["  1 | b   B   .   .   | 4", " 29 |   .   w   W   . | 32"]);
    assert_eq!(plain[11], "Black to move");
    let signs = output(&[&["show", "--unicode"], &fen[..]].concat());
    assert!("⛀⛁⛂⛃".chars().all(|sign| signs.contains(sign)), "{signs}");
    let report = json(&[&["show", "--json"], &fen[..]].concat());
    assert_eq!((&report["rows"][0], &report["turn"]), (&"b B . . ".into(), &"black".into()));
}

#[test]
fn the_rules_are_compared_and_written() {
    let table = output(&["rules"]);
    assert_narrow(&table);
    let games = json(&["rules", "--json"]);
    for game in games["games"].as_array().expect("games") {
        let name = game["name"].as_str().expect("a name");
        assert!(table.contains(name), "{name}");
        let printed = output(&["rules", name]);
        assert_narrow(&printed);
        for part in
            ["Crowning", "Precedence", "GameType", "Huffing is not supported", "[", "Source: "]
        {
            assert!(printed.contains(part), "{name} {part}");
        }
        assert!(game["rules"].as_array().is_some_and(|rules| rules.iter().all(|rule| {
            rule["text"].is_string() && rule["source"].as_str().is_some_and(|s| !s.is_empty())
        })));
    }
    let house = output(&["rules", "english", "--rule", "king=flying"]);
    assert!(house.contains("(king=flying)") && house.contains("[house rule]"), "{house}");
    assert_eq!(json(&["rules", "--rule", "king=flying", "--json"])["settings"]["king"], "flying");
}

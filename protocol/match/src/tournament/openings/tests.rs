use std::collections::HashSet;

use super::*;

fn variant(name: &str) -> Variant {
    Variant::named(name).unwrap()
}

fn file(text: &str) -> OpeningSource {
    OpeningSource::File { name: "openings".to_owned(), bytes: text.as_bytes().to_vec() }
}

#[test]
fn random_openings_are_distinct_playable_and_decided_by_the_seed() {
    let source: OpeningSource = "random:4".parse().unwrap();
    for name in ["italian", "russian", "international"] {
        let game = variant(name);
        let openings = source.openings(game, 0, 1, 300).unwrap();
        assert_eq!(openings.len(), 300, "{name}");
        let ends: Vec<_> =
            openings.iter().map(|opening| *opening.game(game).unwrap().position()).collect();
        let distinct: HashSet<String> =
            ends.iter().map(|end| write_fen(game.rules(), end)).collect();
        assert_eq!(distinct.len(), 300, "{name}");
        assert_eq!(openings, source.openings(game, 0, 1, 300).unwrap());
        assert_eq!(openings[..20], source.openings(game, 0, 1, 20).unwrap());
        assert_ne!(openings, source.openings(game, 0, 2, 300).unwrap());
        assert_ne!(openings, source.openings(game, 1, 1, 300).unwrap());
    }
}

#[test]
fn there_are_not_more_random_openings_than_positions() {
    let source: OpeningSource = "random:1".parse().unwrap();
    // Perft of depth 1: the first moves lead to 7 different positions.
    assert_eq!(source.openings(variant("italian"), 0, 5, 1_000).unwrap().len(), 7);
    for wrong in ["random:0", "random:41", "random:", "random:x", "random"] {
        assert!(wrong.parse::<OpeningSource>().is_err(), "{wrong}");
    }
}

#[test]
fn positions_are_read_one_a_line() {
    let game = variant("international");
    let text = "# endings\n\nW:W31,32:B19,20\nB:W31,32:B19,20  # the same, Black to move\n\
                W:W31,32:B19,20\n";
    let openings = file(text).openings(game, 0, 3, 10).unwrap();
    assert_eq!(openings.len(), 2, "the same position counts once");
    assert!(openings.iter().all(|opening| opening.moves.is_empty()));
    assert_ne!(openings[0].start.turn(), openings[1].start.turn());
}

#[test]
fn games_are_read_as_pdn() {
    let text = "[Event \"?\"]\n[Opening \"First\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 *\n\n\
                [GameType \"20\"]\n\n1. 34-30 *\n\n[GameType \"21\"]\n\n1. 11-15 *\n";
    let mut names: Vec<String> = file(text)
        .openings(variant("international"), 0, 3, 10)
        .unwrap()
        .into_iter()
        .map(|opening| format!("{}: {}", opening.name, opening.moves.len()))
        .collect();
    names.sort();
    assert_eq!(names, ["First (1): 2", "game 2: 1"]);
    assert_eq!(file(text).openings(variant("english"), 0, 3, 10).unwrap().len(), 1);
    let none = file(text).openings(variant("italian"), 0, 3, 10).unwrap_err();
    assert_eq!(none.to_string(), "openings: there is no opening of Italian draughts");
}

#[test]
fn the_order_is_the_seeds_and_the_checksum_is_of_the_contents() {
    let game = variant("international");
    let text: String = (31..=50).map(|man| format!("W:W{man}:B1,2\n")).collect();
    let openings = |seed| file(&text).openings(game, 0, seed, 100).unwrap();
    assert_eq!(openings(1), openings(1));
    assert_ne!(openings(1), openings(2));
    assert_eq!(checksum(game, &openings(1)), checksum(game, &openings(1)));
    assert_ne!(checksum(game, &openings(1)), checksum(game, &openings(2)));
}

#[test]
fn mistakes_are_reported_with_their_line() {
    let game = variant("international");
    for (text, message) in [
        ("W:W31:B1\nW:W99:B1\n", "openings:2: "),
        ("W:W31:B\n", "openings:1: the game is over"),
        ("[GameType \"20\"]\n\n1. 32-28 19-23 2. 37-32 *\n", "openings:3:"),
    ] {
        let error = file(text).openings(game, 0, 1, 9).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn broken_games_are_skipped_and_files_of_old_editors_are_read() {
    let game = variant("international");
    let mut bytes =
        b"\xef\xbb\xbf[Event \"D\xe9but\"]\n[GameType \"20\"]\n\n1. 32-28 *\n\n".to_vec();
    bytes.extend(b"[GameType \"20\"]\n\n1. 32-28 19-23 2. 37-32 *\n");
    let source = OpeningSource::File { name: "openings".to_owned(), bytes };
    let mut skipped = Vec::new();
    let mut skip = |error: OpeningsError| skipped.push(error.to_string());
    let openings = source.openings_skipping(game, 0, 1, 9, &mut skip).unwrap();
    assert_eq!(openings.len(), 1);
    assert!(openings[0].name.starts_with('D'), "{}", openings[0].name);
    assert!(skipped.len() == 1 && skipped[0].starts_with("openings:8:"), "{skipped:?}");
    let text = "\u{feff}W:W31:B1\n";
    assert_eq!(file(text).openings(game, 0, 1, 9).unwrap().len(), 1);
}

#[test]
fn ballots_are_openings() {
    for text in ["ballots", "ballots:unbalanced"] {
        let source: OpeningSource = text.parse().unwrap();
        assert_eq!(source.to_string(), text);
        let game = variant("italian");
        let openings = source.openings(game, 0, 4, 50).unwrap();
        assert_eq!(openings.len(), 50);
        assert_ne!(openings, source.openings(game, 0, 5, 50).unwrap());
        assert!(
            openings.iter().all(|opening| opening.game(game).is_ok() && !opening.name.is_empty())
        );
    }
}

#[test]
fn a_resumed_match_draws_the_openings_of_earlier_versions() {
    for (text, russian, italian) in
        [("ballots", 0xd3bd_a398, 0x0d70_b4a9), ("random:5", 0xbb3a_415c, 0x874a_0207)]
    {
        let source: OpeningSource = text.parse().unwrap();
        for (section, name, expected) in [(0, "russian", russian), (1, "italian", italian)] {
            let openings = source.openings(variant(name), section, 9, 10).unwrap();
            assert_eq!(checksum(variant(name), &openings), expected, "{text} {name}");
        }
    }
}

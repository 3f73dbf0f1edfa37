//! Short ways to read and replay.

use damier_pdn::{Element, PdnGame, PdnReader, RawGame, Replayed, replay, write_game};
use damier_rules::notation::write_move;
use damier_rules::variant::Variant;

/// The games of a text.
pub fn raw_games(text: impl AsRef<[u8]>) -> Vec<RawGame> {
    PdnReader::new(text.as_ref()).collect::<Result<_, _>>().unwrap()
}

/// The only game of a text.
pub fn raw_game(text: impl AsRef<[u8]>) -> RawGame {
    let mut all = raw_games(text.as_ref());
    assert_eq!(all.len(), 1, "one game: {}", String::from_utf8_lossy(text.as_ref()));
    all.remove(0)
}

/// The only game of a text, replayed; what is written of it reads back.
pub fn replayed(text: impl AsRef<[u8]>) -> Replayed {
    let text = text.as_ref();
    let shown = String::from_utf8_lossy(text);
    let replayed = replay(&raw_game(text), None).unwrap_or_else(|error| panic!("{error}: {shown}"));
    assert_same(&replayed.game);
    replayed
}

/// Checks that a game is the same when it is written and read.
pub fn assert_same(pdn: &PdnGame) -> String {
    let text = write_game(pdn);
    let again = replay(&raw_game(&text), None).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.game, *pdn, "{text}");
    // What the game itself is told of comes again; what was wrong with the file does not.
    let lasting = ["drawn-before", "continuing-variation", "game-assumed"];
    assert!(kinds(&again).iter().all(|kind| lasting.contains(kind)), "{:?}\n{text}", again.notes);
    text
}

/// The kinds of the remarks.
pub fn kinds(replayed: &Replayed) -> Vec<&'static str> {
    replayed.notes.iter().map(|note| note.remark.kind()).collect()
}

/// The moves of the main line as they are written.
pub fn moves(replayed: &Replayed) -> String {
    let variant = replayed.game.variant();
    let texts: Vec<String> =
        replayed.game.plies().map(|ply| write_move(variant, &ply.before, &ply.played)).collect();
    texts.join(" ")
}

/// The comments of the main line.
pub fn comments(replayed: &Replayed) -> Vec<String> {
    let text = |element: &Element| match element {
        Element::Comment(comment) => Some(comment.to_string()),
        _ => None,
    };
    replayed.game.elements.iter().filter_map(text).collect()
}

/// A named game.
pub fn game(name: &str) -> Variant {
    Variant::named(name).unwrap()
}

/// A file of the test data.
pub fn file(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/data/pdn/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

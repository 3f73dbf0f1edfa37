//! Won endings of few pieces are won by the engine, on both sides, before a draw counter ends the
//! game: each position is proven to be won in time.

mod common;

#[path = "endings/find.rs"]
mod find;
#[path = "endings/oracle.rs"]
mod oracle;

use damier_engine::{Engine, Limits, Request, Signal};
use damier_rules::game::{Game, Outcome};
use damier_rules::notation::read_fen;
use damier_rules::position::Position;
use damier_rules::variant::Variant;

/// The games and their endings: a FEN a line, the side to move wins; then the plies to the end.
const ENDINGS: [(&str, &str); 3] = [
    ("italian", include_str!("data/endings/italian.fen")),
    ("english", include_str!("data/endings/english.fen")),
    ("international", include_str!("data/endings/international.fen")),
];

/// About what 0.2 s give on one core.
const FIFTH_OF_A_SECOND: u64 = 1_000_000;

/// An ending of the data files.
struct Ending {
    fen: &'static str,
    position: Position,
    /// Plies to the end.
    plies: i32,
}

fn endings(variant: Variant) -> Vec<Ending> {
    let name = variant.rules().name;
    let (_, text) = ENDINGS.into_iter().find(|(game, _)| *game == name).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (fen, comment) = line.split_once(" # ").unwrap();
            let position = read_fen(variant.rules(), fen).unwrap();
            let (plies, _) = comment.split_once(" plies").unwrap();
            Ending { fen, position, plies: plies.parse().unwrap() }
        })
        .collect()
}

fn limited(nodes: u64) -> Request {
    Request::new(Limits::nodes(nodes))
}

/// The plies to the end by the engine's search, which sees the draw counters, if it proves one.
fn proven_by_search(variant: Variant, position: &Position, nodes: u64) -> Option<i32> {
    let game = Game::from_position(variant, *position);
    let mut engine = Engine::builder().table_bytes(1 << 26).build().unwrap();
    let answer = engine.think(&game, &limited(nodes), &Signal::new(), &mut |_| {});
    answer.lines.first()?.score.end()
}

/// Plays the ending with the engine on both sides; how it ends.
fn played_out(game: &mut Game, nodes: u64) -> Outcome {
    let mut engines = [(); 2].map(|()| Engine::builder().table_bytes(1 << 24).build().unwrap());
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let engine = &mut engines[game.position().turn().index()];
        let answer = engine.think(game, &limited(nodes), &Signal::new(), &mut |_| {});
        game.play(&answer.best.unwrap()).unwrap();
    }
}

/// The endings, every `step`-th, that the engine does not win.
fn not_won(name: &str, nodes: u64, step: usize) -> Vec<String> {
    let variant = Variant::named(name).unwrap();
    let mut failures = Vec::new();
    for ending in endings(variant).iter().step_by(step) {
        let mut game = Game::from_position(variant, ending.position);
        let outcome = played_out(&mut game, nodes);
        if outcome != Outcome::Won(ending.position.turn()) {
            let Ending { fen, plies, .. } = ending;
            let played = game.plies();
            failures.push(format!("{name} {fen} ({plies} plies): {outcome:?} after {played}"));
        }
    }
    failures
}

/// Of these endings of a game all but two at most are won with so many nodes a move; which one
/// is not changes with the weights. The test of all endings asks for all.
fn wins(name: &str, nodes: u64, step: usize) {
    let failures = not_won(name, nodes, step);
    assert!(failures.len() <= 2, "{failures:#?}");
}

#[test]
fn italian_endings_are_won() {
    wins("italian", 100_000, 3);
}

#[test]
fn english_endings_are_won() {
    wins("english", 100_000, 3);
}

#[test]
fn international_endings_are_won() {
    wins("international", FIFTH_OF_A_SECOND, 7);
}

#[test]
#[ignore = "minutes; run with --ignored --nocapture"]
fn all_endings_are_won_in_a_fifth_of_a_second_a_move() {
    let mut failures = Vec::new();
    for (name, _) in ENDINGS {
        let lost = not_won(name, FIFTH_OF_A_SECOND, 1);
        println!("{name}: {} not won {lost:#?}", lost.len());
        failures.extend(lost);
    }
    assert_eq!(failures, Vec::<String>::new());
}

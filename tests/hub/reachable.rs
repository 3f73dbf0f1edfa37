//! Searches of positions that games reach: whatever is reported must be legal, and nothing go wrong.
//!
//! Each line is judged by the slow generator of the tests. `DAMIER_HUB_POSITIONS` sets how many
//! positions each game gets, and each again where captures are optional.

use std::thread;

use damier_rules::game::Game;
use damier_rules::notation::{SquareOrder, hub_move, read_hub_move, write_hub_position};
use damier_rules::position::Move;
use damier_rules::rules::{ALL, RuleSet};
use damier_rules::variant::Variant;

use crate::common::data::house;
use crate::common::oracle;
use crate::common::oracle_board::Played;
use crate::common::scatter::SeededRng;
use crate::hub_driver::Engine;

const POSITIONS: usize = 30;
/// Random play has emptied most boards by then.
const LONGEST: usize = 150;

#[test]
fn every_line_of_a_reachable_position_is_legal() {
    let positions = match std::env::var("DAMIER_HUB_POSITIONS") {
        Ok(text) => text.parse().expect("DAMIER_HUB_POSITIONS is a number"),
        Err(_) => POSITIONS,
    };
    let counts = thread::scope(|scope| {
        let games = ALL.iter().map(|rules| {
            scope.spawn(move || {
                ["mandatory", "optional"].map(|capture| searched(*rules, capture, positions))
            })
        });
        let games: Vec<_> = games.collect();
        games.into_iter().flat_map(|game| game.join().unwrap()).collect::<Vec<Count>>()
    });
    assert_eq!(counts.len(), 2 * ALL.len());
    for count in counts {
        let Count { game, capture, searches, finished, lines, moves, judged } = count;
        println!(
            "{game}, captures {capture}: {searches} positions, {finished} of them finished; \
             {lines} lines, {moves} moves, {judged} of them judged"
        );
        assert_eq!(searches, positions);
        assert!(lines >= searches - finished && finished * 5 < positions.max(50));
        assert!(judged * 10 >= moves * 9, "the slow generator gave up too often");
    }
}

/// What has been looked at.
#[derive(Default)]
struct Count {
    game: &'static str,
    capture: &'static str,
    searches: usize,
    finished: usize,
    lines: usize,
    moves: usize,
    /// Moves that the slow generator was quick enough for.
    judged: usize,
}

/// Searches positions of a game, for each of which the engine gets the moves to it, or where
/// the pieces stand.
fn searched(game: RuleSet, capture: &'static str, positions: usize) -> Count {
    let variant = Variant::new(house(game, &[&format!("capture={capture}")]));
    let mut rng = SeededRng::new(positions as u64);
    let mut count = Count { game: game.name, capture, ..Count::default() };
    let mut engine = Engine::start();
    for (name, value) in
        [("variant", game.name), ("capture", capture), ("tt-size", "14"), ("line-interval", "0")]
    {
        engine.send(&format!("set-param name={name} value={value}"));
    }
    for index in 0..positions {
        let played = play_out(variant, &mut rng);
        let lines = if index % 5 == 4 { 3 } else { 1 };
        engine.send(&format!("set-param name=multipv value={lines}"));
        if index % 7 == 0 {
            engine.send("new-game");
        }
        engine.send(&position_line(&played, index % 2 == 0));
        engine.send_all(&["level nodes=2000", "go think"]);
        judge(&played, &engine.until("done"), &mut count);
    }
    assert!(engine.finish().is_empty());
    count
}

/// A game of random moves, broken off anywhere.
fn play_out(variant: Variant, rng: &mut SeededRng) -> Game {
    let mut whole = Game::new(variant);
    while whole.moves().len() < LONGEST && !whole.legal_moves().is_empty() {
        let moves = whole.legal_moves();
        whole.play(&moves[rng.below(moves.len())]).expect("the list is legal");
    }
    let mut game = Game::new(variant);
    for played in &whole.moves()[..rng.below(whole.moves().len() + 1)] {
        game.play(played).expect("it was played before");
    }
    game
}

fn position_line(game: &Game, with_moves: bool) -> String {
    let rules = game.variant().rules();
    if !with_moves {
        return format!(
            "pos pos={}",
            write_hub_position(rules, game.position(), SquareOrder::Plain)
        );
    }
    let texts: Vec<String> =
        game.moves().iter().map(|played| hub_move(rules, played, SquareOrder::Plain)).collect();
    format!("pos start moves=\"{}\"", texts.join(" "))
}

/// Checks each line, and that the answer is the move of the last one.
fn judge(game: &Game, lines: &[String], count: &mut Count) {
    count.searches += 1;
    let (done, infos) = lines.split_last().expect("an answer");
    if game.legal_moves().is_empty() {
        assert_eq!(lines, ["done"], "{game:?}");
        count.finished += 1;
        return;
    }
    let mut last_pv = "";
    for info in infos {
        assert!(info.starts_with("info depth="), "{info}");
        let pv = field(info, "pv").unwrap_or_else(|| panic!("{info}"));
        replay(game, pv, count);
        count.lines += 1;
        last_pv = pv;
    }
    let best = field(done, "move").unwrap_or_else(|| panic!("{done}"));
    assert_eq!(last_pv.split(' ').next(), Some(best), "{infos:?} {done}");
    let ponder = field(done, "ponder").unwrap_or_default();
    replay(game, format!("{best} {ponder}").trim_end(), count);
}

/// The value of a line's argument.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!(" {name}="))?;
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split(' ').next(),
    }
}

/// Plays a line of moves, each of which must be legal and written as its only name.
fn replay(game: &Game, line: &str, count: &mut Count) {
    let mut game = game.clone();
    let variant = game.variant();
    for text in line.split(' ') {
        let position = *game.position();
        let read = read_hub_move(variant, &position, text, SquareOrder::Plain);
        let played: Move = read.unwrap_or_else(|error| panic!("{text} of {line}: {error}"));
        assert_eq!(hub_move(variant.rules(), &played, SquareOrder::Plain), text, "{line}");
        count.moves += 1;
        let moves = &variant.rules().moves;
        if let Some(legal) = oracle::legal(moves, &position) {
            let judged = Played::of(moves.geometry, &played);
            assert!(legal.contains(&judged), "{text} of {line} at {position:?}");
            count.judged += 1;
        }
        game.play(&played).expect("it was read as a legal move");
    }
}

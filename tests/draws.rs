//! The draw rules of every game: what starts a count, what starts it anew, what ends the game.
//!
//! Sources: rules.md of each federation as cited in the rule sets; cases W1-W3, W10-W12.

#[path = "draws/clauses.rs"]
mod clauses;

use damier_engine::score::Score;
use damier_engine::{Engine, Limits, Request, Signal};
use damier_rules::game::{Count, Game, Outcome};
use damier_rules::notation::{read_fen, read_move};
use damier_rules::position::Side;
use damier_rules::rules::{DrawRule, House, named};
use damier_rules::variant::Variant;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A game of these rules, without repetition so that shuffling shows the counter alone.
fn game(name: &str, house: &[&str], fen: &str) -> Game {
    let base = House::of(named(name).unwrap()).set("repetition=off").unwrap();
    let rules = house.iter().fold(base, |rules, pair| rules.set(pair).unwrap());
    let variant = Variant::new(rules.finish().unwrap());
    Game::from_position(variant, read_fen(variant.rules(), fen).unwrap())
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let played = read_move(game.variant(), game.position(), text).unwrap();
        game.play(&played).unwrap();
    }
}

/// Plays the moves over and over until the game ends; the plies played and the end.
fn shuffle(game: &mut Game, cycle: &str) -> (usize, Outcome) {
    let start = game.plies();
    loop {
        for text in cycle.split_whitespace() {
            if let Some(outcome) = game.outcome() {
                return (game.plies() - start, outcome);
            }
            play(game, text);
        }
        assert!(game.plies() < 1_000, "the game never ends");
    }
}

fn drawn(rule: DrawRule, moves: u16) -> Outcome {
    Outcome::Drawn(Count { rule, plies: 2 * moves, limit: 2 * moves })
}

/// A game, a position, moves that change nothing, and the rule and count that end it.
type Case = (&'static str, &'static str, &'static str, DrawRule, u16);

/// Kings that shuffle: every counter at its first position on the board.
const SHUFFLES: [Case; 18] = [
    ("italian", "W:WK31,21:BK2,5", "31-27 2-6 27-31 6-2", DrawRule::QUIET_MOVES, 40),
    ("english", "B:WK32,30:BK1,4", "1-6 32-27 6-1 27-32", DrawRule::QUIET_MOVES, 40),
    ("czech", "W:WKa1,h4:BKb8,a7", "a1-b2 b8-c7 b2-a1 c7-b8", DrawRule::QUIET_MOVES, 15),
    ("spanish", "W:WK1,9:BK29,24", "1-5 29-25 5-1 25-29", DrawRule::QUIET_MOVES, 20),
    ("portuguese", "W:WK1,9:BK29,24", "1-5 29-25 5-1 25-29", DrawRule::QUIET_MOVES, 20),
    ("russian", "W:WKc1,c3,e3,h2:BKf8,a7,c7,h6", CYCLE, DrawRule::KING_MOVES, 15),
    ("brazilian", "W:WKc1,c3,e3,h2:BKf8,a7,c7,h6", CYCLE, DrawRule::KING_MOVES, 15),
    ("international", "W:WK47,31:BK5,16,17", INTERNATIONAL, DrawRule::KING_MOVES, 25),
    ("russian", "W:WKa1,Kc1,Ke1:BKh2", "c1-b2 h2-g1 b2-c1 g1-h2", DrawRule::THREE_TO_ONE, 15),
    ("russian", "W:WKa3,Kc1,Ke1:BKa1", LONE, DrawRule::THREE_TO_ONE_MAIN_ROAD, 5),
    ("brazilian", "W:WKa3,Kc1,e3:BKa1", LONE, DrawRule::THREE_TO_ONE_MAIN_ROAD, 5),
    ("russian", "W:WKa3,Kc1:BKg1", "c1-b2 g1-h2 b2-c1 h2-g1", DrawRule::TWO_TO_ONE, 5),
    ("russian", "W:WKa3:BKg1", "a3-b4 g1-h2 b4-a3 h2-g1", DrawRule::TWO_TO_ONE, 5),
    ("international", "W:WK47,K48,K49:BK5", INTERNATIONAL, DrawRule::THREE_TO_ONE, 16),
    ("international", "W:WK47,K49,16:BK5", INTERNATIONAL, DrawRule::THREE_TO_ONE, 16),
    ("international", "W:WK47,16:BK5", INTERNATIONAL, DrawRule::TWO_TO_ONE, 5),
    ("pool", "B:WK32:BK1,K2,K3", "2-6 32-28 6-2 28-32", DrawRule::THREE_TO_ONE, 13),
    ("spanish", "W:WK1,K3,K2:BK29", "3-6 29-25 6-3 25-29", DrawRule::THREE_TO_ONE_MAIN_ROAD, 12),
];
const CYCLE: &str = "c1-d2 f8-e7 d2-c1 e7-f8";
const LONE: &str = "c1-d2 a1-h8 d2-c1 h8-a1";
const INTERNATIONAL: &str = "47-42 5-10 42-47 10-5";

#[test]
fn every_counter_ends_the_game_at_its_count_and_not_before() {
    for (name, fen, cycle, rule, moves) in SHUFFLES {
        let mut game = game(name, &[], fen);
        let (plies, outcome) = shuffle(&mut game, cycle);
        assert_eq!((plies, outcome), (2 * usize::from(moves), drawn(rule, moves)), "{name} {fen}");
    }
}

/// 7.2.6: the shorter counts of Russian draughts end most games first; alone they are these.
#[test]
fn balances_are_counted_until_the_balance_changes() {
    let house = ["king-moves=0", "three-to-one=0"];
    for (fen, rule, moves) in [
        ("W:WKa1,Kc1:BKh2,Kh8", DrawRule::BALANCE_4_5, 30),
        ("W:WKa1,Kc1,c3:BKh2,a5", DrawRule::BALANCE_4_5, 30),
        ("W:WKa1,Kc1,c3,a3:BKh2,h4,a5", DrawRule::BALANCE_6_7, 60),
    ] {
        let mut game = game("russian", &house, fen);
        let (plies, outcome) = shuffle(&mut game, "c1-d2 h2-g1 d2-c1 g1-h2");
        assert_eq!((plies, outcome), (2 * usize::from(moves), drawn(rule, moves)), "{fen}");
    }
}

/// 7.2.4 has no greatest number of kings.
#[test]
fn any_number_of_kings_against_a_lone_one_is_counted() {
    let fen = "W:WKa1,Kc1,Ke1,Ka3,Ka5,Kd8,Kf8,Kh4:BKh2";
    for name in ["russian", "brazilian"] {
        let mut game = game(name, &["king-moves=0"], fen);
        let end = shuffle(&mut game, "c1-b2 h2-g1 b2-c1 g1-h2");
        assert_eq!(end, (30, drawn(DrawRule::THREE_TO_ONE, 15)), "{name}");
    }
}

/// What each game's count of quiet moves starts anew on: plies counted after each move.
#[test]
fn w10_a_mans_move_starts_the_count_anew_only_where_the_rules_say_so() {
    let counted_by = |name: &str, house: &[&str], fen: &str, moves: &str| {
        let mut game = game(name, house, fen);
        play(&mut game, moves);
        let counts = *game.counts();
        game.counters().running(&counts).map(|count| count.plies).collect::<Vec<_>>()
    };
    let counted = |name: &str, fen: &str, moves: &str| counted_by(name, &[], fen, moves);
    // English and Czech: any man's move; Italian and Spanish: a capture or crowning only.
    assert_eq!(counted("english", "B:WK32,30:BK1,4", "1-6 32-27 6-1 30-26"), []);
    assert_eq!(counted("english", "B:WK32,30:BK1,4", "1-6 32-27 6-1 30-26 1-6"), [1]);
    assert_eq!(counted("italian", "W:WK31,21:BK2,5", "31-27 2-6 21-17"), [3]);
    assert_eq!(counted("italian", "W:WK31,7:BK2,20", "31-27 2-5 7-3"), []);
    assert_eq!(counted("italian", "W:WK31,22:BK2,14", "31-27 14-18 22x13"), []);
    assert_eq!(counted("czech", "W:WKa1,h4:BKb8,a7", "a1-b2 b8-c7 h4-g5"), []);
    // By a rule that nothing interrupts even a capture is counted.
    let exchange = ("W:WK31,22:BK2,14", "31-27 14-18 22x13 2-6");
    let endless = ["quiet-resets=nothing"];
    assert_eq!(counted_by("italian", &endless, exchange.0, exchange.1), [4]);
    assert_eq!(counted("italian", exchange.0, exchange.1), [1]);
}

/// The main road's count goes on where it stopped when the lone king comes back.
#[test]
fn w1_leaving_the_main_road_keeps_its_count() {
    let mut game = game("russian", &[], "W:WKa3,Kc1,Ke1:BKa1");
    play(&mut game, "c1-d2 a1-g7 d2-c1");
    let road = |game: &Game| {
        let all = game.counters().running(game.counts());
        all.filter(|count| count.rule == DrawRule::THREE_TO_ONE_MAIN_ROAD)
            .map(|count| count.plies)
            .sum::<u16>()
    };
    assert_eq!(road(&game), 3);
    play(&mut game, "g7-f8 c1-d2");
    assert_eq!(road(&game), 3);
    play(&mut game, "f8-g7 d2-c1");
    assert_eq!(road(&game), 5);
}

/// W1: the capture that makes an ending is not counted; crowning within it starts nothing anew.
#[test]
fn w1_an_endings_count_begins_after_the_move_that_makes_it() {
    let two = |game: &Game| {
        let all = game.counters().running(game.counts());
        all.filter(|count| count.rule == DrawRule::TWO_TO_ONE).map(|count| count.plies).sum::<u16>()
    };
    let mut ending = game("russian", &[], "W:WKa3,c3:BKg1,b4");
    play(&mut ending, "a3xd6");
    assert_eq!(two(&ending), 0);
    play(&mut ending, "g1-h2");
    assert_eq!(two(&ending), 1);
    let mut crowning = game("russian", &[], "W:WKa3,h6:BKg1");
    play(&mut crowning, "a3-b2 g1-h2 h6-g7 h2-g1 g7-f8 g1-h2");
    assert_eq!(two(&crowning), 6);
}

/// W11: draws can be switched off, for analysis.
#[test]
fn w11_draws_can_be_switched_off() {
    let mut endless = game("russian", &["draws=off"], "W:WKa3,Kc1:BKg1");
    for _ in 0..40 {
        play(&mut endless, "c1-b2 g1-h2 b2-c1 h2-g1");
    }
    assert_eq!(endless.outcome(), None);
}

#[test]
fn who_cannot_move_has_lost_even_when_the_count_is_full() {
    let mut blocked = game("italian", &["quiet-moves=1"], "B:WK1,28,31:B20");
    play(&mut blocked, "20-24 1-5");
    assert_eq!(blocked.counters().drawn(blocked.counts()).map(|count| count.plies), Some(2));
    assert_eq!(blocked.outcome(), Some(Outcome::Won(Side::White)));
}

/// The search does not sacrifice what a running count would give it, and takes the draw that a
/// count gives the weaker side.
#[test]
fn the_search_sees_the_count_running_out() {
    let search = |game: &Game| {
        let limits = Limits::depth(11);
        let request = Request::new(limits);
        let mut engine = Engine::builder().table_bytes(1 << 22).build().unwrap();
        engine.think(game, &request, &Signal::new(), &mut |_| {}).lines[0].score
    };
    // Two kings win against one, but not in one move.
    let open = game("english", &[], "W:WK14,K15:BK1");
    assert!(search(&open) > Score::evaluation(100));
    let closed = game("english", &["quiet-moves=2"], "W:WK14,K15:BK1");
    assert_eq!(search(&closed), Score::DRAW);
    assert_eq!(closed.position().turn(), Side::White);
}

/// A random move within the own half of the board, so that nothing is ever taken; of a king but
/// for one time in some hundred.
fn wander(game: &mut Game, random: &mut Xoshiro256PlusPlus) {
    let geometry = game.variant().rules().moves.geometry;
    let middle = geometry.size() / 2;
    let (kings, turn) = (game.position().kings(), game.position().turn());
    let mut moves = game.legal_moves();
    moves.retain(|one| match turn {
        Side::White => geometry.row_of(one.to) > middle,
        Side::Black => geometry.row_of(one.to) + 1 < middle,
    });
    if !random.next_u64().is_multiple_of(400) {
        moves.retain(|one| kings.contains(one.from));
    }
    let played = moves[random.next_u64() as usize % moves.len()];
    game.play(&played).unwrap();
}

/// What is looked up is what counting one by one finds.
#[test]
fn repetitions_are_counted_right_in_histories_of_any_length() {
    for (name, fen) in [
        ("english", "W:WK32,K31,29:BK1,K2,4"),
        ("italian", "W:WK29,30:BK4,3"),
        ("international", "W:WK46,50:BK1,5"),
    ] {
        let mut game = game(name, &["draws=off", "king=short"], fen);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(38);
        let mut most = 0;
        for _ in 0..3_000 {
            let now = *game.position();
            let times = game.earlier_positions().iter().filter(|&known| *known == now).count();
            assert_eq!(game.earlier_occurrences(&now), times, "{name}");
            assert_eq!(game.occurrences(), times + 1, "{name}");
            most = most.max(times);
            wander(&mut game, &mut random);
        }
        assert!(most > 3, "{name} repeats");
    }
}

//! What holds in every position of every game.

use damier_rules::board::SquareSet;
use damier_rules::notation::{
    MoveError, SquareOrder, Verdict, hub_move, read_fen, read_hub_move, read_hub_position,
    read_move, square_text, why, write_fen, write_hub_position, write_move, write_move_full,
};
use damier_rules::position::{Position, Side};
use damier_rules::rules::{ALL, House};
use damier_rules::variant::Variant;
use proptest::prelude::*;

/// Changes that make house games of a kind that no named game is.
const HOUSE: [&[&str]; 5] = [
    &[],
    &["capture=optional"],
    &["precedence=none", "break-off=true", "capture=optional"],
    &["king=flying", "men-capture-backward=true", "precedence=none", "crowning=passing"],
    &["king=short", "crowning=rest", "precedence=by-king,earliest-king"],
];

fn variants() -> impl Strategy<Value = Variant> {
    (0..ALL.len(), 0..HOUSE.len()).prop_map(|(game, house)| {
        let base = House::of(ALL[game]);
        let rules = HOUSE[house].iter().try_fold(base, |rules, pair| rules.set(pair)).unwrap();
        Variant::new(rules.finish().unwrap())
    })
}

/// A position reached by random play.
fn played(variant: Variant, choices: &[usize]) -> Position {
    choices.iter().fold(variant.start_position(), |position, choice| {
        let legal = variant.legal_moves(&position);
        match legal.len() {
            0 => position,
            count => position.make(&legal[choice % count]),
        }
    })
}

/// Pieces anywhere, `density` of 16 squares held; many kings. `None` where nobody stands.
fn scattered(variant: Variant, density: u8, contents: &[u8], white: bool) -> Option<Position> {
    let geometry = variant.rules().moves.geometry;
    let mut sides = [SquareSet::EMPTY; 2];
    let mut kings = SquareSet::EMPTY;
    for (square, &content) in geometry.all().into_iter().zip(contents) {
        if content % 16 >= density {
            continue;
        }
        let side = Side::BOTH[usize::from(content >> 4 & 1)];
        sides[side.index()] |= square.set();
        if content >> 5 & 1 == 0 || side.crown_row(geometry).contains(square) {
            kings |= square.set();
        }
    }
    let turn = if white { Side::White } else { Side::Black };
    Position::new(geometry, sides[0], sides[1], kings, turn).ok()
}

fn positions() -> impl Strategy<Value = (Variant, Position)> {
    let play = (variants(), prop::collection::vec(0..1000usize, 0..120))
        .prop_map(|(variant, choices)| (variant, played(variant, &choices)));
    let scatter = (variants(), 2..9u8, prop::collection::vec(any::<u8>(), 50), any::<bool>())
        .prop_filter_map("nobody stands on the board", |(variant, density, contents, white)| {
            Some((variant, scattered(variant, density, &contents, white)?))
        });
    prop_oneof![play, scatter]
}

const ORDERS: [SquareOrder; 2] = [SquareOrder::Plain, SquareOrder::Pydraughts];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_read_back((variant, position) in positions()) {
        let rules = variant.rules();
        let fen = write_fen(rules, &position);
        prop_assert_eq!(read_fen(rules, &fen), Ok(position), "{}", &fen);
        prop_assert_eq!(read_fen(rules, &fen.to_lowercase()), Ok(position), "{}", &fen);
        for order in ORDERS {
            let hub = write_hub_position(rules, &position, order);
            prop_assert_eq!(read_hub_position(rules, &hub, order), Ok(position), "{}", &hub);
        }
    }

    #[test]
    fn legal_moves_read_back((variant, position) in positions()) {
        for played in variant.legal_moves(&position) {
            let fen = write_fen(variant.rules(), &position);
            let short = write_move(variant, &position, &played);
            let full = write_move_full(variant, &position, &played);
            for text in [short, full] {
                let read = read_move(variant, &position, &text);
                prop_assert_eq!(read, Ok(played), "{} {} {}", variant.rules().name, fen, text);
            }
            for order in ORDERS {
                let hub = hub_move(variant.rules(), &played, order);
                let read = read_hub_move(variant, &position, &hub, order);
                prop_assert_eq!(read, Ok(played), "{} {} {}", variant.rules().name, fen, hub);
            }
        }
    }

    #[test]
    fn two_squares_are_legal_as_the_generator_says((variant, position) in positions()) {
        let rules = variant.rules();
        let legal = variant.legal_moves(&position);
        for from in position.own() {
            for to in rules.moves.geometry.all() {
                let text = format!("{} {}", square_text(rules, from), square_text(rules, to));
                let fits: Vec<_> =
                    legal.iter().filter(|one| (one.from, one.to) == (from, to)).collect();
                match why(variant, &position, &text) {
                    Ok(Verdict::Legal(played)) => {
                        prop_assert!(fits.contains(&&played), "{}", text);
                        // Where several fit, the one whose whole path the two squares are.
                        prop_assert!(fits.len() == 1 || played.captured.len() == 1, "{}", text);
                    }
                    Ok(Verdict::Refused(refusal)) => {
                        prop_assert!(fits.is_empty(), "{refusal}");
                        prop_assert_eq!(refusal.legal.is_empty(), legal.is_empty(), "{}", refusal);
                    }
                    Err(MoveError::Ambiguous { candidates, .. }) => {
                        prop_assert_eq!(candidates.len(), fits.len());
                        for (candidate, fit) in candidates.iter().zip(fits) {
                            let read = read_move(variant, &position, candidate);
                            prop_assert_eq!(read.as_ref(), Ok(fit));
                        }
                    }
                    Err(other) => prop_assert!(false, "{text}: {other}"),
                }
            }
        }
    }

    #[test]
    fn rubbish_is_answered(
        (variant, position) in positions(),
        bytes in prop::collection::vec(any::<u8>(), 0..60),
        likely in "[WBKwbkeFEN:,.0-9a-j\\[\\]\" x?!+-]{0,60}",
    ) {
        let lossy = String::from_utf8_lossy(&bytes);
        for text in [lossy.as_ref(), &likely] {
            let rules = variant.rules();
            if let Ok(read) = read_fen(rules, text) {
                prop_assert_eq!(read_fen(rules, &write_fen(rules, &read)), Ok(read));
            }
            let legal = variant.legal_moves(&position);
            if let Ok(read) = read_move(variant, &position, text) {
                prop_assert!(legal.contains(&read));
            }
            for order in ORDERS {
                let _ = read_hub_position(rules, text, order);
                if let Ok(read) = read_hub_move(variant, &position, text, order) {
                    prop_assert!(legal.contains(&read));
                }
            }
        }
    }
}

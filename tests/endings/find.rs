//! Finds won endings for the data files.

use damier_rules::board::SquareSet;
use damier_rules::notation::write_fen;
use damier_rules::position::{Position, Side};
use damier_rules::variant::Variant;

use crate::common::scatter::SeededRng;
use crate::oracle::Oracle;
use crate::{ENDINGS, proven_by_search};

/// A game; men and kings of the winner, then of the loser; how many positions; the fewest and the
/// most plies to the end.
type Wanted = (&'static str, [usize; 4], usize, i32, i32);

/// Kings mostly, and of each kind the harder ones, as far as the game's draw counters leave time.
const WANTED: [Wanted; 23] = [
    ("italian", [0, 2, 0, 1], 4, 27, 33),
    ("italian", [0, 3, 0, 2], 5, 30, 49),
    ("italian", [0, 3, 0, 2], 4, 50, 67),
    ("italian", [1, 1, 0, 1], 2, 35, 60),
    ("italian", [1, 2, 0, 2], 3, 35, 70),
    ("italian", [0, 2, 1, 1], 2, 25, 60),
    ("english", [0, 2, 0, 1], 4, 27, 33),
    ("english", [0, 3, 0, 2], 5, 30, 49),
    ("english", [0, 3, 0, 2], 4, 50, 67),
    ("english", [1, 1, 0, 1], 2, 35, 60),
    ("english", [1, 2, 0, 2], 3, 35, 70),
    ("english", [0, 2, 1, 1], 2, 25, 60),
    ("international", [0, 3, 0, 1], 3, 9, 15),
    ("international", [0, 4, 0, 1], 6, 9, 50),
    ("international", [1, 3, 0, 1], 2, 9, 50),
    ("international", [0, 3, 1, 0], 2, 9, 50),
    ("international", [0, 2, 1, 0], 2, 9, 50),
    ("international", [0, 5, 0, 2], 2, 9, 50),
    ("international", [0, 3, 2, 0], 1, 9, 50),
    ("international", [1, 3, 1, 1], 1, 9, 50),
    ("international", [0, 5, 0, 1], 2, 9, 50),
    ("international", [2, 2, 1, 0], 1, 9, 50),
    ("international", [2, 3, 0, 1], 1, 9, 50),
];

/// Prints the lines of the data files.
#[test]
#[ignore = "made the data files; run with --ignored --nocapture"]
fn find_won_endings() {
    for (name, _) in ENDINGS {
        let variant = Variant::named(name).unwrap();
        let mut oracle = Oracle::new(variant);
        let mut rng = SeededRng::new(11);
        println!("{name}");
        for (_, material, count, least, most) in WANTED.iter().filter(|wanted| wanted.0 == name) {
            let mut found = 0;
            for _ in 0..4_000_000 {
                let Some(position) = scattered(&mut rng, variant, material) else { continue };
                // Four pieces at most on the larger board: the oracle's tables are too large.
                let exact = variant.rules().moves.geometry.squares() == 32
                    || position.occupied().len() <= 4;
                let end = if exact {
                    oracle.end(&position)
                } else {
                    proven_by_search(variant, &position, 500_000)
                };
                if end.is_none_or(|end| end < *least || end > *most) {
                    continue;
                }
                let geometry = variant.rules().moves.geometry;
                let position = if found % 2 == 0 { position } else { position.mirrored(geometry) };
                let how = if exact { "" } else { ", by search" };
                let fen = write_fen(variant.rules(), &position);
                println!("{fen} # {} plies{how}", end.unwrap());
                found += 1;
                if found == *count {
                    break;
                }
            }
        }
    }
}

/// White, of this material, to move, and nothing that can be taken; `None` when it does not fit.
fn scattered(rng: &mut SeededRng, variant: Variant, material: &[usize; 4]) -> Option<Position> {
    let geometry = variant.rules().moves.geometry;
    let squares: Vec<_> = geometry.all().into_iter().collect();
    let mut sets = [SquareSet::EMPTY; 4];
    let mut occupied = SquareSet::EMPTY;
    for (set, &count) in sets.iter_mut().zip(material) {
        for _ in 0..count {
            let square = squares[rng.below(squares.len())].set();
            if (occupied & square).any() {
                return None;
            }
            *set |= square;
            occupied |= square;
        }
    }
    let crowned = (sets[0] & Side::White.crown_row(geometry)).any()
        || (sets[2] & Side::Black.crown_row(geometry)).any();
    let [white, black] = [sets[0] | sets[1], sets[2] | sets[3]];
    let position = Position::new(geometry, white, black, sets[1] | sets[3], Side::White)
        .expect("pieces that may stand so");
    let quiet = Side::BOTH.into_iter().all(|side| !variant.has_capture(&position.with_turn(side)));
    (quiet && !crowned).then_some(position)
}

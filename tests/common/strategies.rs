//! Rule sets and positions for proptest.

use damier_rules::board::{Geometry, Square, SquareSet};
use damier_rules::position::{Position, Side};
use damier_rules::rules::{
    ALL, CaptureDuty, Criterion, Crowning, KingRange, MoveRules, Precedence, RuleSet,
};
use damier_rules::variant::Variant;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Rules of movement of a named game or at random; never `break_off` with most-pieces, which house
/// rules refuse.
pub fn rules() -> impl Strategy<Value = MoveRules> {
    let games: Vec<MoveRules> = ALL.iter().map(|rules| rules.moves).collect();
    prop_oneof![1 => select(games), 2 => random_rules()]
}

/// A game of which only the rules of movement matter.
pub fn moving(moves: &MoveRules) -> Variant {
    let base = ALL.iter().find(|rules| rules.moves.geometry == moves.geometry);
    Variant::new(RuleSet { moves: *moves, ..*base.expect("each board has a game") })
}

fn random_rules() -> impl Strategy<Value = MoveRules> {
    let criteria = subsequence(&Criterion::ALL[..], 0..=Criterion::ALL.len()).prop_shuffle();
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let geometry = select(&[Geometry::Eight, Geometry::Ten][..]);
    let king = select(&[KingRange::Short, KingRange::Flying][..]);
    let crowning = select(&[Crowning::Ends, Crowning::Passing, Crowning::Rest][..]);
    (geometry, king, crowning, criteria, flags).prop_map(
        |(geometry, king, crowning, mut criteria, flags)| {
            let (men_capture_backward, men_capture_kings, optional, break_off) = flags;
            if break_off {
                criteria.retain(|&criterion| criterion != Criterion::MostPieces);
            }
            let capture = if optional { CaptureDuty::Optional } else { CaptureDuty::Mandatory };
            let precedence = Precedence::of(&criteria);
            MoveRules {
                geometry,
                king,
                men_capture_backward,
                men_capture_kings,
                capture,
                break_off,
                crowning,
                precedence,
            }
        },
    )
}

/// Pieces anywhere, from two to a nearly full board, men never on their crown rows.
pub fn scattered(geometry: Geometry) -> impl Strategy<Value = Position> {
    let squares: Vec<_> = geometry.all().into_iter().collect();
    let most = squares.len() - 2;
    // Fewer pieces more often: there captures have room.
    let count = prop_oneof![2..=8_usize, 2..=most / 2, 2..=most];
    let kinds = proptest::collection::vec((any::<bool>(), 0..100_u8), most);
    let places = count.prop_flat_map(move |count| subsequence(squares.clone(), count));
    (places, kinds, prop_oneof![Just(0_u8), Just(15), Just(50), Just(100)], any::<bool>()).prop_map(
        move |(places, kinds, kings, white)| {
            let mut sides = [SquareSet::EMPTY; 2];
            let mut crowned = SquareSet::EMPTY;
            for (square, (black, kind)) in places.into_iter().zip(kinds) {
                let side = Side::BOTH[usize::from(black)];
                sides[side.index()] |= square.set();
                if kind < kings || side.crown_row(geometry).contains(square) {
                    crowned |= square.set();
                }
            }
            let turn = if white { Side::White } else { Side::Black };
            Position::new(geometry, sides[0], sides[1], crowned, turn)
                .expect("pieces that may stand so")
        },
    )
}

/// Pieces of one side on every second row, so that each is loose, and a few of the other: here
/// captures are long and branch.
pub fn loose(geometry: Geometry) -> impl Strategy<Value = Position> {
    let inner = 1..geometry.size() - 1;
    let rows = |parity: usize| -> Vec<Square> {
        inner.clone().filter(|row| row % 2 == parity).flat_map(|row| geometry.row(row)).collect()
    };
    let (movers, targets) = (rows(0), rows(1));
    let most = targets.len() * 3 / 4;
    let pieces = (subsequence(movers, 1..=4), subsequence(targets, 3..=most));
    let kinds = proptest::collection::vec(0..100_u8, 4 + most);
    let kings = (select(&[0_u8, 50, 100][..]), select(&[0_u8, 30, 100][..]));
    (pieces, kinds, kings, any::<bool>()).prop_map(
        move |((movers, targets), kinds, (own_kings, kings), white)| {
            let turn = if white { Side::White } else { Side::Black };
            let mut sides = [SquareSet::EMPTY; 2];
            let mut crowned = SquareSet::EMPTY;
            let own = movers.into_iter().map(|square| (square, turn, own_kings));
            let other = targets.into_iter().map(|square| (square, turn.opponent(), kings));
            for ((square, side, kings), kind) in own.chain(other).zip(kinds) {
                sides[side.index()] |= square.set();
                if kind < kings || side.crown_row(geometry).contains(square) {
                    crowned |= square.set();
                }
            }
            Position::new(geometry, sides[0], sides[1], crowned, turn)
                .expect("pieces that may stand so")
        },
    )
}

/// Choices of moves, one a ply.
pub fn choices() -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(any::<u16>(), 0..70)
}

/// The positions of a game in which these choices are made, the first one included.
pub fn game(variant: Variant, start: Position, choices: &[u16]) -> Vec<Position> {
    let mut positions = vec![start];
    let mut position = start;
    for &choice in choices {
        let moves = variant.generated(&position);
        if moves.is_empty() {
            break;
        }
        position = position.make(&moves[usize::from(choice) % moves.len()]);
        positions.push(position);
    }
    positions
}

/// Rules with a position of any kind: reached by play from the start, scattered, or loose.
pub fn rules_and_position() -> impl Strategy<Value = (MoveRules, Position)> {
    rules().prop_flat_map(|rules| {
        let rows = rules.geometry.size() / 2 - 1;
        let start = Position::start(rules.geometry, rows, Side::White);
        let reached = choices().prop_map(move |choices| {
            let positions = game(moving(&rules), start, &choices);
            positions[positions.len() - 1]
        });
        let positions = prop_oneof![reached, scattered(rules.geometry), loose(rules.geometry)];
        (Just(rules), positions)
    })
}

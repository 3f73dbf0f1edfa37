//! What comes with the program.

use std::collections::HashSet;

use damier_book::ballots::{BallotKind, BallotSet, NoBallots, ballots, shipped_text};
use damier_rules::notation::{read_fen, write_fen};
use damier_rules::position::{Position, Side};
use damier_rules::rules::{self, House, RuleSet, named};
use damier_rules::variant::Variant;

/// The greatest size of a file in bytes: all of them are in every binary.
const LARGEST: usize = 40_000;

/// Fewer would repeat themselves within one match.
const FEWEST: usize = 200;

fn each(mut check: impl FnMut(&RuleSet, BallotKind, &str)) {
    for game in rules::ALL {
        for kind in BallotKind::ALL {
            let text = shipped_text(game.name, kind).unwrap_or_default();
            check(game, kind, text);
        }
    }
}

fn house(base: &str, pairs: &[&str]) -> Variant {
    let house = House::of(named(base).expect("a game"));
    let house = pairs.iter().try_fold(house, |house, pair| house.set(pair));
    Variant::new(house.and_then(House::finish).expect("rules"))
}

#[test]
fn every_set_is_read_and_written_as_it_is() {
    each(|game, kind, text| {
        let variant = Variant::new(*game);
        let set = BallotSet::parse(variant, text)
            .unwrap_or_else(|error| panic!("{} {kind:?}: {error}", game.name));
        assert_eq!(set.text(variant), text, "{} {kind:?}", game.name);
        assert!(text.len() <= LARGEST, "{} {kind:?}: {} bytes", game.name, text.len());
        assert!(set.ballots.len() >= FEWEST, "{} {kind:?}", game.name);
        assert!(set.header.settings.shard.is_none());
    });
}

#[test]
fn every_ballot_is_played_from_the_start_and_goes_on() {
    each(|game, kind, _| {
        let variant = Variant::new(*game);
        let mut positions: HashSet<String> = HashSet::new();
        for ballot in ballots(variant, kind).expect("ballots") {
            assert_eq!(*ballot.start(), variant.start_position());
            let mut position = *ballot.start();
            for played in ballot.moves() {
                assert!(variant.legal_moves(&position).contains(played));
                position = position.make(played);
            }
            assert_eq!(position, *ballot.position());
            let fen = write_fen(game, &position);
            assert_eq!(read_fen(game, &fen), Ok(position));
            for side in Side::BOTH {
                let moves = variant.legal_moves(&position.with_turn(side));
                assert!(!moves.is_empty(), "{} {fen} {side:?}", game.name);
            }
            assert!(positions.insert(fen), "{} {kind:?}: a position twice", game.name);
        }
    });
}

#[test]
fn balanced_ballots_are_level_and_unbalanced_ones_are_not() {
    let edges = |variant: Variant, kind| -> Vec<i16> {
        let set = ballots(variant, kind).expect("ballots");
        assert!(set.iter().all(|ballot| ballot.score().end().is_none()));
        set.iter().map(|ballot| ballot.score().raw().abs()).collect()
    };
    for game in rules::ALL {
        let variant = Variant::new(*game);
        let level = edges(variant, BallotKind::Balanced);
        let clear = edges(variant, BallotKind::Unbalanced);
        assert!(level.iter().all(|&edge| edge <= 15), "{}", game.name);
        assert!(clear.iter().all(|&edge| (60..=110).contains(&edge)), "{}", game.name);
    }
}

#[test]
fn unbalanced_ballots_favour_now_one_side_and_now_the_other() {
    for game in rules::ALL {
        let set = ballots(Variant::new(*game), BallotKind::Unbalanced).expect("ballots");
        let first = set.iter().filter(|ballot| ballot.score().raw() > 0).count();
        assert!(first * 5 > set.len() && first * 5 < set.len() * 4, "{}: {first}", game.name);
    }
}

#[test]
fn the_two_kinds_have_no_ballot_in_common() {
    for game in rules::ALL {
        let positions = |kind| -> HashSet<[u64; 3]> {
            let bits = |position: &Position| {
                let [white, black] = Side::BOTH.map(|side| position.side(side).bits());
                [white, black, position.turn() as u64]
            };
            let set = ballots(Variant::new(*game), kind).expect("ballots");
            set.iter().map(|ballot| bits(ballot.position())).collect()
        };
        let (level, clear) = (positions(BallotKind::Balanced), positions(BallotKind::Unbalanced));
        assert!(level.is_disjoint(&clear), "{}", game.name);
    }
}

#[test]
fn house_rules_keep_the_ballots_that_can_be_played() {
    for (base, pairs) in [
        ("italian", &["capture=optional", "precedence=none"][..]),
        ("english", &["king=flying"]),
        ("english", &["men-capture-backward=true"]),
        ("international", &["precedence=none"]),
        ("brazilian", &["crowning=passing", "precedence=none"]),
        ("russian", &["draws=off"]),
    ] {
        let variant = house(base, pairs);
        for kind in BallotKind::ALL {
            let set = ballots(variant, kind).expect("ballots");
            assert!(set.iter().all(|ballot| ballot.game(variant).is_ok()), "{base} {pairs:?}");
        }
    }
    // Capturing is a duty in the named game: no ballot of it is lost where it is a choice.
    let italian = Variant::named("italian").expect("a game");
    let optional = house("italian", &["capture=optional"]);
    assert_eq!(
        ballots(optional, BallotKind::Unbalanced).map(|set| set.len()),
        ballots(italian, BallotKind::Unbalanced).map(|set| set.len())
    );
    let strange = house("international", &["first=black"]);
    let error = ballots(strange, BallotKind::Balanced);
    assert_eq!(
        error,
        Err(NoBallots::None { variant: "international", kind: BallotKind::Balanced })
    );
}

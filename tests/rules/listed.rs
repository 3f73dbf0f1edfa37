//! The data files' positions with all their moves.

use std::collections::BTreeSet;

use crate::common::data::{Listed, mutants, positions};
use crate::common::oracle;
use crate::common::oracle_board::Played;
use crate::common::plain::{self, text};
use damier_rules::rules::ALL;
use damier_rules::variant::Variant;

fn wrong(row: &Listed, variant: Variant) -> Option<String> {
    let got = plain::legal(variant, &row.position);
    (got != row.moves).then(|| {
        let missing = text(row.moves.difference(&got));
        let extra = text(got.difference(&row.moves));
        format!("{} {}: missing {missing}, not in the file {extra}", row.name, row.fen)
    })
}

fn check(rows: Vec<Listed>) {
    let wrong: Vec<String> = rows
        .iter()
        .flat_map(|row| {
            let variants = [Variant::new(row.rules), Variant::at_run_time(row.rules)];
            variants.into_iter().filter_map(|variant| wrong(row, variant)).collect::<Vec<_>>()
        })
        .collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_position_has_exactly_its_moves() {
    check(positions());
}

#[test]
fn every_position_for_mutants_has_exactly_its_moves() {
    check(mutants());
}

/// The oracle stands in for the files where there are none, so it must agree with them.
#[test]
fn the_oracle_lists_the_same_moves() {
    for row in positions().into_iter().chain(mutants()) {
        let geometry = row.rules.moves.geometry;
        let expected = oracle::legal(&row.rules.moves, &row.position).expect("few paths");
        let list = Variant::new(row.rules).generated(&row.position);
        let got: BTreeSet<Played> =
            list.iter().map(|played| Played::of(geometry, played)).collect();
        assert_eq!(got, expected, "{} {}", row.name, row.fen);
        assert_eq!(expected.len(), row.moves.len(), "{} {}", row.name, row.fen);
    }
}

#[test]
fn every_named_game_has_positions_of_its_own() {
    let rows = positions();
    for game in ALL {
        let count = rows.iter().filter(|row| row.name == game.name).count();
        assert!(count >= 200, "{} has {count} positions", game.name);
    }
}

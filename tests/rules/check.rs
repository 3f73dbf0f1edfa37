//! One position against the moves that a rule book gives it.

use std::collections::BTreeSet;

use crate::common::oracle;
use crate::common::oracle_board::{Board, Played};
use crate::common::plain::{self, Plain, text};
use crate::common::{data, fen, replay};
use damier_rules::position::{Move, Position};
use damier_rules::rules::RuleSet;
use damier_rules::variant::Variant;

/// The legal moves, of which compiled generator, generator at run time and oracle must agree.
pub fn legal(rules: &RuleSet, position: &Position) -> Vec<Move> {
    let variant = Variant::new(*rules);
    let list = variant.generated(position);
    let got = plain::legal(variant, position);
    let at_run_time = plain::legal(Variant::at_run_time(*rules), position);
    assert_eq!(text(&got), text(&at_run_time), "{}", fen::write(rules, position));
    if let Some(expected) = oracle::legal(&rules.moves, position) {
        let geometry = rules.moves.geometry;
        let got: BTreeSet<Played> =
            list.iter().map(|played| Played::of(geometry, played)).collect();
        assert_eq!(got, expected, "{}", fen::write(rules, position));
    }
    list.to_vec()
}

/// Checks that the position has these moves and no other, written in the game's numbers or
/// letters with or without the squares between, and that each can be made by way of its squares.
pub fn moves(game: &str, position: &str, expected: &str) {
    moves_under(&data::rules(game), position, expected);
}

/// As [`moves`], under these rules.
pub fn moves_under(rules: &RuleSet, position: &str, expected: &str) {
    let position = fen::read(rules, position);
    let legal = legal(rules, &position);
    let mut left = legal.clone();
    for written in expected.split_whitespace() {
        let found = left.iter().position(|played| is(rules, &position, played, written));
        let Some(found) = found else {
            let all: Vec<Plain> = legal.iter().map(|played| Plain::of(rules, played)).collect();
            panic!("{}: {written} is not among {}", fen::write(rules, &position), text(&all));
        };
        left.swap_remove(found);
    }
    let left: Vec<Plain> = left.iter().map(|played| Plain::of(rules, played)).collect();
    assert!(left.is_empty(), "{}: also {}", fen::write(rules, &position), text(&left));
}

/// Checks that the position has exactly these moves, written as the data files do.
pub fn exactly(game: &str, position: &str, expected: &str) {
    let rules = data::rules(game);
    let position = fen::read(&rules, position);
    let got: BTreeSet<Plain> =
        legal(&rules, &position).iter().map(|played| Plain::of(&rules, played)).collect();
    let expected: BTreeSet<Plain> = expected.split_whitespace().map(Plain::read).collect();
    assert_eq!(text(&got), text(&expected), "{game} {}", fen::write(&rules, &position));
}

/// Whether `played` is the move `written`, its squares in between visited.
fn is(rules: &RuleSet, position: &Position, played: &Move, written: &str) -> bool {
    let sign = if written.contains('x') { 'x' } else { '-' };
    let squares: Vec<_> = written.split(sign).map(|name| fen::named(rules, name)).collect();
    let [from, between @ .., to] = &squares[..] else { panic!("{written} is no move") };
    let ends = (played.from, played.to) == (*from, *to);
    if !ends || played.is_capture() != (sign == 'x') {
        return false;
    }
    let Some(path) = Variant::new(*rules).path(position, played, between) else {
        return false;
    };
    let geometry = rules.moves.geometry;
    let cell = |&square| (geometry.row_of(square), geometry.column_of(square));
    let stops: Vec<_> = path.iter().map(cell).collect();
    let board = Board::of(geometry, position);
    let taken = replay::captured(&rules.moves, &board, &stops);
    !played.is_capture() || taken == Ok(Played::of(geometry, played).captured)
}

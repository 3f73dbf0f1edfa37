//! What holds for every rule set in every position.

mod common;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use common::oracle_board::{Board, Cell, Played};
use common::strategies::{choices, game, moving, rules, rules_and_position};
use common::{fen, oracle, replay, scatter};
use damier_rules::board::Geometry;
use damier_rules::position::{Move, Position, Rank, Side};
use damier_rules::rules::{Criterion, MoveRules, Precedence, RuleSet, named};
use damier_rules::variant::Variant;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// The code that is compiled for these rules, where there is some, and the one that asks them.
fn generators(rules: &MoveRules) -> [Variant; 2] {
    let variant = moving(rules);
    [variant, Variant::at_run_time(*variant.rules())]
}

/// The legal moves by rows and columns; a move that is listed twice fails.
fn listed(variant: Variant, position: &Position) -> BTreeSet<Played> {
    let list = variant.generated(position);
    let geometry = variant.rules().moves.geometry;
    let set: BTreeSet<Played> = list.iter().map(|played| Played::of(geometry, played)).collect();
    assert_eq!(set.len(), list.len(), "a move is listed twice: {list:?}");
    set
}

/// The position for people, in the common numbers.
fn shown(rules: &MoveRules, position: &Position) -> String {
    fen::write(&numbers(rules.geometry), position)
}

fn numbers(geometry: Geometry) -> RuleSet {
    named(if geometry == Geometry::Eight { "english" } else { "international" }).expect("a game")
}

/// A failure is printed with its smallest case, which belongs in a test of its own rather than in
/// a file of seeds.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn pieces(position: &Position, side: Side, rank: Rank) -> usize {
    match rank {
        Rank::Man => position.men_of(side).len(),
        Rank::King => position.kings_of(side).len(),
    }
}

proptest! {
    #![proptest_config(cases(60_000))]

    #[test]
    fn the_generator_lists_what_the_oracle_lists((rules, position) in rules_and_position()) {
        let expected = oracle::legal(&rules, &position);
        // A position that is too much for the oracle is another test's affair, which also counts
        // them.
        prop_assume!(expected.is_some());
        for generator in generators(&rules) {
            let got = listed(generator, &position);
            prop_assert_eq!(Some(&got), expected.as_ref(), "{}", shown(&rules, &position));
        }
    }
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn questions_agree_with_the_list((rules, position) in rules_and_position()) {
        for generator in generators(&rules) {
            let list = generator.generated(&position);
            prop_assert_eq!(generator.count(&position), list.len());
            prop_assert_eq!(generator.perft(&position, 1), list.len() as u64);
            prop_assert_eq!(generator.has_capture(&position), list.iter().any(Move::is_capture));
            let twice: u64 = list
                .iter()
                .map(|played| generator.count(&position.make(played)) as u64)
                .sum();
            prop_assert_eq!(generator.perft(&position, 2), twice);
        }
    }

    #[test]
    fn candidates_are_the_captures_without_precedence((rules, position) in rules_and_position()) {
        let free = MoveRules { precedence: Precedence::NONE, ..rules };
        let (mut list, generator) = (Default::default(), moving(&free));
        generator.captures(&position, &mut list);
        let candidates = moving(&rules).candidates(&position);
        let expected: BTreeSet<Played> =
            list.iter().map(|played| Played::of(rules.geometry, played)).collect();
        let got: BTreeSet<Played> = candidates
            .iter()
            .map(|candidate| Played::of(rules.geometry, &candidate.capture))
            .collect();
        prop_assert_eq!(got.len(), candidates.len());
        prop_assert_eq!(&got, &expected, "{}", shown(&rules, &position));
        let legal: BTreeSet<Played> = listed(moving(&rules), &position)
            .into_iter()
            .filter(|played| !played.captured.is_empty())
            .collect();
        let first = best_of(&rules, &candidates);
        prop_assert_eq!(first, legal, "{}", shown(&rules, &position));
    }

    #[test]
    fn the_mirrored_position_has_the_mirrored_moves((rules, position) in rules_and_position()) {
        let last = rules.geometry.size() - 1;
        let turned = |cell: Cell| (last - cell.0, last - cell.1);
        let mirrored = position.mirrored(rules.geometry);
        prop_assert_eq!(mirrored.mirrored(rules.geometry), position);
        let expected: BTreeSet<Played> = listed(moving(&rules), &position)
            .into_iter()
            .map(|played| {
                let mut captured: Vec<Cell> = played.captured.into_iter().map(turned).collect();
                captured.sort_unstable();
                Played { from: turned(played.from), to: turned(played.to), captured, ..played }
            })
            .collect();
        prop_assert_eq!(listed(moving(&rules), &mirrored), expected);
    }

    #[test]
    fn every_move_has_a_path((rules, position) in rules_and_position()) {
        let generator = moving(&rules);
        let board = Board::of(rules.geometry, &position);
        let cell = |square| (rules.geometry.row_of(square), rules.geometry.column_of(square));
        // A few of many: each path is a search of its own.
        for played in generator.generated(&position).iter().take(24) {
            let path = generator.path(&position, played, &[]);
            prop_assert!(path.is_some(), "{:?} has no path", played);
            let path = path.unwrap_or_default();
            prop_assert_eq!((path[0], path[path.len() - 1]), (played.from, played.to));
            if !played.is_capture() {
                prop_assert_eq!(path.len(), 2);
                continue;
            }
            let stops: Vec<Cell> = path.iter().copied().map(cell).collect();
            let taken = replay::captured(&rules, &board, &stops);
            let expected = Played::of(rules.geometry, played).captured;
            prop_assert_eq!(taken, Ok(expected), "{:?} {}", stops, shown(&rules, &position));
            let between = &path.clone()[1..path.len() - 1];
            let again = generator.path(&position, played, between);
            prop_assert_eq!(again, Some(path));
        }
    }
}

/// The candidates that no other goes before, by their own values.
fn best_of(rules: &MoveRules, candidates: &[damier_rules::movegen::Candidate]) -> BTreeSet<Played> {
    let rank = |candidate: &damier_rules::movegen::Candidate| -> Vec<u64> {
        rules.precedence.iter().map(|criterion| candidate.value(criterion)).collect()
    };
    let best = candidates.iter().map(rank).max();
    let first = candidates.iter().filter(|candidate| Some(rank(candidate)) == best);
    first.map(|candidate| Played::of(rules.geometry, &candidate.capture)).collect()
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn make_keeps_count_of_pieces_and_key(rules in rules(), choices in choices()) {
        let rows = rules.geometry.size() / 2 - 1;
        let start = Position::start(rules.geometry, rows, Side::White);
        let generator = moving(&rules);
        for position in game(generator, start, &choices) {
            prop_assert_eq!(position.key(), position.recomputed_key());
            let passed = position.with_turn(position.turn().opponent());
            prop_assert_eq!(passed.key(), passed.recomputed_key());
            for played in &generator.generated(&position) {
                check_make(&rules, &position, played)?;
            }
        }
    }
}

fn check_make(rules: &MoveRules, position: &Position, played: &Move) -> Result<(), TestCaseError> {
    let (before, key) = (*position, position.key());
    let next = position.make(played);
    prop_assert_eq!(&before, position);
    prop_assert_eq!(key, position.key());
    prop_assert_eq!(next.key(), next.recomputed_key());
    prop_assert_eq!(next.turn(), position.turn().opponent());
    let (own, other) = (position.turn(), position.turn().opponent());
    let crowned = usize::from(played.crowned);
    prop_assert_eq!(pieces(&next, own, Rank::Man) + crowned, pieces(position, own, Rank::Man));
    prop_assert_eq!(pieces(&next, own, Rank::King), pieces(position, own, Rank::King) + crowned);
    let kings = (position.kings_of(other) & played.captured).len();
    let men = played.captured.len() - kings;
    prop_assert_eq!(pieces(&next, other, Rank::Man) + men, pieces(position, other, Rank::Man));
    prop_assert_eq!(pieces(&next, other, Rank::King) + kings, pieces(position, other, Rank::King));
    let crown_row = own.crown_row(rules.geometry);
    prop_assert!((next.men_of(own) & crown_row).is_empty(), "a man stands on its crown row");
    let expected = Board::of(rules.geometry, position).after(&Played::of(rules.geometry, played));
    let got = Board::of(rules.geometry, &next);
    for square in rules.geometry.all() {
        let cell = (rules.geometry.row_of(square), rules.geometry.column_of(square));
        prop_assert_eq!(got.at(cell), expected.at(cell));
    }
    Ok(())
}

/// The comparison with the oracle would prove little if most positions were too much for it, or
/// had no capture to compare.
#[test]
fn the_oracle_manages_most_positions() {
    let mut runner = TestRunner::deterministic();
    let strategy = rules_and_position();
    let (mut compared, mut captures, mut long) = (0, 0, 0);
    for _ in 0..1_000 {
        let (rules, position) = strategy.new_tree(&mut runner).expect("a position").current();
        if let Some(moves) = oracle::legal(&rules, &position) {
            compared += 1;
            captures += usize::from(moves.iter().any(|played| !played.captured.is_empty()));
            long += usize::from(moves.iter().any(|played| played.captured.len() > 2));
        }
    }
    println!("compared {compared}, with captures {captures}, of over two pieces {long}");
    assert!(compared >= 900, "only {compared} of 1000 positions are compared");
    assert!(captures >= 400, "only {captures} of 1000 positions have captures");
    assert!(long >= 100, "only {long} of 1000 positions have captures of over two pieces");
}

/// Flying kings of the 10×10 board under every single criterion, all together, and none.
fn kings_rules() -> Vec<MoveRules> {
    let flying = named("international").expect("a game").moves;
    let mut lists = vec![Precedence::NONE];
    lists.extend(Criterion::ALL.map(|criterion| Precedence::of(&[criterion])));
    lists.push(Precedence::of(&Criterion::ALL));
    lists.into_iter().map(|precedence| MoveRules { precedence, ..flying }).collect()
}

/// Dense positions at random end at all, whatever the precedence. Nothing is timed: an explosion
/// of paths shows by hanging.
#[test]
fn dense_positions_of_kings_are_listed() {
    let rules = kings_rules();
    let mut rng = scatter::SeededRng::new(1);
    let mut worst = (Duration::ZERO, String::new());
    let mut captures = 0;
    for case in 0..2_000 {
        let rules = &rules[case % rules.len()];
        let position = if case % 2 == 0 {
            let density = 10 + rng.below(41);
            scatter::position(&mut rng, Geometry::Ten, density, 100)
        } else {
            let (movers, targets) = (1 + rng.below(6), 6 + rng.below(30));
            scatter::loose(&mut rng, Geometry::Ten, movers, targets)
        };
        let begun = Instant::now();
        let moves = listed(moving(rules), &position);
        let spent = begun.elapsed();
        captures += usize::from(moves.iter().any(|played| !played.captured.is_empty()));
        if spent > worst.0 {
            worst = (spent, shown(rules, &position));
        }
    }
    println!("slowest {:?}: {}; {captures} with captures", worst.0, worst.1);
    assert!(captures > 1_000, "only {captures} of 2000 positions have captures");
}

/// Random positions seldom explode, so these climb: a change is kept when it gives the oracle no
/// fewer jumps to follow. The generator remembers jumps once there are many; here that is compared.
#[test]
fn positions_whose_paths_explode_are_listed() {
    let (mut compared, mut hardest) = (0, 0);
    let mut worst = (Duration::ZERO, String::new());
    for (seed, rules) in kings_rules().iter().enumerate() {
        let generator = moving(rules);
        let mut rng = scatter::SeededRng::new(seed as u64 + 1);
        let mut position = scatter::loose(&mut rng, Geometry::Ten, 3, 14);
        let mut most = 0;
        for _ in 0..CLIMB {
            let next = scatter::changed(&mut rng, Geometry::Ten, &position);
            let begun = Instant::now();
            let got = listed(generator, &next);
            let spent = begun.elapsed();
            if spent > worst.0 {
                worst = (spent, format!("{} ({:?})", shown(rules, &next), rules.precedence));
            }
            let mut left = JUMPS;
            let board = Board::of(Geometry::Ten, &next);
            if let Some(expected) = oracle::legal_within(rules, &board, &mut left) {
                assert_eq!(got, expected, "{}", shown(rules, &next));
                hardest = hardest.max(JUMPS - left);
                compared += usize::from(JUMPS - left > 2_000);
            }
            let jumps = JUMPS - left;
            if jumps >= most {
                (most, position) = (jumps, next);
            }
        }
    }
    println!("slowest {:?}: {}; {compared} hard ones", worst.0, worst.1);
    assert!(compared >= 1_000, "only {compared} hard positions were compared");
    assert!(hardest >= 20_000, "the hardest has {hardest} jumps only");
}

/// What the oracle may spend on one position of the climb.
const JUMPS: usize = 400_000;
/// Changes tried for each rule set of the climb.
const CLIMB: usize = 600;

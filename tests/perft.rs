//! The engine's counts of games against published ones.

mod common;

use std::collections::BTreeMap;

use common::data::{Count, counts};
use common::oracle;
use common::oracle_board::Board;
use damier_rules::rules::ALL;
use damier_rules::variant::Variant;

/// What the ordinary run counts with compiled rules.
const COMPILED: u64 = 30_000_000;
/// What it counts with rules asked at run time.
const RUN_TIME: u64 = 1_000_000;
/// What it counts with the oracle.
const ORACLE: u64 = 20_000;

/// Checks the rows up to `limit`, every position in a thread of its own; each must have one.
fn check(limit: u64, nodes: impl Fn(&Count) -> u64 + Sync) {
    let mut positions: BTreeMap<(&str, &str), Vec<Count>> = BTreeMap::new();
    for count in counts() {
        positions.entry((count.rules.name, count.fen)).or_default().push(count);
    }
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let nodes = &nodes;
        let threads: Vec<_> = positions
            .into_values()
            .map(|counts| scope.spawn(move || wrong_rows(counts, limit, nodes)))
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn wrong_rows(counts: Vec<Count>, limit: u64, nodes: impl Fn(&Count) -> u64) -> Vec<String> {
    let within: Vec<Count> = counts.into_iter().filter(|count| count.nodes <= limit).collect();
    assert!(!within.is_empty(), "a position without rows under {limit} proves nothing");
    let wrong = |count: &Count| {
        let got = nodes(count);
        (got != count.nodes).then(|| {
            let Count { rules, fen, depth, nodes, .. } = count;
            format!("{} {fen} depth {depth}: expected {nodes}, got {got}", rules.name)
        })
    };
    within.iter().filter_map(wrong).collect()
}

#[test]
fn compiled_rules_give_the_published_counts() {
    check(COMPILED, |count| Variant::new(count.rules).perft(&count.position, count.depth));
}

#[test]
fn rules_asked_at_run_time_give_the_published_counts() {
    check(RUN_TIME, |count| Variant::at_run_time(count.rules).perft(&count.position, count.depth));
}

#[test]
fn the_oracle_gives_the_published_counts() {
    check(ORACLE, |count| {
        let moves = &count.rules.moves;
        oracle::perft(moves, &Board::of(moves.geometry, &count.position), count.depth)
    });
}

#[test]
#[ignore = "half a minute; run with --ignored --nocapture"]
fn the_whole_file_gives_the_published_counts() {
    for count in counts() {
        let Count { rules, fen, position, depth, nodes } = count;
        let got = Variant::new(rules).perft(&position, depth);
        println!("{} {fen} depth {depth}: {got}", rules.name);
        assert_eq!(got, nodes);
    }
}

#[test]
fn every_named_game_has_a_start_count_or_moves_as_one_that_has() {
    let counted: Vec<_> = counts()
        .into_iter()
        .filter(|count| count.fen == "start")
        .map(|count| count.rules)
        .collect();
    for game in ALL {
        let same = |rules: &damier_rules::rules::RuleSet| rules.moves == game.moves;
        assert!(counted.iter().any(same), "{} is counted nowhere", game.name);
    }
}

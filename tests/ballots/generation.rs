//! Which positions there are, and how a set comes about.

use std::collections::HashSet;

use damier_book::ballots::{
    Ballot, BallotSet, BallotSettings, Generation, MergeError, Shard, generate, lines, merge,
};
use damier_rules::position::{Position, Side};
use damier_rules::variant::Variant;

fn named(name: &str) -> Variant {
    Variant::named(name).expect("a game")
}

/// Every game of `plies`, without merging; the position at its end.
fn ends(variant: Variant, position: &Position, plies: usize, found: &mut Vec<Position>) {
    if plies == 0 {
        found.push(*position);
        return;
    }
    for played in variant.legal_moves(position) {
        ends(variant, &position.make(&played), plies - 1, found);
    }
}

fn bits(position: &Position) -> [u64; 4] {
    let [white, black] = Side::BOTH.map(|side| position.side(side).bits());
    [white, black, position.kings().bits(), position.turn() as u64]
}

#[test]
fn distinct_positions_are_those_at_the_ends_of_all_games() {
    // Games of each length (perft, as published) and the distinct positions they lead to.
    let italian = [(7, 7), (49, 49), (302, 216), (1_469, 805), (7_361, 2_733), (36_473, 9_030)];
    let english = [(7, 7), (49, 49), (302, 216), (1_469, 805), (7_361, 2_733), (36_768, 9_105)];
    for (name, counts) in [("italian", italian), ("english", english)] {
        let variant = named(name);
        for (before, (games, distinct)) in counts.into_iter().enumerate() {
            let plies = before + 1;
            let mut all = Vec::new();
            ends(variant, &variant.start_position(), plies, &mut all);
            let positions: HashSet<[u64; 4]> = all.iter().map(bits).collect();
            assert_eq!((all.len(), positions.len()), (games, distinct), "{name} {plies}");
            assert_eq!(all.len() as u64, {
                variant.perft(&variant.start_position(), plies as u32)
            });
            let found = lines(variant, plies, false, 1);
            let found: HashSet<[u64; 4]> = found.iter().map(|line| bits(&line.position)).collect();
            assert_eq!(found, positions, "{name} {plies}");
        }
    }
}

#[test]
fn eleven_men_are_one_man_fewer_on_each_side() {
    for (name, men) in [("italian", 11), ("spanish", 11), ("english", 11), ("international", 19)] {
        let variant = named(name);
        let starts = lines(variant, 0, true, 1);
        assert_eq!(starts.len(), (men + 1) * (men + 1), "{name}");
        for line in starts.iter().chain(&lines(variant, 1, true, 1)) {
            for side in Side::BOTH {
                assert_eq!(line.start.side(side).len(), men, "{name}");
            }
            assert_eq!(line.start.turn(), variant.rules().start.first);
        }
    }
    let settings = BallotSettings {
        plies: 2,
        eleven_man: true,
        nodes: 200,
        count: Some(80),
        max: 500,
        ..BallotSettings::default()
    };
    let variant = named("english");
    let set = generate(variant, settings, 1).expect("ballots");
    assert_eq!(set.ballots.len(), 80);
    let full = variant.start_position();
    for ballot in &set.ballots {
        for side in Side::BOTH {
            let start = ballot.start().side(side);
            assert!(start.len() == 11 && start.without(full.side(side)).is_empty());
        }
        assert!(ballot.game(variant).is_ok());
    }
    assert_eq!(BallotSet::parse(variant, &set.text(variant)), Ok(set));
}

fn small() -> BallotSettings {
    BallotSettings { plies: 3, nodes: 300, max: 10, ..BallotSettings::default() }
}

#[test]
fn generation_is_the_same_on_any_number_of_cores() {
    for name in ["italian", "russian", "international"] {
        let settings = BallotSettings { count: Some(40), ..small() };
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads").install(|| generate(named(name), settings, 5).expect("ballots"))
        };
        let set = on(1);
        assert_eq!(set, on(3), "{name}");
        assert_eq!(set.ballots.len(), 40, "{name}");
        assert!(set.header.searched < set.header.total);
    }
}

#[test]
fn the_seed_changes_the_sample_but_not_the_whole() {
    let variant = named("italian");
    let of = |seed, count| {
        let settings = BallotSettings { seed, count, ..small() };
        generate(variant, settings, 5).expect("ballots").ballots
    };
    assert_ne!(of(1, Some(30)), of(2, Some(30)));
    let all = of(1, None);
    assert_eq!(all, of(2, None));
    assert!(of(2, Some(30)).iter().all(|ballot| all.contains(ballot)));
}

#[test]
fn scores_are_seen_from_the_first_mover() {
    // A man that hangs counts for who takes it, whoever is to move.
    for name in ["italian", "english"] {
        let variant = named(name);
        let settings = BallotSettings { plies: 4, nodes: 1_000, min: 80, max: 400, ..small() };
        let first = variant.rules().start.first;
        let set = generate(variant, settings, 5).expect("ballots").ballots;
        assert!(set.len() > 50, "{name}");
        let ahead = |ballot: &&Ballot| {
            let [movers, opponents] =
                [first, first.opponent()].map(|side| ballot.position().side(side));
            movers.len() > opponents.len()
        };
        let settled =
            set.iter().filter(|&ballot| ahead(&ballot) && !variant.has_capture(ballot.position()));
        let scores: Vec<i16> = settled.map(|ballot| ballot.score().raw()).collect();
        assert!(!scores.is_empty() && scores.iter().all(|&score| score > 0), "{name}: {scores:?}");
    }
}

fn shards(variant: Variant, settings: BallotSettings, of: usize) -> Vec<BallotSet> {
    let shard = |index| BallotSettings { shard: Shard::new(index, of), ..settings };
    (1..=of).map(|index| generate(variant, shard(index), 5).expect("ballots")).collect()
}

#[test]
fn shards_make_up_the_whole() {
    let variant = named("brazilian");
    let whole = generate(variant, small(), 5).expect("ballots");
    let mut parts = shards(variant, small(), 3);
    parts.reverse();
    parts.push(parts[0].clone());
    assert_eq!(merge(variant, parts), Ok(whole));
    let counted = BallotSettings { count: Some(50), ..small() };
    let merged = merge(variant, shards(variant, counted, 4)).expect("all of them");
    assert_eq!(merged.ballots.len(), 50);
    assert_eq!(merged.header.settings, counted);
}

#[test]
fn shards_that_do_not_belong_together_are_refused() {
    let variant = named("brazilian");
    let parts = shards(variant, small(), 2);
    let refused = |sets: &[&BallotSet]| {
        merge(variant, sets.iter().map(|&set| set.clone()).collect()).expect_err("refused")
    };
    assert_eq!(refused(&[]), MergeError::Nothing);
    assert_eq!(refused(&[&parts[1]]), MergeError::Missing(1, 2));
    let whole = generate(variant, small(), 5).expect("ballots");
    assert_eq!(refused(&[&parts[0], &whole]), MergeError::Whole(2));
    let mut changed = parts[1].clone();
    changed.header.signature += 1;
    assert_eq!(refused(&[&parts[0], &changed]), MergeError::Different(2));
    let mut changed = parts[0].clone();
    changed.ballots.pop();
    assert_eq!(refused(&[&parts[0], &changed]), MergeError::Contradiction(2));
    let thirds = shards(variant, small(), 3);
    assert_eq!(refused(&[&parts[0], &thirds[1]]), MergeError::Different(2));
}

#[test]
fn a_generation_goes_on_from_its_scores() {
    let variant = named("czech");
    let whole = generate(variant, small(), 5).expect("ballots");
    let mut first = Generation::new(variant, small()).expect("settings");
    let scores = first.step().expect("memory").to_vec();
    assert!(!scores.is_empty() && !first.is_finished());
    // Cut anywhere, not only between two steps.
    let mut second = Generation::new(variant, small()).expect("settings");
    second.resume(&scores[..scores.len() / 2]).expect("they fit");
    assert_eq!(second.searched(), scores.len() / 2);
    while !second.is_finished() {
        second.step().expect("memory");
    }
    let total = second.total();
    assert!(second.step().expect("memory").is_empty());
    assert_eq!(second.finish(5), whole);
    let mut third = Generation::new(variant, small()).expect("settings");
    assert!(third.resume(&vec![None; total + 1]).is_err());
}

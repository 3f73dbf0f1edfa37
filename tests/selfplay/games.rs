//! The games, whoever plays them and when.

use std::collections::HashSet;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use damier_book::ballots::Shard;
use damier_rules::position::Move;
use damier_rules::rules;
use damier_train::samples::{SampleWriter, load};
use damier_train::selfplay::{SelfplaySettings, Target, run};

use super::support::{QUICK, house, play, read, variant};

#[test]
fn the_file_is_the_same_whatever_the_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let italian = variant("italian");
    let files = [1, 2, 5].map(|threads| {
        let path = folder.path().join(threads.to_string());
        play(&path, italian, &QUICK, 30, threads);
        fs::read(path).expect("written")
    });
    assert!(files.iter().all(|file| *file == files[0]));
}

#[test]
fn kept_positions_are_quiet_and_come_once_a_game_in_every_variant() {
    let folder = tempfile::tempdir().expect("a folder");
    let named = rules::ALL.iter().map(|game| variant(game.name));
    let houses = [house("italian", "capture=optional"), house("russian", "draws=off")];
    for (index, variant) in named.chain(houses).enumerate() {
        let path = folder.path().join(index.to_string());
        play(&path, variant, &QUICK, 12, 2);
        let games = read(&path);
        assert_eq!(games.len(), 12);
        for record in games {
            let positions: HashSet<u64> =
                record.samples.iter().map(|sample| sample.position.key()).collect();
            assert_eq!(positions.len(), record.samples.len());
            assert!(record.samples.len() <= usize::from(record.plies) + 1);
            for sample in record.samples {
                let moves = variant.legal_moves(&sample.position);
                assert!(moves.len() > 1 && !moves.iter().any(Move::is_capture));
                let sign = if sample.position.turn().index() == 0 { 1 } else { -1 };
                assert_eq!((sample.result, sample.game), (sign * record.result, record.number));
            }
        }
    }
}

#[test]
fn scores_and_results_are_of_the_side_to_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    play(&path, variant("russian"), &QUICK, 200, 2);
    for turn in [0, 1] {
        let samples = read(&path).into_iter().flat_map(|record| record.samples);
        let ahead = samples
            .filter(|sample| sample.position.turn().index() == turn && sample.score.raw() > 150);
        let results: Vec<i32> = ahead.map(|sample| i32::from(sample.result)).collect();
        assert!(results.len() > 100);
        assert!(2 * results.iter().sum::<i32>() > results.len() as i32, "whoever is ahead wins");
    }
}

#[test]
fn shards_together_are_the_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let russian = variant("russian");
    let whole = folder.path().join("whole");
    play(&whole, russian, &QUICK, 20, 2);
    let mut parts = Vec::new();
    for index in 1..=3 {
        let path = folder.path().join(index.to_string());
        let settings = SelfplaySettings { shard: Shard::new(index, 3), ..QUICK };
        play(&path, russian, &settings, if index <= 2 { 7 } else { 6 }, 2);
        parts.push(path);
    }
    let all = load(&[whole], russian).expect("samples");
    assert_eq!(load(&parts, russian).expect("samples"), all);
    parts.reverse();
    assert_eq!(load(&parts, russian).expect("samples"), all);
    let distinct: HashSet<u64> = all.iter().map(|sample| sample.position.key()).collect();
    assert_eq!(distinct.len(), all.len());
}

#[test]
fn it_stops_at_the_first_game_that_reaches_the_positions_and_when_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let czech = variant("czech");
    let mut writer =
        SampleWriter::open(&folder.path().join("games"), &QUICK.header(czech)).expect("a writer");
    let target = Target { games: None, positions: Some(400) };
    let stop = AtomicBool::new(false);
    let mut steps = Vec::new();
    let totals = run(czech, &QUICK, target, 2, &mut writer, &stop, &mut |totals| {
        steps.push(totals.positions);
    });
    let totals = totals.expect("games");
    assert!(totals.positions >= 400 && steps[steps.len() - 2] < 400);
    assert_eq!(totals.games, steps.len() as u64);
    assert!(!stop.load(Ordering::Relaxed));

    let games = totals.games;
    let totals = run(czech, &QUICK, Target::default(), 2, &mut writer, &stop, &mut |totals| {
        stop.store(totals.games >= games + 3, Ordering::Relaxed);
    });
    assert!(totals.expect("games").games >= games + 3);
}

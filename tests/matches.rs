//! Matches: taken up after a kill, cut into shards, merged, decided by their test. Everything is
//! seeded and nothing depends on time.

#[path = "matches/command.rs"]
mod command;
#[path = "matches/scripted.rs"]
mod scripted;

use std::fs;
use std::path::Path;

use damier_engine::seal::Seal;
use damier_match::referee::FaultKind;
use damier_match::tournament::pdn::game_text;
use damier_match::tournament::results::{
    Contents, MergeError, RefereedGame, ResultsError, ResultsFile, merge, read, write,
};
use damier_match::tournament::runner::RunError;
use damier_match::tournament::schedule::TournamentFormat;
use damier_match::tournament::statistics::{Decision, EloModel, Sprt};

use scripted::{Script, ScriptedMatch, without_times};

/// The games of a file, times left out.
fn games(path: &Path) -> Vec<RefereedGame> {
    read(path).unwrap().games.iter().map(without_times).collect()
}

#[test]
fn a_match_killed_at_any_game_goes_on_to_the_same_end() {
    let directory = tempfile::tempdir().unwrap();
    let match_up = ScriptedMatch::of(&["italian", "english"], 2, 6);
    let whole = directory.path().join("whole");
    let score = match_up.run_in(&whole, 1).unwrap().ledger.score().clone();
    assert_eq!(score.first().games(), 12);
    let text = fs::read_to_string(&whole).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 13, "a header and a line a game");
    for kept in 0..=lines.len() {
        for concurrency in [1, 3] {
            let path = directory.path().join(format!("killed-{kept}-{concurrency}"));
            fs::write(&path, lines[..kept].concat()).unwrap();
            let finished = match_up.run_in(&path, concurrency).unwrap();
            assert_eq!(*finished.ledger.score(), score);
            assert_eq!(games(&path), games(&whole));
            let resumed = fs::read_to_string(&path).unwrap();
            assert!(resumed.starts_with(&lines[..kept].concat()), "what was written stays");
            assert_eq!(resumed.lines().count(), lines.len(), "no game is played twice");
        }
    }
}

#[test]
fn a_match_killed_while_it_writes_goes_on_to_the_same_end() {
    let directory = tempfile::tempdir().unwrap();
    let match_up = ScriptedMatch::of(&["italian"], 2, 2);
    let whole = directory.path().join("whole");
    match_up.run_in(&whole, 1).unwrap();
    let bytes = fs::read(&whole).unwrap();
    let path = directory.path().join("truncated");
    for kept in (0..bytes.len()).step_by(17).chain([1, bytes.len() - 1]) {
        fs::write(&path, &bytes[..kept]).unwrap();
        match_up.run_in(&path, 1).unwrap();
        assert_eq!(games(&path), games(&whole), "after {kept} bytes");
    }
}

#[test]
fn a_match_stopped_from_outside_goes_on_to_the_same_end() {
    let directory = tempfile::tempdir().unwrap();
    let match_up = ScriptedMatch::of(&["italian"], 2, 5);
    let whole = match_up.run(2).unwrap();
    let path = directory.path().join("stopped");
    let mut rounds = 0;
    loop {
        let script = Script { stop_after: Some(3), ..Script::default() };
        let finished = match_up.run_with(&script, Some(&path), 1).unwrap();
        rounds += 1;
        if finished.ledger.is_over() {
            assert_eq!(finished.ledger.score(), whole.ledger.score());
            break;
        }
        assert!(rounds < 10, "the match does not go on");
    }
    assert!(rounds > 2);
}

#[test]
fn other_settings_are_refused_with_what_differs() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("results");
    let match_up = ScriptedMatch::of(&["italian"], 2, 2);
    match_up.run_in(&path, 1).unwrap();
    let before = fs::read(&path).unwrap();
    for (changed, difference) in [
        (ScriptedMatch::of(&["english"], 2, 2), "variants: italian in the file, english now"),
        (ScriptedMatch::of(&["italian"], 2, 3), "games: 4 in the file, 6 now"),
        (ScriptedMatch::of(&["italian"], 3, 2), "player 3: none in the file, "),
        (match_up.clone().shard("1/2"), "shard: none in the file, 1/2 now"),
    ] {
        let error = changed.run_in(&path, 1).unwrap_err().to_string();
        assert!(error.contains(difference), "{error}");
        assert_eq!(fs::read(&path).unwrap(), before, "the file is as it was");
    }
}

#[test]
fn what_is_no_results_file_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("other");
    let match_up = ScriptedMatch::of(&["italian"], 2, 2);
    for text in ["my notes", "my notes\nof long ago\n", "{}\n"] {
        fs::write(&path, text).unwrap();
        let error = ResultsFile::open(&path, &match_up.header).unwrap_err();
        assert!(matches!(error, ResultsError::NoHeader(_)), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let whole = directory.path().join("whole");
    match_up.run_in(&whole, 1).unwrap();
    // Without checksums, as earlier versions wrote.
    let text = unsealed(&fs::read_to_string(&whole).unwrap());
    let changed = text.replace("\"seed\":1,", "\"seed\":2,");
    fs::write(&path, &changed).unwrap();
    assert!(matches!(read(&path), Err(ResultsError::Fingerprint(..))));
    fs::write(&path, text.replace("\"game\":4,", "\"game\":5,")).unwrap();
    assert!(matches!(read(&path), Err(ResultsError::Foreign { line: 5, game: 5 })));
    fs::write(&path, text.replacen("\"game\":2,", "\"gme\":2,", 1)).unwrap();
    assert!(matches!(read(&path), Err(ResultsError::NoGame { line: 3, .. })));
}

/// A results file as it was before its lines had checksums.
fn unsealed(text: &str) -> String {
    let line = |line: &str| {
        let line = Seal::Json.take(line.as_bytes()).unwrap();
        String::from_utf8(line).unwrap() + "\n"
    };
    text.lines().map(line).collect::<String>().replace("\"damier-match\":2", "\"damier-match\":1")
}

#[test]
fn a_changed_bit_is_noticed_and_its_line_named() {
    let directory = tempfile::tempdir().unwrap();
    let (whole, path) = (directory.path().join("whole"), directory.path().join("changed"));
    let match_up = ScriptedMatch::of(&["italian"], 2, 1);
    match_up.run_in(&whole, 1).unwrap();
    let bytes = fs::read(&whole).unwrap();
    let mut line = 1;
    for index in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[index] ^= 1 << (index % 8);
        fs::write(&path, &changed).unwrap();
        for error in
            [read(&path).unwrap_err(), ResultsFile::open(&path, &match_up.header).unwrap_err()]
        {
            let error = error.to_string();
            assert!(error.starts_with(&format!("line {line}: ")), "byte {index}: {error}");
        }
        assert_eq!(fs::read(&path).unwrap(), changed, "the file is as it was");
        line += usize::from(bytes[index] == b'\n');
    }
    // The advice of the message helps.
    let text = String::from_utf8(bytes).unwrap();
    let without: String = text.split_inclusive('\n').take(2).collect();
    fs::write(&path, without).unwrap();
    match_up.run_in(&path, 1).unwrap();
    assert_eq!(games(&path), games(&whole));
}

#[test]
fn a_file_without_checksums_goes_on_and_is_merged_with_them() {
    let directory = tempfile::tempdir().unwrap();
    let (whole, path) = (directory.path().join("whole"), directory.path().join("old"));
    let match_up = ScriptedMatch::of(&["italian"], 2, 2);
    match_up.run_in(&whole, 1).unwrap();
    let old = unsealed(&fs::read_to_string(&whole).unwrap());
    let begun: String = old.split_inclusive('\n').take(3).collect();
    fs::write(&path, &begun).unwrap();
    let (results, played) = ResultsFile::open(&path, &match_up.header).unwrap();
    assert_eq!((results.is_sealed(), played.len()), (false, 2));
    drop(results);
    match_up.run_in(&path, 1).unwrap();
    assert_eq!(games(&path), games(&whole));
    assert!(fs::read_to_string(&path).unwrap().lines().all(|line| !line.contains("\"crc\"")));
    let contents = read(&path).unwrap();
    assert!(!contents.header.is_sealed());
    let merged = merge(vec![("old".into(), contents)]).unwrap();
    write(&merged, &mut fs::File::create(&path).unwrap()).unwrap();
    assert!(read(&path).unwrap().header.is_sealed());
    assert_eq!(games(&path), games(&whole));
}

#[test]
fn two_processes_do_not_write_one_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("results");
    let match_up = ScriptedMatch::of(&["italian"], 2, 2);
    let (_open, _) = ResultsFile::open(&path, &match_up.header).unwrap();
    let again = ResultsFile::open(&path, &match_up.header);
    assert!(matches!(again, Err(ResultsError::InUse)));
}

#[test]
fn shards_are_merged_into_the_whole_match() {
    let directory = tempfile::tempdir().unwrap();
    let match_up = ScriptedMatch::of(&["italian", "russian"], 3, 11);
    let whole = directory.path().join("whole");
    match_up.run_in(&whole, 2).unwrap();
    let mut files = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let path = directory.path().join(shard.replace('/', "-"));
        match_up.clone().shard(shard).run_in(&path, 1).unwrap();
        files.push((shard.to_owned(), read(&path).unwrap()));
    }
    let counts: usize = files.iter().map(|(_, contents)| contents.games.len()).sum();
    assert_eq!(counts, 22, "every game is in one shard");
    let merged = merge(files.clone()).unwrap();
    let plain: Vec<RefereedGame> = merged.games.iter().map(without_times).collect();
    assert_eq!(plain, games(&whole));
    assert_eq!(merged.header, read(&whole).unwrap().header);

    let reordered: Vec<(String, Contents)> = files.iter().cloned().rev().collect();
    assert_eq!(merge(reordered).unwrap(), merged);
    let mut again = files.clone();
    again.push(("merged".to_owned(), merged.clone()));
    again.extend(files.clone());
    assert_eq!(merge(again).unwrap(), merged, "merging again changes nothing");
    let path = directory.path().join("merged");
    write(&merged, &mut fs::File::create(&path).unwrap()).unwrap();
    assert_eq!(read(&path).unwrap(), merged);

    // The merged file is the whole match's: it can be taken up, and nothing is left to be played.
    let finished = match_up.run_in(&path, 1).unwrap();
    assert!(finished.ledger.is_over());
    assert_eq!(read(&path).unwrap(), merged);
}

#[test]
fn files_that_do_not_fit_are_not_merged() {
    let file = |match_up: &ScriptedMatch, script: &Script| {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("results");
        match_up.run_with(script, Some(&path), 1).unwrap();
        read(&path).unwrap()
    };
    let match_up = ScriptedMatch::of(&["italian"], 2, 3);
    let first = file(&match_up, &Script::default());
    let second = file(&ScriptedMatch::of(&["italian"], 2, 4), &Script::default());
    let error = merge(vec![("a".into(), first.clone()), ("b".into(), second)]).unwrap_err();
    assert!(matches!(error, MergeError::Differs { ref name, .. } if name == "b"), "{error}");
    let played_again = file(&match_up, &Script { edge: 0.4, ..Script::default() });
    let error = merge(vec![("a".into(), first), ("b".into(), played_again)]).unwrap_err();
    assert!(matches!(error, MergeError::Conflict { ref name, .. } if name == "b"), "{error}");
    assert_eq!(merge(Vec::new()).unwrap_err(), MergeError::Nothing);
}

#[test]
fn a_test_over_pooled_games_stops_after_the_same_pair_however_many_play() {
    let test = Sprt::new(0.0, 60.0, EloModel::Normalised).unwrap();
    for (edge, decision) in [(0.25, Decision::Won), (-0.1, Decision::Lost)] {
        let match_up = ScriptedMatch::of(&["italian", "russian"], 2, 2_000).test(test);
        let script = Script { edge, ..Script::default() };
        let alone = match_up.run_with(&script, None, 1).unwrap().ledger;
        assert_eq!(alone.decision(), Some(decision));
        let pairs = alone.score().first().pairs;
        assert!(pairs.pairs() < 2_000 && alone.is_over());
        assert_eq!(test.state(&pairs).decision, Some(decision));
        let parts = [0, 1].map(|section| alone.score().first_in(section).pairs);
        assert_eq!(parts[0] + parts[1], pairs, "the pool is the sum of its games");
        assert!(parts[0].pairs().abs_diff(parts[1].pairs()) <= 1);
        for concurrency in [2, 5] {
            let ledger = match_up.run_with(&script, None, concurrency).unwrap().ledger;
            assert_eq!(ledger.score(), alone.score());
            assert_eq!(ledger.decision(), Some(decision));
        }
    }
}

#[test]
fn a_decided_match_stays_decided() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("results");
    let test = Sprt::new(0.0, 60.0, EloModel::Logistic).unwrap();
    let match_up = ScriptedMatch::of(&["italian"], 2, 2_000).test(test);
    let script = Script { edge: 0.25, ..Script::default() };
    let first = match_up.run_with(&script, Some(&path), 3).unwrap().ledger;
    let bytes = fs::read(&path).unwrap();
    let again = match_up.run_with(&script, Some(&path), 1).unwrap().ledger;
    assert_eq!(again.score(), first.score());
    assert_eq!(fs::read(&path).unwrap(), bytes, "nothing more is played");
    // A shard is too little to decide; the merged match is tested.
    let shard = match_up.clone().shard("1/2").limit(40);
    let ledger = shard.run_with(&script, None, 1).unwrap().ledger;
    assert_eq!((ledger.decision(), ledger.score().first().pairs.pairs()), (None, 20));
}

#[test]
fn many_players_meet_as_they_should() {
    for (pairing, meetings) in [(TournamentFormat::RoundRobin, 6), (TournamentFormat::Gauntlet, 3)]
    {
        let match_up = ScriptedMatch::of(&["italian"], 4, 12).pairing(pairing);
        let score = match_up.run(3).unwrap().ledger.score().clone();
        assert_eq!(score.meetings.len(), meetings);
        let pairs: u64 = score.players.iter().map(|player| player.pairs.pairs()).sum();
        assert_eq!(pairs, 24, "each pair is two players'");
        let wins: u64 = score.players.iter().map(|player| player.wins).sum();
        let losses: u64 = score.players.iter().map(|player| player.losses).sum();
        assert_eq!(wins, losses);
    }
}

#[test]
fn failures_are_counted_by_player_and_kind() {
    let match_up = ScriptedMatch::of(&["italian"], 2, 10);
    let script = Script { fails: vec![(4, 0, FaultKind::Crash)], ..Script::default() };
    let ledger = match_up.run_with(&script, None, 2).unwrap().ledger;
    let faults: Vec<_> = ledger.score().faults.iter().collect();
    assert_eq!(faults, [(&(0, FaultKind::Crash), &1)]);
    assert!(ledger.is_over(), "the match goes on");
    // One that has played is counted as lost when it does not start again.
    let script = Script { fails: vec![(9, 1, FaultKind::NoStart)], ..Script::default() };
    assert!(match_up.run_with(&script, None, 1).unwrap().ledger.is_over());
}

#[test]
fn players_that_cannot_begin_end_the_match() {
    let match_up = ScriptedMatch::of(&["italian"], 2, 10);
    for kind in [FaultKind::NoStart, FaultKind::BadHandshake, FaultKind::UnknownVariant] {
        let script = Script { fails: vec![(1, 1, kind)], ..Script::default() };
        let error = match_up.run_with(&script, None, 1).unwrap_err();
        assert!(matches!(error, RunError::CannotPlay { player: 1, .. }), "{error}");
    }
}

#[test]
fn games_are_written_as_pdn_that_can_be_read_again() {
    use damier_pdn::{PdnReader, replay};
    let match_up = ScriptedMatch::of(&["italian", "international", "russian"], 2, 3);
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("results");
    match_up.run_in(&path, 1).unwrap();
    for played in read(&path).unwrap().games {
        let text = game_text(&played).unwrap();
        let record = PdnReader::new(text.as_bytes()).next().unwrap().unwrap();
        let game = replay(&record, None).unwrap().game;
        assert_eq!(game.plies().count(), played.record.moves.len());
        assert_eq!(game.variant().rules().name, played.record.variant);
        assert_eq!(game.tag("Round"), Some(played.game.to_string().as_str()));
        assert!(text.contains("+0.17/3 0.250 s") && text.contains("drawn by adjudication"));
    }
}

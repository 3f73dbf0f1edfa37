//! The command `match` with the built-in engine at so many nodes a move.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use damier_match::tournament::results::{RefereedGame, ResultsHeader, read, write};

use super::scripted::without_times;

/// The players and what else all matches here share.
const COMMON: [&str; 12] = [
    "match",
    "--player",
    "builtin",
    "--player",
    "builtin",
    "--set",
    "1:hash=1",
    "--set",
    "2:hash=1",
    "--set",
    "2:limit=nodes=100",
    "--openings=random:4",
];

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(COMMON).args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn games(path: &Path) -> Vec<RefereedGame> {
    read(path).unwrap().games.iter().map(without_times).collect()
}

fn path(directory: &tempfile::TempDir, name: &str) -> String {
    directory.path().join(name).to_str().unwrap().to_owned()
}

/// The tables without that of nodes and times, which no match has twice the same.
fn without_efforts(output: &Output) -> String {
    let text = text(&output.stdout);
    text.split("\n\n").filter(|table| !table.contains("seconds/move")).collect()
}

#[test]
fn a_killed_match_of_engines_ends_with_the_same_games() {
    let directory = tempfile::tempdir().unwrap();
    let (whole, killed) = (path(&directory, "whole"), path(&directory, "killed"));
    let (pdn, pdn_killed) = (path(&directory, "pdn"), path(&directory, "pdn-killed"));
    let settings = ["--limit=nodes=400", "--games=12", "--variant=italian,russian"];
    let args = |file, pdn| {
        let mut args = settings.to_vec();
        args.extend(["--resume", file, "--pdn", pdn]);
        args
    };
    let uninterrupted = run(&args(&whole, &pdn));
    assert!(uninterrupted.status.success(), "{}", text(&uninterrupted.stderr));
    // Killed as soon as anything new is in the file, wherever in a game that falls.
    for _ in 0..6 {
        let length = |path: &str| fs::metadata(path).map_or(0, |data| data.len());
        let before = length(&killed);
        let mut child = command(&args(&killed, &pdn_killed)).stdout(Stdio::null()).spawn().unwrap();
        while length(&killed) <= before && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let resumed = run(&args(&killed, &pdn_killed));
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    assert_eq!(games(Path::new(&killed)), games(Path::new(&whole)));
    assert_eq!(without_efforts(&resumed), without_efforts(&uninterrupted));
    let count = |path: &str| fs::read_to_string(path).unwrap().matches("[Event ").count();
    assert_eq!((count(&pdn), count(&pdn_killed)), (12, 12));
}

#[test]
fn the_last_line_gives_the_score_and_the_text_is_narrow() {
    let output = run(&["--limit=nodes=300", "--games=4"]);
    let text = text(&output.stdout);
    let last = text.lines().last().unwrap();
    assert!(last.starts_with('+') && last.contains(", Elo ") && last.ends_with("failures: none"));
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn events_are_json() {
    let output = run(&["--limit=nodes=100", "--games=4", "--json"]);
    let text = text(&output.stdout);
    let events: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!(names, ["game", "game", "pair", "game", "game", "pair", "end"]);
    assert_eq!(events[6]["complete"], true);
    let total: u64 = events[6]["players"][0]["pentanomial"]
        .as_array()
        .map(|counts| counts.iter().filter_map(serde_json::Value::as_u64).sum())
        .unwrap();
    assert_eq!(total, 2);
    let pair = &events[2];
    assert_eq!((&pair["variant"], &pair["players"][1]), (&"italian".into(), &"builtin 2".into()));
    assert_eq!(events[6]["variants"][0]["name"], "italian");
    let effort = &events[6]["efforts"][0];
    assert!(effort["moves"].as_u64() > Some(10) && effort["mean_depth"].as_f64() > Some(0.9));
    assert!(effort["nodes_per_move"].as_f64().is_some_and(|nodes| nodes <= 100.0), "{effort}");
    assert!(effort["seconds"].as_f64() > Some(0.0), "{effort}");
}

#[test]
fn copies_of_games_decide_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let file = path(&directory, "openings");
    fs::write(&file, "W:W21,22,23,24:B1,2,3,4\n").unwrap();
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        command.args(&COMMON[..COMMON.len() - 1]).args(["--openings", &file]).args(args);
        command.stdin(Stdio::null()).output().unwrap()
    };
    let test = run(&["--limit=nodes=200", "--sprt=0,20"]);
    assert!(test.status.success(), "{}", text(&test.stderr));
    assert!(text(&test.stdout).contains("undecided"), "{}", text(&test.stdout));
    let expected = "1 opening of italian makes 1 pair; without a time limit more";
    assert_eq!(text(&test.stderr).matches(expected).count(), 1, "{}", text(&test.stderr));
    let refused = run(&["--limit=nodes=200", "--games=4"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains(expected), "{}", text(&refused.stderr));
    // With a clock no game need be like another.
    let timed = run(&["--limit=nodes=200", "--games=4", "--set=1:limit=move-time=0.001"]);
    assert!(timed.status.success(), "{}", text(&timed.stderr));
}

#[test]
fn games_by_a_file_of_rules_are_written_as_pdn() {
    let directory = tempfile::tempdir().unwrap();
    let (rules, pdn) = (path(&directory, "kitchen.toml"), path(&directory, "pdn"));
    let (results, merged) = (path(&directory, "results"), path(&directory, "merged"));
    fs::write(&rules, "extends = 'italian'\ncapture = 'optional'\n").unwrap();
    let files = ["--rules", &rules, "--pdn", &pdn, "--resume", &results];
    let output = run(&[&["--limit=nodes=100", "--games=2"][..], &files].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut merge = Command::new(env!("CARGO_BIN_EXE_damier"));
    let output = merge.args(["match", "merge", "--pdn", &merged, &results]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let written = fs::read_to_string(&pdn).unwrap();
    assert_eq!(written.matches("[Event ").count(), 2);
    assert_eq!(written, fs::read_to_string(&merged).unwrap());
}

#[test]
fn a_lost_test_is_a_no() {
    // The first player has a fraction of the nodes of the second.
    let args = ["--set=1:limit=nodes=10", "--set=2:limit=nodes=2000", "--sprt=0,100"];
    let output = run(&args);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("lost (H0)"));
}

#[cfg(unix)]
#[test]
fn damage_and_missing_checksums_are_reported() {
    let directory = tempfile::tempdir().unwrap();
    let (file, old) = (path(&directory, "results"), path(&directory, "old"));
    let settings = ["--limit=nodes=100", "--games=4", "--resume"];
    assert!(run(&[&settings[..], &[&file]].concat()).status.success());
    let written = fs::read_to_string(&file).unwrap();
    fs::write(&old, super::unsealed(&written)).unwrap();
    fs::write(&file, written.replacen("\"game\":2,", "\"game\":3,", 1)).unwrap();
    let merge = |name: &str, rest: &[&str]| {
        let mut merge = Command::new(env!("CARGO_BIN_EXE_damier"));
        merge.args(["match", "merge", name]).args(rest).output().unwrap()
    };
    for output in [run(&[&settings[..], &[&file]].concat()), merge(&file, &[])] {
        assert_eq!(output.status.code(), Some(2));
        let printed = unwrapped(&output.stderr);
        assert!(printed.contains(&file) && printed.contains("its checksum is wrong"), "{printed}");
    }
    for output in [run(&[&settings[..], &[&old]].concat()), merge(&old, &["--output=/dev/null"])] {
        assert_eq!(output.status.code(), Some(0));
        let printed = unwrapped(&output.stderr);
        assert!(printed.contains(&old) && printed.contains("has no checksums"), "{printed}");
    }
    use std::os::unix::fs::FileTypeExt;
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn names_of_a_foreign_file_are_cleaned() {
    let directory = tempfile::tempdir().unwrap();
    let (file, pdn) = (path(&directory, "results"), path(&directory, "pdn"));
    let settings = ["--limit=nodes=100", "--games=4", "--variant=italian,russian"];
    assert!(run(&[&settings[..], &["--resume", &file]].concat()).status.success());
    let mut contents = read(Path::new(&file)).unwrap();
    let hostile = |text: &mut String| text.insert_str(1, "\u{202e}\u{1b}[31m");
    let settings = &mut contents.header.settings;
    settings.players.iter_mut().for_each(|player| hostile(&mut player.name));
    settings.variants.iter_mut().for_each(hostile);
    contents.header = ResultsHeader::new(settings.clone(), None);
    for played in &mut contents.games {
        let names = [&mut played.opening, &mut played.record.white, &mut played.record.black];
        names.into_iter().for_each(hostile);
    }
    write(&contents, &mut fs::File::create(&file).unwrap()).unwrap();
    for json in [&[][..], &["--json"]] {
        let mut merge = Command::new(env!("CARGO_BIN_EXE_damier"));
        let output = merge.args(["match", "merge", &file, "--pdn", &pdn]).args(json).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        for shown in [text(&output.stdout), fs::read_to_string(&pdn).unwrap()] {
            let is_hidden = |sign| sign != '\n' && damier_rules::text::is_hidden(sign);
            assert!(!shown.contains(is_hidden) && !shown.contains("\\u001b"), "{shown:?}");
            assert!(shown.contains("[31muiltin"), "{shown}");
        }
    }
}

/// A message on one line.
fn unwrapped(bytes: &[u8]) -> String {
    text(bytes).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn games_are_not_lost_to_a_match_that_cannot_be_played() {
    let directory = tempfile::tempdir().unwrap();
    let pdn = path(&directory, "kept.pdn");
    fs::write(&pdn, "kept").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(["match", "--player=hub:/no/such/engine", "--player=builtin", "--pdn", &pdn]);
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&pdn).unwrap(), "kept");
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_is_no_finished_one() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::time::{Duration, Instant};

    let directory = tempfile::tempdir().unwrap();
    for (name, setting) in [("games", "--games=1600"), ("test", "--sprt=0,5")] {
        let file = path(&directory, name);
        let mut command = command(&["--limit=nodes=1000", "--resume", &file, setting]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        while fs::read_to_string(&file).map_or(0, |text| text.lines().count()) < 4 {
            assert!(Instant::now() < until, "games are played");
            std::thread::sleep(Duration::from_millis(5));
        }
        kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{setting}");
        let printed = text(&output.stderr);
        assert!(printed.contains("broken off; the same command goes on with it"), "{printed}");
        let last = text(&output.stdout);
        assert!(last.lines().last().unwrap().ends_with("failures: none"), "{last}");
    }
}

#[test]
fn a_match_that_cannot_be_reported_has_failed() {
    for format in [&[][..], &["--json"]] {
        let mut child = command(&[&["--limit=nodes=100", "--games=4"], format].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let printed = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{printed}");
        assert!(printed.contains("closed") || printed.contains("Broken pipe"), "{printed}");
    }
}

#[test]
fn shards_of_engines_are_merged() {
    let directory = tempfile::tempdir().unwrap();
    let settings = ["--limit=nodes=100", "--games=8"];
    let whole = path(&directory, "whole");
    run(&[&settings[..], &["--resume", &whole]].concat());
    let shards: Vec<String> = (1..=3).map(|shard| path(&directory, &shard.to_string())).collect();
    for (before, file) in shards.iter().enumerate() {
        let shard = format!("--shard={}/3", before + 1);
        assert!(run(&[&settings[..], &["--resume", file, &shard]].concat()).status.success());
    }
    let merged = path(&directory, "merged");
    for round in 0..2 {
        let mut merge = Command::new(env!("CARGO_BIN_EXE_damier"));
        merge.args(["match", "merge", "--output", &merged]).args(&shards);
        if round > 0 {
            merge.arg(&merged);
        }
        let output = merge.output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(games(Path::new(&merged)), games(Path::new(&whole)));
    }
}

#[test]
fn mistakes_are_reported() {
    for (args, message) in [
        (&["--games=3"][..], "an even number"),
        (&["--sprt=5,0"], "the first Elo must be less"),
        (&["--sprt=0"], "expected ELO0,ELO1"),
        (&["--openings=random:99"], "random:PLIES"),
        (&["--openings=no-such-file"], "no-such-file"),
        (&["--set=3:name=x"], "there are 2 players"),
        (&["--limit=fast"], "--limit fast"),
        (&["--variant=italian,italian"], "twice"),
        (&["--variant=chess"], "unknown game `chess`"),
        (&["--player=builtin", "--sprt=0,5"], "tests two players"),
        (&["--shard=3/2"], "shard"),
    ] {
        let without_openings = args.iter().any(|arg| arg.starts_with("--openings"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        command.args(&COMMON[..COMMON.len() - usize::from(without_openings)]).args(args);
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let printed = text(&output.stderr);
        assert!(
            printed.starts_with("damier: ") && printed.contains(message),
            "{args:?}: {printed}"
        );
    }
}

//! `damier selfplay`, as scripts run it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use damier_engine::score::Score;
use damier_rules::notation::read_fen;
use damier_train::samples::{Sample, SampleWriter, SampledGame};

use super::support::{QUICK, read, variant};

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.arg("selfplay").args(args);
    command
}

fn run(args: &[&str]) -> Output {
    command(args).output().expect("the command starts")
}

/// Text as one line: errors are wrapped to fit the screen.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn name(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn it_goes_on_with_its_own_file_and_refuses_that_of_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let quick = ["--nodes", "60", "--output", name(&path)];
    let output = run(&[&quick[..], &["--games", "3"]].concat());
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    assert!(text(&output.stdout).starts_with("3 games, "));
    let output = run(&[&quick[..], &["--games", "5", "--threads", "1"]].concat());
    assert!(text(&output.stdout).starts_with("5 games, "));
    assert_eq!(read(&path).len(), 5);

    let output = run(&[&quick[..], &["--games", "5", "--seed", "2"]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).ends_with("seed is 1, expected 2"));
    let output = run(&["--games", "5"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--output"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_whole_file() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    // Without a target an interrupt is the way to end it.
    for (target, code) in [(&[][..], 0), (&["--games", "1000000"], 130)] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        let mut running = command(&[&["--nodes", "60", "--output", name(&path)], target].concat());
        let running =
            running.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let child = running.spawn().expect("the command starts");
        let begun = Instant::now();
        while fs::metadata(&path).map_or(0, |data| data.len()) < 5_000 {
            assert!(begun.elapsed() < Duration::from_secs(60), "games are played");
            sleep(Duration::from_millis(5));
        }
        kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("it runs");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(code));
        assert!(text(&output.stderr).contains("interrupted"));
        let games = read(&path);
        let positions: usize = games.iter().map(|record| record.samples.len()).sum();
        let printed = text(&output.stdout);
        let start = format!("{} games, {positions} positions", games.len());
        assert!(printed.starts_with(&start), "{printed}");
    }
}

/// A file of two games whose every number is known.
fn tiny(path: &Path) {
    let italian = variant("italian");
    let sample = |fen: &str, raw: i16, result: i8, game: u32| Sample {
        position: read_fen(italian.rules(), fen).expect("a position"),
        score: Score::from_raw(raw),
        result,
        game,
    };
    let (first, second) = ("W:W21-24:B1,2,3", "B:WK30,K31:BK1");
    let mut writer = SampleWriter::open(path, &QUICK.header(italian)).expect("a writer");
    let samples =
        vec![sample(first, 120, 1, 0), sample(second, -200, -1, 0), sample(second, -9_990, -1, 0)];
    let games = [
        SampledGame { number: 0, result: 1, plies: 10, opening: 7, samples },
        SampledGame { number: 1, result: 0, plies: 30, opening: 7, samples: vec![] },
        SampledGame {
            number: 2,
            result: 0,
            plies: 20,
            opening: 8,
            samples: vec![sample(first, 20, 0, 2)],
        },
    ];
    games.iter().for_each(|game| writer.append(game).expect("written"));
}

#[test]
fn stat_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tiny");
    tiny(&path);
    let output = run(&["stat", "--json", name(&path)]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let expected = [
        ("variant", serde_json::json!("italian")),
        ("nodes", serde_json::json!([60])),
        ("games", serde_json::json!(3)),
        ("results", serde_json::json!([1, 2, 0])),
        ("plies", serde_json::json!(20.0)),
        ("openings", serde_json::json!(2)),
        ("positions", serde_json::json!(4)),
        ("duplicates", serde_json::json!(0.5)),
        ("pieces", serde_json::json!({"3": 2, "7": 2})),
        ("kings", serde_json::json!({"0": 2, "3": 2})),
        ("cut", serde_json::json!(0)),
    ];
    for (key, value) in expected {
        assert_eq!(report[key], value, "{key}");
    }
    let scores = &report["scores"];
    assert_eq!((&scores["decided"], &scores["mean"]), (&1.into(), &(-20.0).into()));
    let ranges = scores["ranges"].as_array().expect("ranges");
    let range = |above: i16| {
        let found = ranges.iter().find(|range| range["above"] == above).expect("a range");
        (found["positions"].clone(), found["result"].clone())
    };
    assert_eq!(range(100), (1.into(), 1.0.into()));
    assert_eq!(range(-300), (1.into(), (-1.0).into()));
    assert_eq!(range(15), (1.into(), 0.0.into()));

    let output = run(&["stat", name(&path), name(&path)]);
    let shown = text(&output.stdout);
    assert!(shown.contains("6 games of 20.0 plies, 2 openings"), "{shown}");
    assert!(shown.contains("White won 33.3 %, drawn 66.7 %, Black won 0.0 %"), "{shown}");
    assert!(shown.contains("8 positions, 1.3 a game, 75.0 % of them again"), "{shown}");
}

#[test]
fn stat_reports_cut_and_damaged_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tiny");
    tiny(&path);
    let whole = fs::read(&path).expect("written");
    fs::write(&path, &whole[..whole.len() - 1]).expect("written");
    let output = run(&["stat", name(&path)]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("1 of 1 files end within a record"));

    let mut bytes = whole.clone();
    let index = whole.len() - 60;
    bytes[index] ^= 1;
    fs::write(&path, bytes).expect("written");
    let output = run(&["stat", name(&path)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("damaged at byte"), "{}", text(&output.stderr));
}

//! The command `match` with players that fail.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::simulator_spec;

pub const TESTS: &[(&str, fn())] = &[
    ("a_silent_program_cannot_play", silent_program),
    ("a_match_that_nobody_can_play_ends_with_an_error", nobody),
    ("a_refused_quit_is_in_the_result", refused_quit),
    ("a_fault_is_reported_with_its_dialogue", dialogue),
    ("the_standard_error_of_an_engine_is_logged", log),
    ("two_builds_of_one_engine_have_names_of_their_own", names),
    ("a_second_interrupt_ends_the_match_at_once", interrupts),
];

/// A match of two games between these players.
pub fn match_command(players: [&str; 2], args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(["match", "--player", players[0], "--player", players[1]]);
    command.args(["--games=2", "--limit=nodes=50", "--variant=international"]);
    command.args(["--openings=random:2", "--max-moves=10"]).args(args).stdin(Stdio::null());
    command
}

pub fn run(players: [&str; 2], args: &[&str]) -> Output {
    match_command(players, args).output().unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn events(output: &Output) -> Vec<Value> {
    let text = text(&output.stdout);
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A file that is not there yet.
pub fn new_file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("referee-{name}"));
    let _ = fs::remove_file(&path);
    path
}

fn silent_program() {
    for program in ["hub:sleep 100", "hub:/bin/cat"] {
        let output = run([program, "builtin"], &["--set=1:timeout=3", "--set=2:hash=1"]);
        let printed = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{printed}");
        assert!(printed.contains("player 1 cannot play"), "{printed}");
    }
}

fn nobody() {
    for program in ["hub:yes", "hub:./no/such/engine"] {
        let output = run([program, program], &["--set=1:timeout=1", "--set=2:timeout=1"]);
        let printed = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{program}: {printed}");
        assert!(printed.contains("cannot play"), "{program}: {printed}");
        assert!(!text(&output.stdout).contains("failures"), "{program}");
    }
}

fn refused_quit() {
    let engine = simulator_spec("ignores-quit", "command");
    let settings = ["--set=1:timeout=1", "--set=2:hash=1"];
    let output = run([&engine, "builtin"], &settings);
    let shown = text(&output.stdout);
    assert!(shown.lines().last().unwrap().ends_with("failures: refused quit 1"), "{shown}");
    let output = run([&engine, "builtin"], &[&settings[..], &["--json"]].concat());
    let events = events(&output);
    let failures = &events.last().unwrap()["failures"];
    assert_eq!((&failures[0]["kind"], &failures[0]["count"]), (&"refused quit".into(), &1.into()));
}

fn dialogue() {
    let engine = simulator_spec("exits", "command-dialogue");
    let output = run([&engine, "builtin"], &["--set=2:hash=1", "--json"]);
    let events = events(&output);
    let mut faults = events.iter().filter_map(|event| event["faults"].get(0));
    let fault = faults.next().unwrap();
    let starts = |value: &Value, with| value.as_str().is_some_and(|text| text.starts_with(with));
    assert_eq!(fault["kind"], "crash");
    assert!(starts(&fault["dialogue"]["request"][0], "pos pos="), "{fault}");
    assert!(starts(&fault["dialogue"]["lines"][0], "> "), "{fault}");
    let printed = text(&output.stderr);
    assert!(
        printed.contains("failed: crash") && printed.contains("\n  asked: pos pos="),
        "{printed}"
    );
    assert!(printed.lines().any(|line| line == "  asked: go think"), "{printed}");
}

fn log() {
    let log = new_file("command-log");
    fs::write(&log, "what was there\n").unwrap();
    let engine = simulator_spec("exits", "command-log-engine");
    let setting = format!("--set=1:log={}", log.display());
    let output = run([&engine, "builtin"], &[&setting, "--set=2:hash=1"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    // It was started twice.
    assert_eq!(fs::read_to_string(&log).unwrap(), "what was there\nmode exits\nmode exits\n");
    let output = run([&engine, "builtin"], &["--set=1:log=/no/such/folder/log"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("/no/such/folder/log"));
}

fn names() {
    let (first, second) =
        (simulator_spec("well", "command-names"), simulator_spec("exits", "names"));
    let pdn = new_file("command-names.pdn");
    let file = format!("--pdn={}", pdn.display());
    let output = run([&first, &second], &["--json", &file]);
    let events = events(&output);
    let name = |player: usize| events.last().unwrap()["players"][player]["name"].clone();
    assert_ne!(name(0), name(1));
    let mut faults = events.iter().filter_map(|event| event["faults"].get(0));
    assert_eq!(faults.next().unwrap()["player"], name(1));
    let games = fs::read_to_string(&pdn).unwrap();
    for name in [name(0), name(1)] {
        for side in ["White", "Black"] {
            let tag = format!("[{side} \"{}\"]", name.as_str().unwrap());
            assert_eq!(games.matches(&tag).count(), 1, "{tag} in {games}");
        }
    }
}

fn interrupts() {
    let marker = new_file("command-interrupt-silent");
    let engine = simulator_spec("silent", "command-interrupt");
    let mut child = match_command([&engine, "builtin"], &["--set=2:hash=1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let patience = Instant::now() + Duration::from_secs(20);
    while !marker.exists() && Instant::now() < patience {
        sleep(Duration::from_millis(10));
    }
    let interrupt = |process: u32| {
        let sent = Command::new("kill").args(["-INT", &process.to_string()]).status();
        assert!(sent.unwrap().success());
        sleep(Duration::from_millis(300));
    };
    interrupt(child.id());
    assert!(child.try_wait().unwrap().is_none(), "the first one waits for the move");
    interrupt(child.id());
    while child.try_wait().unwrap().is_none() && Instant::now() < patience {
        sleep(Duration::from_millis(10));
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

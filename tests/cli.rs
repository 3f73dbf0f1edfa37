//! The command line as users and scripts meet it: the built command, run as they run it.

mod common;

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use common::command::{assert_narrow, command, json, json_lines, lines, output, run};

use serde_json::Value;

#[path = "cli/boards.rs"]
mod boards;
#[path = "cli/errors.rs"]
mod errors;
#[cfg(target_os = "linux")]
#[path = "cli/files.rs"]
mod files;
#[cfg(target_os = "linux")]
#[path = "cli/outputs.rs"]
mod outputs;
#[cfg(unix)]
#[path = "cli/readme.rs"]
mod readme;
#[path = "cli/searches.rs"]
mod searches;

const COMMANDS: [&str; 15] = [
    "hub", "moves", "why", "perft", "analyse", "bench", "play", "rules", "show", "pdn", "match",
    "dxp", "book", "selfplay", "train",
];

#[test]
fn help_fits_the_screen_and_names_the_options() {
    let short = output(&["--help"]);
    assert_narrow(&short);
    for name in COMMANDS {
        assert!(short.contains(&format!("\n  {name} ")), "{name}");
        let help = output(&[name, "--help"]);
        assert_narrow(&help);
        assert!(help.contains("Examples:\n  damier "), "{name}");
        assert!(help.contains("--variant"), "{name}");
    }
    let common = ["--variant", "--rules", "--rule", "--fen", "--moves", "--json"];
    let engine = ["--threads", "--hash", "--weights"];
    let options_of: [(&str, &[&str]); 8] = [
        ("moves", &["--notation", "--explain"]),
        ("why", &["<MOVE>"]),
        ("perft", &["--depth", "--divide", "--threads"]),
        (
            "analyse",
            &["pipe", "--depth", "--nodes", "--time", "--infinite", "--multipv", "--search-moves"],
        ),
        (
            "show",
            &["--flip", "--common-board", "--numbers", "--unicode", "--svg", "--arrow", "--last"],
        ),
        ("rules", &["capture ", "break-off ", "precedence ", "repetition "]),
        ("play", &["--strength", "--side", "--time", "--fen", "--load", "--seed", "--plain"]),
        (
            "hub",
            &[
                "--rule",
                "--threads",
                "--hash",
                "to 64 threads",
                "power of two",
                "--set <KEY=VALUE>",
                "--tt-size",
                "--move-overhead",
                "--ponder",
                "--multipv",
                "--strength",
                "--capture",
                "--square-order",
                "--line-interval",
                "pydraughts",
            ],
        ),
    ];
    for (name, options) in options_of {
        let help = output(&[name, "--help"]);
        for option in options {
            assert!(help.contains(option), "{name} {option}");
        }
        if !["rules", "hub", "play"].contains(&name) {
            assert!(common.iter().all(|option| help.contains(option)), "{name}: {help}");
        }
        // Offered where they do something, and nowhere else.
        let searches = ["analyse", "hub", "play"].contains(&name);
        for option in engine.iter().filter(|option| (name, **option) != ("perft", "--threads")) {
            assert_eq!(help.contains(option), searches, "{name} {option}");
        }
    }
    assert!(output(&["--version"]).starts_with("damier "));
}

#[test]
fn the_values_of_rules_stand_in_one_column() {
    let help = lines(&["rules", "--help"]);
    let keys = help.iter().skip_while(|line| *line != "Keys of --rule:").skip(1);
    let values: Vec<&str> = keys.map_while(|line| line.strip_prefix("  ")).collect();
    assert!(values.len() > 18, "{values:?}");
    for value in values {
        assert_eq!(&value[22..23], " ", "{value}");
        assert_ne!(&value[23..24], " ", "{value}");
    }
}

#[test]
fn without_a_command_and_without_input_there_is_help() {
    assert!(output(&[]).contains("Usage: damier"));
}

#[test]
fn a_pipe_that_begins_with_hub_starts_an_engine() {
    for (input, code, expected) in [
        ("\r\nhub\r\nquit", 0, "id name="),
        ("\u{feff}hub\nquit\n", 0, "id name="),
        ("\n\u{feff}\n\thub\nquit\n", 0, "id name="),
        ("start\ndepth 1\ngo\n", 0, "move "),
        ("uci\n", 2, "got `uci`"),
    ] {
        let mut child = command(&[]).stdin(Stdio::piped()).spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("piped");
        stdin.write_all(input.as_bytes()).expect("it reads");
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(code), "{input}");
        let text = [output.stdout, output.stderr].concat();
        assert!(String::from_utf8_lossy(&text).contains(expected), "{input}");
    }
}

/// On a terminal nobody speaks Hub by chance.
#[cfg(unix)]
#[test]
fn hub_on_a_terminal_writes_what_it_is_and_how_it_ends() {
    let terminal = nix::pty::openpty(None, None).expect("a terminal");
    let child = command(&["hub"]).stdin(Stdio::from(terminal.slave)).spawn().expect("it starts");
    let mut keyboard = std::fs::File::from(terminal.master);
    keyboard.write_all(b"ping\nquit\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, b"pong\n", "lines of the protocol only");
    let note = String::from_utf8(output.stderr).expect("text");
    assert!(note.contains("Hub engine") && note.contains("`quit`"), "{note}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = command(&["perft", "--depth", "9", "--divide"]).spawn().expect("it starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let mut stderr = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut stderr).expect("UTF-8");
    assert_eq!(stderr, "");
}

#[test]
fn moves_are_listed_in_the_games_notation_or_in_hubs() {
    assert_eq!(lines(&["moves"]), ["21-17", "21-18", "22-18", "22-19", "23-19", "23-20", "24-20"]);
    let alioto = ["--fen", "W:WK30:B10,K12,K18,20,K26,K27"];
    assert_eq!(lines(&[&["moves"], &alioto[..]].concat()), ["30x5"]);
    assert_eq!(lines(&[&["moves", "--notation", "hub"], &alioto[..]].concat()), ["30x5x10x18x26"]);
    assert_eq!(lines(&["moves", "--variant", "Shashki", "--fen", "W:Wf6:Be7,b6"]), ["f6:a5"]);
    assert_eq!(lines(&["moves", "--fen", "W:W17:B9,13"]), ["17x10"]);
    assert_eq!(output(&["moves", "--fen", "W:W:B1"]), "");
}

#[test]
fn moves_are_played_before_a_command_looks_at_the_position() {
    let played = ["--moves", "1. 21-17 10-13"];
    let with = |command: &[&str]| output(&[command, &played].concat());
    let fen = ["--fen", "W:W17,22-32:B1-9,11-13"];
    let same = |command: &[&str]| output(&[command, &fen].concat());
    assert_eq!(with(&["moves"]), "17x10\n");
    let json: &[&str] = &["moves", "--json", "--explain"];
    for command in [json, &["why", "17x10"], &["perft", "--depth", "1", "--divide", "--json"]] {
        let [printed, expected] = [with(command), same(command)];
        let nodes = |text: &str| text.split("\"seconds\"").next().map(str::to_owned);
        assert_eq!(nodes(&printed), nodes(&expected), "{command:?}");
    }
    let analysed = with(&["analyse", "--depth", "3"]);
    assert!(analysed.ends_with("bestmove 17x10\n"), "{analysed}");
    // What stood on the board before counts.
    let shuffle = "22-18 1-5 18-22 5-1 22-18 1-5 18-22 5-1 22-18 1-5 18-22 5-1";
    let kings = ["analyse", "--depth", "1", "--fen", "W:WK22:BK1", "--moves", shuffle];
    let printed = output(&kings).replace('\n', " ");
    assert!(printed.contains("the game is drawn: the position has stood on the board 4 times"));
    for command in ["moves", "analyse"] {
        let ran = run(&[command, "--moves", "21-17,9-13,17-14"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
        let message = ran.stderr.replace('\n', " ");
        assert!(message.contains("--moves 21-17,9-13,17-14: move 3"), "{message}");
    }
}

#[test]
fn a_position_is_read_from_standard_input() {
    let given = |args: &[&str], input: &str| {
        let mut child = command(args).stdin(Stdio::piped()).spawn().expect("it starts");
        // A command that has seen enough reads no more.
        let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout) + &text(output.stderr).replace('\n', " "))
    };
    for input in ["W:W22,32:B18", "\r\n W:W22,32:B18 \r\n\n"] {
        assert_eq!(given(&["moves", "--fen", "-"], input), (Some(0), "22x13\n".to_owned()));
        let best = given(&["analyse", "--depth", "2", "--fen", "-", "--moves", "22x13"], input);
        assert!(best.1.ends_with("has no piece\nbestmove none\n"), "{}", best.1);
    }
    for (input, reason) in [("", "there is no piece"), (&"x".repeat(1 << 20), "a position has no")]
    {
        let (code, text) = given(&["show", "--fen", "-"], input);
        assert_eq!(code, Some(2));
        assert!(text.starts_with("damier: --fen: cannot read") && text.contains(reason), "{text}");
    }
}

#[test]
fn house_rules_change_the_moves() {
    let capture = ["moves", "--fen", "W:W22,32:B18"];
    assert_eq!(lines(&capture), ["22x13"]);
    let optional = lines(&[&capture[..], &["--rule", "capture=optional"]].concat());
    assert!(optional.len() > 1 && optional.contains(&"22x13".to_owned()), "{optional:?}");
}

#[test]
fn moves_as_json_hold_both_notations_and_the_position() {
    let report = json(&["moves", "--json", "--fen", "w:wk22:b18,19"]);
    assert_eq!((&report["variant"], &report["fen"]), (&"italian".into(), &"W:WK22:B18,19".into()));
    assert_eq!(report["moves"][0]["hub"], "22x13x18");
    assert_eq!(report["moves"][0]["text"], "22x13");
    assert_eq!(json(&["moves", "--json", "--fen", "W:W:B1"])["moves"], Value::Array(Vec::new()));
}

#[test]
fn why_answers_yes_or_gives_the_rule_and_what_is_legal() {
    assert_eq!(output(&["why", "22-18"]), "22-18 is legal\n");
    let ran = run(&["why", "10x3", "--fen", "W:W10,K22:B6,18"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""));
    for part in ["10x3 is illegal", "king", "art. 6", "legal instead: 22x13"] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    assert_narrow(&ran.stdout);
    let ran = run(&["why", "--json", "10x3", "--fen", "W:W10,K22:B6,18"]);
    let report: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!((ran.code, &report["legal"]), (Some(1), &Value::Bool(false)));
    assert_eq!(report["instead"][0]["hub"], "22x13x18");
}

#[test]
fn a_house_rule_is_of_no_document() {
    let taken = ["why", "10x19", "--variant", "english", "--fen", "B:WK15:B10"];
    let ran = run(&[&taken[..], &["--rule", "men-capture-kings=false"]].concat());
    assert!(ran.stdout.lines().any(|line| line == "rule: house rule"), "{}", ran.stdout);
    let printed = output(&["rules", "english", "--rule", "draws=off"]);
    assert!(printed.contains("Repetition of a position is no draw. [house rule]"), "{printed}");
}

#[test]
fn perft_counts_a_line_a_depth_whatever_the_threads() {
    let cases = [
        ("italian", "5", &[7_u64, 49, 302, 1469, 7361][..]),
        ("international", "4", &[9, 81, 658, 4265]),
    ];
    for (game, depth, nodes) in cases {
        for threads in ["1", "2"] {
            let args = ["perft", "--variant", game, "--depth", depth, "--threads", threads];
            let lines = lines(&args);
            assert_eq!(lines.len(), nodes.len());
            for (index, line) in lines.iter().enumerate() {
                let fields: Vec<f64> =
                    line.split(' ').map(|field| field.parse().expect("a number")).collect();
                assert_eq!(fields[..2], [(index + 1) as f64, nodes[index] as f64], "{args:?}");
                assert_eq!(fields.len(), 4);
            }
        }
    }
    let divided = lines(&["perft", "--depth", "3", "--divide"]);
    assert!(divided.len() == 8 && divided[7].starts_with("3 302 "), "{divided:?}");
    assert_eq!(json_lines(&["perft", "--depth", "2", "--json"])[1]["nodes"], 49);
}

#[test]
fn completions_name_every_command_and_their_shells_can_read_them() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = output(&["completions", shell]);
        for name in COMMANDS.iter().chain(&["completions"]) {
            assert!(script.contains(name), "{shell} {name}");
        }
        assert!(script.contains("common-board"), "{shell}");
    }
    let mut bash = match Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn() {
        Ok(bash) => bash,
        Err(error) => return println!("no bash, not checked: {error}"),
    };
    let script = output(&["completions", "bash"]);
    bash.stdin.take().expect("piped").write_all(script.as_bytes()).expect("bash reads");
    assert!(bash.wait().expect("bash ends").success());
}

#[test]
fn manual_pages_have_their_sections() {
    let folder = format!("{}/man", env!("CARGO_TARGET_TMPDIR"));
    let files = lines(&["completions", "man", "--output-dir", &folder]);
    assert_eq!(files.len(), 2 + COMMANDS.len());
    for (file, name) in files[1..].iter().zip(COMMANDS) {
        let page = std::fs::read_to_string(file).expect("the page is written");
        assert!(file.ends_with(&format!("damier-{name}.1")), "{file}");
        for part in [".TH damier-", ".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS", "Examples:"] {
            assert!(page.contains(part), "{file} {part}");
        }
    }
    let whole = output(&["completions", "man"]);
    assert_eq!(whole.matches(".SH NAME").count(), files.len());
    for name in COMMANDS {
        assert!(whole.contains(&format!("damier\\-{name}(1)")), "{name}");
    }
    let ran = run(&["completions", "bash", "--output-dir", "/dev/null/no"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("--output-dir /dev/null/no"), "{}", ran.stderr);
}

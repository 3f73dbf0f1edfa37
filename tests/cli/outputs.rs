//! A full disk under standard output.

use std::fs::File;
use std::io::Write;
use std::process::Stdio;

use crate::common::command::command;

/// Runs the command with standard output on a full disk: its exit code and what it complained of.
fn on_a_full_disk(args: &[&str], input: &str) -> (Option<i32>, String) {
    let full = File::options().write(true).open("/dev/full").expect("there is a full device");
    let mut child = command(args).stdin(Stdio::piped()).stdout(full).spawn().expect("it starts");
    // A command that has ended reads no more.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
}

#[test]
fn a_full_disk_under_standard_output_is_reported() {
    let (start, games) = ("W:W22-32:B1-12", "tests/data/pdn/english_nonconforming.pdn");
    let commands: [&[&str]; 22] = [
        &[],
        &["--help"],
        &["--version"],
        &["help", "moves"],
        &["pdn", "convert", "--help"],
        &["completions", "bash"],
        &["completions", "man"],
        &["moves"],
        &["moves", "--json"],
        &["moves", "--explain"],
        &["why", "22-18"],
        &["show", "--fen", start],
        &["show", "--svg", "-"],
        &["rules"],
        &["rules", "italian", "--json"],
        &["perft", "--depth", "2"],
        &["analyse", "--depth", "2"],
        &["bench", "--variant", "czech", "--json"],
        &["play"],
        &["pdn", "check", games],
        &["pdn", "convert", games],
        &["book", "ballots", "--plies", "1"],
    ];
    for args in commands {
        let (code, message) = on_a_full_disk(args, "");
        assert_eq!(code, Some(2), "{args:?}: {message}");
        assert!(
            message.starts_with("damier: cannot write to standard output: "),
            "{args:?}: {message}"
        );
        assert_eq!(message.lines().count(), 1, "{args:?}: {message}");
    }
    let (code, message) = on_a_full_disk(&["hub"], "hub\nquit\n");
    assert_eq!(code, Some(2));
    assert!(message.starts_with("damier: "), "{message}");
}

//! The built command, run as users run it.

use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run left behind.
pub struct Ran {
    /// The exit code.
    pub code: Option<i32>,
    /// What it wrote.
    pub stdout: String,
    /// What it complained of.
    pub stderr: String,
}

/// The built command, with nothing on standard input.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command to its end.
pub fn run(args: &[&str]) -> Ran {
    let output = command(args).output().expect("the command starts");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// The output of a run that must succeed and say nothing on stderr.
pub fn output(args: &[&str]) -> String {
    let ran = run(args);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{args:?}");
    ran.stdout
}

/// The lines of [`output`].
pub fn lines(args: &[&str]) -> Vec<String> {
    output(args).lines().map(str::to_owned).collect()
}

/// The objects of [`output`], one a line.
pub fn json_lines(args: &[&str]) -> Vec<Value> {
    lines(args)
        .iter()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

/// The only object of [`output`].
pub fn json(args: &[&str]) -> Value {
    let mut all = json_lines(args);
    assert_eq!(all.len(), 1, "one object: {args:?}");
    all.remove(0)
}

/// Text for people fits the screen.
pub fn assert_narrow(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "over 80 columns: {line}");
    }
}

//! The examples of the documents and of the help: those of README.md are run, and what is shown
//! there is compared; all others must at least be commands that there are.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use regex_lite::Regex;

use crate::COMMANDS;
use crate::common::command::output;

/// A command of a document, and what is shown below it.
struct Example {
    command: String,
    shown: Vec<String>,
}

/// What is not run, by how it begins, with the reason.
const NOT_RUN: [(&str, &str); 13] = [
    ("damier dxp listen", "waits for another program on the network"),
    ("damier dxp connect", "needs another program on the network"),
    ("damier match --player builtin --player \"hub:/opt/scan", "needs another engine, and hours"),
    ("damier match --player \"hub:./new hub\"", "needs two engines, and hours"),
    ("parallel damier match", "needs GNU parallel and another engine"),
    ("damier match merge part*.jsonl", "needs what the command before it makes"),
    ("damier selfplay --variant russian", "takes hours"),
    ("damier selfplay stat russian.games", "needs what the command before it makes"),
    ("damier train --variant russian", "needs what the command before it makes"),
    ("damier match --player builtin --player builtin --set 1:weights", "needs what is trained"),
    ("damier analyse --variant english --rule", "searches for five seconds"),
    ("damier perft --variant NAME", "has names to be filled in"),
    ("damier book ballots --variant italian --plies 2 --eleven-man", "takes seconds"),
];

/// A shell in a folder of its own, in which the command is the one that was built.
struct Shell(tempfile::TempDir);

impl Shell {
    fn new() -> Shell {
        let folder = tempfile::tempdir().expect("a folder");
        symlink(env!("CARGO_BIN_EXE_damier"), folder.path().join("damier")).expect("a link");
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
        symlink(data, folder.path().join("tests")).expect("a link");
        Shell(folder)
    }

    fn run(&self, line: &str) -> Output {
        let path = std::env::var("PATH").unwrap_or_default();
        Command::new("sh")
            .args(["-c", line])
            .current_dir(self.0.path())
            .env("PATH", format!("{}:{path}", self.0.path().display()))
            .stdin(Stdio::null())
            .output()
            .expect("sh starts")
    }

    /// Whether there are such a command and such options.
    fn assert_exists(&self, line: &str) {
        let start = line.find("damier").expect("an example of ours");
        let end = line.find(" :::").unwrap_or(line.len());
        let filled =
            [("{}", "1"), ("NAME", "italian"), ("depth N", "depth 1"), ("COMMAND", "moves")];
        let filled = filled
            .iter()
            .fold(line[start..end].to_owned(), |line, (name, value)| line.replace(name, value));
        // Help is given only where all before it is understood.
        let ran = self.run(&format!("{filled} --help"));
        let message = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success() && !ran.stdout.is_empty(), "{line}: {message}");
    }
}

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The indented examples of a document; a line that ends in `\` goes on in the next.
fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut lines = text.lines();
    let mut shows = false;
    while let Some(line) = lines.next() {
        let Some(line) = line.strip_prefix("    ") else {
            shows = false;
            continue;
        };
        let (prompted, plain) = (line.strip_prefix("$ "), ["damier ", "parallel damier "]);
        match prompted.or(plain.iter().any(|start| line.starts_with(start)).then_some(line)) {
            Some(start) => {
                let mut command = start.to_owned();
                while let Some(part) = command.strip_suffix('\\') {
                    let next = lines.next().expect("a line that goes on").trim_start();
                    command = format!("{part}{next}");
                }
                shows = prompted.is_some();
                found.push(Example { command, shown: Vec::new() });
            }
            None if shows => found.last_mut().expect("a command").shown.push(line.to_owned()),
            None => {}
        }
    }
    found
}

/// What was printed, without what no two runs have in common: seconds and speed.
fn settled(line: &str) -> String {
    let times = Regex::new(r"(\d) +\d+\.\d\d +\d+\.\d\d( +\d+%)").expect("an expression");
    times.replace(line, "$1 SECONDS SPEED$2").into_owned()
}

/// Whether that is what is shown; `…` stands for the rest of a line, or for lines.
fn fits(shown: &[String], printed: &[String]) -> bool {
    let Some((first, rest)) = shown.split_first() else { return printed.is_empty() };
    if first == "…" {
        return (0..=printed.len()).any(|skipped| fits(rest, &printed[skipped..]));
    }
    let Some((line, following)) = printed.split_first() else { return false };
    let same = match first.strip_suffix('…') {
        Some(start) => line.starts_with(start),
        None => line == first,
    };
    same && fits(rest, following)
}

#[test]
fn the_examples_of_the_readme_are_run_and_show_what_is_printed() {
    let shell = Shell::new();
    let examples = examples(&document("README.md"));
    let (mut compared, mut left) = (0, Vec::new());
    for Example { command, shown } in &examples {
        if let Some((start, _)) = NOT_RUN.iter().find(|(start, _)| command.starts_with(start)) {
            assert!(shown.is_empty(), "{command}: what is shown is compared");
            shell.assert_exists(command);
            left.push(*start);
            continue;
        }
        let ran = shell.run(command);
        let message = String::from_utf8_lossy(&ran.stderr);
        assert!(
            matches!(ran.status.code(), Some(0 | 1)) && message.is_empty(),
            "{command}: {message}"
        );
        if !shown.is_empty() {
            let printed = String::from_utf8(ran.stdout).expect("UTF-8");
            let printed: Vec<String> = printed.lines().map(settled).collect();
            let shown: Vec<String> = shown.iter().map(|line| settled(line)).collect();
            assert!(fits(&shown, &printed), "{command} prints\n{}", printed.join("\n"));
            compared += 1;
        }
    }
    assert!(compared >= 9, "{compared} of {} are compared", examples.len());
    for (start, reason) in NOT_RUN {
        assert!(left.contains(&start), "no longer there, though it {reason}: {start}");
    }
}

#[test]
fn every_command_in_a_document_exists() {
    let shell = Shell::new();
    let mut commands = 0;
    let documents =
        ["README.md", "engine/SEARCH.md", "engine/weights/README.md", "book/data/README.md"];
    let spans = Regex::new(r"`(damier [^`]*)`").expect("an expression");
    for name in documents {
        let text = document(name);
        let indented = examples(&text).into_iter().map(|example| example.command);
        let joined = text.replace('\n', " ");
        let inline = spans.captures_iter(&joined).map(|span| span[1].to_owned());
        for command in indented.filter(|line| !line.contains(" | ")).chain(inline) {
            shell.assert_exists(&command);
            commands += 1;
        }
    }
    assert!(commands > 40, "{commands} are found");
}

#[test]
fn every_example_of_the_help_exists() {
    let shell = Shell::new();
    for name in COMMANDS {
        let help = output(&[name, "--help"]);
        let examples = help.split_once("Examples:\n").expect("examples").1;
        let examples = examples.split("\n\n").next().unwrap_or_default().replace("\\\n", " ");
        let mut found = 0;
        for line in examples.lines().filter(|line| line.contains("damier ")) {
            shell.assert_exists(line.trim());
            found += 1;
        }
        assert!(found > 0, "{name}");
    }
}

#[test]
fn what_is_shown_is_distinct_from_what_is_not_printed() {
    let lines = |text: &str| text.lines().map(settled).collect::<Vec<_>>();
    let printed = lines("a\n    1 +0.00  9    0.00  0.38   0% 23-19 11-14\nbest");
    for (shown, right) in [
        ("a\n    1 +0.00  9    7.12 10.38   0% 23-19 11-14\nbest", true),
        ("a\n…\nbest", true),
        ("a\n    1 +0.00  9    0.00  0.38   0% 23-19…\nbest", true),
        ("a\n    1 +0.00  8    0.00  0.38   0% 23-19 11-14\nbest", false),
        ("a\n    1 +0.00  9    0.00  0.38   1% 23-19 11-14\nbest", false),
        ("a\n    1 +0.00  9    0.00  0.38   0% 23-18…\nbest", false),
        ("a\n…\nworst", false),
        ("a\n…", true),
        ("a", false),
    ] {
        assert_eq!(fits(&lines(shown), &printed), right, "{shown}");
    }
}

//! `damier train`, as scripts run it: from games to weights.

#[path = "common/command.rs"]
#[allow(dead_code)]
mod command;

use std::fs;
use std::path::{Path, PathBuf};

use command::{assert_narrow, json, json_lines, output, run};
use damier_engine::eval::model::Model;

/// Games of Italian draughts in a new folder.
fn games(folder: &Path) -> PathBuf {
    let path = folder.join("italian.games");
    output(&["selfplay", "--nodes", "40", "--games", "40", "--output", name(&path)]);
    path
}

fn name(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

const SMALL: [&str; 8] = ["--epochs", "2", "--batch", "256", "--validation", "0.2", "--seed", "3"];

#[test]
fn games_become_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = games(folder.path());
    let weights = folder.path().join("italian.weights");
    let curve = folder.path().join("curve.svg");
    let train = ["train", "--data", name(&games), "--output", name(&weights)];
    let text = output(&[&train[..], &SMALL, &["--curve", name(&curve)]].concat());
    assert!(text.starts_with("epoch  training"), "{text}");
    for label in ["checksum", "positions", "left out", "best epoch", "integers", "scale"] {
        assert!(text.contains(&format!("\n{label}")), "{label}: {text}");
    }
    let drawn = fs::read_to_string(&curve).expect("the curve");
    assert!(roxmltree::Document::parse(&drawn).is_ok() && drawn.contains("validation"));

    let bytes = fs::read(&weights).expect("the weights");
    let model = Model::read(&bytes).expect("sound weights");
    assert_eq!(model.game, "italian");
    let shown = output(&["train", "show", name(&weights)]);
    assert_narrow(&shown);
    assert!(shown.contains(&format!("{:08x}", model.checksum())));
    let shown = json(&["train", "show", "--json", name(&weights)]);
    assert_eq!((&shown["hidden"], &shown["squares"]), (&64.into(), &32.into()));

    // One thread makes the same file, and so does the same command again.
    let lines = json_lines(&[&train[..], &SMALL, &["--json", "--threads", "1"]].concat());
    assert_eq!(fs::read(&weights).expect("the weights"), bytes);
    let summary = lines.last().expect("a summary");
    assert_eq!(summary["checksum"], shown["checksum"]);
    assert_eq!(summary["games"], 40);
    assert!(lines[0]["validation"].as_f64().is_some_and(|loss| loss < 1.0));

    let from = ["--from", name(&weights), "--json"];
    assert!(!json_lines(&[&train[..], &SMALL, &from].concat()).is_empty());
}

#[cfg(unix)]
#[test]
fn interrupted_training_reports_it() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let folder = tempfile::tempdir().expect("a folder");
    let games = games(folder.path());
    let weights = folder.path().join("italian.weights");
    let mut training = command::command(&["train", "--data", name(&games), "--epochs", "10000"]);
    training.args(["--rate", "0.00001", "--batch", "16", "--output", name(&weights)]);
    let mut child =
        training.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a child");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    // The heading, and an epoch.
    lines.by_ref().take(2).for_each(drop);
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("it runs");
    let rest: Vec<String> = lines.map_while(Result::ok).collect();
    let output = child.wait_with_output().expect("it ends");
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{printed} {rest:?}");
    assert!(printed.contains("interrupted"), "{printed}");
}

#[test]
fn what_cannot_be_learnt_from_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = games(folder.path());
    let weights = folder.path().join("weights");
    let train = |data: &Path, more: &[&str]| {
        let front = ["train", "--data", name(data), "--output", name(&weights)];
        let ran = run(&[&front[..], &SMALL, more].concat());
        assert_eq!(ran.code, Some(2), "{}", ran.stdout);
        assert!(!weights.exists());
        // Errors are wrapped to fit the screen.
        ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let printed = train(&games, &["--variant", "russian"]);
    assert!(printed.contains("other settings"), "{printed}");

    let mut bytes = fs::read(&games).expect("the games");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x40;
    let damaged = folder.path().join("damaged.games");
    fs::write(&damaged, &bytes).expect("a damaged file");
    let printed = train(&damaged, &[]);
    assert!(printed.contains("damaged.games") && printed.contains("in record"), "{printed}");

    let foreign = folder.path().join("foreign.games");
    fs::write(&foreign, "1. 21-17 10-13").expect("a foreign file");
    let printed = train(&foreign, &[]);
    assert!(printed.contains("foreign.games: not a file of samples"), "{printed}");

    let printed = train(&games, &["--from", name(&foreign)]);
    assert!(printed.contains("not a file of weights"), "{printed}");
    let printed = train(&games, &["--patterns", "off", "--hidden", "0"]);
    assert!(printed.contains("neither a network nor patterns"), "{printed}");
    let printed = train(&games, &["--hidden", "20"]);
    assert!(printed.contains("multiple of 16"), "{printed}");
}

#[test]
fn the_weights_that_serve_are_named() {
    for game in ["italian", "english", "international"] {
        let text = output(&["bench", "--variant", game]);
        let first = text.lines().next().expect("the game itself comes first");
        assert!(first.contains(&format!(", weights {game} ")), "{text}");
        assert!(!first.contains("nearest"), "{text}");
    }
    let house = ["--variant", "english", "--rule", "capture=optional"];
    let text = output(&[&["analyse", "--depth", "4"], &house[..]].concat());
    assert!(
        text.contains("\nweights english ") && text.contains(" (the nearest game)\n"),
        "{text}"
    );
    assert!(text.contains("\nBlack wins "), "{text}");
    let text = output(&["analyse", "--depth", "4", "--weights", "bootstrap"]);
    assert!(text.contains("\nhandcrafted evaluation\n") && !text.contains(" wins "), "{text}");
    let lines = json_lines(&["analyse", "--depth", "4", "--json"]);
    let chances = &lines[0]["chances"];
    let sum: f64 = ["win", "draw", "loss"].map(|end| chances[end].as_f64().unwrap()).iter().sum();
    assert!((sum - 1.0).abs() < 0.002, "{chances}");
}

#[test]
fn weights_that_are_none_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("none.weights");
    fs::write(&file, "no weights").expect("a file");
    for command in ["analyse", "hub", "play"] {
        for path in [&file, &folder.path().join("missing")] {
            let printed = run(&[command, "--weights", name(path)]);
            assert_eq!(printed.code, Some(2), "{command}");
            assert!(
                printed.stderr.starts_with("damier: --weights: "),
                "{command}: {}",
                printed.stderr
            );
        }
    }
}

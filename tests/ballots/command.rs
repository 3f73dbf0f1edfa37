//! `damier book`, as scripts run it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use damier_book::ballots::{BallotSet, Checkpoint};
use damier_engine::score::Score;
use damier_rules::variant::Variant;

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.arg("book").args(args).output().expect("the command starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

const SMALL: [&str; 9] =
    ["ballots", "--variant", "russian", "--plies", "2", "--nodes", "300", "--count", "20"];

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// An error as one line: it is wrapped to fit the screen.
fn unwrapped(bytes: &[u8]) -> String {
    text(bytes).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn ballots_go_to_stdout_or_to_a_file() {
    let printed = run(&SMALL);
    assert_eq!((printed.status.code(), text(&printed.stderr)), (Some(0), ""));
    let russian = Variant::named("russian").expect("a game");
    let set = BallotSet::parse(russian, text(&printed.stdout)).expect("a set");
    assert_eq!(set.ballots.len(), 20);
    assert!(set.header.signature > 0);

    let folder = folder("ballots-output");
    let file = folder.join("set");
    let output = run(&[&SMALL[..], &["--output", file.to_str().expect("UTF-8")]].concat());
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), ""));
    assert_eq!(fs::read(&file).expect("written"), printed.stdout);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "nothing else is left");
}

#[test]
fn a_run_goes_on_from_what_an_earlier_one_has_left() {
    let folder = folder("ballots-resume");
    let file = folder.join("set");
    let partial = folder.join("set.partial");
    let name = file.to_str().expect("UTF-8");
    let args = [&SMALL[..], &["--output", name]].concat();
    let printed = run(&SMALL).stdout;
    let russian = Variant::named("russian").expect("a game");
    let set = BallotSet::parse(russian, text(&printed)).expect("a set");
    let header = |signature| {
        let command = set.header.settings.command(russian.rules());
        format!("# command: {command}\n# signature: {signature}\n")
    };
    let (old, new) =
        ("# Damier ballots, unfinished\n", "# Damier ballots, unfinished, with checksums\n");
    // Nothing but scores of 0: they are believed, which shows that they are used.
    let sealed = Checkpoint::lines(0, &[Some(Score::DRAW); 19]);
    let own_header = header(set.header.signature);
    for (title, scores, expected) in
        [(new, sealed.as_str(), ""), (old, &"0\n".repeat(19), "without checksums")]
    {
        fs::write(&partial, format!("{title}{own_header}{scores}12")).expect("written");
        let ended = run(&args);
        assert_eq!(ended.status.code(), Some(0));
        assert!(
            text(&ended.stderr).contains(expected)
                && expected.is_empty() == ended.stderr.is_empty()
        );
        let resumed = fs::read_to_string(&file).expect("written");
        assert!(resumed.matches("; +0\n").count() >= 19, "{resumed}");
        assert!(!partial.exists());
    }

    for (left, expected) in [
        (format!("{new}{}{sealed}", header(1)), "another version"),
        (format!("{new}{own_header}{}", sealed.replacen("2 0", "2 1", 1)), "line 5: its checksum"),
        ("x".to_owned(), "line 1"),
    ] {
        fs::write(&partial, &left).expect("written");
        let refused = run(&args);
        assert_eq!(refused.status.code(), Some(2));
        let error = unwrapped(&refused.stderr);
        assert!(error.contains("set.partial") && error.contains(expected), "{error}");
        assert_eq!(fs::read_to_string(&partial).expect("kept"), left);
    }
}

#[test]
fn shards_are_merged() {
    let folder = folder("ballots-merge");
    let all = ["ballots", "--plies", "2", "--nodes", "300"];
    let mut files = Vec::new();
    for shard in ["1/2", "2/2"] {
        let file = folder.join(shard.replace('/', "of")).to_str().expect("UTF-8").to_owned();
        let output = run(&[&all[..], &["--shard", shard, "--output", &file]].concat());
        assert_eq!(output.status.code(), Some(0));
        files.push(file);
    }
    let merged = run(&["merge", &files[1], &files[0]]);
    assert_eq!((merged.status.code(), text(&merged.stderr)), (Some(0), ""));
    assert_eq!(text(&merged.stdout), text(&run(&all).stdout));
    let missing = run(&["merge", &files[1]]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("shard 1/2 is missing"));
    let foreign = run(&["merge", "--variant", "english", &files[0], &files[1]]);
    let expected = "line 2: the ballots are for the variant `italian`, not `english`";
    assert!(unwrapped(&foreign.stderr).ends_with(expected), "{}", text(&foreign.stderr));
}

#[test]
fn bad_options_are_named() {
    for (args, expected) in [
        (&["ballots", "--plies", "2", "--shard", "3/2"][..], "I/N with I from 1 to N"),
        (&["ballots", "--plies", "2", "--min", "50", "--max", "40"], "at least 50"),
        (&["ballots", "--plies", "-1"], "from 0 to 40"),
        (&["ballots", "--plies", "2", "--variant", "chess"], "italian"),
        (&["ballots"], "--plies"),
        (&["merge", "no-such-file"], "no-such-file"),
    ] {
        let refused = run(args);
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        let error = unwrapped(&refused.stderr);
        assert!(error.starts_with("damier: ") && error.contains(expected), "{error}");
    }
}

#[test]
fn help_fits_the_screen() {
    for args in [&["--help"][..], &["ballots", "--help"], &["merge", "--help"]] {
        let help = run(args);
        let help = text(&help.stdout);
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    }
    let help = run(&["ballots", "--help"]);
    let options =
        ["plies", "eleven-man", "nodes", "min", "max", "count", "seed", "shard", "output"];
    for option in options {
        assert!(text(&help.stdout).contains(&format!("--{option}")), "{option}");
    }
}

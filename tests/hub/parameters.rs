//! Parameters.

use std::path::Path;

use crate::hub_driver::Engine;
use crate::support::served;

#[test]
fn p14_parameters_changed_while_searching_apply_after_it() {
    let mut engine = Engine::ready();
    for change in
        ["tt-size value=14", "tt-size value=20", "threads value=2", "variant value=italian"]
    {
        engine.send("go analyze");
        engine.still_searching();
        engine.send(&format!("set-param name={change}"));
        engine.done();
        engine.settled();
    }
    engine.send_all(&["level depth=1", "go think"]);
    assert!(engine.done().starts_with("done move=2"));
}

#[test]
fn e1_tables_of_any_size() {
    let mut engine = Engine::ready();
    // The greatest, 2^30 entries, is left to the tests of the parameter: it is all of 16 GiB.
    for (value, error) in [("12", false), ("-7", true), ("big", true), ("25", false), ("16", false)]
    {
        engine.send(&format!("set-param name=tt-size value={value}"));
        if error {
            engine.error(value);
        }
        engine.settled();
    }
    engine.send_all(&["pos start", "level depth=2", "go think"]);
    engine.done();
}

#[test]
fn e7_threads_are_clamped_and_one_thread_repeats_itself() {
    let mut engine = Engine::ready();
    for value in ["0", "10000", "-1"] {
        engine.send(&format!("set-param name=threads value={value}"));
        engine.error("from 1 to 64");
    }
    let mut answers = Vec::new();
    for _ in 0..2 {
        engine.send_all(&["new-game", "pos start", "level nodes=20000", "go think"]);
        let lines = engine.until("done");
        let (done, infos) = lines.split_last().unwrap();
        let is_stable = |word: &&str| !word.starts_with("time=") && !word.starts_with("nps=");
        let last: Vec<&str> = infos.last().unwrap().split(' ').filter(is_stable).collect();
        answers.push((last.join(" "), done.clone()));
    }
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn e11_strengths_are_a_parameter_and_analysis_is_full() {
    let mut engine = Engine::ready();
    let mut depth = |strength: &str, go: &str| {
        let set = format!("set-param name=strength value={strength}");
        engine.send_all(&[&set, "pos start", "level depth=5", go]);
        let lines = engine.until("done");
        let info = lines.iter().rev().find(|line| line.starts_with("info "));
        let depth = info.and_then(|info| info.split(' ').nth(1)?.strip_prefix("depth="));
        depth.and_then(|depth| depth.parse::<u32>().ok()).expect("an info line comes before done")
    };
    assert_eq!(depth("3", "go think"), 5);
    assert!(depth("1", "go think") < depth("2", "go think"));
    assert_eq!(depth("1", "go analyze"), 5);
    let clamped = served(b"set-param name=strength value=9\nquit\n");
    assert!(clamped.contains("from 1 to 3"), "{clamped}");
    assert!(served(b"hub\nquit\n").contains("param name=strength value=3 type=int min=1 max=3"));
}

#[test]
fn the_older_name_of_line_interval_still_sets_it() {
    let output = served(b"set-param name=line-distance value=0.05\nhub\nquit\n");
    assert!(output.contains("\nparam name=line-interval value=0.05 "), "{output}");
    assert!(!output.contains("line-distance"), "{output}");
    let clamped = served(b"set-param name=line-distance value=1\nquit\n");
    assert!(clamped.contains("line-interval; it should be from 0 to 0.1"), "{clamped}");
}

#[test]
fn parameters_can_be_set_on_the_command_line() {
    let declared = |options: &[&str]| {
        let mut engine = Engine::with_arguments(&[&["hub"], options].concat(), Path::new("."));
        engine.send("hub");
        engine
            .until("wait")
            .into_iter()
            .filter(|line| line.starts_with("param "))
            .collect::<Vec<_>>()
    };
    let plain = declared(&[]);
    let all = [
        ("variant", "russian"),
        ("threads", "2"),
        ("tt-size", "13"),
        ("move-overhead", "0.5"),
        ("ponder", "true"),
        ("multipv", "4"),
        ("strength", "1"),
        ("capture", "optional"),
        ("draws", "fmjd-64"),
        ("square-order", "pydraughts"),
        ("line-interval", "0.0"),
    ];
    assert_eq!(all.len(), plain.len());
    for (before, (name, value)) in plain.iter().zip(all) {
        let start = format!("param name={name} value={value} ");
        assert!(!before.starts_with(&start), "{before}");
        for option in [
            vec![format!("--{name}"), value.to_owned()],
            vec![format!("--{name}={value}")],
            vec!["--set".to_owned(), format!("{name}={value}")],
        ] {
            let option: Vec<&str> = option.iter().map(String::as_str).collect();
            let lines = declared(&option);
            assert!(lines.iter().any(|line| line.starts_with(&start)), "{option:?}: {lines:?}");
        }
    }
    let later =
        declared(&["--multipv=2", "--set", "multipv=3", "--set=strength=1", "--strength", "2"]);
    for start in ["param name=multipv value=3 ", "param name=strength value=2 "] {
        assert!(later.iter().any(|line| line.starts_with(start)), "the last counts: {later:?}");
    }
    for older in [&["--line-distance", "0.05"][..], &["--set", "line-distance=0.05"]] {
        let lines = declared(older);
        assert!(
            lines.iter().any(|line| line.contains("name=line-interval value=0.05 ")),
            "{lines:?}"
        );
        assert_eq!(lines.len(), plain.len(), "the older name is not declared");
    }
    let comma = declared(&["--move-overhead", "0,25"]);
    assert!(comma.iter().any(|line| line.contains("value=0.25")), "{comma:?}");
}

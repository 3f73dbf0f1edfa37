//! Analyses and the benchmark.

#[cfg(unix)]
use std::io::{BufRead, BufReader, Read};
#[cfg(unix)]
use std::process::{Child, Command};

use serde_json::Value;

use crate::common::command::{command, json, json_lines, lines, output};

#[test]
fn an_analysis_ends_with_the_best_move() {
    let lines = lines(&["analyse", "--depth", "4", "--variant", "russian"]);
    assert!(lines[1].contains("White to move; scores in men as White sees them"), "{lines:?}");
    let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("bestmove");
    assert!(
        crate::common::command::lines(&["moves", "--variant", "russian"])
            .contains(&best.to_owned())
    );
    let only = output(&["analyse", "--depth", "4", "--search-moves", "23-19"]);
    assert_eq!(only.lines().last(), Some("bestmove 23-19"));
}

#[test]
fn a_finished_game_has_no_best_move() {
    for (fen, end) in [
        ("W:W:B1", "Black has won: White has no piece"),
        ("W:W32:B", "White has won: Black has no piece"),
        ("B:WK5:B", "White has won: Black has no piece"),
        ("W:W21:BK13,K14,K17,K18", "Black has won: White has no move"),
    ] {
        let expected = ["Italian draughts", end, "bestmove none"];
        assert_eq!(lines(&["analyse", "--fen", fen]), expected, "{fen}");
        assert_eq!(output(&["moves", "--fen", fen]), "", "{fen}");
        for more in [&[][..], &["--threads", "2"], &["--divide"]] {
            let counts = lines(&[&["perft", "--depth", "2", "--fen", fen], more].concat());
            assert!(counts.iter().all(|line| line.split(' ').nth(1) == Some("0")), "{counts:?}");
        }
    }
    assert_eq!(json(&["analyse", "--json", "--fen", "W:W:B1"])["bestmove"], Value::Null);
}

#[test]
fn an_analysis_as_json_names_whose_view_its_scores_are() {
    let all = json_lines(&["analyse", "--json", "--depth", "3", "--variant", "english"]);
    let (last, found) = all.split_last().expect("lines");
    assert!(last["bestmove"]["hub"].is_string() && last["nodes"].is_u64(), "{last}");
    for line in found {
        assert_eq!(line["score"]["side"], "black");
        assert!(line["score"]["centimen"].is_i64() && line["pv"][0]["text"].is_string(), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_an_analysis_with_the_best_so_far() {
    let mut child: Child = command(&["analyse", "--infinite"]).spawn().expect("it starts");
    let mut reader = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    while !line.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
        line.clear();
        assert_ne!(reader.read_line(&mut line).expect("UTF-8"), 0, "a line is found");
    }
    let interrupt = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &interrupt]).status().expect("sh").success());
    let mut rest = String::new();
    reader.read_to_string(&mut rest).expect("UTF-8");
    assert!(rest.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{rest}");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn bench_has_a_line_a_game_and_the_same_nodes_each_time() {
    let nodes = |lines: &[String]| -> String {
        let last: Vec<&str> = lines.last().expect("a last line").split(' ').collect();
        assert!(last.len() == 4 && last[1] == "nodes" && last[3] == "nps", "{last:?}");
        last[0].to_owned()
    };
    let first = lines(&["bench"]);
    for game in ["italian", "english", "russian", "brazilian", "spanish", "czech", "international"]
    {
        assert!(first.iter().any(|line| line.starts_with(game)), "{game}");
    }
    for rules in ["capture=optional", "quiet-moves=8"] {
        assert!(first.iter().any(|line| line.trim() == format!("with {rules}")), "{rules}");
    }
    assert_eq!(nodes(&first), nodes(&lines(&["bench"])));
    assert!(json_lines(&["bench", "--json", "--variant", "czech"])[1]["nodes"].is_u64());
}

#[test]
fn bench_compares_threads_with_one() {
    let args = ["bench", "--threads", "2", "--deeper", "0", "--variant", "italian", "--json"];
    let printed = output(&args);
    let lines: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2, "{printed}");
    assert_eq!((&lines[0]["game"], &lines[1]["game"]), (&"italian".into(), &Value::Null));
    for line in &lines {
        assert_eq!(line["positions"], 4);
        assert!(["speed", "nodes", "time"].iter().all(|key| line[key].as_f64().unwrap() > 0.0));
    }
}

//! What is refused, and how it is told.

use std::process::Command;

use crate::common::command::{assert_narrow, run};

#[test]
fn bad_input_is_named_on_stderr_and_exits_with_2() {
    let cases: &[(&[&str], &[&str])] = &[
        (&["moves", "--variant", "chess"], &["chess", "italian", "russian", "american"]),
        (&["rules", "chess"], &["chess", "italian"]),
        (&["bench", "--variant", "chess"], &["chess", "italian"]),
        (&["moves", "--fen", "W:W99:B1"], &["--fen", "99", "1 to 32"]),
        (&["show", "--fen", ""], &["--fen", "no piece"]),
        (&["moves", "--rule", "huffing=true"], &["huffing", "men-capture-backward", "repetition"]),
        (&["moves", "--rule", "king=slow"], &["king=slow", "short or flying"]),
        (&["moves", "--rule", "king"], &["`king`", "KEY=VALUE"]),
        (&["moves", "--rule", "break-off=true"], &["break-off=true", "contradicts", "precedence"]),
        (&["analyse", "--search-moves", "22-18,22-10"], &["--search-moves", "22-10"]),
        (&["analyse", "--search-moves", "99-1"], &["--search-moves", "99"]),
        (&["analyse", "--time", "-1"], &["-1", "--time", "seconds above 0"]),
        (&["analyse", "--time", "nan"], &["nan", "--time"]),
        (&["analyse", "--time", "1e30"], &["1e30", "--time", "too large", "1000000000 seconds"]),
        (&["analyse", "--time", "inf"], &["inf", "too large"]),
        (&["analyse", "--depth", "0"], &["0", "--depth", "from 1 to 120"]),
        (&["analyse", "--depth", "121"], &["121", "--depth", "from 1 to 120"]),
        (&["hub", "--threads", "65"], &["65", "--threads", "from 1 to 64"]),
        (&["analyse", "--threads", "1000"], &["1000", "--threads", "from 1 to 64"]),
        (&["perft", "--depth", "1", "--threads", "65"], &["65", "--threads", "from 1 to 64"]),
        (&["play", "--threads", "65"], &["65", "--threads", "from 1 to 64"]),
        (&["bench", "--threads", "65"], &["65", "--threads", "from 2 to 64"]),
        (&["hub", "--hash", "16385"], &["--hash 16385", "from 1 to 16384 MiB"]),
        (&["hub", "--strength=9"], &["--strength 9", "a whole number from 1 to 3"]),
        (&["hub", "--line-interval", "-1"], &["--line-interval -1", "a number from 0 to 0.1"]),
        (&["hub", "--square-order", "x"], &["--square-order x", "auto, plain, pydraughts"]),
        (&["hub", "--set", "strenght=1"], &["strenght=1", "meant strength", "line-interval"]),
        (&["hub", "--set", "threads=65"], &["--set threads=65", "from 1 to 64"]),
        (&["hub", "--set", "strength"], &["strength", "KEY=VALUE"]),
        (&["analyse", "--multipv", "x"], &["x", "--multipv"]),
        (&["analyse", "--infinite", "--depth", "3"], &["--infinite", "--depth"]),
        (&["perft", "--depth", "ten"], &["ten", "--depth", "whole number"]),
        (&["perft"], &["--depth"]),
        (&["analyse", "--threads", "0"], &["0", "--threads"]),
        (&["analyse", "--hash", "-5"], &["-5", "--hash"]),
        (&["moves", "--threads", "2"], &["unexpected", "--threads"]),
        (&["why", "22-18", "--hash", "2"], &["unexpected", "--hash"]),
        (&["show", "--weights", "bootstrap"], &["unexpected", "--weights"]),
        (&["moves", "--fen", "README.md"], &["README.md is a file", "--fen - <"]),
        (&["analyse", "README.md"], &["`README.md` is a file", "--moves", "`damier pdn`"]),
        (&["moves", "--notation", "pdn"], &["pdn", "game", "hub"]),
        (&["why", "castle"], &["castle"]),
        (&["why", "40-41"], &["40", "1 to 32"]),
        (&["why"], &["MOVE"]),
        (&["mvoes"], &["mvoes", "moves"]),
    ];
    for (args, parts) in cases {
        let ran = run(args);
        assert_eq!(ran.code, Some(2), "{args:?}: {}", ran.stderr);
        assert_eq!(ran.stdout, "", "{args:?}");
        assert!(ran.stderr.starts_with("damier: "), "{args:?}: {}", ran.stderr);
        assert_narrow(&ran.stderr);
        let message = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in *parts {
            assert!(message.contains(part), "{args:?} lacks {part}: {message}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_table_that_cannot_be_had_is_reported_before_anything_is_written() {
    let damier = env!("CARGO_BIN_EXE_damier");
    let script = format!("ulimit -v 4000000 && exec {damier} analyse --hash 1048576 --depth 1");
    let output = Command::new("sh").args(["-c", &script]).output().expect("sh");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(output.stdout, b"");
    assert!(message.contains("--hash 1048576"), "{message}");
}

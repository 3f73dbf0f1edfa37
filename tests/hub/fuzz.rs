//! Whatever is sent, the session lives.

use damier_protocol::hub::HubCommand;
use proptest::prelude::*;

use crate::support::{is_known, served};

/// Lines a client may send, right and wrong, and pieces of them.
fn command_soup() -> impl Strategy<Value = String> {
    const PIECES: [&str; 44] = [
        "hub",
        "init",
        "new-game",
        "ping",
        "stop",
        "ponder-hit",
        "pos",
        "pos start",
        "level",
        "go",
        "go think",
        "go ponder",
        "go analyze",
        "set-param",
        " name=",
        "variant",
        "threads",
        "capture",
        "tt-size",
        "square-order",
        " value=",
        "italian",
        "normal",
        "english",
        "0",
        "13",
        "-9",
        "nan",
        "pydraughts",
        "optional",
        " moves=",
        "\"32-28 19-23 28x19x23\"",
        "\"21-17 ",
        "\"",
        "=",
        "x",
        " pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
        " depth=",
        "-2",
        " time=",
        " inc=",
        "\n",
        "\n",
        "\r\n",
    ];
    proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..40).prop_map(|p| p.concat())
}

/// Lines of version 1, right and wrong.
fn old_soup() -> impl Strategy<Value = String> {
    const LINES: [&str; 22] = [
        "hub",
        "start",
        "init",
        "new",
        "set threads 2",
        "set threads",
        "variant italian",
        "variant chess",
        "pos wzz",
        "pos Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
        "move 32-28",
        "move 21-17",
        "move x",
        "level 0 1 0",
        "level 1 x",
        "level 0 x 0",
        "time",
        "depth 1",
        "go",
        "ponder",
        "analyse",
        "stop",
    ];
    proptest::collection::vec(proptest::sample::select(&LINES[..]), 0..20)
        .prop_map(|lines| lines.join("\n"))
}

/// Whether JoclyBoard would take a move from the line.
fn names_a_move(line: &str) -> bool {
    line.split_once("move").is_some_and(|(_, rest)| rest.starts_with(' '))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_leave_the_session_alive(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let input = [&bytes[..], b"\n\nstop\nping\nquit\n"].concat();
        let output = served(&input);
        prop_assert!(output.ends_with("pong\n"), "{}", output);
        prop_assert!(output.lines().all(is_known), "{}", output);
    }

    #[test]
    fn random_commands_leave_the_session_alive(soup in command_soup()) {
        let output = served(format!("{soup}\n\"\nping\nquit\n").as_bytes());
        prop_assert!(output.ends_with("pong\n"), "{}", output);
        prop_assert!(output.lines().all(is_known), "{}", output);
        let is_go = |line: &&str| {
            HubCommand::parse(line).is_ok_and(|line| line.is_some_and(|line| line.name() == "go"))
        };
        let dones = output.lines().filter(|line| line.starts_with("done")).count();
        prop_assert_eq!(dones, soup.split('\n').filter(is_go).count(), "{}", output);
    }

    #[test]
    fn version_1_answers_each_search_with_one_move(soup in old_soup()) {
        let output = served(format!("start\n{soup}\nping\nquit\n").as_bytes());
        prop_assert_eq!(output.matches("pong\n").count(), 1, "{}", output);
        let searches = soup.lines().filter(|line| ["go", "ponder", "analyse"].contains(line));
        let moves = output.lines().filter(|line| names_a_move(line));
        prop_assert!(moves.clone().all(|line| line.starts_with("move ")), "{}", output);
        prop_assert_eq!(moves.count(), searches.count(), "{}", output);
    }
}

//! Whatever is sent, the session lives.

use damier_protocol::hub::Command;
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
            Command::parse(line).is_ok_and(|line| line.is_some_and(|line| line.name() == "go"))
        };
        let dones = output.lines().filter(|line| line.starts_with("done")).count();
        prop_assert_eq!(dones, soup.split('\n').filter(is_go).count(), "{}", output);
    }
}

//! The Hub protocol as a client meets it.

mod hub_driver;

use std::io::{Cursor, Write};
use std::path::Path;
use std::time::Duration;

use damier_protocol::hub::{Command, Settings, serve};
use hub_driver::{Engine, matches, replay};
use proptest::prelude::*;

/// Black man 33, White man 39, White to move: one move.
const ONE_MOVE: &str = "pos pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeeeeeweeeeeeeeeee";

/// What a session writes when this is all its input.
fn served(input: &[u8]) -> String {
    let mut output = Vec::new();
    let line_distance = Duration::ZERO;
    let settings = Settings { table_bytes: 1 << 16, line_distance, ..Settings::default() };
    serve(Cursor::new(input.to_vec()), &mut output, &settings).unwrap();
    String::from_utf8(output).unwrap()
}

/// Whether the line is an `info` with every field in its order, numbers as numbers.
fn is_full_info(line: &str) -> bool {
    let mut fields = line.strip_prefix("info ").into_iter().flat_map(|rest| rest.splitn(7, ' '));
    let mut number = |name: &str, decimals: usize| {
        let value = fields.next().and_then(|field| field.strip_prefix(name));
        value.is_some_and(|value| {
            let digits = value.split_once('.').map_or(0, |(_, after)| after.len());
            digits == decimals && value.parse::<f64>().is_ok()
        })
    };
    let numbers = number("depth=", 0)
        && number("mean-depth=", 1)
        && number("score=", 2)
        && number("nodes=", 0)
        && number("time=", 3)
        && number("nps=", 1);
    numbers && fields.next().and_then(|pv| pv.strip_prefix("pv=")).is_some_and(is_pv)
}

/// Whether the moves are quoted exactly when there are several.
fn is_pv(pv: &str) -> bool {
    let quoted = pv.strip_prefix('"').and_then(|pv| pv.strip_suffix('"'));
    let moves: Vec<&str> = quoted.unwrap_or(pv).split(' ').collect();
    let is_move = |text: &&str| {
        text.split(['-', 'x']).count() >= 2
            && text.split(['-', 'x']).all(|n| n.parse::<u8>().is_ok())
    };
    moves.iter().all(is_move) && (moves.len() > 1) == quoted.is_some()
}

fn is_known(line: &str) -> bool {
    let known = ["ready", "pong", "wait", "done"].contains(&line)
        || ["id name=", "param name=", "done move="].iter().any(|start| line.starts_with(start))
        || matches("error message=\"*\"", line)
        || line.strip_prefix("info ").is_some_and(|rest| rest.contains(" multipv="))
        || is_full_info(line);
    known && line.is_ascii()
}

#[test]
fn recorded_dialogues() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/hub");
    let mut count = 0;
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        replay(&std::fs::read_to_string(&path).unwrap(), &path.display().to_string());
        count += 1;
    }
    assert!(count >= 5);
}

#[test]
fn p1_hub_is_an_argument_or_the_first_line() {
    for arguments in [&["hub"][..], &[]] {
        let mut engine = Engine::with_arguments(arguments, Path::new("."));
        engine.send_bytes(b"hub\r\n");
        assert!(engine.until("wait")[0].starts_with("id name=Damier "));
        engine.send_bytes(b"init\r\n");
        assert_eq!(engine.line(), "ready");
        assert!(engine.finish().is_empty());
    }
}

#[test]
fn p2_only_protocol_lines_and_none_before_hub() {
    let mut engine = Engine::start();
    assert!(engine.lines_within(Duration::from_millis(200)).is_empty());
    engine.send_all(&["hub", "init", "level depth=2", "go think", "nonsense", "quit"]);
    let lines = engine.finish();
    assert!(lines.len() > 10 && lines.iter().all(|line| is_known(line)), "{lines:?}");
}

#[test]
fn p3_each_line_is_one_write_and_is_flushed() {
    #[derive(Default)]
    struct Writes {
        waiting: Vec<Vec<u8>>,
        flushed: usize,
    }
    impl Write for Writes {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            assert!(self.waiting.is_empty(), "flushed before the next line");
            assert!(bytes.ends_with(b"\n") && bytes.iter().filter(|&&b| b == b'\n').count() == 1);
            self.waiting.push(bytes.to_vec());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            self.flushed += self.waiting.len();
            self.waiting.clear();
            Ok(())
        }
    }
    let mut writes = Writes::default();
    serve(&b"hub\ninit\nlevel depth=2\ngo\nping"[..], &mut writes, &Settings::default()).unwrap();
    assert!(writes.waiting.is_empty() && writes.flushed > 12);
}

#[test]
fn p4_any_line_end_blank_lines_and_tabs() {
    let plain = served(b"hub\ninit\nquit\nping\n");
    assert!(plain.ends_with("wait\nready\n"));
    for input in
        ["hub\r\ninit\r\nquit", "\n\r\n\thub\t\n  init\r\n\t \nquit\n", "\u{feff}hub\ninit"]
    {
        assert_eq!(served(input.as_bytes()), plain, "{input:?}");
    }
    assert_eq!(served(b"ping"), "pong\n");
}

#[test]
fn p5_the_end_of_the_input_ends_every_search() {
    for go in ["go think", "go ponder", "go analyze"] {
        let mut engine = Engine::ready();
        engine.send_all(&["level infinite", go]);
        engine.still_searching();
        let rest = engine.finish();
        assert!(rest.last().is_some_and(|done| done.starts_with("done move=")), "{rest:?}");
    }
}

#[test]
fn p6_p8_p30_info_always_has_every_field_in_order() {
    let mut engine = Engine::ready();
    for limit in ["depth=1", "depth=3", "nodes=1", "move-time=0.02", "move-time=0", "time=0"] {
        for position in ["pos start", ONE_MOVE] {
            for go in ["go think", "go analyze"] {
                engine.send_all(&[position, &format!("level {limit}"), go]);
                let lines = engine.until("done");
                let (done, infos) = lines.split_last().unwrap();
                assert!(
                    !infos.is_empty() && infos.iter().all(|line| is_full_info(line)),
                    "{lines:?}"
                );
                let best = infos.last().unwrap().split_once("pv=").unwrap().1;
                let best = best.trim_matches('"').split(' ').next().unwrap();
                assert!(matches(&format!("done move={best}*"), done), "{lines:?}");
            }
        }
    }
    assert!(engine.finish().is_empty());
}

#[test]
fn p7_done_has_the_move_first_and_no_quotes() {
    let mut engine = Engine::ready();
    engine.send_all(&["pos start", "level depth=4", "go think"]);
    let done = engine.done();
    let mut words = done.split(' ').skip(1);
    assert!(words.next().is_some_and(|word| is_pv(word.strip_prefix("move=").unwrap())), "{done}");
    assert!(words.next().is_none_or(|word| is_pv(word.strip_prefix("ponder=").unwrap())), "{done}");
    assert_eq!(words.next(), None);
}

#[test]
fn p9_unknown_names_are_ignored_and_bad_values_told() {
    let mut engine = Engine::ready();
    engine.send(&format!("{ONE_MOVE} wolf=\"W12=2\" flag"));
    engine.send("set-param name=initial-time value=300 extra");
    engine.settled();
    engine.send("level handicap=1 ply=2 depth=1 infinite");
    engine.send("go think mcts");
    assert_eq!(engine.done(), "done move=39x28x33");
    engine.send("uci");
    engine.error("'uci'");
    engine.send("set-param name=variant value=chess");
    engine.error("'chess'");
    engine.send("level time=soon");
    engine.error("'soon'");
    engine.settled();
}

#[test]
fn p10_decimals_everywhere() {
    let mut engine = Engine::ready();
    for level in [
        "move-time=0.05",
        "time=0.5 inc=0.01",
        "depth=2.0",
        "nodes=99.5",
        "moves=2.0 time=0.1",
        "time=0",
    ] {
        engine.send_all(&["pos start", &format!("level {level}"), "go think"]);
        assert!(engine.done().starts_with("done move="), "{level}");
    }
    assert!(engine.finish().is_empty());
}

#[test]
fn p11_limits_hold_over_lines_until_go_uses_them() {
    let mut engine = Engine::ready();
    engine.send_all(&["level move-time=15", "level depth=2", "pos start", "go think"]);
    let lines = engine.until("done");
    assert!(lines.iter().all(|line| !line.starts_with("info depth=3")), "{lines:?}");
    engine.send("go think");
    engine.still_searching();
    engine.send("stop");
    engine.done();
    engine.settled();
}

#[test]
fn p12_pondering_answers_once_and_only_when_told() {
    let mut engine = Engine::ready();
    for position in ["pos start", ONE_MOVE] {
        for end in ["stop", "ponder-hit"] {
            engine.send_all(&[position, "level depth=1 move-time=0.02", "go ponder"]);
            engine.still_searching();
            engine.send(end);
            assert!(engine.done().starts_with("done move="));
            engine.send_all(&["stop", "ponder-hit", "stop"]);
            engine.settled();
        }
    }
    engine.send_all(&["go analyze"]);
    engine.still_searching();
    engine.send("ponder-hit");
    engine.still_searching();
    engine.send("stop");
    engine.done();
    assert!(engine.finish().is_empty());
}

#[test]
fn p12_storms_of_stops_and_hits_get_one_answer_a_search() {
    let mut engine = Engine::ready();
    let ends = [
        &["stop"][..],
        &["ponder-hit", "stop"],
        &["stop", "ponder-hit"],
        &["ponder-hit", "stop", "stop"],
    ];
    for round in 0..60 {
        let level = ["level move-time=0.001", "level infinite", "level depth=2"][round % 3];
        for end in ends {
            engine.send_all(&[level, "go ponder"]);
            engine.send_all(end);
            engine.done();
        }
        engine.send_all(&[level, "go think", "stop", level, "go analyze", "stop"]);
        engine.done();
        engine.done();
    }
    engine.settled();
    assert!(engine.finish().is_empty());
}

#[test]
fn p13_stop_without_a_search_does_nothing() {
    let mut engine = Engine::ready();
    engine.send_all(&["stop", "stop", "ponder-hit"]);
    engine.settled();
    engine.send_all(&["pos start", "level infinite", "go think"]);
    engine.still_searching();
    engine.send("stop");
    assert!(engine.done().starts_with("done move="));
}

#[test]
fn p13_other_lines_end_a_search_and_are_then_executed() {
    let mut engine = Engine::ready();
    engine.send_all(&["pos start", "go analyze", "level depth=1", "go think", "go ponder"]);
    assert!(engine.done().starts_with("done move=3"));
    assert!(engine.done().starts_with("done move=3"));
    engine.send(ONE_MOVE);
    assert!(engine.done().starts_with("done move=3"));
    engine.send_all(&["go ponder", "level depth=1", "go think"]);
    assert_eq!(engine.done(), "done move=39x28x33");
    assert_eq!(engine.done(), "done move=39x28x33");
    engine.send_all(&["go analyze", "broken=\""]);
    engine.done();
    engine.error("name");
    engine.send_all(&["go analyze", "quit"]);
    engine.done();
    assert!(engine.finish().is_empty());
}

#[test]
fn p13_a_thousand_pings_while_searching() {
    let mut engine = Engine::ready();
    engine.send_all(&["pos start", "go ponder"]);
    let mut pongs = 0;
    for _ in 0..1_000 {
        engine.send("ping");
        engine.until("pong");
        pongs += 1;
    }
    engine.send_all(&["ping"; 1_000]);
    for _ in 0..1_000 {
        let lines = engine.until("pong");
        assert!(lines.iter().all(|line| !line.starts_with("done")), "{lines:?}");
        pongs += 1;
    }
    assert_eq!(pongs, 2_000);
    engine.send("stop");
    engine.done();
    assert!(engine.finish().is_empty());
}

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
fn p16_e9_clocks_out_of_range_get_a_quick_move() {
    let mut engine = Engine::ready();
    for level in [
        "time=-0.05 inc=0.1",
        "time=-1e300 inc=-1e300",
        "time=0",
        "time=nan",
        "inc=0.01",
        "moves=10",
        "moves=-3 time=-3",
        "move-time=-1",
        "move-time=nan",
        "depth=-5",
        "nodes=-1",
        "time",
        "depth=1 nodes=1e300 move-time=inf time=1e300 inc=inf moves=1e300",
    ] {
        engine.send_all(&["pos start", &format!("level {level}"), "go think"]);
        assert!(engine.done().starts_with("done move="), "{level}");
    }
    assert!(engine.finish().is_empty());
}

#[test]
fn p17_an_overhead_is_set_for_every_kind_of_level() {
    let mut engine = Engine::ready();
    engine.send("set-param name=move-overhead value=0.05");
    engine.settled();
    for level in ["move-time=0.02", "time=0.04", "time=0.3 inc=0.02", "moves=1 time=0.1"] {
        engine.send_all(&["pos start", &format!("level {level}"), "go think"]);
        assert!(engine.done().starts_with("done move="), "{level}");
    }
}

#[test]
fn p19_moves_are_read_in_any_spelling_but_never_guessed() {
    let mut engine = Engine::ready();
    for spelling in ["28x19x23", "28-19", "28x19", "28:19", "28x19x023"] {
        engine.send(&format!("pos start moves=\"32-28 19-23 {spelling} 14x23\""));
        engine.settled();
    }
    let two_ways = "pos pos=WeeeeeeeeeeeeebeeeebeeeeeeeeebebeeeeeeeeeebeeeeWeee moves=";
    for spelling in ["47x36x19x29x31x42", "47x36x42x31x29x19", "47x38x24x13x36"] {
        engine.send(&format!("{two_ways}{spelling}"));
        engine.settled();
    }
    engine.send(&format!("{two_ways}47x36"));
    engine.error("47x36");
}

#[test]
fn p20_small_boards_take_33_characters() {
    let mut engine = Engine::ready();
    let small = "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    engine.send(small);
    engine.error("51");
    for variant in ["italian", "russian", "brazilian", "czech"] {
        engine.send_all(&[&format!("set-param name=variant value={variant}"), small]);
        engine.settled();
        engine.send_all(&["level depth=1", "go think"]);
        assert!(engine.done().starts_with("done move=2"), "{variant}");
    }
    engine.send("set-param name=variant value=spanish");
    engine.send("pos pos=Wwwwwwwwwwwwweeeeeeeebbbbbbbbbbbb");
    engine.settled();
    engine.send(ONE_MOVE);
    engine.error("33");
}

#[test]
fn p26_any_position_can_be_sent() {
    let mut engine = Engine::ready();
    engine.send("pos pos=WeeeeeeeeeeeeebeeeebeeeeeeeeebebeeeeeeeeeebeeeeWeee");
    engine.send_all(&["level depth=2", "go think"]);
    assert!(engine.done().starts_with("done move=47x36x"));
    engine.send("pos pos=Beeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeeeeeweeeeeeeeeee");
    engine.send_all(&["level depth=2", "go think"]);
    assert!(engine.done().starts_with("done move=33x44x39"));
}

#[test]
fn p27_every_kind_of_time() {
    let mut engine = Engine::ready();
    for level in
        ["moves=30 time=1", "time=1", "time=1 inc=0.1", "moves=30 time=1 inc=0.1", "move-time=0.1"]
    {
        engine.send_all(&["pos start", &format!("level {level}"), "go think"]);
        assert!(engine.done().starts_with("done move="), "{level}");
    }
}

#[test]
fn p28_any_working_directory_will_do() {
    let mut engine = Engine::with_arguments(&["hub"], &std::env::temp_dir());
    engine.send_all(&["hub", "init", "level depth=1", "go"]);
    engine.until("ready");
    engine.done();
    assert!(engine.finish().is_empty());
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
        let told = |word: &&str| !word.starts_with("time=") && !word.starts_with("nps=");
        let last: Vec<&str> = infos.last().unwrap().split(' ').filter(told).collect();
        answers.push((last.join(" "), done.clone()));
    }
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn several_lines_come_with_the_best_last() {
    let mut engine = Engine::ready();
    engine.send_all(&["set-param name=multipv value=3", "pos start", "level depth=2", "go think"]);
    let lines = engine.until("done");
    let last = &lines[lines.len() - 2];
    assert!(matches("info * nps=* multipv=1 pv=*", last), "{last}");
}

/// Lines a client may send, right and wrong, and pieces of them.
#[test]
fn e11_strengths_are_a_parameter_and_analysis_is_full() {
    let mut engine = Engine::ready();
    let mut depth = |strength: &str, go: &str| {
        let set = format!("set-param name=strength value={strength}");
        engine.send_all(&[&set, "pos start", "level depth=5", go]);
        let lines = engine.until("done");
        let told = lines.iter().rev().find(|line| line.starts_with("info "));
        let depth = told.and_then(|info| info.split(' ').nth(1)?.strip_prefix("depth="));
        depth.and_then(|depth| depth.parse::<u32>().ok()).expect("an info line comes before done")
    };
    assert_eq!(depth("3", "go think"), 5);
    assert!(depth("1", "go think") < depth("2", "go think"));
    assert_eq!(depth("1", "go analyze"), 5);
    let clamped = served(b"set-param name=strength value=9\nquit\n");
    assert!(clamped.contains("from 1 to 3"), "{clamped}");
    assert!(served(b"hub\nquit\n").contains("param name=strength value=3 type=int min=1 max=3"));
}

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

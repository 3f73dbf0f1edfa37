//! Searches: what they report, and what ends them.

use crate::clients::READERS;
use crate::hub_driver::{Engine, matches};
use crate::support::{ONE_MOVE, is_full_info, is_pv};

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
fn p12_pondering_answers_once_and_only_when_asked() {
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
fn a_finished_position_is_answered_at_once_whatever_was_asked() {
    // White's only man, on 46, cannot move; or White has none.
    let blocked = "pos pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeeebeeeeweeee";
    let empty = "pos pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeeeeeeeeeeeeeeeee";
    let mut engine = Engine::ready();
    for position in [blocked, empty] {
        for go in ["go think", "go ponder", "go analyze"] {
            for level in ["level infinite", "level depth=1"] {
                engine.send_all(&[position, level, go]);
                assert_eq!(engine.done(), "done", "{position} {level} {go}");
                engine.send_all(&["stop", "ponder-hit"]);
                engine.settled();
            }
        }
    }
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
fn several_lines_come_with_the_best_last() {
    let mut engine = Engine::ready();
    engine.send_all(&["set-param name=multipv value=3", "pos start", "level depth=2", "go think"]);
    let lines = engine.until("done");
    let last = &lines[lines.len() - 2];
    assert!(matches("info * nps=* pv=* multipv=1", last), "{last}");
}

#[test]
fn lines_with_a_rank_are_read_by_real_clients() {
    let mut engine = Engine::ready();
    for (lines, position, level) in [
        (3, "pos start", "level depth=5"),
        (3, ONE_MOVE, "level depth=1"),
        (1, "pos start", "level depth=3"),
    ] {
        let set = format!("set-param name=multipv value={lines}");
        engine.send_all(&[&set, position, level, "go think"]);
        let output = engine.until("done");
        let (_, infos) = output.split_last().unwrap();
        for line in infos {
            let moves = pv(line);
            for (client, reader) in READERS.into_iter().filter(|(name, _)| *name != "joclyboard") {
                assert_eq!(reader(line).unwrap().line, moves, "{client}: {line}");
            }
            assert_eq!(line.contains(" multipv="), lines > 1, "{line}");
        }
    }
}

/// The moves of a line.
fn pv(line: &str) -> Vec<String> {
    let (_, after) = line.split_once(" pv=").unwrap();
    let (moves, _) = after.split_once(" multipv=").unwrap_or((after, ""));
    moves.trim_matches('"').split(' ').map(str::to_owned).collect()
}

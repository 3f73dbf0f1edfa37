//! Limits of time, depth and nodes.

use std::time::Duration;

use damier_protocol::hub::DEFAULT_MOVE_TIME;

use crate::hub_driver::Engine;

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
fn a_comma_is_a_point() {
    let mut engine = Engine::ready();
    for level in ["time=0,5", "move-time=0,1", "time=0,5 inc=0,01", "depth=2,0", "nodes=99,5"] {
        engine.send_all(&["pos start", &format!("level {level}"), "go think"]);
        assert!(engine.done().starts_with("done move="), "{level}");
    }
    engine.send("set-param name=move-overhead value=0,05");
    engine.settled();
}

#[test]
fn a_bad_limit_is_an_error_and_the_search_ends() {
    let mut engine = Engine::ready();
    engine.send("level time=1s");
    engine.error("'1s' for time");
    engine.send("level movetime=0.1");
    engine.error("meant move-time");
    engine.send("go think");
    assert!(engine.done().starts_with("done move="));
}

#[test]
fn think_without_a_level_ends_and_infinite_does_not() {
    let mut engine = Engine::ready();
    engine.send("go think");
    assert!(engine.done().starts_with("done move="));
    engine.send_all(&["level infinite", "go think"]);
    // Longer than the time of a search without a limit.
    let lines = engine.lines_within(DEFAULT_MOVE_TIME + Duration::from_millis(1_500));
    assert!(lines.iter().all(|line| line.starts_with("info ")), "{lines:?}");
    engine.send("stop");
    engine.done();
}

#[test]
fn a_hit_without_a_level_ends_the_search() {
    let mut engine = Engine::ready();
    engine.send("go ponder");
    engine.still_searching();
    engine.send("ponder-hit");
    assert!(engine.done().starts_with("done move="));
}

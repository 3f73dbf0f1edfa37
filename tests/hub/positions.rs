//! Positions and moves as clients send them.

use crate::hub_driver::Engine;
use crate::support::ONE_MOVE;

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

/// A board full of pieces, most of them kings: captures follow captures for ages, at depth 1 too.
#[test]
fn endless_captures_do_not_keep_a_search_from_ending() {
    let mut engine = Engine::ready();
    engine.send("pos pos=WWbBWbwWbWBBBbwWWwbbWWWWwBwBWbbwBbbWebbBwbBWBbBwWBB");
    engine.settled();
    for lines in [1, 3] {
        engine.send_all(&[
            &format!("set-param name=multipv value={lines}"),
            "level nodes=1000",
            "go think",
        ]);
        assert!(engine.done().starts_with("done move="));
    }
    engine.send_all(&["level infinite", "go analyze", "stop"]);
    assert!(engine.done().starts_with("done move="));
    engine.send_all(&["level infinite", "go think"]);
    engine.finish();
}

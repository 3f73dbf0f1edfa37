//! Each misbehaviour has its own name, the opponent wins, and the match goes on.

use std::time::{Duration, Instant};

use damier_match::referee::{FaultKind, GameRecord, GameResult, GameSettings, Reason, read_limits};
use damier_rules::position::Side;
use libtest_mimic::Trial;

use crate::{assert_finished, builtin, damier, play, player, settings, simulator, start};

/// The ways to misbehave in a game, and their names.
const FAULTS: [(&str, FaultKind); 21] = [
    ("exits-at-start", FaultKind::NoStart),
    ("exits-at-init", FaultKind::NoStart),
    ("closes-at-start", FaultKind::NoStart),
    ("garbage-at-start", FaultKind::BadHandshake),
    ("wrong-handshake", FaultKind::BadHandshake),
    ("no-wait", FaultKind::SlowStart),
    ("slow-init", FaultKind::SlowStart),
    ("exits", FaultKind::Crash),
    ("closes-output", FaultKind::ClosedOutput),
    ("garbage", FaultKind::Garbage),
    ("broken-done", FaultKind::Garbage),
    ("unreadable", FaultKind::Garbage),
    ("endless-line", FaultKind::EndlessLine),
    ("illegal", FaultKind::IllegalMove),
    ("empty", FaultKind::NoMove),
    ("twice", FaultKind::StrayAnswer),
    ("stops-twice", FaultKind::StrayAnswer),
    ("ignores-stop", FaultKind::Silence),
    ("late", FaultKind::TimeLoss),
    ("late-and-empty", FaultKind::TimeLoss),
    ("silent", FaultKind::Silence),
];

/// Ways to be odd that are nobody's fault.
const ODD: [&str; 5] = ["deaf", "boasts", "long-pv", "chatters", "late-stop"];

/// A test for each way.
pub fn trials() -> Vec<Trial> {
    let faults = FAULTS.iter().map(|&(mode, kind)| {
        Trial::test(format!("fault_{}", mode.replace('-', "_")), move || {
            it_is_named(mode, kind);
            Ok(())
        })
    });
    let odd = ODD.iter().map(|&mode| {
        Trial::test(format!("odd_{}", mode.replace('-', "_")), move || {
            it_is_borne(mode);
            Ok(())
        })
    });
    faults.chain(odd).collect()
}

pub const TESTS: &[(&str, fn())] = &[
    ("a_program_that_is_not_there_does_not_start", not_there),
    ("a_game_that_an_engine_does_not_know_is_named", unknown_game),
    ("a_parameter_that_an_engine_does_not_declare_is_refused", unknown_parameter),
    ("a_generous_time_out_bears_a_slow_start", slow_start),
    ("a_refused_quit_is_named_and_changes_nothing", refused_quit),
    ("a_game_without_players_counts_for_nothing", nobody_starts),
];

/// Time for those that are late, and not much of it for those that never come.
fn timed(mode: &str) -> GameSettings {
    let mut settings = settings("nodes=200");
    if mode.starts_with("late") {
        settings.limits[Side::White.index()] = read_limits("move-time=0.2").unwrap();
    }
    if ["silent", "garbage"].contains(&mode) {
        settings.longest_think = Duration::from_millis(500);
    }
    settings
}

fn it_is_named(mode: &str, kind: FaultKind) {
    let impatient = kind == FaultKind::SlowStart || mode == "ignores-stop";
    let timeout = if impatient { "timeout=1" } else { "timeout=20" };
    let ponder = if mode.contains("stop") { "ponder=true" } else { "ponder=false" };
    let mut engine = simulator(mode, "fault", &[timeout, ponder]);
    let mut opponent = builtin();
    let record = play(&mut *engine, &mut *opponent, &start("international"), &timed(mode));
    let reason = Reason::Fault { side: Side::White, fault: kind };
    assert_eq!((record.result, record.reason), (GameResult::BlackWins, reason), "{record:?}");
    let fault = &record.faults[0];
    let begun = !record.moves.is_empty();
    assert!(record.failed(Side::White) && !record.failed(Side::Black));
    assert_eq!(fault.fault.kind, kind);
    assert!(fault.fen.starts_with("W:") || fault.fen.starts_with("B:"), "{}", fault.fen);
    let dialogue = &fault.fault.dialogue;
    // Of one that floods the referee only its own last lines are kept, and what it was asked.
    let sent = dialogue.lines.iter().any(|line| line.starts_with("> "));
    assert!(sent || mode == "garbage-at-start" && dialogue.request == ["hub"], "{dialogue:?}");
    assert!(!begun || dialogue.request.iter().any(|line| line.starts_with("pos pos=")));
    // What was written to standard error may still be on its way when a fault is quick.
    let errors = [format!("mode {mode}")];
    assert!(
        dialogue.errors == errors || (dialogue.errors.is_empty() && kind != FaultKind::TimeLoss)
    );
    assert!(dialogue.lines.len() <= 40 && dialogue.lines.iter().all(|line| line.len() < 2_000));
    let json = serde_json::to_string(&record).unwrap();
    let read: GameRecord = serde_json::from_str(&json).unwrap();
    assert_eq!((read.faults, read.moves.len()), (record.faults, record.moves.len()));

    // The match goes on, with the other colour.
    if impatient {
        engine = simulator("well", "fault-impatient", &["timeout=20"]);
    }
    engine.restart().unwrap();
    let next = play(&mut *opponent, &mut *engine, &start("italian"), &settings("nodes=200"));
    assert_finished(&next);
    engine.quit().unwrap();
}

fn it_is_borne(mode: &str) {
    let mut engine = simulator(mode, "odd", &["timeout=20", "ponder=true"]);
    let record = play(&mut *engine, &mut *builtin(), &start("russian"), &settings("nodes=200"));
    assert_finished(&record);
    assert_eq!(record.white, "Simulator");
    engine.quit().unwrap();
}

fn not_there() {
    let mut engine = player("hub:./no/such/engine hub", &[]);
    let record = play(&mut *builtin(), &mut *engine, &start("italian"), &settings("nodes=200"));
    let reason = Reason::Fault { side: Side::Black, fault: FaultKind::NoStart };
    assert_eq!((record.result, record.reason), (GameResult::WhiteWins, reason));
    assert_eq!(record.black, "engine");
    assert!(record.faults[0].fault.detail.contains("no/such/engine"), "{:?}", record.faults);
}

fn unknown_game() {
    let mut engine = simulator("one-game", "unknown", &[]);
    let record = play(&mut *engine, &mut *builtin(), &start("italian"), &settings("nodes=200"));
    let reason = Reason::Fault { side: Side::White, fault: FaultKind::UnknownVariant };
    assert_eq!(record.reason, reason);
    assert!(record.faults[0].fault.detail.contains("it plays: normal"));
    engine.restart().unwrap();
    let next = play(&mut *engine, &mut *builtin(), &start("international"), &settings("nodes=200"));
    assert_finished(&next);
}

fn unknown_parameter() {
    let mut engine = damier(&["speed=3"]);
    let record = play(&mut *engine, &mut *builtin(), &start("italian"), &settings("nodes=200"));
    assert_eq!(record.reason, Reason::Fault { side: Side::White, fault: FaultKind::NoStart });
    assert!(record.faults[0].fault.detail.contains("no parameter speed; it has: variant"));
}

fn slow_start() {
    let mut engine = simulator("slow-init", "patient", &["timeout=20"]);
    let record =
        play(&mut *engine, &mut *builtin(), &start("international"), &settings("nodes=200"));
    assert_finished(&record);
}

fn refused_quit() {
    let mut engine = simulator("ignores-quit", "quit", &["timeout=0.5"]);
    // Between games of different variants it is started anew, and ended by force for it.
    for variant in ["international", "italian"] {
        let record = play(&mut *engine, &mut *builtin(), &start(variant), &settings("nodes=200"));
        assert_finished(&record);
    }
    let clock = Instant::now();
    assert_eq!(engine.quit().unwrap_err().kind, FaultKind::RefusedQuit);
    assert!(clock.elapsed() < Duration::from_secs(5), "it was ended by force");
    assert_eq!(engine.quit().unwrap_err().kind, FaultKind::RefusedQuit, "the one before it");
    assert!(engine.quit().is_ok(), "there is nobody left to quit");
}

fn nobody_starts() {
    let (mut first, mut second) = (player("hub:./no/one", &[]), player("hub:./no/other", &[]));
    let record = play(&mut *first, &mut *second, &start("italian"), &settings("nodes=200"));
    assert_eq!((record.result, record.faults.len()), (GameResult::None, 2));
}

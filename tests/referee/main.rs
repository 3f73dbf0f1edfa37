//! The referee as a match meets it: players that fail, time, moves, adjudication, pondering.
//!
//! The engines that fail are this very program, started with `--simulate MODE MARKER`; that is why
//! it has a test harness of its own.

mod command;
mod faults;
mod games;
mod processes;
mod simulator;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use damier_match::referee::{
    GameRecord, GameSettings, Player, PlayerSpec, Reason, play_game, read_limits,
};
use damier_rules::game::Game;
use damier_rules::variant::Variant;
use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().collect();
    if let [_, flag, mode, marker] = arguments.as_slice()
        && flag == "--simulate"
    {
        simulator::run(mode, marker);
        return ExitCode::SUCCESS;
    }
    let arguments = Arguments::from_args();
    let tests = faults::TESTS.iter().chain(games::TESTS).chain(command::TESTS);
    let tests = tests.chain(processes::TESTS);
    let trial = |&(name, test): &(&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    let tests: Vec<Trial> = tests.map(trial).chain(faults::trials()).collect();
    libtest_mimic::run(&arguments, tests).exit_code()
}

/// A player by its specification and settings.
fn player(spec: &str, settings: &[&str]) -> Box<dyn Player> {
    let mut spec = PlayerSpec::parse(spec).unwrap();
    settings.iter().for_each(|pair| spec.set(pair).unwrap());
    spec.player()
}

/// The built-in engine with a small table.
fn builtin() -> Box<dyn Player> {
    player("builtin", &["hash=1"])
}

/// The engine that misbehaves in this way once; `test` names its marker.
fn simulator(mode: &str, test: &str, settings: &[&str]) -> Box<dyn Player> {
    player(&simulator_spec(mode, test), settings)
}

/// How it is named on the command line.
fn simulator_spec(mode: &str, test: &str) -> String {
    let marker = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("referee-{test}-{mode}"));
    let _ = std::fs::remove_file(&marker);
    let program = env::current_exe().unwrap();
    let (program, marker) = (program.to_str().unwrap(), marker.to_str().unwrap());
    format!("hub:'{program}' --simulate {mode} '{marker}'")
}

/// Our own engine, as anybody would start it.
fn damier(settings: &[&str]) -> Box<dyn Player> {
    player(&format!("hub:'{}' hub", env!("CARGO_BIN_EXE_damier")), settings)
}

/// The start of a game.
fn start(variant: &str) -> Game {
    Game::new(Variant::named(variant).unwrap())
}

/// Settings with these limits for both.
fn settings(limits: &str) -> GameSettings {
    GameSettings::new(read_limits(limits).unwrap())
}

fn play(
    white: &mut dyn Player,
    black: &mut dyn Player,
    opening: &Game,
    settings: &GameSettings,
) -> GameRecord {
    play_game([white, black], opening, settings, &AtomicBool::new(false))
}

/// Checks that a game was played to its end by the rules.
fn assert_finished(record: &GameRecord) {
    assert!(record.faults.is_empty(), "{:?}", record.faults);
    let by_rules = matches!(record.reason, Reason::NoMoves { .. } | Reason::DrawRule { .. });
    assert!(by_rules, "{:?} after {} moves", record.reason, record.moves.len());
}

//! How soon `damier hub` answers `stop`: random stops in searches of random positions.
//!
//! `cargo bench --bench stop`; needs a machine that does nothing else. Every second search is by
//! two threads, every third one ponders.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use damier_rules::game::Game;
use damier_rules::notation::{SquareOrder, write_hub_position};
use damier_rules::rules::{self, RuleSet};
use damier_rules::variant::Variant;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Stops.
const STOPS: usize = 1_000;

/// The longest time from `go` to `stop`, in microseconds.
const LONGEST: u64 = 60_000;

/// The most random plies before a position.
const MOST_PLIES: u64 = 80;

fn main() -> std::io::Result<()> {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_damier"))
        .arg("hub")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let (Some(mut input), Some(output)) = (engine.stdin.take(), engine.stdout.take()) else {
        return Ok(());
    };
    let mut lines = BufReader::new(output).lines();
    let mut until = |word: &str| {
        lines.by_ref().map_while(Result::ok).any(|line| line.split(' ').next() == Some(word))
    };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    writeln!(input, "hub")?;
    until("wait");
    let mut times: [Vec<Duration>; 2] = Default::default();
    for stop in 0..STOPS {
        let rules = &rules::ALL[stop % rules::ALL.len()];
        let game = random_game(rules, &mut random);
        writeln!(input, "set-param name=variant value={}", rules.name)?;
        writeln!(input, "set-param name=threads value={}", 1 + stop % 2)?;
        writeln!(input, "init")?;
        until("ready");
        // The table is emptied before the clock runs.
        writeln!(input, "new-game")?;
        writeln!(input, "ping")?;
        until("pong");
        let position = write_hub_position(rules, game.position(), SquareOrder::Plain);
        writeln!(input, "pos pos={position}")?;
        writeln!(input, "level time=60")?;
        writeln!(input, "go {}", if stop % 3 == 0 { "ponder" } else { "analyze" })?;
        std::thread::sleep(Duration::from_micros(random.next_u64() % LONGEST));
        let clock = Instant::now();
        writeln!(input, "stop")?;
        until("done");
        times[stop % 2].push(clock.elapsed());
    }
    writeln!(input, "quit")?;
    engine.wait()?;
    let all = times.concat();
    println!("ms from `stop` to `done`");
    for (name, times) in [("one thread", &times[0]), ("two threads", &times[1]), ("all", &all)] {
        print_times(name, times);
    }
    Ok(())
}

fn print_times(name: &str, times: &[Duration]) {
    let mut times = times.to_vec();
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 1000].as_secs_f64() * 1e3;
    println!(
        "{name:>11}: {} stops, median {:.2}, 99 % {:.2}, 99.9 % {:.2}, longest {:.2}",
        times.len(),
        at(500),
        at(990),
        at(999),
        at(1000)
    );
}

/// A game after some random moves, with a move left to make.
fn random_game(rules: &RuleSet, random: &mut Xoshiro256PlusPlus) -> Game {
    let mut game = Game::new(Variant::new(*rules));
    for _ in 0..random.next_u64() % MOST_PLIES {
        let moves = game.legal_moves();
        let mut next = game.clone();
        let chosen = moves[random.next_u64() as usize % moves.len()];
        if next.play(&chosen).is_err() || next.outcome().is_some() {
            break;
        }
        game = next;
    }
    game
}

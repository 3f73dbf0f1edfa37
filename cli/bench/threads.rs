//! `damier bench --threads N`: what more threads bring.

use std::io::Write;
use std::time::Instant;

use damier_engine::{Engine, Limits, Request, Signal};
use damier_rules::game::Game;
use damier_rules::rules::RuleSet;
use serde::Serialize;

use super::suites::{games, large_problems};
use crate::args::BenchArgs;
use crate::exit::ExitAnswer;
use crate::output::json_line;

/// Size of the table in bytes: no search here fills it.
const TABLE: usize = 128 << 20;

/// One thread against many, over some positions.
#[derive(Default, Serialize)]
struct Comparison {
    /// The game; `null` for all together.
    game: Option<&'static str>,
    positions: usize,
    /// Nodes a second of one thread and of many, in millions.
    speeds: [f64; 2],
    /// Nodes a second of many threads in those of one.
    speed: f64,
    /// Nodes to the depth of many threads in those of one, the geometric mean over the positions.
    nodes: f64,
    /// Time to the depth of many threads in that of one, the geometric mean over the positions.
    time: f64,
}

/// What one search cost.
#[derive(Clone, Copy, Default)]
struct Cost {
    nodes: u64,
    seconds: f64,
}

pub fn run(args: &BenchArgs, threads: u16, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let mut engine = Engine::builder().table_bytes(TABLE).build()?;
    let mut all = Vec::new();
    for game in games(args)? {
        let pairs = compare(&game, &mut engine, usize::from(threads), u32::from(args.deeper))?;
        write_comparison(args, &comparison(Some(game.name), &pairs), out)?;
        all.extend(pairs);
    }
    write_comparison(args, &comparison(None, &all), out)?;
    Ok(ExitAnswer::Yes)
}

/// Each position of a game searched by one thread, then by many.
fn compare(
    rules: &RuleSet,
    engine: &mut Engine,
    threads: usize,
    deeper: u32,
) -> anyhow::Result<Vec<[Cost; 2]>> {
    let problems = large_problems(rules)?;
    let request = Request::analysis(Limits::depth(problems.depth + deeper));
    let mut cost = |position, threads| {
        engine.clear();
        engine.set_threads(threads);
        let game = Game::from_position(problems.variant, position);
        let clock = Instant::now();
        let nodes = engine.think(&game, &request, &Signal::new(), &mut |_| {}).nodes;
        Cost { nodes, seconds: clock.elapsed().as_secs_f64().max(1e-9) }
    };
    let positions = problems.positions.iter();
    Ok(positions.map(|&position| [cost(position, 1), cost(position, threads)]).collect())
}

fn comparison(game: Option<&'static str>, pairs: &[[Cost; 2]]) -> Comparison {
    let sum = |of: fn(&Cost) -> f64, side: usize| pairs.iter().map(|pair| of(&pair[side])).sum();
    let speeds = [0, 1].map(|side| {
        let (nodes, seconds): (f64, f64) =
            (sum(|cost| cost.nodes as f64, side), sum(|cost| cost.seconds, side));
        nodes / seconds / 1e6
    });
    let mean = |of: fn(&Cost) -> f64| {
        let logarithms = pairs.iter().map(|[single, many]| (of(many) / of(single)).ln());
        (logarithms.sum::<f64>() / pairs.len().max(1) as f64).exp()
    };
    Comparison {
        game,
        positions: pairs.len(),
        speeds,
        speed: speeds[1] / speeds[0],
        nodes: mean(|cost| cost.nodes as f64),
        time: mean(|cost| cost.seconds),
    }
}

fn write_comparison(
    args: &BenchArgs,
    found: &Comparison,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    if args.json {
        return json_line(out, found);
    }
    let [single, many] = found.speeds;
    writeln!(
        out,
        "{:<13} {:>2} positions, Mnps {single:.2} and {many:.2}: {:.2}; to depth nodes {:.2} time {:.2}",
        found.game.unwrap_or("all"),
        found.positions,
        found.speed,
        found.nodes,
        found.time
    )?;
    Ok(())
}

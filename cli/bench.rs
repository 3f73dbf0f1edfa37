//! `damier bench`: fixed positions of every game and of some house rules, searched to a fixed depth.
//!
//! The sum of the nodes is the signature of the search: it changes when play changes, and only
//! then.

mod suites;
mod threads;

use std::io::Write;
use std::time::{Duration, Instant};

use damier_engine::eval::{Evaluation, Weights};
use damier_engine::{Engine, Limits, Request, Signal};
use damier_rules::game::Game;
use damier_rules::rules::RuleSet;
use serde::Serialize;

use crate::args::BenchArgs;
use crate::exit::ExitAnswer;
use crate::output::json_line;
use suites::{Problems, all_problems, problems};

/// Size of the table in bytes.
const TABLE: usize = 16 << 20;

#[derive(Serialize)]
struct BenchReport {
    game: &'static str,
    /// What differs from the game, left out where nothing does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    house_rules: Vec<String>,
    positions: usize,
    /// Plies.
    depth: u32,
    nodes: u64,
    seconds: f64,
    /// What evaluates positions.
    evaluation: String,
}

#[derive(Serialize)]
struct BenchTotal {
    nodes: u64,
    seconds: f64,
    /// Nodes a second.
    nps: u64,
}

pub fn run(args: &BenchArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    if let Some(threads) = args.threads {
        return threads::run(args, threads, out);
    }
    let mut engine = Engine::builder().table_bytes(TABLE).build()?;
    let (mut nodes, mut seconds) = (0, 0.0);
    for problems in all_problems(args)? {
        let report = bench(&problems, &mut engine);
        nodes += report.nodes;
        seconds += report.seconds;
        write_report(&report, args.json, out)?;
    }
    let nps = if seconds > 0.0 { (nodes as f64 / seconds) as u64 } else { 0 };
    if args.json {
        json_line(out, &BenchTotal { nodes, seconds, nps })?;
    } else {
        writeln!(out, "{nodes} nodes {nps} nps")?;
    }
    Ok(ExitAnswer::Yes)
}

fn write_report(report: &BenchReport, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    if json {
        return json_line(out, report);
    }
    writeln!(
        out,
        "{:<13} {:>9} nodes {:>6.3} s, depth {}, {}",
        report.game, report.nodes, report.seconds, report.depth, report.evaluation
    )?;
    if !report.house_rules.is_empty() {
        writeln!(out, "{:<13} with {}", "", report.house_rules.join(", "))?;
    }
    Ok(())
}

/// The nodes of one game's bench, by which its search is known.
///
/// # Errors
/// When there is no memory for the search.
pub fn signature(rules: &RuleSet) -> anyhow::Result<u64> {
    Ok(bench(&problems(rules)?, &mut Engine::builder().table_bytes(TABLE).build()?).nodes)
}

fn bench(problems: &Problems, engine: &mut Engine) -> BenchReport {
    let Problems { variant, positions, depth } = problems;
    let request = Request::analysis(Limits::depth(*depth));
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for position in positions {
        engine.clear();
        let game = Game::from_position(*variant, *position);
        let clock = Instant::now();
        nodes += engine.think(&game, &request, &Signal::new(), &mut |_| {}).nodes;
        time += clock.elapsed();
    }
    let rules = variant.rules();
    BenchReport {
        game: rules.name,
        house_rules: rules.house_rules(),
        positions: positions.len(),
        depth: *depth,
        nodes,
        seconds: time.as_secs_f64(),
        evaluation: Evaluation::new(&rules.moves, &Weights::Embedded).source().to_string(),
    }
}

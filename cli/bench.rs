//! `damier bench`: fixed positions of every game, searched to a fixed depth.
//!
//! The sum of the nodes is the signature of the search: it changes when play changes, and only
//! then.

mod threads;

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Context;
use damier_engine::eval::{Evaluation, Weights};
use damier_engine::game::Game;
use damier_engine::notation::read_fen;
use damier_engine::position::Position;
use damier_engine::rules::{self, RuleSet};
use damier_engine::search::{Limits, Request, Searcher, Signal};
use damier_engine::variant::Variant;
use serde::Serialize;

use crate::Answer;
use crate::args::BenchArgs;
use crate::report::json_line;
use crate::setup;

/// Size of the table in bytes.
const TABLE: usize = 16 << 20;

/// Plies to which a game without positions of its own is searched, from the start.
const DEFAULT_DEPTH: u32 = 10;

/// What is searched for a game, besides the start.
struct Suite {
    game: &'static str,
    /// Plies.
    depth: u32,
    /// Middle games, then an ending with kings.
    positions: &'static [&'static str],
}

const SUITES: &[Suite] = &[
    Suite {
        game: "italian",
        depth: 12,
        positions: &[
            "W:W17,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,12,14,15",
            "W:W17,18,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,19",
            "W:WK29,K27,21,24:BK3,K10,8,12",
        ],
    },
    Suite {
        game: "english",
        depth: 12,
        positions: &[
            "B:W19,21,23,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,11,12,13,14",
            "W:W15,20,23,25,29,30,32:B1,2,5,6,7,14,28",
            "W:WK8,19,25,28:B9,14,21,K26",
        ],
    },
    Suite {
        game: "russian",
        depth: 11,
        positions: &[
            "B:W17,21,22,23,26,27,28,29,30,31,32:B1,2,3,4,5,7,8,11,12,13,15",
            "W:W12,20,25,29,30,31,32:B1,2,3,4,5,6,15",
            "W:WK29,21,24,30:BK4,8,12,13",
        ],
    },
    Suite {
        game: "brazilian",
        depth: 11,
        positions: &[
            "W:W17,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,12,15,16",
            "B:W16,20,24,25,28,29,30,31:B1,3,4,5,7,8,15,21",
            "W:WK29,21,24,30:BK4,8,12,13",
        ],
    },
    Suite {
        game: "spanish",
        depth: 11,
        positions: &[
            "B:W1,2,3,4,5,6,8,9,11,12,13,15:B18,19,22,24,25,26,27,28,29,30,31,32",
            "W:W1,2,3,4,5,8,9,10,12,14:B20,21,22,25,26,27,28,29,30,32",
            "W:W1,7,8,12,14,K25:BK3,20,21,27,28,32",
        ],
    },
    Suite {
        game: "portuguese",
        depth: 11,
        positions: &[
            "W:W1,2,6,7,8,10,11,12:B17,18,20,24,25,28,30,32",
            "W:W1,2,3,4,5,6,8,13:B19,21,24,25,27,29,31,32",
            "W:W3,7,K31,K32:BK1,5,26,29",
        ],
    },
    Suite {
        game: "czech",
        depth: 11,
        positions: &[
            "W:W19,21,22,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,16",
            "W:W15,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,12,18",
            "W:WK7,15,30,31:B1,4,13,K32",
        ],
    },
    Suite {
        game: "pool",
        depth: 11,
        positions: &[
            "B:W19,20,21,22,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,8,11,12,13",
            "W:W15,21,24,28,29,30,32:B2,3,4,8,12,14,16",
            "W:WK29,21,24,30:BK4,8,12,13",
        ],
    },
    Suite {
        game: "international",
        depth: 11,
        positions: &[
            "W:W26,32,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:\
             B1,2,3,4,5,6,7,8,9,10,11,12,13,15,16,17,18,29",
            "W:W27,35,36,40,41,42,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,9,10,11,13,15,17",
            "W:WK46,31,36,40:BK5,15,16,20",
        ],
    },
];

#[derive(Serialize)]
struct GameReport {
    game: &'static str,
    positions: usize,
    /// Plies.
    depth: u32,
    nodes: u64,
    seconds: f64,
    /// By what positions are evaluated.
    evaluation: String,
}

#[derive(Serialize)]
struct Total {
    nodes: u64,
    seconds: f64,
    /// Nodes a second.
    nps: u64,
}

pub fn run(args: &BenchArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    if let Some(threads) = args.threads {
        return threads::run(args, threads, out);
    }
    let mut searcher = Searcher::new(TABLE)?;
    let (mut nodes, mut seconds) = (0, 0.0);
    for game in games(args)? {
        let report = bench(&game, &mut searcher)?;
        nodes += report.nodes;
        seconds += report.seconds;
        if args.json {
            json_line(out, &report)?;
        } else {
            writeln!(
                out,
                "{:<13} {:>9} nodes {:>6.3} s, depth {}, {}",
                report.game, report.nodes, report.seconds, report.depth, report.evaluation
            )?;
        }
    }
    let nps = if seconds > 0.0 { (nodes as f64 / seconds) as u64 } else { 0 };
    if args.json {
        json_line(out, &Total { nodes, seconds, nps })?;
    } else {
        writeln!(out, "{nodes} nodes {nps} nps")?;
    }
    Ok(Answer::Yes)
}

/// The nodes of one game's bench, by which its search is known.
///
/// # Errors
/// When there is no memory for the search.
pub fn signature(rules: &RuleSet) -> anyhow::Result<u64> {
    Ok(bench(rules, &mut Searcher::new(TABLE)?)?.nodes)
}

/// The games asked for.
fn games(args: &BenchArgs) -> anyhow::Result<Vec<RuleSet>> {
    Ok(match &args.variant {
        Some(name) => vec![setup::named(name)?],
        None => rules::ALL.to_vec(),
    })
}

/// What is searched for a game.
struct Problems {
    variant: Variant,
    /// The start, then those of the suite.
    positions: Vec<Position>,
    /// Plies.
    depth: u32,
}

fn problems(rules: &RuleSet) -> anyhow::Result<Problems> {
    let suite = SUITES.iter().find(|suite| suite.game == rules.name);
    let (depth, fens) = suite.map_or((DEFAULT_DEPTH, &[][..]), |own| (own.depth, own.positions));
    let variant = Variant::new(*rules);
    let mut positions = vec![variant.start_position()];
    for fen in fens {
        positions.push(read_fen(rules, fen).with_context(|| format!("bench of {}", rules.name))?);
    }
    Ok(Problems { variant, positions, depth })
}

fn bench(rules: &RuleSet, searcher: &mut Searcher) -> anyhow::Result<GameReport> {
    let Problems { variant, positions, depth } = problems(rules)?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request = Request { limits, analysis: true, ..Request::default() };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for position in &positions {
        searcher.clear();
        let game = Game::from_position(variant, *position);
        let clock = Instant::now();
        nodes += searcher.search(&game, &request, &Signal::new(), &mut |_| {}).nodes;
        time += clock.elapsed();
    }
    let seconds = time.as_secs_f64();
    let evaluation = Evaluation::new(&rules.moves, &Weights::Embedded).source().to_string();
    let positions = positions.len();
    Ok(GameReport { game: rules.name, positions, depth, nodes, seconds, evaluation })
}

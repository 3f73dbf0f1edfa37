//! `damier perft`: counts games, to check and time the move generator.

use std::fmt::Display;
use std::io::Write;
use std::time::Instant;

use anyhow::Context;
use damier_report::parts::MoveText;
use damier_report::perft::{PerftCount, PerftShare};
use damier_rules::position::Position;
use damier_rules::variant::Variant;
use rayon::prelude::*;
use serde::Serialize;

use crate::args::PerftArgs;
use crate::exit::ExitAnswer;
use crate::output::json_line;
use crate::setup::Setup;

pub fn run(args: &PerftArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let setup = Setup::of(&args.common)?;
    let threads = usize::from(args.threads);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .with_context(|| format!("--threads {threads}"))?;
    let json = args.common.json;
    let first = if args.divide { args.depth } else { 1 };
    for depth in first..=args.depth {
        let clock = Instant::now();
        let nodes = if args.divide {
            let shares = pool.install(|| divide(&setup, depth));
            for share in &shares {
                write_report(share, json, out)?;
            }
            shares.iter().map(|share| share.nodes).sum()
        } else if setup.variant.legal_moves(&setup.position).is_empty() {
            // The generator knows no end of the game: it still moves where no enemy is left.
            0
        } else if threads == 1 {
            // The generator's own loop, without the cost of sharing out.
            setup.variant.perft(&setup.position, depth)
        } else {
            pool.install(|| split(setup.variant, &setup.position, depth))
        };
        let count = PerftCount::of(depth, nodes, clock.elapsed().as_secs_f64());
        write_report(&count, json, out)?;
    }
    Ok(ExitAnswer::Yes)
}

fn write_report(
    report: &(impl Serialize + Display),
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    if json {
        return json_line(out, report);
    }
    writeln!(out, "{report}")?;
    Ok(())
}

fn divide(setup: &Setup, depth: u32) -> Vec<PerftShare> {
    let Setup { variant, position } = setup;
    variant
        .legal_moves(position)
        .par_iter()
        .map(|played| PerftShare {
            depth,
            played: MoveText::of(*variant, position, played),
            nodes: split(*variant, &position.make(played), depth - 1),
        })
        .collect()
}

/// The count with the work shared out: the moves of two plies give enough parts to keep every
/// thread busy though they differ in size.
fn split(variant: Variant, position: &Position, depth: u32) -> u64 {
    if depth <= 2 {
        return variant.perft(position, depth);
    }
    let after = |position: &Position| -> Vec<Position> {
        variant.generated(position).iter().map(|played| position.make(played)).collect()
    };
    let parts: Vec<Position> = after(position).iter().flat_map(after).collect();
    parts.par_iter().map(|part| variant.perft(part, depth - 2)).sum()
}

//! `damier selfplay`: games for training.

mod live;
mod stat;

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread;

use anyhow::{Context, bail};
use damier_train::samples::Writer;
use damier_train::selfplay::{Settings, Target, Totals, run as play};

use crate::args::{SelfplayArgs, SelfplayCommand};
use crate::exit::{ExitAnswer, complain, cut_off, watch_interrupts};
use crate::setup;

use live::Live;

pub fn run(args: &SelfplayArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    match (&args.command, &args.output) {
        (Some(SelfplayCommand::Stat(args)), _) => stat::run(args, out),
        (None, Some(output)) => generate(args, output, out).map_err(cut_off),
        (None, None) => bail!("--output FILE is missing"),
    }
}

fn generate(
    args: &SelfplayArgs,
    output: &Path,
    out: &mut impl Write,
) -> anyhow::Result<ExitAnswer> {
    let variant = setup::variant(&args.game, "italian")?;
    let weights = setup::named_weights(args.weights.as_deref())?;
    let settings = Settings { nodes: args.nodes, seed: args.seed, weights, shard: args.shard };
    let target = Target { games: args.games, positions: args.positions };
    let threads = match args.threads {
        Some(threads) => threads,
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let name = || output.display().to_string();
    let mut writer = Writer::open(output, &settings.header(variant)).with_context(name)?;
    let stop = watch_interrupts()?;
    let mut live = Live::new(target, Totals::of(&writer));
    let played = play(variant, &settings, target, threads, &mut writer, &stop, &mut |totals| {
        live.tell(totals);
    });
    drop(live);
    let totals = played.with_context(name)?;
    writeln!(out, "{} games, {} positions in {}", totals.games, totals.positions, name())?;
    if stop.load(Ordering::Relaxed) && !totals.reach(&target) {
        complain("interrupted; the same command goes on with the file");
        // Without a target nothing else ends it.
        if target != Target::default() {
            return Ok(ExitAnswer::Interrupted);
        }
    }
    Ok(ExitAnswer::Yes)
}

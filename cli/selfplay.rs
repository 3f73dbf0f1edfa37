//! `damier selfplay`: games for training.

mod stat;

use std::io::{IsTerminal, Write, stderr};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use damier_train::samples::SampleWriter;
use damier_train::selfplay::{SelfplaySettings, Target, Totals, run as play};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::{SelfplayArgs, SelfplayCommand};
use crate::exit::{ExitAnswer, complain, cut_off, watch_interrupts};
use crate::setup;

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
    let settings =
        SelfplaySettings { nodes: args.nodes, seed: args.seed, weights, shard: args.shard };
    let target = Target { games: args.games, positions: args.positions };
    let threads = match args.threads {
        Some(threads) => threads,
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let name = || output.display().to_string();
    let mut writer = SampleWriter::open(output, &settings.header(variant)).with_context(name)?;
    let stop = watch_interrupts()?;
    let mut progress = Progress::new(target, Totals::of(&writer));
    let played = play(variant, &settings, target, threads, &mut writer, &stop, &mut |totals| {
        progress.report(totals);
    });
    drop(progress);
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

/// Time between two lines where stderr is no terminal.
const PAUSE: Duration = Duration::from_secs(30);

/// A bar on a terminal, else a line now and then.
struct Progress {
    target: Target,
    before: Totals,
    started: Instant,
    reported: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// With what the file has already.
    fn new(target: Target, before: Totals) -> Progress {
        let bar = stderr().is_terminal().then(|| {
            let template = "{bar:12} {wide_msg} {elapsed}";
            let style = ProgressStyle::with_template(template);
            let bar = ProgressBar::new(1_000);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        let now = Instant::now();
        Progress { target, before, started: now, reported: now, bar }
    }

    /// A game has been written.
    fn report(&mut self, totals: Totals) {
        if let Some(bar) = &self.bar {
            bar.set_position((1_000.0 * self.share(totals)) as u64);
            bar.set_message(self.text(totals));
        } else if self.reported.elapsed() >= PAUSE {
            self.reported = Instant::now();
            complain(&self.text(totals));
        }
    }

    /// Which part of the way to the target is done, 0 where there is none.
    fn share(&self, totals: Totals) -> f64 {
        let part = |done: u64, all: Option<u64>| all.map_or(0.0, |all| done as f64 / all as f64);
        let games = part(totals.games, self.target.games);
        games.max(part(totals.positions, self.target.positions)).min(1.0)
    }

    fn text(&self, totals: Totals) -> String {
        let seconds = self.started.elapsed().as_secs_f64().max(0.001);
        let new = (totals.positions - self.before.positions) as f64;
        let (before, now) = (self.share(self.before), self.share(totals));
        let left = match now > before {
            true => format!(", {} left", duration(seconds * (1.0 - now) / (now - before))),
            false => String::new(),
        };
        let speed = new / seconds;
        format!("{} games, {} positions, {speed:.0}/s{left}", totals.games, totals.positions)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// As `2 h 05 min` or `3 min 20 s`.
fn duration(seconds: f64) -> String {
    let seconds = seconds as u64;
    match seconds / 3600 {
        0 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        hours => format!("{hours} h {:02} min", seconds % 3600 / 60),
    }
}

//! `damier match`: players play each other until something is known.

mod output;
mod plan;

use std::io::Write;

use anyhow::Context;
use damier_match::referee::Fault;
use damier_match::tournament::results::{RefereedGame, ResultsFile, merge, read, write};
use damier_match::tournament::runner::{Event, Finished, Match};
use damier_match::tournament::score::Ledger;
use damier_match::tournament::statistics::Decision;
use damier_report::matches::{GameReport, MatchReport, PairReport, write_tables};

use crate::args::{MatchArgs, MatchCommand, MatchMergeArgs};
use crate::exit::{ExitAnswer, complain, cut_off, watch_interrupts};
use crate::output::{Output, json_line};

use output::{GamesFile, ProgressLine};
use plan::Plan;

/// The warning about a results file of an earlier version.
const UNSEALED: &str = "the file is of an earlier version and has no checksums: damage in it goes \
                        unnoticed; `damier match merge FILE --output NEW` writes it with them";

pub fn run(args: &MatchArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    if let Some(MatchCommand::Merge(args)) = &args.command {
        return merge_shards(args, out);
    }
    // A match is more than what it prints: whoever starts one wants to know that it was played.
    matches(args, out).map_err(cut_off)
}

fn matches(args: &MatchArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let plan = Plan::of(args)?;
    let (mut results, played) = match &args.resume {
        Some(path) => {
            let opened = ResultsFile::open(path, &plan.header);
            let (results, played) =
                opened.with_context(|| format!("--resume {}", path.display()))?;
            if !results.is_sealed() {
                complain(&format!("{}: {UNSEALED}", path.display()));
            }
            (Some(results), played)
        }
        None => (None, Vec::new()),
    };
    // The first interrupt ends the match after the moves that are being thought about, the second
    // at once: what has been played is in the results file already.
    let stop = watch_interrupts()?;
    let mut reporter = MatchReporter {
        names: plan.names(),
        json: args.json,
        live: (!args.json).then(|| ProgressLine::new(&plan)),
        games: args.pdn.as_deref().map(GamesFile::create).transpose()?,
        out,
    };
    let matches = Match {
        schedule: &plan.schedule,
        header: &plan.header,
        concurrency: args.concurrency,
        stop: &stop,
    };
    let finished = matches
        .run(&plan.players, played, results.as_mut(), &mut |event| reporter.handle(event))
        .context("the match cannot go on")?;
    drop(reporter);
    conclude(&plan, args, &finished, out)
}

/// The tables, what was left undone, and the exit code.
fn conclude(
    plan: &Plan,
    args: &MatchArgs,
    finished: &Finished,
    out: &mut impl Write,
) -> anyhow::Result<ExitAnswer> {
    for (player, fault) in &finished.late_faults {
        let name = plan.names().get(*player).cloned().unwrap_or_default();
        complain(&with_request(format!("at the end of the match {name} failed: {fault}"), fault));
    }
    let report = MatchReport::of(&plan.header, &finished.ledger, &finished.late_faults);
    print(&report, args.json, out)?;
    if !finished.ledger.is_over() {
        complain(match &args.resume {
            Some(_) => "the match was broken off; the same command goes on with it",
            None => "the match was broken off; with --resume FILE it could be taken up again",
        });
        return Ok(ExitAnswer::Interrupted);
    }
    Ok(answer(&finished.ledger))
}

fn print(report: &MatchReport, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    if json { json_line(out, report) } else { Ok(write_tables(report, out)?) }
}

/// `damier match merge`: shards put together.
fn merge_shards(args: &MatchMergeArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let mut files = Vec::new();
    for path in &args.files {
        let name = path.display().to_string();
        let contents = read(path).with_context(|| name.clone())?;
        if !contents.header.is_sealed() {
            complain(&format!("{name}: {}", UNSEALED));
        }
        files.push((name, contents));
    }
    let merged = merge(files)?;
    if let Some(path) = &args.output {
        let written = || -> anyhow::Result<()> {
            let mut output = Output::create(path)?;
            write(&merged, &mut output)?;
            output.finish()
        };
        written().context("--output")?;
    }
    let mut games = args.pdn.as_deref().map(GamesFile::create).transpose()?;
    let mut ledger = Ledger::new(&merged.header);
    for played in merged.games {
        ledger.add(played);
    }
    while let Some(settled) = ledger.settle().or_else(|| ledger.settle_beyond_gaps()) {
        if let Some(games) = &mut games {
            games.add(&settled.games).context("--pdn")?;
        }
    }
    print(&MatchReport::of(&merged.header, &ledger, &[]), args.json, out)?;
    if !ledger.is_over() {
        complain("games are missing: shards are not complete, or not all there");
    }
    Ok(answer(&ledger))
}

/// A message about a fault, and below it the request with which it can be tried again.
fn with_request(mut text: String, fault: &Fault) -> String {
    for line in &fault.dialogue.request {
        text.push_str(&format!("\n  asked: {line}"));
    }
    text
}

/// A lost test is a "no".
fn answer(ledger: &Ledger) -> ExitAnswer {
    if ledger.decision() == Some(Decision::Lost) { ExitAnswer::No } else { ExitAnswer::Yes }
}

/// Reports to the user what happens.
struct MatchReporter<'a, W> {
    names: Vec<String>,
    json: bool,
    live: Option<ProgressLine>,
    games: Option<GamesFile>,
    out: &'a mut W,
}

impl<W: Write> MatchReporter<'_, W> {
    fn handle(&mut self, event: Event<'_>) -> std::io::Result<()> {
        match event {
            Event::Game(played) => self.game(played),
            Event::Pair { settled, ledger, resumed } => {
                if let Some(games) = &mut self.games {
                    games.add(&settled.games)?;
                }
                if let Some(live) = &self.live {
                    live.pair(ledger, resumed);
                }
                match self.json && !resumed {
                    true => self.line(&PairReport::of(settled, ledger)),
                    false => Ok(()),
                }
            }
        }
    }

    fn game(&mut self, played: &RefereedGame) -> std::io::Result<()> {
        for fault in &played.record.faults {
            let text = format!("game {}: {} failed: {}", played.game, fault.player, fault.fault);
            let text = with_request(text, &fault.fault);
            match &self.live {
                Some(live) => live.write_above(&text),
                None => complain(&text),
            }
        }
        if let Some(live) = &self.live {
            live.game();
        }
        if self.json { self.line(&GameReport::of(played, &self.names)) } else { Ok(()) }
    }

    /// A line of JSON at once: whoever reads it wants to follow the match.
    fn line(&mut self, report: &impl serde::Serialize) -> std::io::Result<()> {
        serde_json::to_writer(&mut *self.out, report)?;
        writeln!(self.out)?;
        self.out.flush()
    }
}

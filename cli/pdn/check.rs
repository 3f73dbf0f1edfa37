//! `damier pdn check`: whether every move of every game is legal.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};

use damier_engine::notation::pdn::{GameResult, Place, ReplayError, Replayed};
use damier_engine::rules::RuleSet;
use serde::Serialize;

use super::input::{Found, for_each};
use crate::Answer;
use crate::args::PdnCheckArgs;
use crate::report::json_line;

/// What was found in all files.
#[derive(Default, Serialize)]
struct Summary {
    games: u64,
    /// Moves of the main lines of the games that could be replayed.
    moves: u64,
    broken: u64,
    variants: BTreeMap<&'static str, u64>,
    /// Results of the games that could be replayed.
    results: BTreeMap<String, u64>,
    /// Broken games by the kind of fault.
    faults: BTreeMap<&'static str, u64>,
    /// What was put right or is doubtful, by kind.
    notes: BTreeMap<&'static str, u64>,
}

/// Something that was found, with its place.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    kind: &'static str,
    reason: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    note: bool,
}

pub fn run(args: &PdnCheckArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let mut out = BufWriter::new(out);
    let mut summary = Summary::default();
    let coverage = for_each(&args.input, |found| {
        summary.games += 1;
        match &found.replayed {
            Ok(replayed) => summary.count(replayed),
            Err(error) => summary.count_broken(error),
        }
        report(args, &found, &mut out)
    })?;
    if args.json {
        json_line(&mut out, &summary)?;
    } else {
        summary.write(&mut out)?;
    }
    out.flush()?;
    Ok(coverage.answer(summary.broken))
}

fn report(args: &PdnCheckArgs, found: &Found, out: &mut impl Write) -> anyhow::Result<()> {
    let file = &found.file;
    let line = |at: Place, kind, reason, note| Line {
        file,
        line: at.line,
        column: at.column,
        kind,
        reason,
        note,
    };
    let mut lines = Vec::new();
    if args.notes {
        let notes = match &found.replayed {
            Ok(replayed) => &replayed.notes,
            Err(_) => &found.record.notes,
        };
        lines.extend(
            notes.iter().map(|note| {
                line(note.at, note.remark.kind(), format!("note: {}", note.remark), true)
            }),
        );
    }
    if let Err(error) = &found.replayed {
        lines.push(line(error.at, error.fault.kind(), error.fault.to_string(), false));
    }
    for line in lines {
        if args.json {
            json_line(out, &line)?;
        } else {
            writeln!(out, "{file}:{}:{}: {}", line.line, line.column, line.reason)?;
        }
    }
    Ok(())
}

impl Summary {
    fn count(&mut self, replayed: &Replayed) {
        let rules: &RuleSet = replayed.sheet.variant().rules();
        self.moves += replayed.sheet.plies().count() as u64;
        *self.variants.entry(rules.name).or_default() += 1;
        *self.results.entry(result_name(&replayed.sheet.result).to_owned()).or_default() += 1;
        for note in &replayed.notes {
            *self.notes.entry(note.remark.kind()).or_default() += 1;
        }
    }

    fn count_broken(&mut self, error: &ReplayError) {
        self.broken += 1;
        *self.faults.entry(error.fault.kind()).or_default() += 1;
    }

    fn write(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "games    {}", self.games)?;
        writeln!(out, "moves    {}", self.moves)?;
        write_counts(out, "broken", self.broken, self.faults.iter().map(|(k, n)| (*k, *n)))?;
        let total = |counts: &BTreeMap<&'static str, u64>| counts.values().sum();
        let variants = self.variants.iter().map(|(k, n)| (*k, *n));
        write_counts(out, "variants", self.variants.len() as u64, variants)?;
        let results = self.results.iter().map(|(k, n)| (k.as_str(), *n));
        write_counts(out, "results", self.results.values().sum(), results)?;
        let notes = self.notes.iter().map(|(k, n)| (*k, *n));
        write_counts(out, "notes", total(&self.notes), notes)
    }
}

fn write_counts<'a>(
    out: &mut impl Write,
    name: &str,
    total: u64,
    counts: impl Iterator<Item = (&'a str, u64)>,
) -> anyhow::Result<()> {
    writeln!(out, "{name:<8} {total}")?;
    for (kind, count) in counts {
        writeln!(out, "  {kind:<22} {count}")?;
    }
    Ok(())
}

/// A result as most games write it, so that the games of all kinds are counted together.
fn result_name(result: &GameResult) -> &str {
    match result {
        GameResult::FirstWins => "1-0",
        GameResult::SecondWins => "0-1",
        GameResult::Draw => "1/2-1/2",
        GameResult::BothLose => "0-0",
        GameResult::Unknown => "*",
        GameResult::Other(text) => text,
    }
}

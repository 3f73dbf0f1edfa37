//! `damier pdn check`: whether every move of every game is legal.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};

use damier_pdn::{GameResult, Place};
use serde::Serialize;

use super::input::{Input, reason};
use super::reading::FileGame;
use crate::args::PdnCheckArgs;
use crate::exit::ExitAnswer;
use crate::output::json_line;

/// What was found in all files.
#[derive(Default, Serialize)]
struct CheckSummary {
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

/// What the summary takes from a game.
enum CheckedGame {
    Legal {
        moves: u64,
        variant: &'static str,
        result: String,
        notes: Vec<&'static str>,
    },
    /// With the kind of the fault.
    Broken(&'static str),
}

impl CheckedGame {
    fn of(found: FileGame) -> CheckedGame {
        let replayed = match &found.replayed {
            Ok(replayed) => replayed,
            Err(error) => return CheckedGame::Broken(error.fault.kind()),
        };
        CheckedGame::Legal {
            moves: replayed.game.plies().count() as u64,
            variant: replayed.game.variant().rules().name,
            result: result_name(&replayed.game.result).to_owned(),
            notes: replayed.notes.iter().map(|note| note.remark.kind()).collect(),
        }
    }
}

/// Something that was found, with its place.
#[derive(Serialize)]
struct CheckLine {
    file: String,
    line: usize,
    column: usize,
    kind: &'static str,
    reason: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    note: bool,
}

pub fn run(args: &PdnCheckArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let mut out = BufWriter::new(out);
    let mut summary = CheckSummary::default();
    let checked = |found: FileGame| (lines(args.notes, &found), CheckedGame::of(found));
    let coverage = Input::of(&args.input)?.for_each(checked, |(lines, checked)| {
        summary.add(&checked);
        lines.iter().try_for_each(|line| line.write(args.json, &mut out))
    })?;
    if args.json {
        json_line(&mut out, &summary)?;
    } else {
        summary.write(&mut out)?;
    }
    out.flush()?;
    Ok(coverage.answer(summary.broken))
}

/// What is to be reported of a game.
fn lines(notes: bool, found: &FileGame) -> Vec<CheckLine> {
    let line = |at: Place, kind, reason, note| CheckLine {
        file: found.file.to_string(),
        line: at.line,
        column: at.column,
        kind,
        reason,
        note,
    };
    let noted = match &found.replayed {
        Ok(replayed) => &replayed.notes,
        Err(_) => &found.raw.notes,
    };
    let noted = noted
        .iter()
        .filter(|_| notes)
        .map(|note| line(note.at, note.remark.kind(), format!("note: {}", note.remark), true));
    let fault = found.replayed.as_ref().err();
    let fault = fault.map(|error| line(error.at, error.fault.kind(), reason(error), false));
    noted.chain(fault).collect()
}

impl CheckLine {
    fn write(&self, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
        let CheckLine { file, line, column, reason, .. } = self;
        match json {
            true => json_line(out, self),
            false => Ok(writeln!(out, "{file}:{line}:{column}: {reason}")?),
        }
    }
}

impl CheckSummary {
    fn add(&mut self, checked: &CheckedGame) {
        self.games += 1;
        match checked {
            CheckedGame::Legal { moves, variant, result, notes } => {
                self.moves += moves;
                *self.variants.entry(variant).or_default() += 1;
                *self.results.entry(result.clone()).or_default() += 1;
                for kind in notes {
                    *self.notes.entry(kind).or_default() += 1;
                }
            }
            CheckedGame::Broken(kind) => {
                self.broken += 1;
                *self.faults.entry(kind).or_default() += 1;
            }
        }
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

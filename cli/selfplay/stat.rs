//! `damier selfplay stat`: what is in files of games.

use std::collections::{BTreeMap, HashSet};
use std::io::Write;

use anyhow::Context;
use damier_train::samples::{Sample, SampleHeader, SampleReader, SampledGame};
use serde::Serialize;

use crate::args::StatArgs;
use crate::exit::ExitAnswer;
use crate::output::json_line;

/// The upper ends of the ranges of scores, in centi-men; the last range has no end but is of
/// undecided positions too.
const RANGES: [i16; 8] = [-300, -100, -50, -15, 15, 50, 100, 300];

/// What is in the files.
#[derive(Debug, Default, Serialize)]
struct StatReport {
    variant: String,
    /// The fingerprint of the rules, in hexadecimal.
    rules: String,
    files: usize,
    /// Files that end within a record.
    cut: usize,
    /// Nodes of the searches.
    nodes: Vec<u64>,
    /// Checksums of the weights.
    weights: Vec<u32>,
    games: u64,
    /// Games that White won, that were drawn, that Black won.
    results: [u64; 3],
    /// Mean after the opening.
    plies: f64,
    /// Distinct ones.
    openings: usize,
    positions: u64,
    /// Share of the positions, 0 to 1, that come up before with the same side to move.
    duplicates: f64,
    scores: Scores,
    /// Positions by the number of pieces, kings included.
    pieces: BTreeMap<usize, u64>,
    /// Positions by the number of kings.
    kings: BTreeMap<usize, u64>,
}

/// Scores from the view of the side to move.
#[derive(Debug, Default, Serialize)]
struct Scores {
    /// Of undecided positions, in centi-men.
    mean: f64,
    /// Of undecided positions: the root of the mean square, in centi-men.
    spread: f64,
    /// Positions whose win or loss was proven.
    decided: u64,
    /// Undecided positions by score, lowest first.
    ranges: Vec<Range>,
}

/// Undecided positions whose scores lie close together.
#[derive(Debug, Default, Serialize)]
struct Range {
    /// Scores above this, `null` where there is no end.
    above: Option<i16>,
    /// Scores up to this, `null` where there is no end.
    to: Option<i16>,
    positions: u64,
    /// Mean of the games' results for the side to move: 1 won, 0 drawn, -1 lost.
    result: f64,
}

pub fn run(args: &StatArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let mut count = StatCounter::new();
    let mut first: Option<SampleHeader> = None;
    for path in &args.files {
        let name = || path.display().to_string();
        let mut reader = SampleReader::open(path).with_context(name)?;
        let header = reader.header().clone();
        if let Some(first) = &first {
            header.check_rules(first).with_context(name)?;
        }
        while let Some(record) = reader.next().transpose().with_context(name)? {
            count.add(&record);
        }
        count.file(&header, reader.is_cut());
        first.get_or_insert(header);
    }
    let report = count.finish();
    if args.json {
        json_line(out, &report)?
    } else {
        print(&report, out)?
    }
    Ok(ExitAnswer::Yes)
}

/// Counts on the way to a report.
struct StatCounter {
    /// Means are sums yet.
    report: StatReport,
    openings: HashSet<u32>,
    positions: HashSet<u64>,
}

impl StatCounter {
    fn new() -> StatCounter {
        let ends = RANGES.iter().copied().map(Some);
        let ranges = std::iter::once(None).chain(ends.clone()).zip(ends.chain([None]));
        let ranges = ranges.map(|(above, to)| Range { above, to, ..Range::default() });
        let scores = Scores { ranges: ranges.collect(), ..Scores::default() };
        StatCounter {
            report: StatReport { scores, ..StatReport::default() },
            openings: HashSet::new(),
            positions: HashSet::new(),
        }
    }

    fn file(&mut self, header: &SampleHeader, is_cut: bool) {
        let report = &mut self.report;
        if report.files == 0 {
            report.variant.clone_from(&header.variant);
            report.rules = format!("{:08x}", header.fingerprint());
        }
        report.files += 1;
        report.cut += usize::from(is_cut);
        if !report.nodes.contains(&header.nodes) {
            report.nodes.push(header.nodes);
        }
        if !report.weights.contains(&header.weights) {
            report.weights.push(header.weights);
        }
    }

    fn add(&mut self, record: &SampledGame) {
        self.openings.insert(record.opening);
        self.report.games += 1;
        self.report.plies += f64::from(record.plies);
        self.report.results[usize::from((1 - record.result) as u8)] += 1;
        record.samples.iter().for_each(|sample| self.sample(sample));
    }

    fn sample(&mut self, sample: &Sample) {
        let position = &sample.position;
        let report = &mut self.report;
        report.positions += 1;
        report.duplicates += f64::from(u8::from(!self.positions.insert(position.key())));
        *report.pieces.entry(position.occupied().len()).or_default() += 1;
        *report.kings.entry(position.kings().len()).or_default() += 1;
        let scores = &mut report.scores;
        if sample.score.end().is_some() {
            scores.decided += 1;
            return;
        }
        let raw = sample.score.raw();
        scores.mean += f64::from(raw);
        scores.spread += f64::from(raw).powi(2);
        let range = &mut scores.ranges[RANGES.partition_point(|&end| end < raw)];
        range.positions += 1;
        range.result += f64::from(sample.result);
    }

    fn finish(self) -> StatReport {
        let mut report = self.report;
        let mean = |sum: &mut f64, count: u64| *sum /= count.max(1) as f64;
        mean(&mut report.plies, report.games);
        mean(&mut report.duplicates, report.positions);
        report.openings = self.openings.len();
        let undecided = report.positions - report.scores.decided;
        mean(&mut report.scores.mean, undecided);
        mean(&mut report.scores.spread, undecided);
        report.scores.spread = report.scores.spread.sqrt();
        report.scores.ranges.iter_mut().for_each(|range| mean(&mut range.result, range.positions));
        report
    }
}

fn print(report: &StatReport, out: &mut impl Write) -> std::io::Result<()> {
    let StatReport { games, positions, openings, plies, .. } = report;
    let share = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
    let list = |list: &[u64]| list.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let (variant, rules) = (&report.variant, &report.rules);
    writeln!(out, "{variant}, rules {rules}, {} nodes a move", list(&report.nodes))?;
    let [white, drawn, black] = report.results.map(|count| share(count, *games));
    writeln!(out, "{games} games of {plies:.1} plies, {openings} openings")?;
    writeln!(out, "White won {white:.1} %, drawn {drawn:.1} %, Black won {black:.1} %")?;
    let each = *positions as f64 / (*games).max(1) as f64;
    let twice = 100.0 * report.duplicates;
    writeln!(out, "{positions} positions, {each:.1} a game, {twice:.1} % of them again")?;
    if report.cut > 0 {
        writeln!(out, "{} of {} files end within a record", report.cut, report.files)?;
    }
    let scores = &report.scores;
    let decided = share(scores.decided, *positions);
    writeln!(
        out,
        "scores: mean {:+.1}, spread {:.1}, {decided:.1} % proven",
        scores.mean, scores.spread
    )?;
    writeln!(out, "\n        score  positions       %  mean result")?;
    for range in &scores.ranges {
        let text = match (range.above, range.to) {
            (Some(above), Some(to)) => format!("{above:+}..{to:+}"),
            (Some(above), None) => format!("above {above:+}"),
            (None, to) => format!("to {:+}", to.unwrap_or_default()),
        };
        let part = share(range.positions, *positions);
        writeln!(out, "{text:>13} {:>10} {part:>7.1} {:>+12.3}", range.positions, range.result)?;
    }
    for (title, counts) in [("pieces", &report.pieces), ("kings", &report.kings)] {
        writeln!(out, "\n{title:>13}  positions       %")?;
        for (number, &count) in counts {
            writeln!(out, "{number:>13} {count:>10} {:>7.1}", share(count, *positions))?;
        }
    }
    Ok(())
}

//! What is reported of a match: its events as JSON, its tables as text.

mod events;

use std::collections::BTreeMap;
use std::io::{self, Write};

use damier_match::tournament::score::Standing;
use damier_match::tournament::statistics::Estimate;
use damier_rules::text::cleaned;

use crate::layout::cut;

pub use events::{
    EffortReport, EstimateReport, FailureReport, FaultReport, GameReport, MatchReport, PairReport,
    StandingRow, TestReport,
};

/// Writes all tables, 80 columns wide, and the last line.
///
/// # Errors
/// When they cannot be written; [`MatchReport::of`] shows an example.
pub fn write_tables(report: &MatchReport, out: &mut impl Write) -> io::Result<()> {
    header(out)?;
    // Of two players the second's row is the first's turned round.
    let two = report.players.len() == 2;
    let mut rows: Vec<&StandingRow> =
        report.players.iter().take(if two { 1 } else { usize::MAX }).collect();
    rows.sort_by(|first, second| {
        second.score.unwrap_or(0.0).total_cmp(&first.score.unwrap_or(0.0))
    });
    // A single game of draughts has the numbers of all.
    let several = report.variants.len() > 1;
    for variant in report.variants.iter().filter(|_| several) {
        row(variant, out)?;
    }
    if several && !two {
        writeln!(out)?;
    }
    for standing in rows {
        row(standing, out)?;
    }
    efforts(&report.efforts, out)?;
    let Some(first) = report.players.first() else { return Ok(()) };
    writeln!(out)?;
    detail(first, out)?;
    if let Some(state) = &report.sprt {
        writeln!(out, "{}", test(state))?;
    }
    if report.waiting > 0 {
        writeln!(
            out,
            "games that do not count, beyond the end of the test or a gap: {}",
            report.waiting
        )?;
    }
    for failure in &report.failures {
        writeln!(
            out,
            "failures of {}: {} {}",
            cell(&failure.player, 40),
            failure.kind,
            failure.count
        )?;
    }
    writeln!(out, "{}", last_line(report, first))
}

fn header(out: &mut impl Write) -> io::Result<()> {
    let (elo, normalised) = ("Elo", "nElo");
    writeln!(
        out,
        "{:22} {:>6} {:>6} {:>6} {:>6} {elo:>14} {normalised:>14}",
        "", "won", "lost", "drawn", "score"
    )
}

fn row(row: &StandingRow, out: &mut impl Write) -> io::Result<()> {
    let score = row.score.map_or("-".to_owned(), |score| format!("{:.1}%", 100.0 * score));
    writeln!(
        out,
        "{:22} {:>6} {:>6} {:>6} {score:>6} {:>14} {:>14}",
        cell(&row.name, 22),
        row.wins,
        row.losses,
        row.draws,
        estimate(row.elo),
        estimate(row.normalised_elo)
    )
}

/// What the players have put into their moves, a line each.
fn efforts(all: &[EffortReport], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "\n{:22} {:>10} {:>8} {:>12} {:>12} {:>9}",
        "", "moves", "depth", "nodes/move", "seconds/move", "knps"
    )?;
    let number = |of: Option<f64>, digits: usize| {
        of.map_or("-".to_owned(), |number| format!("{number:.digits$}"))
    };
    for effort in all {
        writeln!(
            out,
            "{:22} {:>10} {:>8} {:>12} {:>12} {:>9}",
            cell(&effort.name, 22),
            effort.moves,
            number(effort.mean_depth, 1),
            number(effort.nodes_per_move, 0),
            number(effort.seconds_per_move, 4),
            number(effort.nodes_per_second.map(|speed| speed / 1000.0), 0)
        )?;
    }
    Ok(())
}

/// What the first player's pairs show beyond its row.
fn detail(first: &StandingRow, out: &mut impl Write) -> io::Result<()> {
    let [a, b, c, d, e] = first.pentanomial.counts();
    writeln!(out, "pairs with 0, ½, 1, 1½, 2 points: {a} {b} {c} {d} {e}")?;
    if let (Some(draws), Some(superiority)) = (first.draw_rate, first.superiority) {
        writeln!(
            out,
            "drawn {:.1} %, likelihood of superiority {:.1} %",
            100.0 * draws,
            100.0 * superiority
        )?;
    }
    Ok(())
}

fn test(state: &TestReport) -> String {
    let TestReport { elo0, elo1, model, llr, lower, upper, .. } = state;
    let decision = match state.decision {
        Some("won") => "won (H1)",
        Some(_) => "lost (H0)",
        None => "undecided",
    };
    format!("SPRT {elo0},{elo1} {model}: LLR {llr:.2} ({lower:.2}, {upper:.2}), {decision}")
}

/// The first player's wins, losses and draws, its Elo and how often players failed in which way.
fn last_line(report: &MatchReport, first: &StandingRow) -> String {
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for failure in &report.failures {
        *kinds.entry(&failure.kind).or_default() += failure.count;
    }
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    let failures = if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") };
    let StandingRow { wins, losses, draws, .. } = first;
    format!("+{wins} -{losses} ={draws}, Elo {}, failures: {failures}", estimate(first.elo))
}

/// Wins, losses and draws: `+12 -8 =20`.
///
/// ```
/// use damier_match::tournament::score::Standing;
/// use damier_report::matches::wins_text;
///
/// let standing = Standing { wins: 12, losses: 8, draws: 20, ..Standing::default() };
/// assert_eq!(wins_text(&standing), "+12 -8 =20");
/// ```
pub fn wins_text(standing: &Standing) -> String {
    format!("+{} -{} ={}", standing.wins, standing.losses, standing.draws)
}

/// Elo with its error: `+34.9 ± 50.1`.
///
/// ```
/// use damier_match::tournament::statistics::Estimate;
/// use damier_report::matches::elo_text;
///
/// assert_eq!(elo_text(Some(Estimate { value: 34.9, error: 50.1 })), "+34.9 ± 50.1");
/// assert_eq!(elo_text(None), "-");
/// ```
pub fn elo_text(elo: Option<Estimate>) -> String {
    estimate(elo.map(|Estimate { value, error }| EstimateReport { value, error }))
}

fn estimate(of: Option<EstimateReport>) -> String {
    of.map_or("-".to_owned(), |EstimateReport { value, error }| format!("{value:+.1} ± {error:.1}"))
}

/// A name in so many columns, without hidden signs: it may come from somebody's results file.
fn cell(name: &str, width: usize) -> String {
    cut(&cleaned(name), width)
}

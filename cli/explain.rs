//! `damier moves --explain`: every capture that the board allows, and why it may not be made.

use std::io::Write;

use damier_rules::movegen::Candidate;
use damier_rules::notation::{
    Reason, SquareOrder, compared_captures, hub_move, write_move, write_move_full,
};
use damier_rules::rules::{CaptureDuty, Criterion};
use serde::Serialize;

use crate::args::NotationArg;
use crate::report::WIDTH;
use crate::setup::Setup;
use crate::show::table::wrapped;

/// A capture that the board allows.
#[derive(Serialize)]
pub struct Compared {
    /// Hub's notation.
    hub: String,
    /// The game's own, with the whole path.
    text: String,
    /// How many pieces it takes.
    pieces: u32,
    /// How many kings are among them.
    kings: u32,
    /// Whether a king makes it.
    by_king: bool,
    legal: bool,
    /// The criterion by which another capture goes before it, as `--rule precedence` names it.
    criterion: Option<&'static str>,
    /// The same in words.
    reason: Option<String>,
    /// The article of the criterion.
    source: Option<&'static str>,
}

/// Every capture that the board allows, in the order of the legal moves.
pub fn captures(setup: &Setup) -> Vec<Compared> {
    let Setup { variant, position } = setup;
    if position.enemy().is_empty() {
        return Vec::new();
    }
    compared_captures(*variant, position)
        .into_iter()
        .map(|(candidate, reason)| compared(setup, &candidate, reason))
        .collect()
}

fn compared(setup: &Setup, candidate: &Candidate, reason: Option<Reason>) -> Compared {
    let Setup { variant, position } = setup;
    let &Candidate { capture, by_king, pieces, kings, .. } = candidate;
    let rules = variant.rules();
    let criterion = reason.as_ref().and_then(Reason::criterion);
    Compared {
        hub: hub_move(rules, &capture, SquareOrder::Plain),
        text: write_move_full(*variant, position, &capture),
        pieces,
        kings,
        by_king,
        legal: reason.is_none(),
        criterion: criterion.map(Criterion::name),
        source: criterion.map(|one| rules.source_of(one)),
        reason: reason.map(|reason| reason.to_string()),
    }
}

/// Writes the captures, each with what becomes of it, and what is said of quiet moves.
///
/// # Errors
/// When it cannot be written.
pub fn write(setup: &Setup, notation: NotationArg, out: &mut impl Write) -> anyhow::Result<()> {
    /// A longer move has a line of its own.
    const LONGEST: usize = 24;
    let captures = captures(setup);
    let rows: Vec<(&str, String)> = captures
        .iter()
        .map(|one| match notation {
            NotationArg::Game => (one.text.as_str(), verdict(one)),
            NotationArg::Hub => (one.hub.as_str(), verdict(one)),
        })
        .collect();
    let widest = rows.iter().map(|(text, _)| text.len()).filter(|&length| length <= LONGEST);
    let indent = widest.max().unwrap_or(4) + 2;
    for (text, verdict) in rows {
        let mut front = format!("{text:<indent$}");
        if text.len() > LONGEST {
            writeln!(out, "{text}")?;
            front = " ".repeat(indent);
        }
        for line in wrapped(&verdict, WIDTH - indent) {
            writeln!(out, "{front}{line}")?;
            front = " ".repeat(indent);
        }
    }
    for line in wrapped(&quiet(setup, captures.len()), WIDTH) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn verdict(one: &Compared) -> String {
    if let (Some(criterion), Some(reason), Some(source)) = (one.criterion, &one.reason, one.source)
    {
        return format!("no, {criterion}: {reason} [{source}]");
    }
    let by = if one.by_king { "king" } else { "man" };
    let kings = match one.kings {
        0 => String::new(),
        kings => format!(", kings: {kings}"),
    };
    format!("legal: a {by} takes {}{kings}", one.pieces)
}

/// What is said of the moves that take nothing.
fn quiet(setup: &Setup, captures: usize) -> String {
    let Setup { variant, position } = setup;
    let sources = &variant.rules().sources;
    let legal = variant.legal_moves(position);
    let quiet = legal.iter().filter(|played| !played.is_capture());
    let texts: Vec<String> = quiet.map(|played| write_move(*variant, position, played)).collect();
    match (texts.is_empty(), captures) {
        (true, 0) => "No move is possible: the game is over.".to_owned(),
        (true, _) if variant.rules().moves.capture == CaptureDuty::Optional => {
            "Quiet moves: none.".to_owned()
        }
        (true, _) => format!("Quiet moves: none, a capture must be made [{}].", sources.capture),
        (false, 0) => format!("No capture is possible. Quiet moves: {}.", texts.join(", ")),
        (false, _) => {
            format!("Quiet moves, legal too [{}]: {}.", sources.capture, texts.join(", "))
        }
    }
}

//! The legal moves of a position, and every capture that the board allows with the reason why it
//! may not be made.

use std::io::{self, Write};

use damier_rules::movegen::Candidate;
use damier_rules::notation::{self, Reason, SquareOrder, hub_move, write_move, write_move_full};
use damier_rules::position::Position;
use damier_rules::rules::{CaptureDuty, Criterion};
use damier_rules::variant::Variant;
use serde::Serialize;

use crate::layout::{WIDTH, wrapped};
use crate::parts::{MoveText, Subject};

/// The legal moves of a position.
#[derive(Clone, Debug, Serialize)]
pub struct MovesReport {
    /// The game and the position.
    #[serde(flatten)]
    pub subject: Subject,
    /// In order of origin, destination and captured squares.
    pub moves: Vec<MoveText>,
    /// Every capture that the board allows, left out where it is not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captures: Option<Vec<ComparedCapture>>,
}

impl MovesReport {
    /// The legal moves, with every capture that the board allows where `explain` asks for them.
    ///
    /// ```
    /// use damier_report::moves::MovesReport;
    /// use damier_rules::variant::Variant;
    ///
    /// let italian = Variant::named("italian").expect("it is a game");
    /// let report = MovesReport::of(italian, &italian.start_position(), false);
    /// assert_eq!((report.moves.len(), report.moves[0].text.as_str()), (7, "21-17"));
    /// ```
    pub fn of(variant: Variant, position: &Position, explain: bool) -> MovesReport {
        MovesReport {
            subject: Subject::of(variant, position),
            moves: legal_moves(variant, position),
            captures: explain.then(|| compared_captures(variant, position)),
        }
    }
}

/// The legal moves in both notations.
fn legal_moves(variant: Variant, position: &Position) -> Vec<MoveText> {
    let moves = variant.legal_moves(position);
    moves.iter().map(|played| MoveText::of(variant, position, played)).collect()
}

/// A capture that the board allows.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedCapture {
    /// Hub's notation.
    pub hub: String,
    /// The game's own, with the whole path.
    pub text: String,
    /// How many pieces it takes.
    pub pieces: u32,
    /// How many kings are among them.
    pub kings: u32,
    /// Whether a king makes it.
    pub by_king: bool,
    /// Whether it may be made.
    pub legal: bool,
    /// The criterion by which another capture goes before it, as `--rule precedence` names it.
    pub criterion: Option<&'static str>,
    /// The same in words.
    pub reason: Option<String>,
    /// The article of the criterion.
    pub source: Option<&'static str>,
}

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// The game's own.
    Game,
    /// Hub's: origin, destination, captured squares ascending.
    Hub,
}

/// Every capture that the board allows, in the order of the legal moves.
///
/// ```
/// use damier_report::moves::compared_captures;
/// use damier_rules::notation::read_fen;
/// use damier_rules::variant::Variant;
///
/// let italian = Variant::named("italian").expect("it is a game");
/// let position = read_fen(italian.rules(), "W:W10,K22:B6,18").expect("it is a position");
/// let captures = compared_captures(italian, &position);
/// let legal = captures.iter().filter(|capture| capture.legal);
/// assert_eq!(legal.map(|capture| capture.text.as_str()).collect::<Vec<_>>(), ["22x13"]);
/// ```
pub fn compared_captures(variant: Variant, position: &Position) -> Vec<ComparedCapture> {
    if position.enemy().is_empty() {
        return Vec::new();
    }
    notation::compared_captures(variant, position)
        .into_iter()
        .map(|(candidate, reason)| compared(variant, position, &candidate, reason))
        .collect()
}

fn compared(
    variant: Variant,
    position: &Position,
    candidate: &Candidate,
    reason: Option<Reason>,
) -> ComparedCapture {
    let &Candidate { capture, by_king, pieces, kings, .. } = candidate;
    let rules = variant.rules();
    let criterion = reason.as_ref().and_then(Reason::criterion);
    ComparedCapture {
        hub: hub_move(rules, &capture, SquareOrder::Plain),
        text: write_move_full(variant, position, &capture),
        pieces,
        kings,
        by_king,
        legal: reason.is_none(),
        criterion: criterion.map(Criterion::name),
        source: criterion.map(|criterion| rules.source_of(criterion)),
        reason: reason.map(|reason| reason.to_string()),
    }
}

/// Writes the captures, each with what becomes of it, and a line about quiet moves.
///
/// # Errors
/// When it cannot be written.
///
/// ```
/// use damier_report::moves::{Notation, write_captures};
/// use damier_rules::variant::Variant;
///
/// let italian = Variant::named("italian").expect("it is a game");
/// let mut text = Vec::new();
/// write_captures(italian, &italian.start_position(), Notation::Game, &mut text)
///     .expect("memory takes everything");
/// assert!(text.starts_with(b"No capture is possible. Quiet moves: 21-17, "));
/// ```
pub fn write_captures(
    variant: Variant,
    position: &Position,
    notation: Notation,
    out: &mut impl Write,
) -> io::Result<()> {
    /// A longer move has a line of its own.
    const LONGEST: usize = 24;
    let captures = compared_captures(variant, position);
    let rows: Vec<(&str, String)> = captures
        .iter()
        .map(|capture| match notation {
            Notation::Game => (capture.text.as_str(), verdict(capture)),
            Notation::Hub => (capture.hub.as_str(), verdict(capture)),
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
    for line in wrapped(&quiet(variant, position, captures.len()), WIDTH) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn verdict(capture: &ComparedCapture) -> String {
    if let (Some(criterion), Some(reason), Some(source)) =
        (capture.criterion, &capture.reason, capture.source)
    {
        return format!("no, {criterion}: {reason} [{source}]");
    }
    let by = if capture.by_king { "king" } else { "man" };
    let kings = match capture.kings {
        0 => String::new(),
        kings => format!(", kings: {kings}"),
    };
    format!("legal: a {by} takes {}{kings}", capture.pieces)
}

/// A line about the moves that take nothing.
fn quiet(variant: Variant, position: &Position, captures: usize) -> String {
    let sources = &variant.rules().sources;
    let legal = variant.legal_moves(position);
    let quiet = legal.iter().filter(|played| !played.is_capture());
    let texts: Vec<String> = quiet.map(|played| write_move(variant, position, played)).collect();
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

//! The games of a match as PDN.

use damier_pdn::{Comment, Element, GameResult as PdnResult, PdnGame, write_game};
use damier_rules::game::Game;
use damier_rules::notation::{FenError, MoveError, SquareOrder, read_fen, read_hub_move};
use damier_rules::position::Side;
use damier_rules::rules::{House, RuleError, named};
use damier_rules::text::cleaned;
use damier_rules::variant::Variant;

use super::results::RefereedGame;
use crate::referee::{FaultKind, GameRecord, GameResult, MoveRecord, Reason};

/// Why a game's record does not fit its rules: it was changed by hand, or is of other rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// There is no such game of draughts.
    #[error("there is no game `{0}`")]
    Variant(String),
    /// Its house rules are none.
    #[error(transparent)]
    HouseRules(#[from] RuleError),
    /// The start is no position.
    #[error("the start: {0}")]
    Start(#[from] FenError),
    /// A move is not legal.
    #[error("ply {ply}: {error}")]
    Move {
        /// Its number, from 1.
        ply: usize,
        /// What is wrong.
        error: MoveError,
    },
}

/// A game as PDN: with scores, depths and times as comments behind the moves, and the reason of
/// the end behind the last. Scores are in men, from the mover's view.
///
/// # Errors
/// When the record does not fit the rules.
pub fn game_text(played: &RefereedGame) -> Result<String, RecordError> {
    let round = played.game.to_string();
    record_text(
        &played.record,
        &[("Event", "damier match"), ("Round", &round), ("Opening", &played.opening)],
    )
}

/// [`game_text`] of a game outside a match, with these tags beside those that follow from it.
///
/// # Errors
/// When the record does not fit the rules.
pub fn record_text(record: &GameRecord, tags: &[(&str, &str)]) -> Result<String, RecordError> {
    let variant = variant(record)?;
    let mut game = Game::from_position(variant, read_fen(variant.rules(), &record.start)?);
    for (before, played_move) in record.moves.iter().enumerate() {
        let wrong = |error| RecordError::Move { ply: before + 1, error };
        let found = read_hub_move(variant, game.position(), &played_move.text, SquareOrder::Plain);
        let found = found.map_err(wrong)?;
        // It was found among the legal moves.
        let _ = game.play(&found);
    }
    let mut pdn = PdnGame::of(&game);
    let tags_of_record = [
        ("White", record.white.as_str()),
        ("Black", record.black.as_str()),
        ("Termination", termination(&record.reason)),
    ];
    for (name, value) in tags.iter().chain(&tags_of_record) {
        // Names of players and openings come from outside.
        pdn.set_tag(name, &cleaned(value));
    }
    pdn.result = match record.result {
        GameResult::Drawn => PdnResult::Draw,
        GameResult::None => PdnResult::Unknown,
        GameResult::WhiteWins => PdnResult::won_by(Side::White, variant.rules()),
        GameResult::BlackWins => PdnResult::won_by(Side::Black, variant.rules()),
    };
    annotate(&mut pdn, &record.moves, &reason_text(&record.reason));
    Ok(write_game(&pdn))
}

/// The rules by which a game was played.
fn variant(record: &GameRecord) -> Result<Variant, RecordError> {
    // The file that named a game of its own need not be there any more.
    let base = record.extends.as_ref().unwrap_or(&record.variant);
    let unknown = || RecordError::Variant(base.clone());
    let mut house = House::of(named(base).ok_or_else(unknown)?);
    for pair in &record.house_rules {
        house = house.set(pair)?;
    }
    Ok(Variant::new(house.finish()?))
}

/// Puts score, depth and time of each move behind it, and `end` behind the last.
fn annotate(pdn: &mut PdnGame, moves: &[MoveRecord], end: &str) {
    let mut elements = Vec::with_capacity(2 * moves.len() + 1);
    for (element, record) in std::mem::take(&mut pdn.elements).into_iter().zip(moves) {
        elements.push(element);
        elements.extend(move_text(record).map(|text| Element::Comment(Comment::read(&text))));
    }
    elements.push(Element::Comment(Comment::read(end)));
    pdn.elements = elements;
}

/// Score, depth and time of a move: `+0.35/12 0.512 s`; `None` for a move of the opening.
fn move_text(record: &MoveRecord) -> Option<String> {
    let score = record.score.map(|score| score.to_string());
    let depth = record.depth.map(|depth| format!("/{depth}"));
    let time = (!record.time.is_zero()).then(|| format!("{:.3} s", record.time.as_secs_f64()));
    let value = match (score, depth) {
        (None, None) => None,
        (score, depth) => Some(score.unwrap_or_default() + &depth.unwrap_or_default()),
    };
    let parts: Vec<String> = value.into_iter().chain(time).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// The value of the tag `Termination`.
fn termination(reason: &Reason) -> &'static str {
    match reason {
        Reason::NoMoves { .. } | Reason::DrawRule { .. } | Reason::Declared { .. } => "normal",
        Reason::Fault { fault: FaultKind::TimeLoss, .. } => "time forfeit",
        Reason::Fault { .. } => "abandoned",
        Reason::Interrupted => "unterminated",
        Reason::ResignAdjudication { .. }
        | Reason::DrawAdjudication
        | Reason::LengthAdjudication { .. } => "adjudication",
    }
}

/// Why a game has ended, as a sentence without full stop.
pub fn reason_text(reason: &Reason) -> String {
    let name = |side: &Side| if *side == Side::White { "White" } else { "Black" };
    match reason {
        Reason::NoMoves { side } => format!("{} has no moves", name(side)),
        Reason::DrawRule { rule, count, limit } => {
            format!("drawn by the rule {} ({count} of {limit})", rule.name())
        }
        Reason::ResignAdjudication { side } => format!("{} is lost by adjudication", name(side)),
        Reason::Declared { side } => format!("ended by {}", name(side)),
        Reason::DrawAdjudication => "drawn by adjudication".to_owned(),
        Reason::LengthAdjudication { plies } => {
            format!("drawn by adjudication after {plies} plies")
        }
        Reason::Fault { side, fault } => format!("{} failed: {fault}", name(side)),
        Reason::Interrupted => "broken off".to_owned(),
    }
}

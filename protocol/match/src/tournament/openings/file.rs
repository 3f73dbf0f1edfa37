//! Openings from files.

use damier_pdn::{Element, PdnGame, PdnReader, RawGame, ReplayError, replay};
use damier_rules::notation::{FenError, read_fen, write_fen};
use damier_rules::position::Position;
use damier_rules::variant::Variant;

use super::{Opening, Unplayable};

/// Why a file of openings is not understood; the number is that of a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// A line is no FEN of the game.
    #[error("{0}: {1}")]
    Fen(usize, FenError),
    /// A game cannot be replayed.
    #[error("{0}")]
    Replay(ReplayError),
    /// No game can begin with the opening.
    #[error("{0}: {1}")]
    Unplayable(usize, Unplayable),
    /// The position changes between the moves.
    #[error("{0}: an opening cannot set up another position between its moves")]
    SetUp(usize),
    /// The text cannot be read.
    #[error(" {0}")]
    Text(String),
}

/// The mark that some editors put before UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The openings in a file that are of this game, the same only once; broken games are
/// reported to `skip`.
pub(super) fn read(
    variant: Variant,
    bytes: &[u8],
    skip: &mut dyn FnMut(FileError),
) -> Result<Vec<Opening>, FileError> {
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    // FENs are ASCII: other letters can only be in comments.
    let text = &String::from_utf8_lossy(bytes);
    let all = if is_fen(text) { positions(variant, text)? } else { games(variant, bytes, skip)? };
    let mut distinct: Vec<Opening> = Vec::new();
    let mut texts = std::collections::HashSet::new();
    for opening in all {
        if texts.insert(opening.text(variant)) {
            distinct.push(opening);
        }
    }
    Ok(distinct)
}

/// The lines with their numbers, without comments; blank ones left out.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(before, line)| (before + 1, line.split('#').next().unwrap_or_default().trim()))
        .filter(|(_, line)| !line.is_empty())
}

/// A FEN begins with the side to move and a colon; no PDN does.
fn is_fen(text: &str) -> bool {
    let first = lines(text).next().map(|(_, line)| line).unwrap_or_default();
    let mut chars = first.chars();
    chars.next().is_some_and(|side| "WBwb".contains(side)) && chars.next() == Some(':')
}

fn positions(variant: Variant, text: &str) -> Result<Vec<Opening>, FileError> {
    let opening = |(number, line): (usize, &str)| {
        let start =
            read_fen(variant.rules(), line).map_err(|error| FileError::Fen(number, error))?;
        let name = write_fen(variant.rules(), &start);
        checked(variant, number, Opening { name, start, moves: Vec::new() })
    };
    lines(text).map(opening).collect()
}

fn checked(variant: Variant, number: usize, opening: Opening) -> Result<Opening, FileError> {
    match opening.game(variant) {
        Ok(_) => Ok(opening),
        Err(error) => Err(FileError::Unplayable(number, error)),
    }
}

/// The games of a PDN file that are of this game; those of others are passed over, so that one
/// file can serve a match of several. Broken ones are skipped unless there are no others: large
/// files of real games have some.
fn games(
    variant: Variant,
    bytes: &[u8],
    skip: &mut dyn FnMut(FileError),
) -> Result<Vec<Opening>, FileError> {
    let mut openings = Vec::new();
    let mut broken = Vec::new();
    for record in PdnReader::new(bytes) {
        let record = record.map_err(|error| FileError::Text(error.to_string()))?;
        match game(variant, &record, openings.len() + 1) {
            Ok(opening) => openings.extend(opening),
            Err(error) => broken.push(error),
        }
    }
    if openings.is_empty() && !broken.is_empty() {
        return Err(broken.swap_remove(0));
    }
    broken.into_iter().for_each(skip);
    Ok(openings)
}

/// The game of a record; `None` when it is another game of draughts.
fn game(variant: Variant, record: &RawGame, number: usize) -> Result<Option<Opening>, FileError> {
    let line = record.place().line;
    let replayed = replay(record, Some(variant)).map_err(FileError::Replay)?;
    let game = &replayed.game;
    if game.variant().rules().name != variant.rules().name {
        return Ok(None);
    }
    if game.elements.iter().any(|element| matches!(element, Element::SetUp(_))) {
        return Err(FileError::SetUp(line));
    }
    let start: Position = *game.start();
    let moves = game.plies().map(|ply| ply.played).collect();
    let name = name(record, game, number);
    checked(variant, line, Opening { name, start, moves }).map(Some)
}

/// What the tags call an opening, else its number.
fn name(record: &RawGame, game: &PdnGame, number: usize) -> String {
    let tagged = ["Opening", "Ballot"].iter().find_map(|tag| game.tag(tag));
    let event = record.tag("Event").map(|tag| tag.value.as_str()).filter(|event| event.len() > 1);
    tagged.or(event).map_or_else(|| format!("game {number}"), |name| format!("{name} ({number})"))
}

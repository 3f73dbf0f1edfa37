//! Positions and moves as the Hub protocol writes them.

use super::moves::{Form, MoveError, MoveText};
use super::squares::squares_text;
use super::why::judge;
use crate::board::{Square, SquareSet};
use crate::position::{Move, Position, Side};
use crate::rules::{Numbering, RuleSet};
use crate::variant::Variant;
use std::error::Error;
use std::fmt;

/// In which order Hub texts name the squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SquareOrder {
    /// The game's own numbers, in positions and in moves.
    #[default]
    Plain,
    /// As the Python package pydraughts does, see [`Pydraughts`](crate::rules::Pydraughts); the
    /// game's own numbers where it does not know the game.
    Pydraughts,
}

impl SquareOrder {
    /// The numbers in moves.
    pub(super) fn moves(self, rules: &RuleSet) -> Numbering {
        match (self, rules.notation.pydraughts) {
            (SquareOrder::Pydraughts, Some(order)) => order.moves,
            _ => rules.notation.numbering,
        }
    }

    /// The order of the squares in positions, and whether colours are exchanged.
    fn position(self, rules: &RuleSet) -> (Numbering, bool) {
        match (self, rules.notation.pydraughts) {
            (SquareOrder::Pydraughts, Some(order)) => (order.position, order.swapped),
            _ => (rules.notation.numbering, false),
        }
    }
}

/// Why a text is no Hub position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HubPositionError {
    /// The text has not one character for the turn and one for each square.
    Length {
        /// The game.
        variant: &'static str,
        /// The right number of characters.
        expected: usize,
        /// The number of characters given.
        got: usize,
    },
    /// The first character is no side.
    Turn(char),
    /// A character is no square's content.
    Piece {
        /// The number of the character in the text, from 1.
        number: usize,
        /// The character.
        got: char,
    },
    /// Men stand where they are crowned; the squares are named as in the game.
    ManOnCrownRow(String),
    /// Nobody stands on the board.
    NoPieces,
}

impl fmt::Display for HubPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HubPositionError::Length { variant, expected, got } => {
                write!(f, "a position of {variant} has {expected} characters, this one {got}")
            }
            HubPositionError::Turn(value) => {
                write!(f, "a position begins with the side to move, W or B, not with `{value}`")
            }
            HubPositionError::Piece { number, got } => write!(
                f,
                "character {number} of the position is `{got}`; a square is one of w, b, W, B, e"
            ),
            HubPositionError::ManOnCrownRow(value) => {
                write!(f, "men stand where they are crowned, on {value}")
            }
            HubPositionError::NoPieces => write!(f, "there is no piece on the board"),
        }
    }
}

impl Error for HubPositionError {}

/// Reads a position: a character for the side to move and one for each square. A side may have no
/// pieces, for a game that is finished.
///
/// ```
/// use damier_rules::notation::{SquareOrder, read_hub_position, write_hub_position};
/// use damier_rules::rules::named;
///
/// let english = named("english").unwrap();
/// let start = write_hub_position(&english, &english.start_position(), SquareOrder::Plain);
/// assert_eq!(start, "B".to_owned() + &"b".repeat(12) + &"e".repeat(8) + &"w".repeat(12));
/// let position = read_hub_position(&english, &start, SquareOrder::Plain)?;
/// assert_eq!(position, english.start_position());
/// # Ok::<(), damier_rules::notation::HubPositionError>(())
/// ```
///
/// # Errors
/// When the text has another length or unknown characters, or the position cannot be.
pub fn read_hub_position(
    rules: &RuleSet,
    text: &str,
    order: SquareOrder,
) -> Result<Position, HubPositionError> {
    let geometry = rules.moves.geometry;
    let (expected, got) = (geometry.squares() + 1, text.chars().count());
    if got != expected {
        return Err(HubPositionError::Length { variant: rules.name, expected, got });
    }
    let (numbering, swapped) = order.position(rules);
    let mut chars = text.chars();
    let first = chars.next().unwrap_or(' ');
    let turn = match first {
        'W' => Side::White,
        'B' => Side::Black,
        got => return Err(HubPositionError::Turn(got)),
    };
    let mut white = SquareSet::EMPTY;
    let mut black = SquareSet::EMPTY;
    let mut kings = SquareSet::EMPTY;
    for (before, got) in chars.enumerate() {
        let number = before + 1;
        let square = numbering.square(geometry, number).map_or(SquareSet::EMPTY, Square::set);
        match got {
            'w' | 'W' => white |= square,
            'b' | 'B' => black |= square,
            'e' => continue,
            got => return Err(HubPositionError::Piece { number: number + 1, got }),
        }
        if got.is_ascii_uppercase() {
            kings |= square;
        }
    }
    let (white, black, turn) =
        if swapped { (black, white, turn.opponent()) } else { (white, black, turn) };
    Position::new(geometry, white, black, kings, turn).map_err(|defects| match defects.no_pieces {
        true => HubPositionError::NoPieces,
        false => HubPositionError::ManOnCrownRow(squares_text(rules, defects.uncrowned())),
    })
}

/// Writes a position: a character for the side to move and one for each square.
pub fn write_hub_position(rules: &RuleSet, position: &Position, order: SquareOrder) -> String {
    let geometry = rules.moves.geometry;
    let (numbering, swapped) = order.position(rules);
    let letter = |side: Side| if swapped { side.opponent() } else { side }.letter();
    let squares = (1..=geometry.squares()).filter_map(|number| numbering.square(geometry, number));
    let pieces = squares.map(|square| match position.piece(square) {
        Some(piece) if position.kings().contains(square) => letter(piece.side),
        Some(piece) => letter(piece.side).to_ascii_lowercase(),
        None => 'e',
    });
    std::iter::once(letter(position.turn())).chain(pieces).collect()
}

/// Writes a move: the ends, then every captured square in ascending order. It means one move of a
/// position.
///
/// ```
/// use damier_rules::notation::{SquareOrder, hub_move, read_fen, read_hub_move};
/// use damier_rules::variant::Variant;
///
/// let italian = Variant::named("italian").unwrap();
/// let position = read_fen(italian.rules(), "W:W10,26:B6,15,22")?;
/// let played = read_hub_move(italian, &position, "26x12x15x22", SquareOrder::Plain)?;
/// assert_eq!(hub_move(italian.rules(), &played, SquareOrder::Plain), "26x12x15x22");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hub_move(rules: &RuleSet, played: &Move, order: SquareOrder) -> String {
    let geometry = rules.moves.geometry;
    let numbering = order.moves(rules);
    let sign = if played.is_capture() { 'x' } else { '-' };
    let mut text = format!(
        "{}{sign}{}",
        numbering.number(geometry, played.from),
        numbering.number(geometry, played.to)
    );
    for number in numbering.numbers(geometry, played.captured) {
        text.push_str(&format!("x{number}"));
    }
    text
}

/// Reads a legal move of `position`: the ends, then the captured squares in any order, or none
/// where the ends suffice. Should they fit no capture, the squares may be a path, the
/// destination last. Signs may be any of `-`, `x`, `:`; numbers may be padded.
///
/// # Errors
/// When the text is no move, or means several legal moves or none.
pub fn read_hub_move(
    variant: Variant,
    position: &Position,
    text: &str,
    order: SquareOrder,
) -> Result<Move, MoveError> {
    let move_text = MoveText::read(variant, text, Form::Hub(order))?;
    judge(variant, position, &move_text)?.into_move()
}

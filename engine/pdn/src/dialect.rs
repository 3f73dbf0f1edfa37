//! How the squares of a raw game are to be understood, and whether its moves are then legal.

use std::collections::HashMap;

use super::note::Place;
use super::raw_game::{Item, ItemKind, RawGame};
use damier_rules::notation::{
    FenDefect, FenError, MenOnCrownRow, MoveError, meanings, read_fen, read_fen_with, read_move,
};
use damier_rules::position::{Move, Position};
use damier_rules::rules::{ALL, Notation, Numbering, RuleSet, SquareNames};
use damier_rules::variant::Variant;

/// The game that positions without moves are taken to be of, where the board has their squares.
pub(super) const USUAL_OF_POSITIONS: &str = "english";

/// What a raw game shows of its variant without its tags `GameType` and `Variant`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hints<'a> {
    /// The start.
    pub fen: Option<&'a str>,
    /// Whether moves are in letters.
    pub letters: bool,
    /// The greatest number that a square has, those left out that no board has.
    pub largest: usize,
}

impl<'a> Hints<'a> {
    pub(super) fn of(raw: &'a RawGame) -> Hints<'a> {
        let fen = raw.tag("FEN").map(|tag| tag.value.as_str()).filter(|fen| has_pieces(fen));
        let letters = any_move(&raw.items, lettered);
        let largest = raw.moves().filter(|text| !lettered(text)).chain(fen).map(largest).max();
        Hints { fen, letters, largest: largest.unwrap_or(0) }
    }

    /// Whether the game's board has all the squares.
    pub(super) fn fits(&self, rules: &RuleSet) -> bool {
        self.largest <= rules.moves.geometry.squares()
    }
}

/// Whether a move is in letters.
fn lettered(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Whether any move is so, those of variations included.
pub(super) fn any_move(items: &[Item], wanted: fn(&str) -> bool) -> bool {
    items.iter().any(|item| match &item.kind {
        ItemKind::Move { text, .. } => wanted(text),
        ItemKind::Variation(inner) => any_move(inner, wanted),
        _ => false,
    })
}

/// Programs without a position write `[FEN ""]` or `[FEN "?"]`.
fn has_pieces(fen: &str) -> bool {
    fen.contains(|c: char| c.is_ascii_digit())
}

/// Whether squares of a FEN are named by letters.
pub(super) fn is_lettered_fen(fen: &str) -> bool {
    let mut before = ' ';
    fen.chars().any(|c| {
        let column = matches!(before.to_ascii_lowercase(), 'a' | 'c'..='j');
        before = c;
        column && c.is_ascii_digit()
    })
}

/// The greatest number in a text, letters' rows left out.
fn largest(text: &str) -> usize {
    // Only a number of one or two digits is a square; moves without a sign are cut in pairs.
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let most = ALL.iter().map(|rules| rules.moves.geometry.squares()).max().unwrap_or(0);
    let squares = numbers.flat_map(|digits| match digits.len() {
        0..=3 => vec![digits.parse().unwrap_or(0)],
        _ => digits
            .as_bytes()
            .chunks(2)
            .map(|digits| digits.iter().fold(0, |sum, d| 10 * sum + usize::from(d - b'0')))
            .collect(),
    });
    squares.filter(|&square| square <= most).max().unwrap_or(0)
}

/// A variant with the way in which a raw game names its squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    /// The variant, which writes its squares by the standard.
    pub variant: Variant,
    /// The same variant with the names of the raw game.
    pub named: Variant,
    /// Whether letters are counted from Black's side.
    pub turned: bool,
    /// Whether numbers are counted from the opposite corner.
    pub other_numbers: bool,
    /// What is done with men where they are crowned.
    pub men: MenOnCrownRow,
}

impl Dialect {
    /// The usual dialect.
    pub(super) fn new(variant: Variant, hints: &Hints, men: MenOnCrownRow) -> Dialect {
        let names = if hints.letters { Some(SquareNames::Algebraic) } else { None };
        let numbering = other_numbering(variant.rules(), hints);
        let named = renamed(variant, names, numbering);
        Dialect { variant, named, turned: false, other_numbers: numbering.is_some(), men }
    }

    /// The way in which a raw game names the squares of this variant: letters from Black's side only
    /// where the first move needs it.
    pub(super) fn of(
        variant: Variant,
        raw: &RawGame,
        hints: &Hints,
        men: MenOnCrownRow,
    ) -> Dialect {
        let dialect = Dialect::new(variant, hints, men);
        if hints.letters && dialect.legal_moves(raw, hints, 1) == 0 {
            let turned = Dialect { turned: true, ..dialect };
            if turned.legal_moves(raw, hints, 1) == 1 {
                return turned;
            }
        }
        dialect
    }

    /// Reads a move.
    pub(super) fn read_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        match self.turned {
            true => read_move(self.named, position, &self.turned_text(text)),
            false => read_move(self.named, position, text),
        }
    }

    /// Every legal move that a text can mean.
    pub(super) fn meanings(&self, position: &Position, text: &str) -> Vec<Move> {
        match self.turned {
            true => meanings(self.named, position, &self.turned_text(text)),
            false => meanings(self.named, position, text),
        }
    }

    /// Reads a position, in the raw game's names or in letters; gives also what was forgiven in it.
    pub(super) fn read_fen(&self, text: &str) -> Result<(Position, Vec<FenDefect>), FenError> {
        let rules = self.named.rules();
        read_fen_with(rules, text, self.men).or_else(|error| {
            let lettered = renamed(self.named, Some(SquareNames::Algebraic), None);
            read_fen_with(lettered.rules(), text, self.men).map_err(|_| error)
        })
    }

    /// The position in which the raw game starts, and what was forgiven in it.
    pub(super) fn start(&self, hints: &Hints) -> Result<(Position, Vec<FenDefect>), FenError> {
        match hints.fen {
            Some(fen) => self.read_fen(fen),
            None => Ok((self.variant.start_position(), Vec::new())),
        }
    }

    /// How many moves of the raw game are legal before one is not, counted up to `most`.
    pub(super) fn legal_moves(&self, raw: &RawGame, hints: &Hints, most: usize) -> usize {
        let Ok((mut position, _)) = self.start(hints) else { return 0 };
        let mut choices = Choices::default();
        let mut count = 0;
        for (index, item) in raw.items.iter().enumerate() {
            match &item.kind {
                ItemKind::Move { text, .. } if count < most => {
                    let rest = raw.items.get(index + 1..).unwrap_or_default();
                    let played = match self.meanings(&position, text).as_slice() {
                        [] => None,
                        [only] => Some(*only),
                        _ => choices.choose(self, &position, text, rest),
                    };
                    let Some(played) = played else { break };
                    position = position.make(&played);
                    count += 1;
                }
                ItemKind::Move { .. } => break,
                ItemKind::SetUp(fen) => match self.read_fen(fen) {
                    Ok((set_up, _)) => position = set_up,
                    Err(_) => break,
                },
                _ => {}
            }
        }
        count
    }

    /// The text with letters and rows as the other player counts them.
    fn turned_text(&self, text: &str) -> String {
        let size = self.variant.rules().moves.geometry.size() as u32;
        let turn = |c: char| match c.to_ascii_lowercase() {
            letter @ 'a'..='j' => char::from_u32((u32::from(b'a') * 2 + size - 1) - letter as u32),
            digit @ '1'..='9' => char::from_u32((u32::from(b'0') * 2 + size + 1) - digit as u32),
            c => Some(c),
        };
        text.chars().map(|c| turn(c).unwrap_or(c)).collect()
    }
}

/// The numbering from the opposite corner, where the start in the tag is the game's start by that
/// and none by the game's own: men would stand where they are crowned.
fn other_numbering(rules: &RuleSet, hints: &Hints) -> Option<Numbering> {
    let fen = hints.fen?;
    let numbering = rules.notation.numbering;
    let opposite = Numbering { first: numbering.first.opposite(), ..numbering };
    let notation = Notation { numbering: opposite, ..rules.notation };
    let position = read_fen(&RuleSet { notation, ..*rules }, fen).ok()?;
    let is_start = position.with_turn(rules.start.first) == rules.start_position();
    (is_start && read_fen(rules, fen).is_err()).then_some(opposite)
}

/// The same variant with other names of the squares.
pub(super) fn renamed(
    variant: Variant,
    names: Option<SquareNames>,
    numbering: Option<Numbering>,
) -> Variant {
    let rules = variant.rules();
    let notation = Notation {
        names: names.unwrap_or(rules.notation.names),
        numbering: numbering.unwrap_or(rules.notation.numbering),
        ..rules.notation
    };
    if notation == rules.notation {
        return variant;
    }
    Variant::new(RuleSet { notation, ..*rules })
}

/// Moves of a raw game that are tried before an ambiguous one stays so.
const MOST_TRIED: usize = 20_000;

/// Ambiguous moves after each other that are looked through.
const MOST_NESTED: usize = 64;

/// Finds out what ambiguous moves of one raw game mean.
#[derive(Debug, Default)]
pub(super) struct Choices {
    tried: usize,
    /// Whether a line goes on to its end from a move in a position.
    decided: HashMap<(Place, u64), bool>,
}

impl Choices {
    /// The meaning of an ambiguous move after which alone all of `rest` can be played.
    pub(super) fn choose(
        &mut self,
        dialect: &Dialect,
        position: &Position,
        text: &str,
        rest: &[Item],
    ) -> Option<Move> {
        let candidates = dialect.meanings(position, text);
        let mut fitting = candidates
            .into_iter()
            .filter(|candidate| self.goes_on(dialect, position.make(candidate), rest, 0));
        let only = fitting.next()?;
        let several = fitting.next().is_some();
        (!several && self.tried < MOST_TRIED).then_some(only)
    }

    /// Whether a line can be played to its end, by any meaning of what is ambiguous.
    fn goes_on(
        &mut self,
        dialect: &Dialect,
        mut position: Position,
        line: &[Item],
        depth: usize,
    ) -> bool {
        for (index, item) in line.iter().enumerate() {
            let text = match &item.kind {
                ItemKind::Move { text, .. } => text,
                // What follows does not depend on what was before.
                ItemKind::SetUp(_) => return true,
                _ => continue,
            };
            self.tried += 1;
            if self.tried >= MOST_TRIED {
                return false;
            }
            match dialect.meanings(&position, text).as_slice() {
                [] => return false,
                [only] => position = position.make(only),
                several => {
                    let rest = line.get(index + 1..).unwrap_or_default();
                    return self.any_goes_on(dialect, position, (item.at, several), rest, depth);
                }
            }
        }
        true
    }

    fn any_goes_on(
        &mut self,
        dialect: &Dialect,
        position: Position,
        (at, several): (Place, &[Move]),
        rest: &[Item],
        depth: usize,
    ) -> bool {
        let key = (at, position.key());
        if let Some(&goes_on) = self.decided.get(&key) {
            return goes_on;
        }
        if depth == MOST_NESTED {
            // As if all had been tried: what is not known must not decide.
            self.tried = MOST_TRIED;
            return false;
        }
        let goes_on = several
            .iter()
            .any(|candidate| self.goes_on(dialect, position.make(candidate), rest, depth + 1));
        self.decided.insert(key, goes_on);
        goes_on
    }
}

//! Reading a FEN in every dialect met in the wild.

use std::iter::Peekable;
use std::str::Chars;

use super::{FenDefect, FenError};
use crate::board::{Square, SquareSet};
use crate::notation::squares::{RawSquare, SquareError, listed, square_text};
use crate::position::{Position, Side};
use crate::rules::{RuleSet, SquareNames};
use crate::text::shortened;

/// No position comes near this, however it is spelled; it bounds the time spent on rubbish.
const LONGEST: usize = 4096;

/// Reads a position.
///
/// Understood besides PDN 3.0: either colour first, parts repeated or left out, an absent or
/// doubled turn (the game's first mover when absent or `?`), empty lists, lower case, numbers for
/// games in letters, leading zeros, missing commas, ranges under one `K`, dots at the end of parts,
/// blanks and line breaks, no-break spaces, curly quotes, the wrapper `[FEN "…"]`, and the fields
/// of lidraughts beginning with `H`, `F` or `+`, which do not concern the position.
///
/// # Errors
/// When the text is not a position of this game, with everything that is wrong with it.
///
/// ```
/// use damier_rules::notation::{read_fen, write_fen};
/// use damier_rules::rules::named;
///
/// let italian = named("italian").unwrap();
/// let position = read_fen(&italian, r#"[FEN "b:b K1, 09, 10 : w 30-32."]"#)?;
/// assert_eq!(write_fen(&italian, &position), "B:W30-32:BK1,9,10");
/// # Ok::<(), damier_rules::notation::FenError>(())
/// ```
pub fn read_fen(rules: &RuleSet, text: &str) -> Result<Position, FenError> {
    read_fen_with(rules, text, MenOnCrownRow::Refuse).map(|(position, _)| position)
}

/// What is done with men where they are crowned, as some problem books have them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MenOnCrownRow {
    /// The position is refused.
    #[default]
    Refuse,
    /// They are kings.
    Crown,
    /// They are left out.
    Drop,
}

/// [`read_fen`], which may take men where they are crowned; gives also what was so forgiven.
///
/// # Errors
/// As [`read_fen`].
///
/// ```
/// use damier_rules::notation::{MenOnCrownRow, read_fen_with, write_fen};
/// use damier_rules::rules::named;
///
/// let english = named("english").unwrap();
/// let (position, forgiven) = read_fen_with(&english, "B:W3,12:B15", MenOnCrownRow::Crown)?;
/// assert_eq!((write_fen(&english, &position).as_str(), forgiven.len()), ("B:WK3,12:B15", 1));
/// # Ok::<(), damier_rules::notation::FenError>(())
/// ```
pub fn read_fen_with(
    rules: &RuleSet,
    text: &str,
    men: MenOnCrownRow,
) -> Result<(Position, Vec<FenDefect>), FenError> {
    if text.len() > LONGEST {
        let defect = FenDefect::TooLong { length: text.len(), longest: LONGEST };
        return Err(FenError::of(text, vec![defect]));
    }
    let plain: String = text.chars().map(plain).collect();
    let plain = unwrapped(&plain);
    if let Some(defect) = other_format(rules, plain) {
        return Err(FenError::of(text, vec![defect]));
    }
    let mut reader = FenReader { men, ..FenReader::new(rules) };
    reader.read(plain);
    reader.finish(text)
}

/// What is wrong with a text in the format of another kind of program.
fn other_format(rules: &RuleSet, text: &str) -> Option<FenDefect> {
    let example = || {
        let [white, black] =
            Side::BOTH.map(|side| listed(rules, rules.start_position().side(side)));
        let name = |squares: &[Square], index: usize| {
            squares.get(index).map_or(String::new(), |&square| square_text(rules, square))
        };
        let turn = rules.start.first.letter();
        format!("{turn}:W{},K{}:B{}", name(&white, 0), name(&white, 1), name(&black, 0))
    };
    let is_hub = |text: &str| {
        text.len() == 1 + rules.moves.geometry.squares()
            && text.starts_with(['W', 'B'])
            && text.chars().all(|c| "WwBbe".contains(c))
    };
    if !text.contains(':') && text.matches('/').count() > 2 {
        return Some(FenDefect::Rows { example: example() });
    }
    is_hub(text).then(|| FenDefect::Hub { example: example() })
}

/// Typographic characters, and what is left of those of other encodings, as plain ones.
fn plain(c: char) -> char {
    match c {
        '_' | '\u{200b}' | '\u{feff}' | '\u{fffd}' => ' ',
        c if c.is_whitespace() => ' ',
        '“' | '”' | '„' | '‘' | '’' | '«' | '»' | '\'' | '\u{93}' | '\u{94}' => '"',
        '–' | '−' => '-',
        c => c,
    }
}

/// The text without `[FEN "` and `"]`.
fn unwrapped(text: &str) -> &str {
    let outside = [' ', '"', '[', ']', '.'];
    let inner = text.trim_matches(outside);
    match inner.get(..3) {
        Some(tag) if tag.eq_ignore_ascii_case("fen") => {
            inner.get(3..).unwrap_or("").trim_matches(outside)
        }
        _ => inner,
    }
}

fn colour(letter: char) -> Option<Side> {
    match letter.to_ascii_uppercase() {
        'W' => Some(Side::White),
        'B' => Some(Side::Black),
        _ => None,
    }
}

/// Whether the field is one of lidraughts' counters.
fn is_counter(field: &str) -> bool {
    let mut chars = field.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    let rest = chars.as_str();
    matches!(first, Some('H' | 'F' | '+'))
        && !rest.is_empty()
        && rest.chars().all(|c| c == '+' || c.is_ascii_digit())
}

struct FenReader<'a> {
    rules: &'a RuleSet,
    turn: Side,
    sides: [SquareSet; 2],
    kings: SquareSet,
    /// Whether squares are named by letters, once one was seen.
    lettered: Option<bool>,
    men: MenOnCrownRow,
    defects: Vec<FenDefect>,
    forgiven: Vec<FenDefect>,
}

impl<'a> FenReader<'a> {
    fn new(rules: &'a RuleSet) -> FenReader<'a> {
        FenReader {
            rules,
            turn: rules.start.first,
            sides: [SquareSet::EMPTY; 2],
            kings: SquareSet::EMPTY,
            lettered: None,
            men: MenOnCrownRow::Refuse,
            defects: Vec::new(),
            forgiven: Vec::new(),
        }
    }

    fn defect(&mut self, defect: FenDefect) {
        if !self.defects.contains(&defect) {
            self.defects.push(defect);
        }
    }

    fn read(&mut self, text: &str) {
        for (index, field) in text.split(':').enumerate() {
            let field = field.trim_matches([' ', '.', '"']);
            if field.is_empty() || index == 0 && field == "?" || is_counter(field) {
                continue;
            }
            let mut rest = field.chars();
            let Some(side) = rest.next().and_then(colour) else {
                self.defect(FenDefect::UnknownColour(shortened(field)));
                continue;
            };
            if rest.as_str().is_empty() {
                // A colour alone in front is the turn; further on it is an empty list, or the turn
                // once more.
                if index == 0 {
                    self.turn = side;
                }
            } else {
                self.read_part(side, field, rest.peekable());
            }
        }
    }

    fn read_part(&mut self, side: Side, part: &str, mut rest: Peekable<Chars<'_>>) {
        loop {
            while rest.next_if(|&c| c == ' ' || c == ',').is_some() {}
            if rest.peek().is_none() {
                return;
            }
            let king = takes_king(&mut rest);
            match RawSquare::take(&mut rest) {
                Some(first) => self.read_item(side, king, first, &mut rest),
                None if king => self.defect(FenDefect::KingWithoutSquare(shortened(part))),
                None => {
                    let mut unknown = String::new();
                    while let Some(c) = rest.next_if(|&c| c != ' ' && c != ',') {
                        unknown.push(c);
                    }
                    self.defect(FenDefect::UnknownText(shortened(&unknown)));
                }
            }
        }
    }

    /// Reads what follows the first square of an item: the end of its range, or nothing.
    fn read_item(
        &mut self,
        side: Side,
        king: bool,
        first: RawSquare,
        rest: &mut Peekable<Chars<'_>>,
    ) {
        let mut ahead = rest.clone();
        while ahead.next_if_eq(&' ').is_some() {}
        if ahead.next_if_eq(&'-').is_none() {
            if let Some(square) = self.look_up(&first) {
                self.place(side, king, square);
            }
            return;
        }
        takes_king(&mut ahead);
        let last = RawSquare::take(&mut ahead);
        *rest = ahead;
        match last {
            Some(last) => self.read_range(side, king, &first, &last),
            None => self.defect(FenDefect::UnknownText(format!("{}-", shortened(&first.text)))),
        }
    }

    fn read_range(&mut self, side: Side, king: bool, first: &RawSquare, last: &RawSquare) {
        let ends = [self.look_up(first), self.look_up(last)];
        if (first.lettered || last.lettered) && !self.is_numeric() {
            let range = format!("{}-{}", first.text, last.text);
            self.defect(FenDefect::LetterRange(shortened(&range)));
            return;
        }
        // Ends that are no squares have been reported.
        let ([Some(_), Some(_)], Some(from), Some(to)) = (ends, first.number(), last.number())
        else {
            return;
        };
        if from > to {
            let (first, last) = (from.to_string(), to.to_string());
            self.defect(FenDefect::ReversedRange { first, last });
            return;
        }
        let (geometry, numbering) = (self.rules.moves.geometry, self.rules.notation.numbering);
        for square in (from..=to).filter_map(|number| numbering.square(geometry, number)) {
            self.place(side, king, square);
        }
    }

    fn is_numeric(&self) -> bool {
        self.rules.notation.names == SquareNames::Numeric
    }

    fn look_up(&mut self, raw: &RawSquare) -> Option<Square> {
        if raw.lettered && self.is_numeric() {
            self.defect(FenDefect::Letters { squares: self.rules.moves.geometry.squares() });
            return None;
        }
        if *self.lettered.get_or_insert(raw.lettered) != raw.lettered {
            self.defect(FenDefect::MixedNames);
        }
        raw.resolve(self.rules, &self.rules.notation.numbering)
            .map_err(|error: SquareError| self.defect(error.into()))
            .ok()
    }

    fn place(&mut self, side: Side, king: bool, square: Square) {
        let name = || square_text(self.rules, square);
        let [white, black] = self.sides;
        let (same_side, other_side) = match side {
            Side::White => (white, black),
            Side::Black => (black, white),
        };
        if same_side.contains(square) {
            self.defect(FenDefect::Twice(name()));
        } else if other_side.contains(square) {
            self.defect(FenDefect::BothSides(name()));
        }
        if king {
            self.kings |= square.set();
        } else if side.crown_row(self.rules.moves.geometry).contains(square) {
            let defect = FenDefect::ManOnCrownRow { side, square: name() };
            match self.men {
                MenOnCrownRow::Refuse => self.defect(defect),
                MenOnCrownRow::Crown => {
                    self.kings |= square.set();
                    self.forgiven.push(defect);
                }
                MenOnCrownRow::Drop => {
                    self.forgiven.push(defect);
                    return;
                }
            }
        }
        self.sides = match side {
            Side::White => [white | square.set(), black],
            Side::Black => [white, black | square.set()],
        };
    }

    fn finish(mut self, text: &str) -> Result<(Position, Vec<FenDefect>), FenError> {
        let ([white, black], geometry) = (self.sides, self.rules.moves.geometry);
        if self.defects.is_empty() {
            match Position::new(geometry, white, black, self.kings, self.turn) {
                Ok(position) => return Ok((position, self.forgiven)),
                // What is wrong with single squares has been found where they are named.
                Err(_) => self.defect(FenDefect::NoPieces),
            }
        }
        Err(FenError::of(text, self.defects))
    }
}

/// Takes a `K` and the blanks behind it.
fn takes_king(rest: &mut Peekable<Chars<'_>>) -> bool {
    let king = rest.next_if(|c| c.eq_ignore_ascii_case(&'k')).is_some();
    while rest.next_if_eq(&' ').is_some() {}
    king
}

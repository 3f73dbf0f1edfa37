//! Games as PDN 3.0 writes them.

use super::dialect::{USUAL_OF_POSITIONS, renamed};
use super::game::{Element, PdnGame, Ply, ROSTER};
use super::tag::{GameResult, plain_value};
use damier_rules::notation::{write_fen, write_move};
use damier_rules::position::Side;
use damier_rules::rules::{ALL, SquareNames};
use damier_rules::variant::Variant;

/// Longest line, unless a word is longer.
const WIDTH: usize = 80;

/// Writes a game with the squares named by its standard. See [`write_game_in`].
pub fn write_game(game: &PdnGame) -> String {
    write_game_in(game, game.variant().rules().notation.names)
}

/// Writes a game by PDN 3.0, its squares in letters or in numbers.
///
/// The seven usual tags come first, then the game's own, then those that name the game and
/// where it starts. Moves are wrapped at 80 columns. The result is in its tag; the end is `*`, as
/// the standard wants games to be separated.
///
/// ```
/// use damier_pdn::{PdnReader, replay, write_game, write_game_in};
/// use damier_rules::rules::SquareNames;
///
/// let file = "[GameType \"25\"] 1. c3-d4 d6-c5 *";
/// let raw = PdnReader::new(file.as_bytes()).next().unwrap()?;
/// let game = replay(&raw, None)?.game;
/// assert!(write_game(&game).ends_with("\n\n1. c3-d4 d6-c5 *\n"));
/// assert!(write_game_in(&game, SquareNames::Numeric).ends_with("\n\n1. 22-18 10-14 *\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_game_in(game: &PdnGame, names: SquareNames) -> String {
    let variant = renamed(game.variant(), Some(names), None);
    let mut text = String::new();
    write_tags(&mut text, game, variant);
    text.push('\n');
    let mut writer = Writer {
        lines: Wrapped { text, column: 0, last: String::new(), glue: false },
        variant,
        first: variant.rules().start.first,
    };
    writer.line(&game.elements, Numbers::new());
    if let Some(result) = taken_for_the_last_move(game, writer.variant) {
        writer.lines.word(result);
    }
    writer.lines.word("*");
    writer.lines.finish()
}

fn write_tags(text: &mut String, game: &PdnGame, variant: Variant) {
    let rules = variant.rules();
    let mut tag = |name: &str, value: &str| {
        let value = plain_value(value).replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    for name in ROSTER {
        let unknown = if name == "Date" { "????.??.??" } else { "?" };
        tag(name, game.tag(name).unwrap_or(unknown));
    }
    tag("Result", game.result.text(rules));
    for (name, value) in game.tags().filter(|(name, _)| !ROSTER.contains(name)) {
        tag(name, value);
    }
    if !is_assumed_anyway(game, variant) {
        tag("GameType", &rules.game_type().to_string());
    }
    let same_type = ALL.iter().filter(|set| set.notation.pdn_type == rules.notation.pdn_type);
    if same_type.count() > 1 {
        tag("Rules", rules.name);
    }
    let house = rules.house_rules();
    if !house.is_empty() {
        tag("HouseRules", &house.join(","));
    }
    if *game.start() != rules.start_position() {
        tag("FEN", &write_fen(rules, game.start()));
    }
}

/// The result where the last move looks the same, and a reader would take that for it.
fn taken_for_the_last_move(game: &PdnGame, variant: Variant) -> Option<&str> {
    match (&game.result, game.elements.last()) {
        (GameResult::Other(text), Some(Element::Move(ply))) => Some(text.as_str())
            .filter(|text| *text == write_move(variant, &ply.before, &ply.played)),
        _ => None,
    }
}

/// Whether nothing has named the game and the reader will take the same one again, so that the tag
/// would claim what nobody knows. Letters mean something, and so do moves added since.
fn is_assumed_anyway(game: &PdnGame, variant: Variant) -> bool {
    let rules = variant.rules();
    game.assumed
        && rules.notation.names == SquareNames::Numeric
        && rules.name == USUAL_OF_POSITIONS
        && rules.house_rules().is_empty()
        && game.plies().next().is_none()
}

/// Words on lines of limited length.
struct Wrapped {
    text: String,
    column: usize,
    /// The last word, which may still grow.
    last: String,
    /// Whether the next word belongs to the last.
    glue: bool,
}

impl Wrapped {
    fn word(&mut self, word: &str) {
        if !std::mem::replace(&mut self.glue, false) {
            self.place_last();
        }
        self.last.push_str(word);
    }

    fn place_last(&mut self) {
        let length = self.last.chars().count();
        if length == 0 {
            return;
        }
        if self.column + 1 + length > WIDTH && self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(&self.last);
        self.column += length;
        self.last.clear();
    }

    /// The text with its last word and line end.
    fn finish(mut self) -> String {
        self.place_last();
        self.text.push('\n');
        self.text
    }

    /// Words with brackets around them, which may be split where they have blanks; not where a line
    /// would begin as if with a tag, at which a comment would be taken for one that has no end.
    fn words(&mut self, open: &str, text: &str, close: &str) {
        for word in format!("{open}{text}{close}").split(' ') {
            let name = word.strip_prefix('[');
            if name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_uppercase())) {
                self.last.push(' ');
                self.glue = true;
            }
            self.word(word);
        }
    }
}

/// Which move number comes next.
#[derive(Clone, Copy)]
struct Numbers {
    number: u32,
    /// Whether the number must be written even before the second player's move.
    needed: bool,
    /// The number of the last move, at which its variations begin.
    before: u32,
    /// Whether the player who moves first has just moved.
    first_moved: bool,
}

impl Numbers {
    fn new() -> Numbers {
        Numbers { number: 1, needed: true, before: 1, first_moved: false }
    }

    /// The number before the move of a player, if one is written there.
    fn next(&mut self, is_first: bool) -> Option<String> {
        // Two moves of the first player in a row stand on both sides of a set-up.
        if is_first && self.first_moved {
            self.number = self.number.saturating_add(1);
        }
        let text = match is_first {
            true => Some(format!("{}.", self.number)),
            false => self.needed.then(|| format!("{}...", self.number)),
        };
        self.before = self.number;
        if !is_first {
            self.number = self.number.saturating_add(1);
        }
        (self.needed, self.first_moved) = (false, is_first);
        text
    }

    /// The numbers of a variation that replaces the last move.
    fn of_variation(&self) -> Numbers {
        Numbers { number: self.before, needed: true, before: self.before, first_moved: false }
    }
}

struct Writer {
    lines: Wrapped,
    variant: Variant,
    /// The player who moves first.
    first: Side,
}

impl Writer {
    fn line(&mut self, elements: &[Element], mut numbers: Numbers) {
        for element in elements {
            match element {
                Element::Move(ply) => {
                    self.ply(ply, &mut numbers);
                    continue;
                }
                Element::Comment(comment) => self.lines.words("{", &comment.to_string(), "}"),
                Element::Nag(number) => self.lines.word(&format!("${number}")),
                Element::SetUp(position) => {
                    let fen = write_fen(self.variant.rules(), position);
                    self.lines.words("/FEN \"", &fen, "\"/");
                }
                Element::Variation(elements) => {
                    self.lines.word("(");
                    self.lines.glue = true;
                    self.line(elements, numbers.of_variation());
                    self.lines.glue = true;
                    self.lines.word(")");
                }
            }
            numbers.needed = true;
        }
    }

    fn ply(&mut self, ply: &Ply, numbers: &mut Numbers) {
        if let Some(number) = numbers.next(ply.before.turn() == self.first) {
            self.lines.word(&number);
        }
        let text = write_move(self.variant, &ply.before, &ply.played);
        let marks: String = ply.strength.chars().filter(|c| matches!(c, '!' | '?')).collect();
        self.lines.word(&format!("{text}{marks}"));
    }
}

//! Tags made fit to be compared and written, and the values that mean something: results, and the
//! names and types of games.

use super::comment::plain_words;
use super::note::Place;
use damier_rules::position::Side;
use damier_rules::rules::{self, ALL, ResultStyle, RuleSet};

/// A tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Where it begins.
    pub at: Place,
    /// Its name, by the standard where that is known, without signs that no name has.
    pub name: String,
    /// Its value on one line, without the quotes and hidden signs and with `\"` resolved.
    pub value: String,
}

/// Tags of other languages.
const TRANSLATED: [(&str, &str); 6] = [
    ("Dati", "Event"),
    ("Anno", "Date"),
    ("Bianco", "White"),
    ("Nero", "Black"),
    ("Risultato", "Result"),
    ("Apertura", "Opening"),
];

/// The name by which the standard calls a tag, of signs that a name may have; as it is where it has
/// none of them.
pub(super) fn plain_name(name: &str) -> String {
    let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    if plain.is_empty() {
        return name.to_owned();
    }
    let translated = TRANSLATED.iter().find(|(foreign, _)| foreign.eq_ignore_ascii_case(&plain));
    translated.map_or(plain, |(_, standard)| (*standard).to_owned())
}

/// The value on one line, without hidden signs and with nothing behind which its end could be
/// missed or before which it could be seen.
pub(super) fn plain_value(value: &str) -> String {
    let plain = plain_words(value);
    let mut signs = plain.trim_end_matches(['\\', ' ']).chars().peekable();
    let mut fit = String::with_capacity(plain.len());
    while let Some(sign) = signs.next() {
        let closes = is_quote(sign) && signs.peek() == Some(&']');
        fit.push(if closes { '"' } else { sign });
    }
    fit
}

/// Whether the character is a quote, straight or curly.
pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '«' | '»')
}

/// How a game ended, by its record. The first number of a result is the first mover's: White's, or
/// Black's in the games that Black begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// `1-0` or `2-0`: the player who moves first has won.
    FirstWins,
    /// `0-1` or `0-2`: the other player has won.
    SecondWins,
    /// `1/2-1/2` or `1-1`.
    Draw,
    /// `0-0`: both have lost.
    BothLose,
    /// `*`, or nothing: not finished, or not known.
    #[default]
    Unknown,
    /// Another text, of a tournament with points of its own.
    Other(String),
}

impl GameResult {
    /// Reads a result, whatever the style.
    pub fn read(text: &str) -> GameResult {
        let text = plain_value(text);
        let plain: String = text
            .replace("1/2", "½")
            .chars()
            .filter(|c| !c.is_whitespace())
            .map(|c| if is_dash(c) { '-' } else { c })
            .collect();
        match plain.as_str() {
            "1-0" | "2-0" => GameResult::FirstWins,
            "0-1" | "0-2" => GameResult::SecondWins,
            "1-1" | "½-½" | "½" | "0.5-0.5" | "0,5-0,5" => GameResult::Draw,
            "0-0" => GameResult::BothLose,
            "" | "*" | "?" | "-" | "?-?" => GameResult::Unknown,
            _ => GameResult::Other(text),
        }
    }

    /// The result as the game's standard writes it.
    ///
    /// ```
    /// use damier_pdn::GameResult;
    /// use damier_rules::rules::named;
    ///
    /// let [russian, international] = ["russian", "international"].map(|name| named(name).unwrap());
    /// assert_eq!(GameResult::read("2-0").text(&russian), "1-0");
    /// assert_eq!(GameResult::read("1/2-1/2").text(&international), "1-1");
    /// ```
    pub fn text(&self, rules: &RuleSet) -> &str {
        let two = rules.notation.results == ResultStyle::Two;
        match self {
            GameResult::FirstWins if two => "2-0",
            GameResult::FirstWins => "1-0",
            GameResult::SecondWins if two => "0-2",
            GameResult::SecondWins => "0-1",
            GameResult::Draw if two => "1-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::BothLose => "0-0",
            GameResult::Unknown => "*",
            GameResult::Other(text) => text,
        }
    }

    /// The result of a game that `winner` has won under these rules.
    pub fn won_by(winner: Side, rules: &RuleSet) -> GameResult {
        match winner == rules.start.first {
            true => GameResult::FirstWins,
            false => GameResult::SecondWins,
        }
    }

    /// Who has won under these rules.
    pub fn winner(&self, rules: &RuleSet) -> Option<Side> {
        match self {
            GameResult::FirstWins => Some(rules.start.first),
            GameResult::SecondWins => Some(rules.start.first.opponent()),
            _ => None,
        }
    }
}

/// Whether the character is a hyphen, a dash or a minus sign.
pub(super) const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '−')
}

/// The value of a tag `GameType`.
pub(super) struct GameTypeTag<'a> {
    pub tag: &'a Tag,
    pub number: u32,
    /// Who moves first.
    pub first: Option<Side>,
    /// Squares in a row, both ways.
    pub size: Option<usize>,
}

/// The game of this name or title, with or without a word for draughts behind it.
pub(super) fn named(value: &str) -> Option<RuleSet> {
    let value = value.trim();
    let short = ["draughts", "checkers"].iter().find_map(|word| {
        let cut = value.len().checked_sub(word.len())?;
        let (name, end) = value.split_at_checked(cut)?;
        end.eq_ignore_ascii_case(word).then_some(name.trim_end())
    });
    let by_title = || ALL.iter().find(|rules| rules.title.eq_ignore_ascii_case(value)).copied();
    rules::named(value).or_else(by_title).or_else(|| short.and_then(rules::named))
}

/// Reads the value of a tag `GameType`; `None` where it has no number.
pub(super) fn read_game_type(tag: &Tag) -> Option<GameTypeTag<'_>> {
    let mut fields = tag.value.split(',').map(str::trim);
    let number = fields.next()?.parse().ok()?;
    let first = match fields.next() {
        Some("W" | "w") => Some(Side::White),
        Some("B" | "b") => Some(Side::Black),
        _ => None,
    };
    let sizes: Vec<usize> = fields.take(2).filter_map(|field| field.parse().ok()).collect();
    let size = sizes.iter().copied().max();
    Some(GameTypeTag { tag, number, first, size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_made_fit_once_and_for_all() {
        for (name, plain) in [
            ("Re\u{1}sult", "Result"),
            ("risultato", "Result"),
            ("White-Elo", "WhiteElo"),
            ("Белые", "Белые"),
        ] {
            assert_eq!(plain_name(name), plain);
            assert_eq!(plain_name(plain), plain);
        }
        for (value, plain) in [
            ("1-0\u{5}", "1-0"),
            ("\r\u{1} \r", ""),
            ("4-6\\ \\\\", "4-6"),
            ("a\\b\n\nc", "a\\b c"),
            ("a”] b“ ]", "a\"] b“ ]"),
        ] {
            assert_eq!(plain_value(value), plain);
            assert_eq!(plain_value(plain), plain);
        }
    }

    #[test]
    fn n5_the_first_number_is_the_first_movers() {
        let [english, italian] = ["english", "italian"].map(|name| rules::named(name).unwrap());
        let won = GameResult::read("1-0");
        assert_eq!(won.winner(&english), Some(Side::Black));
        assert_eq!(won.winner(&italian), Some(Side::White));
        assert_eq!(GameResult::won_by(Side::Black, &english).text(&english), "1-0");
        assert_eq!(GameResult::won_by(Side::Black, &italian).text(&italian), "0-1");
    }

    #[test]
    fn every_style_is_read() {
        for (text, result) in [
            ("½-½", GameResult::Draw),
            ("1/2–1/2", GameResult::Draw),
            ("0.5-0.5", GameResult::Draw),
            (" 2 - 0 ", GameResult::FirstWins),
            ("0-0", GameResult::BothLose),
            ("?", GameResult::Unknown),
            ("4-6", GameResult::Other("4-6".to_owned())),
            (" \u{1}4-6\\", GameResult::Other("4-6".to_owned())),
            ("1-0\u{5}", GameResult::FirstWins),
            ("\r\u{1} \r", GameResult::Unknown),
            ("*\\", GameResult::Unknown),
        ] {
            assert_eq!(GameResult::read(text), result, "{text}");
        }
    }
}

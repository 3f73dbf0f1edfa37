//! Results of games.

use super::tag::plain_value;
use damier_rules::position::Side;
use damier_rules::rules::{ResultStyle, RuleSet};

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

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::rules::named;

    #[test]
    fn n5_the_first_number_is_the_first_movers() {
        let [english, italian] = ["english", "italian"].map(|name| named(name).unwrap());
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

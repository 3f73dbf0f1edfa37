//! One game's rules.

use std::collections::BTreeMap;
use std::io::{self, Write};

use damier_rules::notation::write_fen;
use damier_rules::rules::{KEYS, RuleSet};
use serde::Serialize;

use super::articles::{Article, NOT_APPLIED, articles, men_a_side, square_range};
use crate::board::{View, numbers};
use crate::layout::{WIDTH, wrapped};
use crate::parts::{side_name, title};

/// A game's rules.
#[derive(Clone, Debug, Serialize)]
pub struct RulesReport {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// Its other names.
    pub aliases: &'static [&'static str],
    /// The name for people.
    pub title: &'static str,
    /// The named game that a file's game extends, `None` for others.
    pub extends: Option<&'static str>,
    /// The rules that differ from the named game.
    pub house_rules: Vec<String>,
    /// Rows of the board.
    pub size: usize,
    /// Men of each side at the start.
    pub men_a_side: usize,
    /// `left` or `right`: where each player has a dark corner.
    pub dark_corner: &'static str,
    /// `white` or `black`: who moves first.
    pub first: &'static str,
    /// The first and last square.
    pub squares: String,
    /// PDN's GameType.
    pub game_type: String,
    /// The position at the start, in the game's notation.
    pub start: String,
    /// Each key of a house rule with the game's value.
    pub settings: BTreeMap<&'static str, String>,
    /// The rule book.
    pub document: &'static str,
    /// The rules in words.
    pub rules: Vec<Article>,
}

impl RulesReport {
    /// The rules of a game, house rules included.
    ///
    /// ```
    /// use damier_report::rules::RulesReport;
    ///
    /// let italian = damier_rules::rules::named("italian").expect("it is a game");
    /// let report = RulesReport::of(&italian);
    /// assert_eq!((report.dark_corner, report.men_a_side), ("right", 12));
    /// ```
    pub fn of(set: &RuleSet) -> RulesReport {
        RulesReport {
            name: set.name,
            aliases: set.aliases,
            title: set.title,
            extends: set.extends,
            house_rules: set.house_rules(),
            size: set.moves.geometry.size(),
            men_a_side: men_a_side(set),
            dark_corner: dark_corner(set),
            first: side_name(set.start.first),
            squares: square_range(set),
            game_type: set.game_type().to_string(),
            start: write_fen(set, &set.start_position()),
            settings: KEYS.iter().map(|key| (key.name(), key.value(set))).collect(),
            document: set.sources.document,
            rules: articles(set),
        }
    }
}

/// `left` or `right`: where each player has a dark corner.
pub(super) const fn dark_corner(set: &RuleSet) -> &'static str {
    if set.notation.numbering.turned { "right" } else { "left" }
}

/// Writes the title, the numbered board, every rule with its source, and what is not applied.
///
/// # Errors
/// When it cannot be written.
///
/// ```
/// let italian = damier_rules::rules::named("italian").expect("it is a game");
/// let mut text = Vec::new();
/// damier_report::rules::write_rules(&italian, &mut text).expect("memory takes everything");
/// assert!(String::from_utf8(text).expect("it is text").starts_with("Italian draughts\n"));
/// ```
pub fn write_rules(set: &RuleSet, out: &mut impl Write) -> io::Result<()> {
    for line in wrapped(&title(set), WIDTH) {
        writeln!(out, "{line}")?;
    }
    for line in wrapped(&format!("Source: {}.", set.sources.document), WIDTH) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    for line in numbers(set, View::official(set)) {
        writeln!(out, "{line}")?;
    }
    write_articles(set, out)?;
    writeln!(out)?;
    for line in wrapped(NOT_APPLIED, WIDTH) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Every rule of the game, each after an empty line.
///
/// # Errors
/// When they cannot be written.
pub fn write_articles(set: &RuleSet, out: &mut impl Write) -> io::Result<()> {
    for article in articles(set) {
        writeln!(out)?;
        write_article(&article, out)?;
    }
    Ok(())
}

/// The topic in front, the text beside it, the source in brackets.
fn write_article(article: &Article, out: &mut impl Write) -> io::Result<()> {
    const INDENT: usize = 15;
    let text = format!("{} [{}]", article.text, article.source);
    for (index, line) in wrapped(&text, WIDTH - INDENT).iter().enumerate() {
        let topic = if index == 0 { article.topic } else { "" };
        writeln!(out, "{topic:<INDENT$}{line}")?;
    }
    Ok(())
}

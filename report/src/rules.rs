//! The rules of a game in words, and all games compared.

mod articles;

use std::collections::BTreeMap;
use std::io::{self, Write};

use damier_rules::notation::write_fen;
use damier_rules::rules::{self, COUNTED, Counted, Criterion, KEYS, Key, RuleSet, draw_sets};
use serde::Serialize;

use crate::board::{View, numbers};
use crate::layout::{Column, TextTable, WIDTH, wrapped};
use crate::parts::{side_name, title};

pub use articles::{Article, NOT_APPLIED, articles, men_a_side, ordinal, square_range};

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
const fn dark_corner(set: &RuleSet) -> &'static str {
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
///
/// ```
/// let russian = damier_rules::rules::named("russian").expect("it is a game");
/// let mut text = Vec::new();
/// damier_report::rules::write_articles(&russian, &mut text).expect("memory takes everything");
/// assert!(text.starts_with(b"\nBoard          8x8, played on the 32 dark squares"));
/// ```
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

/// The rules of every game.
#[derive(Clone, Debug, Serialize)]
pub struct GamesReport {
    /// In the order of the comparison.
    pub games: Vec<RulesReport>,
}

impl GamesReport {
    /// The rules of every game that has a name.
    ///
    /// ```
    /// let games = damier_report::rules::GamesReport::all().games;
    /// assert!(games.iter().any(|game| game.name == "international" && game.size == 10));
    /// ```
    pub fn all() -> GamesReport {
        GamesReport { games: rules::ALL.iter().map(RulesReport::of).collect() }
    }
}

/// Writes a table of every game, what its words mean, and the sets of draw rules.
///
/// # Errors
/// When it cannot be written.
///
/// ```
/// let mut text = Vec::new();
/// damier_report::rules::write_comparison(&mut text).expect("memory takes everything");
/// assert!(String::from_utf8(text).expect("it is text").contains("men take backward"));
/// ```
pub fn write_comparison(out: &mut impl Write) -> io::Result<()> {
    let rows = rows();
    let table = TextTable {
        columns: rules::ALL
            .iter()
            .enumerate()
            .map(|(game, set)| Column {
                heading: set.name.to_owned(),
                cells: rows.iter().map(|(_, cells)| cells[game].clone()).collect(),
            })
            .collect(),
        labels: rows.into_iter().map(|(label, _)| label).collect(),
    };
    for line in table.lines(WIDTH) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    for line in wrapped(LEGEND, WIDTH) {
        writeln!(out, "{line}")?;
    }
    for set in rules::ALL.iter().filter(|set| !set.aliases.is_empty()) {
        writeln!(out, "{} = {}", set.aliases.join(" = "), set.name)?;
    }
    writeln!(out, "\nSets of draw rules, chosen by --rule draws=NAME:")?;
    for set in draw_sets() {
        writeln!(out, "  {:<15}{}", set.name, set.title)?;
    }
    Ok(())
}

const LEGEND: &str = "Man on the last row, while capturing: `ends` the move is over; `passing` it \
     goes on as a king; `rest` it goes on as a man, crowned only where the move ends. Precedence: \
     the next line decides between captures that the lines above leave equal; `free` any capture \
     may be chosen. Repetition: the occurrence of a position at which the game is drawn. In every \
     game captured pieces stay on the board until the move ends, and who cannot move has lost. \
     Counts are moves of each side after which the game is drawn: without progress, by kings only, \
     against a lone king, or with so many pieces. Huffing is not supported. `damier rules GAME` \
     tells more, with sources.";

/// What a row of the comparison shows of a game.
type Cell = fn(&RuleSet) -> String;

const FIRST_ROWS: &[(&str, Cell)] = &[
    ("board", |set| format!("{0}x{0}", set.moves.geometry.size())),
    ("men a side", |set| men_a_side(set).to_string()),
    ("dark corner", |set| dark_corner(set).to_owned()),
    ("moves first", |set| Key::First.value(set)),
    ("kings", |set| Key::King.value(set)),
    ("men take backward", |set| yes_no(set.moves.men_capture_backward)),
    ("men take kings", |set| yes_no(set.moves.men_capture_kings)),
    ("man on last row", |set| Key::Crowning.value(set)),
    ("capture", |set| Key::Capture.value(set)),
    ("break off", |set| yes_no(set.moves.break_off)),
    ("precedence", |set| criterion(set, 0)),
    ("  then", |set| criterion(set, 1)),
    ("  then", |set| criterion(set, 2)),
    ("  then", |set| criterion(set, 3)),
    ("repetition", |set| set.draws.repetition.map_or("off".to_owned(), ordinal)),
];

const LAST_ROWS: &[(&str, Cell)] = &[
    ("squares", square_range),
    ("capture sign", |set| set.notation.capture_sign.to_string()),
    ("PDN GameType", |set| set.notation.pdn_type.to_string()),
];

/// A row of a count of moves: what each game has, empty where it has no such rule; `None` where
/// no game has it.
fn count_row(counted: &Counted) -> Option<(String, Vec<String>)> {
    let moves = |set: &RuleSet| set.draws.clause(counted.clause.rule).map(|clause| clause.moves);
    let cells: Vec<Option<u16>> = rules::ALL.iter().map(moves).collect();
    let text = |moves: Option<u16>| moves.map_or(String::new(), |moves| moves.to_string());
    cells
        .iter()
        .any(Option::is_some)
        .then(|| (counted.label.to_owned(), cells.into_iter().map(text).collect()))
}

/// The rows of the comparison, each with a cell for every game.
fn rows() -> Vec<(String, Vec<String>)> {
    let row =
        |(label, cell): &(&str, Cell)| ((*label).to_owned(), rules::ALL.iter().map(cell).collect());
    let counts = COUNTED.iter().filter_map(count_row);
    FIRST_ROWS.iter().map(row).chain(counts).chain(LAST_ROWS.iter().map(row)).collect()
}

fn yes_no(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

fn criterion(set: &RuleSet, index: usize) -> String {
    let text = match set.moves.precedence.get(index) {
        Some(Criterion::MostPieces) => "most pieces",
        Some(Criterion::ByKing) => "by king",
        Some(Criterion::MostKings) => "most kings",
        Some(Criterion::EarliestKing) => "early king",
        None if index == 0 => "free",
        None => "",
    };
    text.to_owned()
}

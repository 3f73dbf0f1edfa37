//! `damier rules`: the games compared, or one game's rules in words.

use std::io::Write;

use damier_rules::notation::write_fen;
use damier_rules::rules::{self, COUNTED, Counted, Criterion, KEYS, Key, RuleSet, draw_sets};
use serde::Serialize;

use crate::Answer;
use crate::args::{Game, RulesArgs};
use crate::report::{WIDTH, json_line, side_name};
use crate::setup::{self, title};
use crate::show::diagram::{self, View};
use crate::show::table::{Column, Table, wrapped};
use crate::show::words::{self, Article};

/// A game's rules.
#[derive(Serialize)]
struct Report {
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    /// The named game that a file's game extends, `null` for others.
    extends: Option<&'static str>,
    /// The rules that differ from the named game.
    house_rules: Vec<String>,
    /// Rows of the board.
    size: usize,
    men_a_side: usize,
    /// `left` or `right`: where each player has a dark corner.
    dark_corner: &'static str,
    first: &'static str,
    squares: String,
    game_type: String,
    start: String,
    /// Each key of `--rule` with the game's value.
    settings: std::collections::BTreeMap<&'static str, String>,
    /// The rule book.
    document: &'static str,
    /// The rules in words.
    rules: Vec<Article>,
}

#[derive(Serialize)]
struct Games {
    games: Vec<Report>,
}

pub fn run(args: &RulesArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let name = args.name.as_ref().or(args.game.variant.as_ref());
    let Game { rules, rule, .. } = &args.game;
    if name.is_none() && rules.is_none() && rule.is_empty() {
        compare(args.json, out)?;
    } else {
        let game = Game { variant: name.cloned(), ..args.game.clone() };
        let variant = setup::variant(&game, "italian")?;
        describe(variant.rules(), args.json, out)?;
    }
    Ok(Answer::Yes)
}

fn compare(json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    if json {
        return json_line(out, &Games { games: rules::ALL.iter().map(report).collect() });
    }
    let rows = rows();
    let table = Table {
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

/// What a row of the comparison says of a game.
type Cell = fn(&RuleSet) -> String;

const FIRST_ROWS: &[(&str, Cell)] = &[
    ("board", |set| format!("{0}x{0}", set.moves.geometry.size())),
    ("men a side", |set| words::men_a_side(set).to_string()),
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
    ("repetition", |set| set.draws.repetition.map_or("off".to_owned(), words::ordinal)),
];

const LAST_ROWS: &[(&str, Cell)] = &[
    ("squares", words::square_range),
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

const fn dark_corner(set: &RuleSet) -> &'static str {
    if set.notation.numbering.turned { "right" } else { "left" }
}

fn criterion(set: &RuleSet, place: usize) -> String {
    let text = match set.moves.precedence.get(place) {
        Some(Criterion::MostPieces) => "most pieces",
        Some(Criterion::ByKing) => "by king",
        Some(Criterion::MostKings) => "most kings",
        Some(Criterion::EarliestKing) => "early king",
        None if place == 0 => "free",
        None => "",
    };
    text.to_owned()
}

fn report(set: &RuleSet) -> Report {
    Report {
        name: set.name,
        aliases: set.aliases,
        title: set.title,
        extends: set.extends,
        house_rules: set.house_rules(),
        size: set.moves.geometry.size(),
        men_a_side: words::men_a_side(set),
        dark_corner: dark_corner(set),
        first: side_name(set.start.first),
        squares: words::square_range(set),
        game_type: set.game_type().to_string(),
        start: write_fen(set, &set.start_position()),
        settings: KEYS.iter().map(|key| (key.name(), key.value(set))).collect(),
        document: set.sources.document,
        rules: words::articles(set),
    }
}

fn describe(set: &RuleSet, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    if json {
        return json_line(out, &report(set));
    }
    for line in wrapped(&title(set), WIDTH) {
        writeln!(out, "{line}")?;
    }
    for line in wrapped(&format!("Source: {}.", set.sources.document), WIDTH) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    for line in diagram::numbers(set, View::official(set)) {
        writeln!(out, "{line}")?;
    }
    write_articles(set, out)?;
    writeln!(out)?;
    for line in wrapped(words::NOT_APPLIED, WIDTH) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Every rule of the game, each after an empty line.
///
/// # Errors
/// When they cannot be written.
pub fn write_articles(set: &RuleSet, out: &mut impl Write) -> anyhow::Result<()> {
    for article in words::articles(set) {
        writeln!(out)?;
        write_article(&article, out)?;
    }
    Ok(())
}

/// The topic in front, the text beside it, the source in brackets.
fn write_article(article: &Article, out: &mut impl Write) -> anyhow::Result<()> {
    const INDENT: usize = 15;
    let text = format!("{} [{}]", article.text, article.source);
    for (place, line) in wrapped(&text, WIDTH - INDENT).iter().enumerate() {
        let topic = if place == 0 { article.topic } else { "" };
        writeln!(out, "{topic:<INDENT$}{line}")?;
    }
    Ok(())
}

/// Where the values of keys begin in the help.
const KEYS_INDENT: usize = 25;

/// What stands below the options in the help: examples and keys.
pub fn help() -> String {
    let mut help = "Examples:\n  damier rules\n  damier rules italian\n  \
                    damier rules english --rule capture=optional --rule king=flying\n  \
                    damier rules brazilian --rule draws=cbd\n  \
                    damier rules --rules kitchen.toml\n\n\
                    A file has a line `extends = \"GAME\"`, lines `KEY = VALUE` as for --rule,\n\
                    and may give the new game a `name` and a `title`.\n\n\
                    Keys of --rule:\n"
        .to_owned();
    for key in KEYS {
        let allowed = wrapped(&key.allowed(), WIDTH - KEYS_INDENT);
        let gaps = std::iter::once(format!("  {:<1$}", key.name(), KEYS_INDENT - 2));
        let gaps = gaps.chain(std::iter::repeat(" ".repeat(KEYS_INDENT)));
        let lines: Vec<String> = gaps.zip(allowed).map(|(gap, line)| gap + &line).collect();
        help.push_str(&lines.join("\n"));
        help.push('\n');
    }
    help.push_str(
        "\nJSON: a game {\"name\", \"title\", \"settings\", ..., \"rules\": [{\"topic\", \"text\",\n\
         \"source\"}, ...]}; without one {\"games\": [...]}.",
    );
    help
}

//! The rules of a game in plain words, from the rule set alone.

use damier_rules::board::Geometry;
use damier_rules::notation::square_text;
use damier_rules::rules::{
    CaptureDuty, Criterion, Crowning, KingRange, MoveRules, ResultStyle, RuleSet, SquareNames,
};
use serde::Serialize;

use crate::parts::side_title;

/// One rule in words.
#[derive(Clone, Debug, Serialize)]
pub struct Article {
    /// What it is about.
    pub topic: &'static str,
    /// The rule.
    pub text: String,
    /// Where it comes from.
    pub source: &'static str,
}

/// Every rule of the game, in the order of a rule book.
///
/// ```
/// let english = damier_rules::rules::named("english").expect("it is a game");
/// let articles = damier_report::rules::articles(&english);
/// let first = articles.iter().find(|article| article.topic == "First move");
/// assert_eq!(first.expect("it is there").text, "Black moves first.");
/// ```
pub fn articles(rules: &RuleSet) -> Vec<Article> {
    let sources = &rules.sources;
    let moves = &rules.moves;
    let article = |topic, text: String, source| Article { topic, text, source };
    let mut articles = vec![
        article("Board", board(rules), sources.start),
        article(
            "First move",
            format!("{} moves first.", side_title(rules.start.first)),
            sources.first,
        ),
        article("Men", men(moves), sources.men_capture_backward),
        article("Men and kings", men_and_kings(moves), sources.men_capture_kings),
        article("Kings", kings(moves), sources.king),
        article("Capture", capture(moves).to_owned(), sources.capture),
        article("Completion", completion(moves).to_owned(), sources.break_off),
        article("Precedence", precedence(moves), sources.precedence),
        article("Crowning", crowning(moves), sources.crowning),
        article("End", END.to_owned(), sources.document),
    ];
    articles.extend(draw_articles(rules));
    articles.push(article("Notation", notation(rules), sources.notation));
    articles
}

/// Every draw rule of the game.
fn draw_articles(rules: &RuleSet) -> Vec<Article> {
    let draws = &rules.draws;
    let article = |text, source| Article { topic: "Draw", text, source };
    let repetition = match draws.repetition {
        Some(count) => format!(
            "A game is drawn when the same position with the same side to move stands on the board \
             for the {} time.",
            ordinal(count)
        ),
        None => "Repetition of a position is no draw.".to_owned(),
    };
    let counts = draws.clauses().map(|clause| {
        let (moves, condition) = (clause.moves, clause.condition());
        let text = format!("A game is drawn after {moves} moves of each side {condition}.");
        article(text, clause.article)
    });
    std::iter::once(article(repetition, draws.repetition_source)).chain(counts).collect()
}

/// What the program does not do, in words.
pub const NOT_APPLIED: &str = "Huffing is not supported: a move that breaks a rule is refused, \
     without a penalty.";

const END: &str = "Whoever has no piece left, or no legal move, has lost.";

fn board(rules: &RuleSet) -> String {
    let geometry = rules.moves.geometry;
    let corner = if rules.notation.numbering.turned { "right" } else { "left" };
    format!(
        "{size}x{size}, played on the {squares} dark squares; a dark corner at each player's \
         {corner}. Each side starts with {men} men on the {rows} rows nearest to it.",
        size = geometry.size(),
        squares = geometry.squares(),
        men = men_a_side(rules),
        rows = rules.start.rows,
    )
}

/// Men of each side at the start.
pub fn men_a_side(rules: &RuleSet) -> usize {
    rules.start.rows * rules.moves.geometry.row_length()
}

fn men(moves: &MoveRules) -> String {
    let ways = if moves.men_capture_backward { "forward or backward" } else { "forward only" };
    format!(
        "A man moves one square diagonally forward. It captures {ways}, by a jump over an enemy \
         next to it to the empty square behind."
    )
}

fn men_and_kings(moves: &MoveRules) -> String {
    match moves.men_capture_kings {
        true => "A man captures men and kings.".to_owned(),
        false => "A man captures men only; it can neither take a king nor jump over one. A king \
                  captures both."
            .to_owned(),
    }
}

fn kings(moves: &MoveRules) -> String {
    match moves.king {
        KingRange::Short => "A king moves one square in any diagonal direction, and captures in \
             any direction what stands next to it."
            .to_owned(),
        KingRange::Flying => {
            let landing = if moves.break_off {
                "It lands on any empty square behind."
            } else {
                "It lands on any empty square behind, but where it can go on capturing from one \
                 of them, it must choose such a square."
            };
            format!(
                "A king moves any distance along a free diagonal. It captures an enemy at any \
                 distance with an empty square behind. {landing}"
            )
        }
    }
}

fn capture(moves: &MoveRules) -> &'static str {
    match moves.capture {
        CaptureDuty::Mandatory => {
            "Where there is a capture, one must be made: other moves do not exist then."
        }
        CaptureDuty::Optional => {
            "A capture need not be made: the other moves stand beside it. A capture that is made \
             is bound by the rules below."
        }
    }
}

fn completion(moves: &MoveRules) -> &'static str {
    if moves.break_off {
        "A piece that can go on capturing may, but need not: a capture can end after any jump. \
         Captured pieces stay on the board until the move ends and cannot be jumped twice; empty \
         squares may be crossed again."
    } else {
        "A piece that can go on capturing must: the whole capture is one move. Captured pieces \
         stay on the board until the move ends and cannot be jumped twice; empty squares may be \
         crossed again."
    }
}

fn precedence(moves: &MoveRules) -> String {
    if moves.precedence.is_none() {
        return "Any capture may be chosen, the longest or not.".to_owned();
    }
    let criteria: Vec<&str> = moves.precedence.iter().map(criterion).collect();
    format!(
        "Among all captures of all pieces, one must be chosen {}. Those that are left equal are a \
         free choice.",
        criteria.join("; among equals one ")
    )
}

const fn criterion(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::MostPieces => "that takes most pieces",
        Criterion::ByKing => "made by a king (a man that is crowned on the way counts as a man)",
        Criterion::MostKings => "that takes most kings",
        Criterion::EarliestKing => {
            "that meets a king earliest, then the next king earliest, and so on"
        }
    }
}

fn crowning(moves: &MoveRules) -> String {
    let capturing = match moves.crowning {
        Crowning::Ends => "there the move ends, even in the middle of a capture",
        Crowning::Passing => "while capturing it becomes a king at once and goes on as one",
        Crowning::Rest => {
            "while capturing it goes on as a man, and is crowned only if the move ends there"
        }
    };
    format!("A man that reaches the last row becomes a king; {capturing}.")
}

/// `3rd`, `4th` and so on.
///
/// ```
/// use damier_report::rules::ordinal;
///
/// assert_eq!([1, 2, 3, 11].map(ordinal), ["1st", "2nd", "3rd", "11th"]);
/// ```
pub fn ordinal(count: u8) -> String {
    let ending = match (count % 100, count % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{count}{ending}")
}

/// The first and last square, `1-32` or `a1-h8`.
///
/// ```
/// let [english, russian] =
///     ["english", "russian"].map(|name| damier_rules::rules::named(name).expect("it is a game"));
/// let ranges = [english, russian].map(|rules| damier_report::rules::square_range(&rules));
/// assert_eq!(ranges, ["1-32", "a1-h8"]);
/// ```
pub fn square_range(rules: &RuleSet) -> String {
    let geometry = rules.moves.geometry;
    match rules.notation.names {
        SquareNames::Numeric => format!("1-{}", geometry.squares()),
        SquareNames::Algebraic => {
            let [first, last] = ends(geometry).map(|square| square_text(rules, square));
            format!("{first}-{last}")
        }
    }
}

fn ends(geometry: Geometry) -> [damier_rules::board::Square; 2] {
    let last = geometry.row_length() - 1;
    [geometry.square(geometry.size() - 1, 0), geometry.square(0, last)]
}

fn notation(rules: &RuleSet) -> String {
    let results = match rules.notation.results {
        ResultStyle::One => "1-0, 1/2-1/2, 0-1",
        ResultStyle::Two => "2-0, 1-1, 0-2",
    };
    format!(
        "Squares {}, as in the diagram, White below.{} `-` is a move, `{}` a capture; results are \
         {results}. PDN GameType {}.",
        square_range(rules),
        numbers_too(rules),
        rules.notation.capture_sign,
        rules.game_type(),
    )
}

/// For games in letters: that numbers are understood, and which.
fn numbers_too(rules: &RuleSet) -> String {
    let geometry = rules.moves.geometry;
    let named = |number| {
        let square = rules.notation.numbering.square(geometry, number)?;
        Some(format!("{number} = {}", square_text(rules, square)))
    };
    match (rules.notation.names, named(1), named(geometry.squares())) {
        (SquareNames::Algebraic, Some(first), Some(last)) => {
            format!(" Numbers are read too: {first}, row by row, to {last}.")
        }
        _ => String::new(),
    }
}

//! The parts that reports share, as text and as JSON.

use damier_engine::score::Score;
use damier_engine::search::Bound;
use damier_rules::game::{Game, Outcome};
use damier_rules::notation::{SquareOrder, hub_move, write_fen, write_move};
use damier_rules::position::{Move, Position, Side};
use damier_rules::rules::RuleSet;
use damier_rules::variant::Variant;
use serde::Serialize;

/// A move in both notations.
#[derive(Clone, Debug, Serialize)]
pub struct MoveText {
    /// Hub's: origin, destination, captured squares ascending.
    pub hub: String,
    /// The game's own.
    pub text: String,
}

impl MoveText {
    /// A legal move of `position`.
    ///
    /// ```
    /// use damier_report::parts::MoveText;
    /// use damier_rules::notation::read_fen;
    /// use damier_rules::variant::Variant;
    ///
    /// let italian = Variant::named("italian").expect("it is a game");
    /// let position = read_fen(italian.rules(), "W:WK22:B18,19").expect("it is a position");
    /// let texts: Vec<MoveText> = italian
    ///     .legal_moves(&position)
    ///     .iter()
    ///     .map(|played| MoveText::of(italian, &position, played))
    ///     .collect();
    /// assert_eq!((texts[0].hub.as_str(), texts[0].text.as_str()), ("22x13x18", "22x13"));
    /// ```
    pub fn of(variant: Variant, position: &Position, played: &Move) -> MoveText {
        MoveText {
            hub: hub_move(variant.rules(), played, SquareOrder::Plain),
            text: write_move(variant, position, played),
        }
    }

    /// The moves of a line from `position`, up to the first that is not legal.
    ///
    /// ```
    /// use damier_report::parts::MoveText;
    /// use damier_rules::variant::Variant;
    ///
    /// let italian = Variant::named("italian").expect("it is a game");
    /// let start = italian.start_position();
    /// let first = italian.legal_moves(&start)[0];
    /// // White's move is not Black's, which would be next.
    /// assert_eq!(MoveText::line(italian, &start, &[first, first]).len(), 1);
    /// ```
    pub fn line(variant: Variant, position: &Position, moves: &[Move]) -> Vec<MoveText> {
        let mut position = *position;
        let mut texts = Vec::with_capacity(moves.len());
        for played in moves {
            if !variant.generated(&position).contains(played) {
                break;
            }
            texts.push(MoveText::of(variant, &position, played));
            position = position.make(played);
        }
        texts
    }
}

/// What a report is about.
#[derive(Clone, Debug, Serialize)]
pub struct Subject {
    /// The game's name.
    pub variant: &'static str,
    /// The named game that a file's game extends, left out for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extends: Option<&'static str>,
    /// The rules in which it differs from the named game, left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub house_rules: Vec<String>,
    /// The position in the game's notation.
    pub fen: String,
}

impl Subject {
    /// A game and a position in it.
    ///
    /// ```
    /// use damier_report::parts::Subject;
    /// use damier_rules::variant::Variant;
    ///
    /// let italian = Variant::named("italian").expect("it is a game");
    /// let subject = Subject::of(italian, &italian.start_position());
    /// assert_eq!((subject.variant, subject.fen.as_str()), ("italian", "W:W21-32:B1-12"));
    /// ```
    pub fn of(variant: Variant, position: &Position) -> Subject {
        let rules: &RuleSet = variant.rules();
        Subject {
            variant: rules.name,
            extends: rules.extends,
            house_rules: rules.house_rules(),
            fen: write_fen(rules, position),
        }
    }
}

/// A score with the side whose view it is.
#[derive(Clone, Debug, Serialize)]
pub struct ScoreText {
    /// Centi-men; ±(10,000 − plies) for a decided game.
    pub centimen: i16,
    /// `white` or `black`: whose view it is.
    pub side: &'static str,
    /// `exact`, `lower` or `upper`.
    pub bound: &'static str,
    /// How a decided game ends for that side, `null` while nothing is decided.
    pub decided: Option<Decided>,
}

/// The end of a decided game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Decided {
    /// `win` or `loss`.
    pub result: &'static str,
    /// Plies until then.
    pub plies: u32,
}

impl ScoreText {
    /// A score from the view of `side`.
    ///
    /// ```
    /// use damier_engine::score::Score;
    /// use damier_engine::search::Bound;
    /// use damier_report::parts::ScoreText;
    /// use damier_rules::position::Side;
    ///
    /// let score = ScoreText::of(Score::from_raw(9_995), Bound::Exact, Side::White);
    /// assert_eq!(score.to_string(), "win in 5 plies");
    /// ```
    pub fn of(score: Score, bound: Bound, side: Side) -> ScoreText {
        let bound = match bound {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        };
        let decided = score.end().map(|plies| Decided {
            result: if plies > 0 { "win" } else { "loss" },
            plies: plies.unsigned_abs(),
        });
        ScoreText { centimen: score.raw(), side: side_name(side), bound, decided }
    }
}

impl std::fmt::Display for ScoreText {
    /// Men with sign and two decimals, or the distance of the end.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let bound = match self.bound {
            "lower" => ">=",
            "upper" => "<=",
            _ => "",
        };
        let text = match self.decided {
            None => format!("{bound}{}", Score::from_raw(self.centimen)),
            Some(Decided { plies: 0, .. }) => "lost".to_owned(),
            Some(Decided { result, plies: 1 }) => format!("{result} in 1 ply"),
            Some(Decided { result, plies }) => format!("{result} in {plies} plies"),
        };
        f.pad(&text)
    }
}

/// `white` or `black`, as JSON names sides.
pub const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// `White` or `Black`, as sentences name sides.
pub const fn side_title(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// The game's title, with the house rules that change it; the title of a game of a file does not
/// show what it extends.
///
/// ```
/// use damier_rules::rules::{House, named};
///
/// let english = House::of(named("english").expect("it is a game"));
/// let flying = english.set("king=flying").and_then(House::finish).expect("it is a rule");
/// let title = damier_report::parts::title(&flying);
/// assert_eq!(title, "English draughts, American checkers (king=flying)");
/// ```
pub fn title(rules: &RuleSet) -> String {
    let title = rules.title;
    let base = rules.extends.and(rules.base()).map(|base| base.title);
    let changed = rules.house_rules().join(", ");
    match (base, changed.is_empty()) {
        (None, true) => title.to_owned(),
        (None, false) => format!("{title} ({changed})"),
        (Some(base), true) => format!("{title} ({base})"),
        (Some(base), false) => format!("{title} ({base} with {changed})"),
    }
}

/// Who is to move, or how the game has ended.
///
/// ```
/// use damier_report::parts::state_of;
/// use damier_rules::game::Game;
/// use damier_rules::variant::Variant;
///
/// let english = Variant::named("english").expect("it is a game");
/// assert_eq!(state_of(&Game::new(english)), "Black to move");
/// ```
pub fn state_of(game: &Game) -> String {
    let turn = game.position().turn();
    match game.outcome() {
        Some(Outcome::Won(winner)) => {
            format!("{} has won: {}", side_title(winner), ending(game, winner))
        }
        Some(Outcome::Drawn(count)) => {
            format!("the game is drawn: {}", count.reason(game.variant().rules()))
        }
        None => format!("{} to move", side_title(turn)),
    }
}

fn ending(game: &Game, winner: Side) -> String {
    let loser = winner.opponent();
    let lack = if game.position().side(loser).is_empty() { "no piece" } else { "no move" };
    format!("{} has {lack}", side_title(loser))
}

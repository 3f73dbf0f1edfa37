//! Boards as text.

use damier_rules::board::{Geometry, Square};
use damier_rules::game::Game;
use damier_rules::notation::{square_text, write_move};
use damier_rules::position::{Move, Piece, Position, Rank, Side};
use damier_rules::rules::{RuleSet, SquareNames};

/// How the board lies before the viewer.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// Whether the dark corner is at the right, as some federations lay the board.
    pub turned: bool,
    /// Whether Black is below.
    pub flipped: bool,
}

/// The signs of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// `w`, `b`, `W`, `B`: distinct without colour and read out well.
    Letters,
    /// The draughts signs of Unicode.
    Unicode,
}

impl View {
    /// As the game's federation draws the board, White below.
    pub fn official(rules: &RuleSet) -> View {
        View { turned: rules.notation.numbering.turned, flipped: false }
    }

    /// The square drawn at a row from the top and a column from the left; `None` for the light
    /// ones.
    fn at(self, geometry: Geometry, row: usize, column: usize) -> Option<Square> {
        let last = geometry.size() - 1;
        let row = if self.flipped { last - row } else { row };
        // Half a turn exchanges left and right, and so does the turned board.
        let column = if self.flipped != self.turned { last - column } else { column };
        geometry.at(row, column)
    }

    /// The rows from the top, each with its squares from the left.
    pub fn rows(self, geometry: Geometry) -> Vec<Vec<Option<Square>>> {
        let size = geometry.size();
        (0..size)
            .map(|row| (0..size).map(|column| self.at(geometry, row, column)).collect())
            .collect()
    }
}

impl Signs {
    /// The sign of a dark square.
    pub fn of(self, position: &Position, square: Square) -> char {
        match (position.piece(square), self) {
            (None, Signs::Letters) => '.',
            (None, Signs::Unicode) => '·',
            (Some(piece), Signs::Letters) => letter(piece),
            (Some(Piece { side: Side::White, rank: Rank::Man }), Signs::Unicode) => '⛀',
            (Some(Piece { side: Side::White, rank: Rank::King }), Signs::Unicode) => '⛁',
            (Some(Piece { side: Side::Black, rank: Rank::Man }), Signs::Unicode) => '⛂',
            (Some(Piece { side: Side::Black, rank: Rank::King }), Signs::Unicode) => '⛃',
        }
    }
}

fn letter(piece: Piece) -> char {
    let letter = piece.side.letter();
    match piece.rank {
        Rank::Man => letter.to_ascii_lowercase(),
        Rank::King => letter,
    }
}

/// A move that was played, as diagrams mark it.
#[derive(Clone, Debug)]
pub struct LastMove {
    /// The position in which it was played.
    pub before: Position,
    /// The move.
    pub played: Move,
    /// The squares on which its piece stood one after the other, both ends included.
    pub path: Vec<Square>,
    /// The move in the game's notation.
    pub text: String,
}

impl LastMove {
    /// The move of `game` that was played last, if any was.
    ///
    /// ```
    /// use damier_report::board::LastMove;
    /// use damier_rules::game::Game;
    /// use damier_rules::notation::read_move;
    /// use damier_rules::variant::Variant;
    ///
    /// let mut game = Game::new(Variant::named("italian").expect("it is a game"));
    /// assert!(LastMove::of(&game).is_none());
    /// for text in ["21-17", "10-13", "17x10", "5x14"] {
    ///     let played = read_move(game.variant(), game.position(), text).expect("it is legal");
    ///     game.play(&played).expect("the game goes on");
    /// }
    /// let last = LastMove::of(&game).expect("moves were played");
    /// assert_eq!((last.text.as_str(), last.path.len()), ("5x14", 2));
    /// ```
    pub fn of(game: &Game) -> Option<LastMove> {
        let (played, before) = (game.moves().last()?, game.earlier_positions().last()?);
        let path = game.variant().path(before, played, &[]);
        Some(LastMove {
            before: *before,
            played: *played,
            // A legal move has a path; without one the ends are still known.
            path: path.unwrap_or_else(|| vec![played.from, played.to]),
            text: write_move(game.variant(), before, played),
        })
    }
}

/// The position in a frame, with numbers or letters at the edges.
///
/// ```
/// use damier_report::board::{Signs, View, pieces};
/// use damier_rules::variant::Variant;
///
/// let italian = Variant::named("italian").expect("it is a game");
/// let (rules, start) = (italian.rules(), italian.start_position());
/// let lines = pieces(rules, View::official(rules), &start, Signs::Letters);
/// assert_eq!(lines[1], "  1 | b   b   b   b   | 4");
/// ```
pub fn pieces(rules: &RuleSet, view: View, position: &Position, signs: Signs) -> Vec<String> {
    framed(rules, view, position, signs, None)
}

/// [`pieces`] with the ends of the last move in brackets, and `x` for what it took.
///
/// ```
/// use damier_report::board::{LastMove, Signs, View, marked};
/// use damier_rules::game::Game;
/// use damier_rules::notation::read_move;
/// use damier_rules::variant::Variant;
///
/// let italian = Variant::named("italian").expect("it is a game");
/// let mut game = Game::new(italian);
/// let played = read_move(italian, game.position(), "21-17").expect("it is legal");
/// game.play(&played).expect("the game goes on");
/// let last = LastMove::of(&game).expect("a move was played");
/// let (rules, view) = (italian.rules(), View::official(italian.rules()));
/// let lines = marked(rules, view, game.position(), Signs::Letters, &last);
/// assert_eq!(lines[5], " 17 |[w]  .   .   .   | 20");
/// ```
pub fn marked(
    rules: &RuleSet,
    view: View,
    position: &Position,
    signs: Signs,
    last: &LastMove,
) -> Vec<String> {
    framed(rules, view, position, signs, Some(last))
}

fn framed(
    rules: &RuleSet,
    view: View,
    position: &Position,
    signs: Signs,
    last: Option<&LastMove>,
) -> Vec<String> {
    let rows = view.rows(rules.moves.geometry);
    let edge = format!("    +{}+", "-".repeat(2 * rows.len() + 1));
    let mut lines = vec![edge.clone()];
    for row in &rows {
        // A blank before each cell and one at the end, which brackets take the place of.
        let mut cells = vec![' '];
        for square in row {
            let taken = |last: &LastMove| {
                square.is_some_and(|square| last.played.captured.contains(square))
            };
            let sign = square.map_or(' ', |square| signs.of(position, square));
            let is_end = last
                .is_some_and(|last| [last.played.from, last.played.to].map(Some).contains(square));
            if is_end {
                cells.pop();
                cells.extend(['[', sign, ']']);
            } else {
                cells.extend([if last.is_some_and(taken) { 'x' } else { sign }, ' ']);
            }
        }
        let (left, right) = edge_labels(rules, row);
        let cells: String = cells.into_iter().collect();
        lines.push(format!("{left:>3} |{cells}| {right}").trim_end().to_owned());
    }
    lines.push(edge);
    if rules.notation.names == SquareNames::Algebraic {
        let letters: String = (0..rows.len())
            .filter_map(|column| rows.iter().find_map(|row| row.get(column).copied().flatten()))
            .map(|square| square_text(rules, square))
            .flat_map(|name| [' ', name.chars().next().unwrap_or(' ')])
            .collect();
        lines.push(format!("     {letters}"));
    }
    lines
}

/// What stands left and right of a row: its outermost numbers, or its digit.
fn edge_labels(rules: &RuleSet, row: &[Option<Square>]) -> (String, String) {
    let mut names = row.iter().flatten().map(|&square| square_text(rules, square));
    let first = names.next().unwrap_or_default();
    let last = names.next_back().unwrap_or_default();
    match rules.notation.names {
        SquareNames::Numeric => (first, last),
        SquareNames::Algebraic => (first.chars().skip(1).collect(), String::new()),
    }
}

/// The names of the squares in a frame.
///
/// ```
/// use damier_report::board::{View, numbers};
///
/// let italian = damier_rules::rules::named("italian").expect("it is a game");
/// let lines = numbers(&italian, View::official(&italian));
/// assert_eq!(lines[1], "    |  1     2     3     4    |");
/// ```
pub fn numbers(rules: &RuleSet, view: View) -> Vec<String> {
    let rows = view.rows(rules.moves.geometry);
    let edge = format!("    +{}+", "-".repeat(3 * rows.len() + 1));
    let mut lines = vec![edge.clone()];
    for row in rows {
        let name = |square| square_text(rules, square);
        let cells: String = row
            .into_iter()
            .map(|square| format!("{:>3}", square.map_or(String::new(), name)))
            .collect();
        lines.push(format!("    |{cells} |"));
    }
    lines.push(edge);
    lines
}

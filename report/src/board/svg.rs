//! A position as an SVG diagram, fit for print: everything is distinct without colours; and
//! in the words that stand in it for those who cannot see it.

use std::fmt::Write;

use damier_rules::board::{Square, SquareSet};
use damier_rules::notation::{square_text, write_fen};
use damier_rules::position::{Piece, Position, Rank, Side};
use damier_rules::rules::{RuleSet, SquareNames};

use super::diagram::{LastMove, View};
use crate::parts::{side_name, side_title};

/// An arrow from square to square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The squares that it joins, two or more.
    pub squares: Vec<Square>,
}

/// What a diagram shows.
pub struct SvgDiagram<'a> {
    /// The game.
    pub rules: &'a RuleSet,
    /// Its title for people.
    pub title: String,
    /// The pieces.
    pub position: &'a Position,
    /// How the board lies.
    pub view: View,
    /// The move that led here.
    pub last: Option<&'a LastMove>,
    /// Arrows over the board.
    pub arrows: &'a [Arrow],
}

/// The side of a square.
const SQUARE: f64 = 60.0;
/// From the edge of the picture to the board; room for the letters where there are some.
const MARGIN: f64 = 6.0;
const LETTERS: f64 = 26.0;

/// Stands before every class and id while a picture is drawn, for the key that makes them its own.
const KEY: char = '@';

const STYLE: &str = "\
.@light{fill:#fbf3e2}.@dark{fill:#c49a6c}.@frame{fill:none;stroke:#3a2a1a;stroke-width:3}\
.@mark{fill:#e6c84f;stroke:#5a4300;stroke-width:3}\
.@board text{font-family:Helvetica,Arial,sans-serif;fill:#2b1b0c}.@number{font-size:11px}\
.@edge{font-size:17px;text-anchor:middle}\
.@white{fill:#fff;stroke:#1a1a1a}.@black{fill:#222;stroke:#000}.@piece circle{stroke-width:2}\
.@piece .@rim{fill:none;stroke-width:1.5}.@black .@rim{stroke:#8a8a8a}.@white .@rim{stroke:#777}\
.@piece path{stroke-width:1.5;stroke-linejoin:round}\
.@white path{fill:#1a1a1a;stroke:#1a1a1a}.@black path{fill:#fff;stroke:#fff}\
.@black .@base{fill:#222;stroke:#8a8a8a}\
.@taken .@piece{opacity:.35}.@cross{stroke:#a00000;stroke-width:5;stroke-linecap:round}\
.@path{fill:none;stroke:#5a4300;stroke-width:4;stroke-dasharray:2 9;stroke-linecap:round}\
.@arrow{fill:none;stroke:#0b5394;stroke-width:7;stroke-linejoin:round;opacity:.85}\
.@head{fill:#0b5394;opacity:.85}";

/// The file of a diagram.
///
/// ```
/// use damier_report::board::{SvgDiagram, View, svg};
/// use damier_rules::variant::Variant;
///
/// let russian = Variant::named("russian").expect("it is a game");
/// let rules = russian.rules();
/// let picture = svg(&SvgDiagram {
///     rules,
///     title: "The start".to_owned(),
///     position: &russian.start_position(),
///     view: View::official(rules),
///     last: None,
///     arrows: &[],
/// });
/// assert!(picture.starts_with("<svg ") && picture.contains("white man on c3"));
/// ```
pub fn svg(diagram: &SvgDiagram<'_>) -> String {
    let mut picture = Picture::of(diagram);
    picture.board();
    picture.marks();
    picture.names();
    picture.pieces();
    picture.taken();
    picture.arrows();
    picture.finish()
}

struct Picture<'a> {
    diagram: &'a SvgDiagram<'a>,
    /// Rows as drawn, see [`View::rows`].
    rows: Vec<Vec<Option<Square>>>,
    /// Left and top edge of the board.
    left: f64,
    body: String,
}

/// Adds a line to a text; a `String` takes everything.
macro_rules! add {
    ($text:expr, $($part:tt)*) => {{
        let _ = writeln!($text, $($part)*);
    }};
}

impl<'a> Picture<'a> {
    fn of(diagram: &'a SvgDiagram<'a>) -> Picture<'a> {
        let lettered = diagram.rules.notation.names == SquareNames::Algebraic;
        Picture {
            diagram,
            rows: diagram.view.rows(diagram.rules.moves.geometry),
            left: if lettered { LETTERS } else { MARGIN },
            body: String::new(),
        }
    }

    fn name(&self, square: Square) -> String {
        square_text(self.diagram.rules, square)
    }

    fn side(&self) -> f64 {
        SQUARE * self.rows.len() as f64
    }

    /// The squares with their left upper corners, row by row.
    fn squares(&self) -> Vec<(Square, f64, f64)> {
        let mut found = Vec::new();
        for (row, squares) in self.rows.iter().enumerate() {
            for (column, square) in squares.iter().enumerate() {
                let (x, y) = (self.left + SQUARE * column as f64, MARGIN + SQUARE * row as f64);
                found.extend(square.map(|square| (square, x, y)));
            }
        }
        found
    }

    /// The middle of a square.
    fn centre(&self, wanted: Square) -> (f64, f64) {
        let found = self.squares().into_iter().find(|(square, ..)| *square == wanted);
        found.map_or((0.0, 0.0), |(_, x, y)| (x + SQUARE / 2.0, y + SQUARE / 2.0))
    }

    fn board(&mut self) {
        let (left, side) = (self.left, self.side());
        let board = format!("x=\"{left}\" y=\"{MARGIN}\" width=\"{side}\" height=\"{side}\"");
        add!(self.body, "<rect class=\"@light\" {board}/>");
        let last = self.diagram.last;
        for (square, x, y) in self.squares() {
            let (name, size) = (self.name(square), SQUARE);
            add!(
                self.body,
                "<rect class=\"@dark\" data-square=\"{name}\" x=\"{x}\" y=\"{y}\" \
                 width=\"{size}\" height=\"{size}\"/>"
            );
            if last.is_some_and(|last| square == last.played.from || square == last.played.to) {
                let (x, y, size) = (x + 1.5, y + 1.5, SQUARE - 3.0);
                add!(
                    self.body,
                    "<rect class=\"@mark\" data-square=\"{name}\" x=\"{x}\" y=\"{y}\" \
                     width=\"{size}\" height=\"{size}\"/>"
                );
            }
        }
        add!(self.body, "<rect class=\"@frame\" {board}/>");
    }

    /// The way of the last move, below the pieces.
    fn marks(&mut self) {
        if let Some(last) = self.diagram.last {
            let points = self.points(&last.path);
            add!(self.body, "<polyline class=\"@path\" points=\"{points}\"/>");
        }
    }

    fn points(&self, squares: &[Square]) -> String {
        let points = squares.iter().map(|&square| self.centre(square));
        points.map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
    }

    /// Numbers in the dark squares, or letters and digits at the edges.
    fn names(&mut self) {
        if self.diagram.rules.notation.names == SquareNames::Numeric {
            for (square, x, y) in self.squares() {
                let (name, x, y) = (self.name(square), x + 2.5, y + 10.5);
                add!(self.body, "<text class=\"@number\" x=\"{x}\" y=\"{y}\">{name}</text>");
            }
            return;
        }
        let below = MARGIN + self.side() + 19.0;
        for index in 0..self.rows.len() {
            let middle = SQUARE * index as f64 + SQUARE / 2.0;
            let in_row = self.rows[index].iter().flatten().next().map(|&square| self.name(square));
            let in_column =
                self.rows.iter().find_map(|row| row[index]).map(|square| self.name(square));
            let digits: String = in_row.unwrap_or_default().chars().skip(1).collect();
            let letter: String = in_column.unwrap_or_default().chars().take(1).collect();
            let (x, y) = (self.left + middle, MARGIN + middle + 6.0);
            add!(
                self.body,
                "<text class=\"@edge\" x=\"{}\" y=\"{y}\">{digits}</text>",
                LETTERS / 2.0
            );
            add!(self.body, "<text class=\"@edge\" x=\"{x}\" y=\"{below}\">{letter}</text>");
        }
    }

    fn pieces(&mut self) {
        for (square, ..) in self.squares() {
            if let Some(piece) = self.diagram.position.piece(square) {
                self.piece(square, piece);
            }
        }
    }

    fn piece(&mut self, square: Square, piece: Piece) {
        let (side, rank) = (side_name(piece.side), rank_name(piece.rank));
        let (name, (x, y)) = (self.name(square), self.centre(square));
        let shape = match piece.rank {
            Rank::Man => MAN,
            Rank::King => KING,
        };
        add!(
            self.body,
            "<g class=\"@piece @{side} @{rank}\" data-square=\"{name}\" \
             transform=\"translate({x} {y})\"><title>{side} {rank} on {name}</title>{shape}</g>"
        );
    }

    /// The pieces that the last move took, faint and crossed out.
    fn taken(&mut self) {
        let Some(last) = self.diagram.last else {
            return;
        };
        for square in last.played.captured {
            let Some(piece) = last.before.piece(square) else {
                continue;
            };
            let (x, y) = self.centre(square);
            let [left, right, top, bottom] = [x - 14.0, x + 14.0, y - 14.0, y + 14.0];
            self.body.push_str("<g class=\"@taken\">");
            if self.diagram.position.piece(square).is_none() {
                self.piece(square, piece);
            }
            add!(
                self.body,
                "<path class=\"@cross\" d=\"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} \
                 {top}\"/></g>"
            );
        }
    }

    fn arrows(&mut self) {
        for arrow in self.diagram.arrows {
            let points = self.points(&arrow.squares);
            let names: Vec<String> =
                arrow.squares.iter().map(|&square| self.name(square)).collect();
            add!(
                self.body,
                "<polyline class=\"@arrow\" data-squares=\"{}\" points=\"{points}\" \
                 marker-end=\"url(#@head)\"/>",
                names.join(" ")
            );
        }
    }

    fn finish(self) -> String {
        let SvgDiagram { title, .. } = self.diagram;
        let lettered = self.left > MARGIN;
        let width = self.left + self.side() + MARGIN;
        let height = MARGIN + self.side() + if lettered { LETTERS } else { MARGIN };
        let (title, description) = (escaped(title), escaped(&self.description()));
        let size =
            format!("viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\"");
        let drawn = format!("<style>{STYLE}</style>\n{HEAD}\n{}", self.body);
        // The same for the same diagram, another for any other in the same page.
        let key = crc32fast::hash(format!("{size}{title}{description}{drawn}").as_bytes());
        let key = format!("d{key:08x}-");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {size} class=\"{key}board\" role=\"img\" \
             aria-labelledby=\"{key}title {key}desc\">\n<title id=\"{key}title\">{title}</title>\n\
             <desc id=\"{key}desc\">{description}</desc>\n{}</svg>\n",
            drawn.replace(KEY, &key)
        )
    }

    fn description(&self) -> String {
        let SvgDiagram { rules, position, last, .. } = self.diagram;
        let mut text = spoken_position(rules, position);
        if let Some(last) = last {
            let _ = write!(text, " The last move was {}.", last.text);
        }
        text
    }
}

const HEAD: &str = "<defs><marker id=\"@head\" viewBox=\"0 0 10 10\" refX=\"8\" refY=\"5\" \
     markerWidth=\"3.6\" markerHeight=\"3.6\" orient=\"auto\">\
     <path class=\"@head\" d=\"M0 0L10 5L0 10z\"/></marker></defs>";

const MAN: &str = "<circle r=\"21\"/><circle class=\"@rim\" r=\"14\"/>";

/// Two men one upon the other, and a crown.
const KING: &str = "<circle class=\"@base\" r=\"21\" cy=\"6\"/><circle r=\"21\" cy=\"-0.5\"/>\
     <path d=\"M-11 9L-13 -8L-6 -1L0 -11L6 -1L13 -8L11 9z\"/>";

/// `man` or `king`.
const fn rank_name(rank: Rank) -> &'static str {
    match rank {
        Rank::Man => "man",
        Rank::King => "king",
    }
}

/// A position in plain words, for those who cannot see a diagram: who is to move, the pieces, and
/// the FEN.
///
/// ```
/// use damier_report::board::spoken_position;
/// use damier_rules::notation::read_fen;
///
/// let italian = damier_rules::rules::named("italian").expect("it is a game");
/// let ending = read_fen(&italian, "W:WK22,30:B18").expect("it is a position");
/// assert_eq!(
///     spoken_position(&italian, &ending),
///     "White to move. White: 1 king on 22; 1 man on 30. Black: 1 man on 18. FEN W:WK22,30:B18."
/// );
/// ```
pub fn spoken_position(rules: &RuleSet, position: &Position) -> String {
    let [white, black] = Side::BOTH.map(|side| spoken_pieces(rules, position, side));
    let turn = side_title(position.turn());
    format!("{turn} to move. {white}. {black}. FEN {}.", write_fen(rules, position))
}

fn spoken_pieces(rules: &RuleSet, position: &Position, side: Side) -> String {
    let kinds = [("king", position.kings_of(side)), ("man", position.men_of(side))];
    let parts: Vec<String> = kinds
        .into_iter()
        .filter(|(_, squares)| squares.any())
        .map(|(rank, squares)| format!("{} on {}", counted(rank, squares), listed(rules, squares)))
        .collect();
    let parts = if parts.is_empty() { "no piece".to_owned() } else { parts.join("; ") };
    format!("{}: {parts}", side_title(side))
}

fn counted(rank: &str, squares: SquareSet) -> String {
    match (rank, squares.len()) {
        (rank, 1) => format!("1 {rank}"),
        ("man", count) => format!("{count} men"),
        (rank, count) => format!("{count} {rank}s"),
    }
}

fn listed(rules: &RuleSet, squares: SquareSet) -> String {
    let geometry = rules.moves.geometry;
    let mut squares: Vec<Square> = squares.into_iter().collect();
    squares.sort_by_key(|&square| rules.notation.numbering.number(geometry, square));
    let names: Vec<String> = squares.into_iter().map(|square| square_text(rules, square)).collect();
    names.join(", ")
}

/// The text as XML holds it; two characters it cannot hold.
fn escaped(text: &str) -> String {
    let text = text.replace(['\u{fffe}', '\u{ffff}'], "");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

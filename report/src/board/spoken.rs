//! Positions in plain words, for those who cannot see a diagram.

use damier_rules::board::{Square, SquareSet};
use damier_rules::notation::{square_text, write_fen};
use damier_rules::position::{Position, Rank, Side};
use damier_rules::rules::RuleSet;

use crate::parts::side_title;

/// `man` or `king`.
pub const fn rank(rank: Rank) -> &'static str {
    match rank {
        Rank::Man => "man",
        Rank::King => "king",
    }
}

/// Who is to move, the pieces, and the FEN.
///
/// ```
/// use damier_report::board::spoken::position;
/// use damier_rules::notation::read_fen;
///
/// let italian = damier_rules::rules::named("italian").expect("it is a game");
/// let ending = read_fen(&italian, "W:WK22,30:B18").expect("it is a position");
/// assert_eq!(
///     position(&italian, &ending),
///     "White to move. White: 1 king on 22; 1 man on 30. Black: 1 man on 18. FEN W:WK22,30:B18."
/// );
/// ```
pub fn position(rules: &RuleSet, position: &Position) -> String {
    let [white, black] = Side::BOTH.map(|side| pieces(rules, position, side));
    let turn = side_title(position.turn());
    format!("{turn} to move. {white}. {black}. FEN {}.", write_fen(rules, position))
}

fn pieces(rules: &RuleSet, position: &Position, side: Side) -> String {
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
    let names: Vec<String> = squares.into_iter().map(|one| square_text(rules, one)).collect();
    names.join(", ")
}

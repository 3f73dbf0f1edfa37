//! A reader of FEN that shares nothing with the engine's, for positions in a game's own numbers.

use damier_rules::board::{Square, SquareSet};
use damier_rules::position::{Position, Side};
use damier_rules::rules::RuleSet;

/// The position that `text` describes; squares are numbers of the game, ranges of them, or letters.
///
/// # Panics
/// When the text is no position: a test's data are at fault then.
pub fn read(rules: &RuleSet, text: &str) -> Position {
    let mut sections = text.split(':');
    let turn = side(sections.next().expect("a FEN begins with the side to move"), text);
    let (mut sides, mut kings) = ([SquareSet::EMPTY; 2], SquareSet::EMPTY);
    for section in sections {
        let (letter, pieces) = section.split_at(1);
        for piece in pieces.split(',').filter(|piece| !piece.is_empty()) {
            let (squares, crowned) = match piece.strip_prefix('K') {
                Some(squares) => (squares, true),
                None => (piece, false),
            };
            let (first, last) = squares.split_once('-').unwrap_or((squares, squares));
            for number in number(rules, first, text)..=number(rules, last, text) {
                let here = square(rules, number).set();
                assert!(
                    ((sides[0] | sides[1]) & here).is_empty(),
                    "two pieces on {number}: {text}"
                );
                sides[side(letter, text).index()] |= here;
                kings |= if crowned { here } else { SquareSet::EMPTY };
            }
        }
    }
    Position::new(rules.moves.geometry, sides[0], sides[1], kings, turn)
        .expect("pieces that may stand so")
}

fn side(letter: &str, text: &str) -> Side {
    match letter {
        "W" => Side::White,
        "B" => Side::Black,
        other => panic!("`{other}` is no side: {text}"),
    }
}

fn number(rules: &RuleSet, square: &str, text: &str) -> usize {
    match square.as_bytes() {
        [column @ b'a'..=b'j', row @ b'1'..=b'9'] => {
            let (geometry, numbering) = (rules.moves.geometry, rules.notation.numbering);
            let row = geometry.size() - usize::from(row - b'0');
            let playing = geometry.at(row, usize::from(column - b'a'));
            numbering.number(geometry, playing.expect("a dark square"))
        }
        _ => square.parse().unwrap_or_else(|_| panic!("`{square}` is no square: {text}")),
    }
}

/// The square with a game's own number.
pub fn square(rules: &RuleSet, number: usize) -> Square {
    let found = rules.notation.numbering.square(rules.moves.geometry, number);
    found.unwrap_or_else(|| panic!("{} has no square {number}", rules.name))
}

/// The square that a game's number or letters name.
pub fn named(rules: &RuleSet, name: &str) -> Square {
    square(rules, number(rules, name, name))
}

/// The position as FEN in the game's own numbers, as failing tests print it.
pub fn write(rules: &RuleSet, position: &Position) -> String {
    let mut text = position.turn().letter().to_string();
    for side in Side::BOTH {
        let mut pieces: Vec<(usize, bool)> = position
            .side(side)
            .into_iter()
            .map(|square| {
                let number = rules.notation.numbering.number(rules.moves.geometry, square);
                (number, position.kings().contains(square))
            })
            .collect();
        pieces.sort_unstable();
        let pieces: Vec<String> = pieces
            .into_iter()
            .map(|(number, king)| format!("{}{number}", if king { "K" } else { "" }))
            .collect();
        text += &format!(":{}{}", side.letter(), pieces.join(","));
    }
    text
}

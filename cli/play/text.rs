//! Positions, moves and endings as the player reads them.

use anstyle::{AnsiColor, Style};
use damier_report::board::{Signs, View, numbers, pieces};
use damier_report::layout::{WIDTH, wrapped};
use damier_report::parts::{side_title, state_of, title};
use damier_rules::board::SquareSet;
use damier_rules::game::Game;
use damier_rules::notation::{square_text, write_move};
use damier_rules::position::{Move, Side};
use damier_rules::rules::RuleSet;

use super::state::{Declaration, End};
use crate::output::has_colours;

/// How positions are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A diagram in colours.
    Coloured,
    /// A diagram in letters alone.
    Letters,
    /// In words.
    Words,
}

impl Look {
    /// Colours only on a terminal, and where the environment does not forbid them.
    pub fn of(plain: bool) -> Look {
        match plain {
            true => Look::Words,
            false if has_colours() => Look::Coloured,
            false => Look::Letters,
        }
    }
}

/// The position of a game, and who is to move.
pub fn position(game: &Game, view: View, look: Look) -> Vec<String> {
    let (rules, position) = (game.variant().rules(), game.position());
    let mut lines = match look {
        Look::Words => in_words(game),
        _ => pieces(rules, view, position, Signs::Letters),
    };
    if look == Look::Coloured {
        lines.iter_mut().for_each(|line| *line = coloured(line));
    }
    lines.push(format!("{} to move.", side_title(position.turn())));
    lines
}

/// A row of the diagram with its pieces in colours; what stands outside the frame is left alone.
fn coloured(line: &str) -> String {
    let style = |sign| match sign {
        'w' | 'W' => Some(Style::new().bold().fg_color(Some(AnsiColor::Yellow.into()))),
        'b' | 'B' => Some(Style::new().bold().fg_color(Some(AnsiColor::Cyan.into()))),
        _ => None,
    };
    let mut inside = false;
    let mut text = String::new();
    for sign in line.chars() {
        inside ^= sign == '|';
        match style(sign).filter(|_| inside) {
            Some(style) => text.push_str(&format!("{style}{sign}{style:#}")),
            None => text.push(sign),
        }
    }
    text
}

fn in_words(game: &Game) -> Vec<String> {
    let (rules, position) = (game.variant().rules(), game.position());
    let mut lines = Vec::new();
    for side in Side::BOTH {
        let name = side_title(side);
        let kinds = [("men", position.men_of(side)), ("kings", position.kings_of(side))];
        let there = kinds.iter().filter(|(_, squares)| squares.any());
        for (kind, squares) in there {
            let text = format!("{name} {kind}: {}.", squares_text(rules, *squares));
            lines.extend(wrapped(&text, WIDTH));
        }
        if position.side(side).is_empty() {
            lines.push(format!("{name} has no piece."));
        }
    }
    lines
}

/// How the squares are called, as the board lies.
pub fn squares(rules: &RuleSet, view: View, look: Look) -> Vec<String> {
    if look != Look::Words {
        return numbers(rules, view);
    }
    let rows = view.rows(rules.moves.geometry).into_iter().map(|row| {
        let names = row.into_iter().flatten().map(|square| square_text(rules, square));
        names.collect::<Vec<_>>().join(", ")
    });
    let rows = rows.collect::<Vec<_>>().join("; ");
    wrapped(&format!("The rows from the top, each from the left: {rows}."), WIDTH)
}

/// The names of squares in the order of the game's numbers.
fn squares_text(rules: &RuleSet, squares: SquareSet) -> String {
    let (geometry, numbering) = (rules.moves.geometry, rules.notation.numbering);
    let named = numbering.numbers(geometry, squares).into_iter().filter_map(|number| {
        let square = numbering.square(geometry, number)?;
        Some(square_text(rules, square))
    });
    named.collect::<Vec<_>>().join(", ")
}

/// What a move does, written before it is played.
pub fn play(game: &Game, played: &Move) -> String {
    let (variant, position) = (game.variant(), game.position());
    let side = side_title(position.turn());
    let mut text = format!("{side} plays {}", write_move(variant, position, played));
    if played.is_capture() {
        text.push_str(&format!(", taking {}", squares_text(variant.rules(), played.captured)));
    }
    if played.crowned {
        text.push_str(", and is crowned");
    }
    text.push('.');
    text
}

/// Who has won and why, or why nobody has.
pub fn end(game: &Game, end: End) -> Vec<String> {
    let won = |winner: Side, why: String| format!("{} has won: {why}.", side_title(winner));
    let text = match end {
        End::Won(_) => format!("{}.", state_of(game)),
        End::Drawn(count) => {
            format!("The game is a draw by rule: {}.", count.reason(game.variant().rules()))
        }
        End::Declared(Declaration::Resigned(loser)) => {
            won(loser.opponent(), format!("{} has resigned", side_title(loser)))
        }
        End::Declared(Declaration::Agreed) => "The game is a draw: both sides agree.".to_owned(),
        End::Declared(Declaration::Recorded(Some(winner))) => {
            won(winner, "the file says so".to_owned())
        }
        End::Declared(Declaration::Recorded(None)) => {
            "The game is a draw: the file says so.".to_owned()
        }
    };
    wrapped(&text, WIDTH)
}

/// The draw counts that have begun.
pub fn counts(game: &Game) -> Vec<String> {
    let rules = game.variant().rules();
    let running = game.counters().running(game.counts());
    let texts = running.map(|count| {
        format!("Counted towards a draw at {}: {}.", count.limit / 2, count.reason(rules))
    });
    texts.flat_map(|text| wrapped(&text, WIDTH)).collect()
}

/// What is written first.
pub fn greeting(game: &Game) -> Vec<String> {
    let title = title(game.variant().rules());
    wrapped(&format!("{title}. Type a move, or `help`."), WIDTH)
}

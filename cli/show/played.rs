//! Moves that are played before a position is shown, the last of them marked.

use anyhow::{Context, anyhow};
use damier_rules::board::Square;
use damier_rules::game::Game;
use damier_rules::notation::{read_move, write_move};
use damier_rules::position::{Move, Position};

/// A move that was played, as diagrams mark it.
#[derive(Clone, Debug)]
pub struct Played {
    /// The position in which it was played.
    pub before: Position,
    /// The move.
    pub played: Move,
    /// The squares on which its piece stood one after the other, both ends included.
    pub path: Vec<Square>,
    /// The move in the game's notation.
    pub text: String,
}

/// Plays moves separated by blanks or commas; their numbers, as `1.` or `1...`, are passed over.
///
/// # Errors
/// When one is not legal; the message says which, and why.
pub fn play(game: &mut Game, text: &str) -> anyhow::Result<()> {
    let parts = text.split([',', ' ', '\n', '\t', '\r']).map(without_number);
    for (before, one) in parts.filter(|part| !part.is_empty()).enumerate() {
        let played = read_move(game.variant(), game.position(), one)
            .with_context(|| format!("move {}", before + 1))?;
        game.play(&played)?;
    }
    Ok(())
}

/// The text without a move's number in front.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { text }
}

/// The move played last, if any was.
///
/// # Errors
/// Never for a legal move; it guards against a path that is not found.
pub fn last(game: &Game) -> anyhow::Result<Option<Played>> {
    let (Some(played), Some(before)) = (game.moves().last(), game.earlier_positions().last())
    else {
        return Ok(None);
    };
    let path = game.variant().path(before, played, &[]);
    Ok(Some(Played {
        before: *before,
        played: *played,
        path: path.ok_or_else(|| anyhow!("the path of the last move is not known"))?,
        text: write_move(game.variant(), before, played),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::variant::Variant;

    #[test]
    fn numbers_of_moves_are_passed_over() {
        let mut game = Game::new(Variant::named("italian").expect("it is a game"));
        play(&mut game, "1. 21-17 10-13, 2.17x10  5x14\n3... ").expect("they are legal");
        assert_eq!(game.moves().len(), 4);
        let last = last(&game).expect("it has a path").expect("there is one");
        assert_eq!((last.text.as_str(), last.path.len()), ("5x14", 2));
        assert!(play(&mut game, "22-18 9-5").expect_err("illegal").to_string().contains("move 2"));
    }
}

//! One ballot.

use damier_engine::score::Score;
use damier_rules::game::Game;
use damier_rules::position::{Move, Position};
use damier_rules::variant::Variant;

use super::lines::PlayLine;

/// A position from which a match game begins, and how it comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ballot {
    line: PlayLine,
    score: Score,
}

/// The rules do not allow this line of play, or the game is over at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPlayable {
    /// A move is not legal.
    #[error("ply {0} of the line of play is not legal")]
    Illegal(
        /// Its number, from 1.
        usize,
    ),
    /// Nothing is left to be played.
    #[error("the game is over after the line of play")]
    Over,
}

impl Ballot {
    pub(super) fn new(line: PlayLine, score: Score) -> Ballot {
        Ballot { line, score }
    }

    /// Where the line of play begins: the game's start, or that less one man of each side.
    pub fn start(&self) -> &Position {
        &self.line.start
    }

    /// The line of play, in plies from [`start`](Ballot::start).
    pub fn moves(&self) -> &[Move] {
        &self.line.moves
    }

    /// The position to which it leads, from which the match game is played.
    pub fn position(&self) -> &Position {
        &self.line.position
    }

    /// The value of the position by a short search, in centi-men, as the side sees it that moves
    /// first in the game, whoever is to move now.
    pub fn score(&self) -> Score {
        self.score
    }

    pub(super) fn line(&self) -> &PlayLine {
        &self.line
    }

    /// The game that stands at this ballot; its moves are the line of play.
    ///
    /// # Errors
    /// When the rules of `variant` do not allow it.
    pub fn game(&self, variant: Variant) -> Result<Game, NotPlayable> {
        let mut game = Game::from_position(variant, self.line.start);
        for (before, played) in self.line.moves.iter().enumerate() {
            game.play(played).map_err(|_| NotPlayable::Illegal(before + 1))?;
        }
        match game.outcome() {
            None => Ok(game),
            Some(_) => Err(NotPlayable::Over),
        }
    }
}

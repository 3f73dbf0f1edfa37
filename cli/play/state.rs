//! The game at the table: moves, what was taken back, and how it ended.

use damier_rules::game::{Count, Game, IllegalMove, Outcome};
use damier_rules::position::{Move, Position, Side};
use damier_rules::variant::Variant;

use crate::args::Players;

impl Players {
    /// Whether a person plays this side.
    pub fn has(self, side: Side) -> bool {
        match self {
            Players::White => side == Side::White,
            Players::Black => side == Side::Black,
            Players::Both => true,
        }
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// This side has won by the rules of movement.
    Won(Side),
    /// A draw rule has ended the game.
    Drawn(Count),
    /// A player or a file has declared it.
    Declared(Declaration),
}

/// An end that the board does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// This side has resigned.
    Resigned(Side),
    /// Both sides agree on a draw.
    Agreed,
    /// By a file this side has won, or nobody has.
    Recorded(Option<Side>),
}

/// A game with what was taken back.
#[derive(Clone, Debug)]
pub struct State {
    game: Game,
    start: Position,
    /// Moves that can be played again, the next one last.
    undone: Vec<Move>,
    declaration: Option<Declaration>,
}

impl State {
    /// A game from a position.
    pub fn new(variant: Variant, start: Position) -> State {
        let game = Game::from_position(variant, start);
        State { game, start, undone: Vec::new(), declaration: None }
    }

    /// The same start without a move.
    pub fn again(&self) -> State {
        State::new(self.game.variant(), self.start)
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.game.position().turn()
    }

    /// How the game has ended, if it has.
    pub fn end(&self) -> Option<End> {
        match self.game.outcome() {
            Some(Outcome::Won(winner)) => Some(End::Won(winner)),
            Some(Outcome::Drawn(count)) => Some(End::Drawn(count)),
            None => self.declaration.map(End::Declared),
        }
    }

    /// Ends the game by a declaration.
    pub fn declare(&mut self, declaration: Declaration) {
        self.declaration = Some(declaration);
    }

    /// Plays a move; nothing can be played again after it.
    ///
    /// # Errors
    /// When the move is not legal; nothing changes.
    pub fn play(&mut self, played: &Move) -> Result<(), IllegalMove> {
        self.game.play(played)?;
        self.undone.clear();
        self.declaration = None;
        Ok(())
    }

    /// Takes back moves of the players at the keyboard, with what the engine answered; first of
    /// all a declaration that ended the game. Returns how many there were.
    pub fn undo(&mut self, players: Players, moves: usize) -> usize {
        let mut left = moves;
        if left > 0 && self.declaration.take().is_some() {
            left -= 1;
        }
        while left > 0 {
            let earlier = self.game.earlier_positions();
            let is_players_turn = |&index: &usize| players.has(earlier[index].turn());
            let Some(index) = (0..earlier.len()).rev().find(is_players_turn) else { break };
            self.cut(index);
            left -= 1;
        }
        moves - left
    }

    /// Plays moves again that were taken back, up to a turn of the players at the keyboard. Returns
    /// how many there were.
    pub fn redo(&mut self, players: Players, moves: usize) -> usize {
        let mut done = 0;
        while done < moves && !self.undone.is_empty() {
            while let Some(played) = self.undone.pop() {
                if self.game.play(&played).is_err() || players.has(self.turn()) {
                    break;
                }
            }
            self.declaration = None;
            done += 1;
        }
        done
    }

    /// Leaves only so many moves.
    fn cut(&mut self, plies: usize) {
        let moves = self.game.moves().to_vec();
        let (kept, gone) = moves.split_at(plies);
        let mut game = Game::from_position(self.game.variant(), self.start);
        for played in kept {
            let legal = game.play(played);
            debug_assert!(legal.is_ok(), "it was legal when it was played");
        }
        self.undone.extend(gone.iter().rev());
        self.game = game;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(plies: usize) -> State {
        let variant = Variant::named("italian").unwrap();
        let mut state = State::new(variant, variant.start_position());
        for _ in 0..plies {
            let first = state.game().legal_moves()[0];
            state.play(&first).unwrap();
        }
        state
    }

    #[test]
    fn undo_goes_back_to_the_players_turn_and_redo_forward() {
        let mut state = state(6);
        let moves = state.game().moves().to_vec();
        assert_eq!(state.undo(Players::White, 2), 2);
        assert_eq!(state.game().moves(), &moves[..2]);
        assert_eq!(state.redo(Players::White, 1), 1);
        assert_eq!(state.game().moves(), &moves[..4]);
        assert_eq!(state.redo(Players::White, 9), 1);
        assert_eq!(state.game().moves(), moves);
        assert_eq!(state.undo(Players::Both, 1), 1);
        assert_eq!(state.game().moves().len(), 5);
        assert_eq!(state.undo(Players::Black, 9), 2);
        assert_eq!(state.game().moves().len(), 1);
    }

    #[test]
    fn a_declaration_is_taken_back_before_moves() {
        let mut state = state(2);
        state.declare(Declaration::Resigned(Side::White));
        assert_eq!(state.end(), Some(End::Declared(Declaration::Resigned(Side::White))));
        assert_eq!(state.undo(Players::White, 1), 1);
        assert_eq!((state.end(), state.game().moves().len()), (None, 2));
    }
}

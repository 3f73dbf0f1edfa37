//! Positions and moves of the client: how a `pos` line becomes a game, and the order of the squares
//! that the client means, found out from what it sends.

use damier_rules::game::Game;
use damier_rules::notation::{
    HubPositionError, MoveError, SquareOrder, read_hub_move, read_hub_position,
};
use damier_rules::variant::Variant;

use super::line::{HubCommand, quoted};

/// Why a line gives no game.
#[derive(Debug, thiserror::Error)]
pub(super) enum GameError {
    #[error("bad position, the old one is kept: {0}")]
    Position(#[from] HubPositionError),
    #[error("bad move {text} (number {number} of moves), the old position is kept: {error}", text = quoted(text))]
    Move {
        /// 1 for the first.
        number: usize,
        text: String,
        error: MoveError,
    },
}

/// The order of the squares in which the client reads and writes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClientOrder {
    /// Positions and moves are read and written in it.
    pub current: SquareOrder,
    /// Whether moves have shown that the client means it, or it has named it.
    proven: bool,
}

impl ClientOrder {
    /// The order that the client has named.
    pub(super) fn named(order: SquareOrder) -> ClientOrder {
        ClientOrder { current: order, proven: true }
    }

    /// The same order, to be found out anew: in another game a client may mean another one.
    pub(super) fn unproven(self) -> ClientOrder {
        ClientOrder { proven: false, ..self }
    }

    /// Reads the game of a line `pos`, in the proven order or in the one that fits; where both do,
    /// in that of a game from the start, and else in the current one.
    ///
    /// # Errors
    /// When the position or a move is not possible.
    pub(super) fn read_game(
        &mut self,
        variant: Variant,
        command: &HubCommand,
    ) -> Result<Game, GameError> {
        let in_current = read_game(variant, command, self.current);
        if self.proven || variant.rules().notation.pydraughts.is_none() {
            return in_current;
        }
        let alternative = match self.current {
            SquareOrder::Plain => SquareOrder::Pydraughts,
            SquareOrder::Pydraughts => SquareOrder::Plain,
        };
        match (in_current, read_game(variant, command, alternative)) {
            (Ok(game), Err(_)) => {
                self.proven = true;
                Ok(game)
            }
            (Err(_), Ok(game)) => {
                *self = ClientOrder::named(alternative);
                Ok(game)
            }
            (Ok(game), Ok(found)) if is_from_start(&found) && !is_from_start(&game) => {
                self.current = alternative;
                Ok(found)
            }
            (in_current, _) => in_current,
        }
    }
}

fn is_from_start(game: &Game) -> bool {
    let first = game.earlier_positions().first().unwrap_or(game.position());
    *first == game.variant().start_position()
}

fn read_game(
    variant: Variant,
    command: &HubCommand,
    order: SquareOrder,
) -> Result<Game, GameError> {
    let position = match command.last_of(&["pos", "start"]) {
        Some(argument) if argument.name == "pos" => {
            read_hub_position(variant.rules(), &argument.value, order)?
        }
        _ => variant.start_position(),
    };
    let mut game = Game::from_position(variant, position);
    let moves = command.value("moves").unwrap_or_default();
    moves.split_whitespace().try_for_each(|text| play(&mut game, text, order))?;
    Ok(game)
}

/// Plays a move of the client.
///
/// # Errors
/// When it is not possible; the game is as it was.
pub(super) fn play(game: &mut Game, text: &str, order: SquareOrder) -> Result<(), GameError> {
    let number = game.plies() + 1;
    let refused = |error| GameError::Move { number, text: text.to_owned(), error };
    let played = read_hub_move(game.variant(), game.position(), text, order).map_err(refused)?;
    // The reader answers with legal moves only.
    let legal = game.play(&played);
    debug_assert!(legal.is_ok(), "{text} was read as a legal move");
    Ok(())
}

//! How the client numbers the squares, found out from what it sends.

use damier_rules::game::Game;
use damier_rules::notation::SquareOrder;
use damier_rules::rules::RuleSet;

/// The order of the squares in use.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Order {
    /// Positions and moves are read and written in it.
    pub current: SquareOrder,
    /// Whether moves have shown that the client means it.
    proven: bool,
}

impl Order {
    /// An order that is known.
    pub(super) fn of(order: SquareOrder) -> Order {
        Order { current: order, proven: true }
    }

    /// The same order, to be found out anew: in another game a client may mean another one.
    pub(super) fn doubted(self) -> Order {
        Order { proven: false, ..self }
    }

    /// Reads a position with its moves by `read`, in the order that is known or in the one that
    /// fits; where both do, in that of a game from the start, and else in the current one.
    pub(super) fn read<E>(
        &mut self,
        rules: &RuleSet,
        read: impl Fn(SquareOrder) -> Result<Game, E>,
    ) -> Result<Game, E> {
        let here = read(self.current);
        if self.proven || rules.notation.pydraughts.is_none() {
            return here;
        }
        let order = match self.current {
            SquareOrder::Plain => SquareOrder::Pydraughts,
            SquareOrder::Pydraughts => SquareOrder::Plain,
        };
        match (here, read(order)) {
            (Ok(game), Err(_)) => {
                self.proven = true;
                Ok(game)
            }
            (Err(_), Ok(game)) => {
                *self = Order::of(order);
                Ok(game)
            }
            (Ok(own), Ok(other)) if is_from_start(&other) && !is_from_start(&own) => {
                self.current = order;
                Ok(other)
            }
            (here, _) => here,
        }
    }
}

fn is_from_start(game: &Game) -> bool {
    let first = game.earlier_positions().first().unwrap_or(game.position());
    *first == game.variant().start_position()
}

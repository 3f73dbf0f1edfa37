//! The last move of a game, as diagrams mark it.

use damier_rules::board::Square;
use damier_rules::game::Game;
use damier_rules::notation::write_move;
use damier_rules::position::{Move, Position};

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

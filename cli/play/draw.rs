//! What the engine says to the offer of a draw.

use damier_engine::score::Score;
use damier_rules::game::Game;
use damier_rules::position::Position;

/// What the engine may stand better and still agree, in centi-men.
const BETTER: i16 = 10;

/// What it must stand worse to be glad of a draw at any time, in centi-men.
const WORSE: i16 = 50;

/// Moves of each side before a game that is level is worth giving up.
const MOVES: usize = 30;

/// Answers to the offer of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The engine agrees.
    Agreed,
    /// It stands better.
    Better,
    /// The game is level and there is much to play for.
    Early,
}

impl Reply {
    /// The engine's reply in a game; `score` is how it stands, as it sees it.
    pub fn to_offer(game: &Game, score: Score) -> Reply {
        let pieces = |position: &Position| position.occupied().len();
        let start = pieces(&game.variant().rules().start_position());
        let is_late = game.moves().len() >= 2 * MOVES || 2 * pieces(game.position()) <= start;
        Reply::when(score, is_late)
    }

    fn when(score: Score, is_late: bool) -> Reply {
        match score {
            score if score > Score::DRAW.plus(BETTER) => Reply::Better,
            score if is_late || score < Score::DRAW.plus(-WORSE) => Reply::Agreed,
            _ => Reply::Early,
        }
    }

    /// Why there is no draw, to be said after `Black declines the draw: `.
    pub fn reason(self) -> Option<String> {
        match self {
            Reply::Agreed => None,
            Reply::Better => Some("it stands better".to_owned()),
            Reply::Early => Some(format!(
                "the game is level, and fewer than {MOVES} moves each are played and fewer than \
                 half of the pieces taken"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::notation::read_fen;
    use damier_rules::rules::{House, named};
    use damier_rules::variant::Variant;

    use super::*;

    #[test]
    fn the_engine_gives_up_what_is_level_only_late_and_what_is_better_never() {
        for (centimen, early, late) in [
            (9_000, Reply::Better, Reply::Better),
            (11, Reply::Better, Reply::Better),
            (10, Reply::Early, Reply::Agreed),
            (0, Reply::Early, Reply::Agreed),
            (-50, Reply::Early, Reply::Agreed),
            (-51, Reply::Agreed, Reply::Agreed),
            (-9_000, Reply::Agreed, Reply::Agreed),
        ] {
            let score = Score::from_raw(centimen);
            assert_eq!([false, true].map(|late| Reply::when(score, late)), [early, late]);
        }
    }

    #[test]
    fn it_is_late_after_many_moves_or_with_few_pieces() {
        let level = |game: &Game| Reply::to_offer(game, Score::DRAW);
        let rules = House::of(named("italian").unwrap()).set("draws=off").unwrap();
        let variant = Variant::new(rules.finish().unwrap());
        let at = |fen| Game::from_position(variant, read_fen(variant.rules(), fen).unwrap());
        assert_eq!(level(&Game::new(variant)), Reply::Early);
        assert_eq!(level(&at("W:W21-27:B1-6")), Reply::Early);
        assert_eq!(level(&at("W:W21-26:B1-6")), Reply::Agreed);
        let mut game = at("W:WK32,21-24,29-31:BK1,2-4,9-12");
        for place in 0..60 {
            assert_eq!(level(&game), Reply::Early, "{place}");
            let kings = game.position().kings();
            let moves = game.legal_moves();
            let walk = moves.iter().find(|one| kings.contains(one.from)).unwrap();
            game.play(walk).unwrap();
        }
        assert_eq!(level(&game), Reply::Agreed);
    }
}

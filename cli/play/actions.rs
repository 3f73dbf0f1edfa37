//! What a session does with the engine and with files, and what the engine replies to the offer
//! of a draw.

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use damier_engine::score::Score;
use damier_engine::search::{Bound, Line, Strength};
use damier_report::parts::{ScoreText, side_name, side_title};
use damier_rules::game::Game;
use damier_rules::notation::write_move;
use damier_rules::position::Position;

use super::file;
use super::session::{Session, Unseen};
use super::state::Declaration;
use super::text;
use crate::args::Players;

impl<W: Write> Session<'_, W> {
    /// Lets the engine play its move.
    pub(super) fn engine_moves(&mut self) -> anyhow::Result<()> {
        self.out.flush()?;
        let answer = self.thinker.think(self.state.game(), self.strength, self.seed);
        let Some(best) = answer.best else { bail!("the engine has found no move") };
        let sentence = text::play(self.state.game(), &best);
        self.state.play(&best)?;
        self.unseen = self.unseen.max(Unseen::Move);
        self.write_sentence(&sentence)
    }

    /// The best line for the side to move, searched in full.
    fn best_line(&mut self) -> anyhow::Result<Option<Line>> {
        self.out.flush()?;
        let answer = self.thinker.think(self.state.game(), Strength::Three, 0);
        Ok(answer.lines.into_iter().next())
    }

    /// Writes the best move and what it is worth.
    pub(super) fn hint(&mut self) -> anyhow::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        let Some(line) = self.best_line()? else { return Ok(()) };
        let Some(best) = line.moves.first() else { return Ok(()) };
        let game = self.state.game();
        let text = write_move(game.variant(), game.position(), best);
        let score = ScoreText::of(line.score, Bound::Exact, self.turn());
        let unit = if score.decided.is_some() { "" } else { " men" };
        let side = side_title(self.turn());
        self.write_sentence(&format!(
            "Best is {text}: {score}{unit} for {side}, depth {}.",
            line.depth
        ))
    }

    /// Two players agree by typing; the engine looks first.
    pub(super) fn offer_draw(&mut self) -> anyhow::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        let reply = match self.players {
            Players::Both => Reply::Agreed,
            _ => match self.best_line()? {
                Some(line) => Reply::to_offer(self.state.game(), -line.score),
                None => return Ok(()),
            },
        };
        let Some(reason) = reply.reason() else {
            self.state.declare(Declaration::Agreed);
            return Ok(());
        };
        let engine = side_title(self.turn().opponent());
        self.write_sentence(&format!("{engine} declines the draw: {reason}."))
    }

    /// Writes the game to a file; whatever fails is reported.
    pub(super) fn save(&mut self, path: &Path, over: bool) -> anyhow::Result<()> {
        let (strength, players) = (self.strength.number(), self.players);
        let name = |side| match players.has(side) {
            true => format!("Player ({})", side_name(side)),
            false => format!("Damier, strength {strength}"),
        };
        match file::save(path, over, &self.state, name) {
            Ok(()) => self.write_sentence(&format!("The game is in {}.", path.display())),
            Err(error) => self.write_sentence(&format!("{error:#}.")),
        }
    }

    /// Puts the first game of a file on the table; whatever fails is reported.
    pub(super) fn load(&mut self, path: &Path) -> anyhow::Result<()> {
        let variant = self.state.game().variant();
        match file::load(path, Some(variant)) {
            Ok(loaded) => {
                self.write_sentence(&loaded.to_string())?;
                self.begin(loaded.state)
            }
            Err(error) => self.write_sentence(&format!("{error:#}; the game goes on as it was.")),
        }
    }
}

/// What the engine may stand better and still agree, in centi-men.
const BETTER: i16 = 10;

/// What it must stand worse to be glad of a draw at any time, in centi-men.
const WORSE: i16 = 50;

/// Moves of each side before a game that is level is worth giving up.
const MOVES: usize = 30;

/// Answers to the offer of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reply {
    /// The engine agrees.
    Agreed,
    /// It stands better.
    Better,
    /// The game is level and there is much to play for.
    Early,
}

impl Reply {
    /// The engine's reply in a game; `score` is how it stands, as it sees it.
    fn to_offer(game: &Game, score: Score) -> Reply {
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

    /// Why there is no draw, to follow `Black declines the draw: `.
    fn reason(self) -> Option<String> {
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
        for ply in 0..60 {
            assert_eq!(level(&game), Reply::Early, "{ply}");
            let kings = game.position().kings();
            let moves = game.legal_moves();
            let walk = moves.iter().find(|played| kings.contains(played.from)).unwrap();
            game.play(walk).unwrap();
        }
        assert_eq!(level(&game), Reply::Agreed);
    }
}

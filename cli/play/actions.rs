//! What a session does with the engine and with files.

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use damier_engine::search::{Bound, Line, Strength};
use damier_report::parts::{ScoreText, side_name, side_title};
use damier_rules::notation::write_move;

use super::draw::Reply;
use super::file;
use super::session::{Session, Unseen};
use super::state::Word;
use super::text;
use crate::args::Players;

impl<W: Write> Session<'_, W> {
    /// Lets the engine play its move.
    pub(super) fn engine_moves(&mut self) -> anyhow::Result<()> {
        self.out.flush()?;
        let answer = self.thinker.think(self.state.game(), self.strength, self.seed);
        let Some(best) = answer.best else { bail!("the engine has found no move") };
        let told = text::play(self.state.game(), &best);
        self.state.play(&best)?;
        self.unseen = self.unseen.max(Unseen::Move);
        self.say(&told)
    }

    /// The best line for the side to move, searched in full.
    fn best_line(&mut self) -> anyhow::Result<Option<Line>> {
        self.out.flush()?;
        let answer = self.thinker.think(self.state.game(), Strength::Three, 0);
        Ok(answer.lines.into_iter().next())
    }

    /// Tells the best move and what it is worth.
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
        self.say(&format!("Best is {text}: {score}{unit} for {side}, depth {}.", line.depth))
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
            self.state.say(Word::Agreed);
            return Ok(());
        };
        let engine = side_title(self.turn().opponent());
        self.say(&format!("{engine} declines the draw: {reason}."))
    }

    /// Writes the game to a file; whatever fails is told.
    pub(super) fn save(&mut self, path: &Path, over: bool) -> anyhow::Result<()> {
        let (strength, players) = (self.strength.number(), self.players);
        let name = |side| match players.has(side) {
            true => format!("Player ({})", side_name(side)),
            false => format!("Damier, strength {strength}"),
        };
        match file::save(path, over, &self.state, name) {
            Ok(()) => self.say(&format!("The game is in {}.", path.display())),
            Err(error) => self.say(&format!("{error:#}.")),
        }
    }

    /// Puts the first game of a file on the table; whatever fails is told.
    pub(super) fn load(&mut self, path: &Path) -> anyhow::Result<()> {
        let variant = self.state.game().variant();
        match file::load(path, Some(variant)) {
            Ok(loaded) => {
                self.say(&loaded.to_string())?;
                self.begin(loaded.state)
            }
            Err(error) => self.say(&format!("{error:#}; the game goes on as it was.")),
        }
    }
}

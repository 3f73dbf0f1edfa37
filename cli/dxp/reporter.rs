//! What is reported of the games.

use std::io::{self, Write};

use anyhow::Context;
use damier_engine::search::Line;
use damier_match::referee::{GameRecord, GameResult, Reason};
use damier_match::series::SeriesEvent;
use damier_match::tournament::pdn::{reason_text, record_text};
use damier_report::board::{Signs, View, pieces};
use damier_report::layout::{WIDTH, fitted};
use damier_report::parts::{MoveText, ScoreText, side_title, title};
use damier_rules::game::Game;
use damier_rules::notation::write_move;
use damier_rules::position::{Move, Side};
use damier_rules::variant::Variant;

use crate::exit::complain;
use crate::output::Output;

/// Reports what happens in a series, and writes its games down.
pub struct SeriesReporter<'a, W> {
    quiet: bool,
    view: View,
    variant: Variant,
    games: Option<Output>,
    out: &'a mut W,
    score: SeriesScore,
    /// Whether the last game was played to an end.
    whole: bool,
    /// What could not be written first.
    failed: Option<anyhow::Error>,
}

/// The engine's score.
#[derive(Default)]
struct SeriesScore {
    wins: u64,
    losses: u64,
    draws: u64,
    open: u64,
}

impl<'a, W: Write> SeriesReporter<'a, W> {
    pub fn new(variant: Variant, quiet: bool, games: Option<Output>, out: &'a mut W) -> Self {
        let view = View::official(variant.rules());
        let (score, failed) = (SeriesScore::default(), None);
        SeriesReporter { quiet, view, variant, games, out, score, whole: false, failed }
    }

    /// The games that are over.
    pub fn games(&self) -> u64 {
        let SeriesScore { wins, losses, draws, open } = self.score;
        wins + losses + draws + open
    }

    /// Whether the last game was played to an end.
    pub fn last_was_whole(&self) -> bool {
        self.whole
    }

    /// # Errors
    /// When something could not be written.
    pub fn check(&mut self) -> anyhow::Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Reports an event; [`check`](SeriesReporter::check) returns what could not be written.
    pub fn handle(&mut self, event: SeriesEvent<'_>) {
        if let Err(error) = self.write(&event) {
            self.failed.get_or_insert(error);
        }
    }

    fn write(&mut self, event: &SeriesEvent<'_>) -> anyhow::Result<()> {
        match event {
            SeriesEvent::Over(record, side) => self.over(record, *side)?,
            SeriesEvent::Note(text) => complain(text),
            _ if self.quiet => {}
            SeriesEvent::Begun(terms) => {
                let (side, peer) = (side_title(terms.side), terms.opponent.as_str());
                writeln!(self.out, "{}", title(self.variant.rules()))?;
                writeln!(self.out, "{side} against {peer}")?;
                self.board(&terms.game)?;
            }
            SeriesEvent::Line(game, line) => self.line(game, line)?,
            SeriesEvent::Moved(game, played) => self.moved(game, played)?,
            SeriesEvent::TookBack(game) => {
                writeln!(self.out, "moves were taken back")?;
                self.board(game)?;
            }
            SeriesEvent::Chat(words) => writeln!(self.out, "the other side says: {words}")?,
        }
        self.out.flush()?;
        Ok(())
    }

    fn board(&mut self, game: &Game) -> io::Result<()> {
        let lines = pieces(self.variant.rules(), self.view, game.position(), Signs::Letters);
        lines.iter().try_for_each(|line| writeln!(self.out, "{line}"))
    }

    fn moved(&mut self, game: &Game, played: &Move) -> io::Result<()> {
        let Some(before) = game.earlier_positions().last() else { return Ok(()) };
        let text = write_move(self.variant, before, played);
        let number = game.moves().len().div_ceil(2);
        writeln!(self.out, "{number}. {} plays {text}", side_title(before.turn()))?;
        self.board(game)
    }

    fn line(&mut self, game: &Game, line: &Line) -> io::Result<()> {
        let position = game.position();
        let moves = MoveText::line(self.variant, position, &line.moves);
        let moves: Vec<String> = moves.into_iter().map(|played| played.text).collect();
        let score = ScoreText::of(line.score, line.bound, position.turn());
        let text = format!("{:>5} {score:>16} {:>11} {}", line.depth, line.nodes, moves.join(" "));
        let text: String = text.chars().take(WIDTH).collect();
        writeln!(self.out, "{text}")
    }

    fn over(&mut self, record: &GameRecord, side: Side) -> anyhow::Result<()> {
        let count = match record.result {
            GameResult::Drawn => &mut self.score.draws,
            GameResult::None => &mut self.score.open,
            result if result == GameResult::won_by(side) => &mut self.score.wins,
            _ => &mut self.score.losses,
        };
        *count += 1;
        self.whole = !matches!(record.reason, Reason::Fault { .. });
        let result = match record.result {
            GameResult::WhiteWins => "White has won",
            GameResult::BlackWins => "Black has won",
            GameResult::Drawn => "drawn",
            GameResult::None => "no result",
        };
        let (games, white, black) = (self.games(), &record.white, &record.black);
        let reason = reason_text(&record.reason);
        let text = format!("game {games}: {white} - {black}: {result}; {reason}");
        writeln!(self.out, "{}", fitted(&text, WIDTH))?;
        if let Some(file) = &mut self.games {
            let round = games.to_string();
            let text = record_text(record, &[("Event", "damier dxp"), ("Round", &round)])?;
            writeln!(file, "{text}").context("--pdn")?;
            file.publish().context("--pdn")?;
        }
        Ok(())
    }

    /// The score.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn conclude(&mut self) -> anyhow::Result<()> {
        let SeriesScore { wins, losses, draws, open } = self.score;
        let open = if open > 0 { format!(", {open} without result") } else { String::new() };
        writeln!(self.out, "score: {wins} wins, {losses} losses, {draws} draws{open}")?;
        Ok(())
    }
}

//! What a match shows while it goes: the line of its progress, and its games in a PDN file.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use damier_match::tournament::pdn::game_text;
use damier_match::tournament::results::RefereedGame;
use damier_match::tournament::score::Ledger;
use damier_report::matches::{elo_text, wins_text};
use indicatif::{ProgressBar, ProgressStyle};

use super::plan::Plan;
use crate::exit::complain;
use crate::output::Output;

/// How often the line is drawn anew, so that one sees that the match is alive.
const TICK: Duration = Duration::from_millis(500);

/// A line on stderr; nothing where that is no terminal.
pub struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    /// A line for a match of which nothing has been played.
    pub fn new(plan: &Plan) -> ProgressLine {
        let bar = ProgressBar::new(2 * plan.pairs_to_play());
        let template = "{bar:12} {pos}/{len} games {wide_msg} {elapsed}, {eta} left";
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        // Until the first game has ended there is nothing else to show.
        bar.set_message(format!("waiting for {}", plan.names().join(", ")));
        bar.enable_steady_tick(TICK);
        ProgressLine { bar }
    }

    /// A game has ended.
    pub fn game(&self) {
        self.bar.inc(1);
    }

    /// A pair counts.
    pub fn pair(&self, ledger: &Ledger, resumed: bool) {
        if resumed {
            self.bar.inc(2);
        }
        let first = ledger.score().first();
        let mut text = format!("{}, Elo {}", wins_text(&first), elo_text(first.pairs.elo()));
        if let Some(state) = ledger.test() {
            text.push_str(&format!(", LLR {:.2}", state.llr));
        }
        self.bar.set_message(text);
    }

    /// Writes a message above the line.
    pub fn write_above(&self, text: &str) {
        self.bar.suspend(|| {
            complain(text);
        });
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A PDN file. It is written anew when a match is taken up, from the results file, so that it has
/// each game once, in order. What was there stays until the first games count.
pub struct GamesFile {
    file: Output,
}

impl GamesFile {
    /// # Errors
    /// When the file cannot be made.
    pub fn create(path: &Path) -> anyhow::Result<GamesFile> {
        Ok(GamesFile { file: Output::create(path).context("--pdn")? })
    }

    /// # Errors
    /// When a game cannot be written, or its record does not fit its rules.
    pub fn add(&mut self, games: &[RefereedGame; 2]) -> io::Result<()> {
        for played in games {
            let text = game_text(played)
                .map_err(|error| io::Error::other(format!("game {}: {error}", played.game)))?;
            writeln!(self.file, "{text}")?;
        }
        self.file.publish().map_err(|error| io::Error::other(format!("--pdn: {error:#}")))
    }
}

//! The games of a match as they come to count, written to a PDN file.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use damier_match::tournament::pdn::game_text;
use damier_match::tournament::results::Played;

use crate::output::Output;

/// A PDN file. It is written anew when a match is taken up, from the results file, so that it has
/// each game once, in order. What was there stays until the first games count.
pub struct Games {
    file: Output,
}

impl Games {
    /// # Errors
    /// When the file cannot be made.
    pub fn create(path: &Path) -> anyhow::Result<Games> {
        Ok(Games { file: Output::create(path).context("--pdn")? })
    }

    /// # Errors
    /// When a game cannot be written, or its record does not fit its rules.
    pub fn add(&mut self, games: &[Played; 2]) -> io::Result<()> {
        for played in games {
            let text = game_text(played)
                .map_err(|error| io::Error::other(format!("game {}: {error}", played.game)))?;
            writeln!(self.file, "{text}")?;
        }
        self.file.publish().map_err(|error| io::Error::other(format!("--pdn: {error:#}")))
    }
}

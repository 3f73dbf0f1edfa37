//! The games of a match as they come to count, written to a PDN file.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use damier_protocol::tournament::pdn::game_text;
use damier_protocol::tournament::results::Played;

/// A PDN file. It is written anew when a match is taken up, from the results file, so that it has
/// each game once, in order.
pub struct Games {
    file: BufWriter<File>,
}

impl Games {
    /// # Errors
    /// When the file cannot be made.
    pub fn create(path: &Path) -> anyhow::Result<Games> {
        let file = File::create(path).with_context(|| format!("--pdn {}", path.display()))?;
        Ok(Games { file: BufWriter::new(file) })
    }

    /// # Errors
    /// When a game cannot be written, or its record does not fit its rules.
    pub fn add(&mut self, games: &[Played; 2]) -> io::Result<()> {
        for played in games {
            let text = game_text(played)
                .map_err(|error| io::Error::other(format!("game {}: {error}", played.game)))?;
            writeln!(self.file, "{text}")?;
        }
        self.file.flush()
    }
}

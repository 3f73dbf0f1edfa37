//! The games of several files, replayed one after the other.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use damier_engine::notation::pdn::{Reader, Record, ReplayError, Replayed, replay};
use damier_engine::variant::Variant;
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::PdnInput;
use crate::{Answer, complain, setup};

/// Input of fewer bytes is read before anybody looks.
const LONG: u64 = 8 << 20;

/// Room of the buffer between file and reader.
const BUFFER: usize = 1 << 16;

/// A game of a file.
pub struct Found {
    /// The file as the user named it.
    pub file: String,
    /// The game as written.
    pub record: Record,
    /// The game replayed, or why that cannot be.
    pub replayed: Result<Replayed, ReplayError>,
}

/// Whether all files could be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// All of them.
    All,
    /// Not all; which and why has been told.
    Part,
}

impl Coverage {
    /// What a command says that has met so many broken games.
    pub fn answer(self, broken: u64) -> Answer {
        match self {
            Coverage::Part => Answer::Part,
            Coverage::All if broken > 0 => Answer::No,
            Coverage::All => Answer::Yes,
        }
    }
}

/// Reads and replays the games of all files. A file that cannot be read is told on stderr and the
/// others are read all the same.
///
/// # Errors
/// When `each` fails.
pub fn for_each(
    input: &PdnInput,
    mut each: impl FnMut(Found) -> anyhow::Result<()>,
) -> anyhow::Result<Coverage> {
    let default = default_game(input)?;
    let bar = progress(input);
    let mut coverage = Coverage::All;
    let mut tell = |error: anyhow::Error| {
        coverage = Coverage::Part;
        bar.suspend(|| complain(&format!("{error:#}")));
    };
    for path in &input.files {
        let (file, text) = match open(path, &bar) {
            Ok(opened) => opened,
            Err(error) => {
                tell(error);
                continue;
            }
        };
        for record in Reader::new(text) {
            let record = match record.with_context(|| format!("cannot read {file}")) {
                Ok(record) => record,
                Err(error) => {
                    tell(error);
                    break;
                }
            };
            let replayed = replay(&record, default.as_ref());
            let found = Found { file: file.clone(), record, replayed };
            // Only what is broken is told on stderr, where the bar stands.
            match found.replayed.is_err() {
                true => bar.suspend(|| each(found))?,
                false => each(found)?,
            }
        }
    }
    bar.finish_and_clear();
    Ok(coverage)
}

/// Refuses to write over a file that is still to be read.
///
/// # Errors
/// When `output` is one of the files.
pub fn keep_apart(input: &PdnInput, output: &Path) -> anyhow::Result<()> {
    let Ok(output) = output.canonicalize() else { return Ok(()) };
    let same = |path: &&PathBuf| path.canonicalize().is_ok_and(|path| path == output);
    if let Some(path) = input.files.iter().find(same) {
        bail!("{} is read and cannot be written; name another file", path.display());
    }
    Ok(())
}

/// The game that the options tell, if any does.
fn default_game(input: &PdnInput) -> anyhow::Result<Option<Variant>> {
    if input.game.variant.is_none() && input.game.rule.is_empty() {
        return Ok(None);
    }
    setup::variant(&input.game, "italian").map(Some)
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

fn open(path: &Path, bar: &ProgressBar) -> anyhow::Result<(String, impl BufRead)> {
    let (name, input): (String, Box<dyn Read>) = if is_stdin(path) {
        ("standard input".to_owned(), Box::new(io::stdin().lock()))
    } else {
        let name = path.display().to_string();
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        (name, Box::new(file))
    };
    Ok((name, BufReader::with_capacity(BUFFER, bar.wrap_read(input))))
}

/// A bar on stderr where somebody may wait and look.
fn progress(input: &PdnInput) -> ProgressBar {
    let length = |path: &Path| match path.metadata() {
        Ok(data) if !is_stdin(path) => Some(data.len()),
        _ => None,
    };
    let total: Option<u64> = input.files.iter().map(|path| length(path)).sum();
    if !io::stderr().is_terminal() || total.is_some_and(|bytes| bytes < LONG) {
        return ProgressBar::hidden();
    }
    let bar = total.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    let template = match total {
        Some(_) => "{bar:40} {bytes} of {total_bytes}, {eta} left",
        None => "{spinner} {bytes}, {elapsed}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

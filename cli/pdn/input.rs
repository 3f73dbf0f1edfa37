//! The games of several files, replayed in parallel and handed over in their order.

use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use damier_pdn::{ReplayError, ReplayFault, ReplayOptions};
use damier_rules::notation::{FenDefect, FenError};
use damier_rules::variant::Variant;
use indicatif::{ProgressBar, ProgressStyle};
use walkdir::{DirEntry, WalkDir};

use super::open::{self, shown};
use super::parallel::in_order;
use super::reading::{Event, FileGame, FileReader};
use crate::args::PdnInput;
use crate::exit::{ExitAnswer, complain};
use crate::setup;

/// How the names of files end that are taken from a folder.
const ENDS: [&str; 3] = [".pdn", ".pdn.gz", ".pdn.zst"];

/// Input of fewer bytes is read before anybody looks.
const LONG: u64 = 8 << 20;

/// Whether all files could be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// All of them.
    All,
    /// Not all; which and why has been reported.
    Part,
}

impl Coverage {
    /// How a command ends that has met so many broken games.
    pub fn answer(self, broken: u64) -> ExitAnswer {
        match self {
            Coverage::Part => ExitAnswer::Part,
            Coverage::All if broken > 0 => ExitAnswer::No,
            Coverage::All => ExitAnswer::Yes,
        }
    }
}

/// Files of games.
pub struct Input {
    /// The files, and what is wrong with some, in their order.
    files: Vec<anyhow::Result<PathBuf>>,
    options: ReplayOptions,
}

impl Input {
    /// The files that the command line names, those in folders included.
    ///
    /// # Errors
    /// When the game that it names is none, or standard input is to be read twice.
    pub fn of(args: &PdnInput) -> anyhow::Result<Input> {
        if args.files.iter().filter(|path| is_stdin(path)).count() > 1 {
            bail!("`-` is given twice; standard input can be read only once");
        }
        let (game, men) = (default_game(args)?, args.men_on_last_row.into());
        Ok(Input {
            files: files(&args.files),
            options: ReplayOptions { variant: game, file: None, men },
        })
    }

    /// Reads and replays the games of all files. `prepare` is called for many at once, `each` with
    /// what it gave in the order of the input. A file that cannot be read is reported on stderr and
    /// the others are read all the same.
    ///
    /// # Errors
    /// When `each` fails.
    pub fn for_each<T: Send>(
        self,
        prepare: impl Fn(FileGame) -> T + Sync,
        mut each: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Coverage> {
        let bar = progress(&self.files);
        let mut coverage = Coverage::All;
        let options = self.options;
        let read = |path: anyhow::Result<PathBuf>, send: &dyn Fn(Vec<Event<T>>) -> bool| {
            let opened = path.and_then(|path| opened(&path, &bar));
            match opened {
                Ok((name, text)) => FileReader::new(name, options, &prepare, send).read(text),
                Err(error) => drop(send(vec![Event::Failed(error)])),
            }
        };
        in_order(self.files, read, |event| match event {
            Event::Game { game, broken: false } => each(game),
            // What is broken is reported on stderr, where the bar stands.
            Event::Game { game, broken: true } => bar.suspend(|| each(game)),
            Event::Notice(message) => {
                bar.suspend(|| complain(&message));
                Ok(())
            }
            Event::Failed(error) => {
                coverage = Coverage::Part;
                bar.suspend(|| complain(&format!("{error:#}")));
                Ok(())
            }
        })?;
        bar.finish_and_clear();
        Ok(coverage)
    }

    /// The files that there are.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.files.iter().flatten().cloned().collect()
    }
}

/// Refuses to write over one of these files.
///
/// # Errors
/// When `output` is one of them.
pub fn keep_apart(files: &[PathBuf], output: &Path) -> anyhow::Result<()> {
    let Ok(output) = output.canonicalize() else { return Ok(()) };
    let same = |path: &&PathBuf| path.canonicalize().is_ok_and(|path| path == output);
    if let Some(path) = files.iter().find(same) {
        bail!("{} is read and cannot be written; name another file", shown(path));
    }
    Ok(())
}

/// Why a game cannot be replayed, with the option that would help.
pub fn reason(error: &ReplayError) -> String {
    let men = |defect: &FenDefect| matches!(defect, FenDefect::ManOnCrownRow { .. });
    match &error.fault {
        ReplayFault::Fen(FenError { defects, .. }) if defects.iter().all(men) => {
            format!("{}; --men-on-last-row king or drop reads it", error.fault)
        }
        fault => fault.to_string(),
    }
}

/// The game that the options name, if any does.
fn default_game(input: &PdnInput) -> anyhow::Result<Option<Variant>> {
    let game = &input.game;
    if game.variant.is_none() && game.rules.is_none() && game.rule.is_empty() {
        return Ok(None);
    }
    setup::variant(game, "italian").map(Some)
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The name of a file, and its text.
fn opened(path: &Path, bar: &ProgressBar) -> anyhow::Result<(Arc<str>, Box<dyn BufRead>)> {
    let (name, input): (String, Box<dyn Read>) = if is_stdin(path) {
        ("standard input".to_owned(), Box::new(io::stdin().lock()))
    } else {
        let name = shown(path);
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        (name, Box::new(file))
    };
    let text = open::text(bar.wrap_read(input)).with_context(|| format!("cannot read {name}"))?;
    Ok((name.into(), text))
}

/// A bar on stderr where somebody may wait and look.
fn progress(files: &[anyhow::Result<PathBuf>]) -> ProgressBar {
    let length = |path: &PathBuf| match path.metadata() {
        Ok(data) if !is_stdin(path) => Some(data.len()),
        _ => None,
    };
    let total: Option<u64> = files.iter().flatten().map(length).sum();
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

/// The files that are meant, in their order: those of a folder by name, hidden ones and links to
/// folders left out. What cannot be read, or has nothing, is an error in its place.
fn files(given: &[PathBuf]) -> Vec<anyhow::Result<PathBuf>> {
    let mut all = Vec::new();
    for path in given {
        match path.is_dir() {
            true => all.extend(inside(path)),
            false => all.push(Ok(path.clone())),
        }
    }
    all
}

fn inside(folder: &Path) -> Vec<anyhow::Result<PathBuf>> {
    let (mut found, mut passed_over) = (Vec::new(), 0_u64);
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(|entry| entry.depth() == 0 || !begins_with_dot(entry)) {
        match entry.with_context(|| format!("cannot walk through {}", shown(folder))) {
            Err(error) => found.push(Err(error)),
            Ok(entry) if !entry.path().is_file() => {}
            Ok(entry) if is_pdn(entry.path()) => found.push(Ok(entry.into_path())),
            Ok(_) => passed_over += 1,
        }
    }
    if found.is_empty() {
        let ends = ENDS.map(|end| format!("*{end}")).join(", ");
        let passed = match passed_over {
            0 => String::new(),
            _ => format!("; other files passed over: {passed_over}"),
        };
        found.push(Err(anyhow!("{}: there is no {ends} in it{passed}", shown(folder))));
    }
    found
}

fn begins_with_dot(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

fn is_pdn(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    ENDS.iter().any(|end| name.ends_with(end))
}

//! `damier pdn convert`, `filter` and `split`: games written anew.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use damier_engine::notation::pdn::{Record, Sheet, write_game, write_game_in};
use damier_engine::notation::{FenError, read_fen};
use damier_engine::rules::SquareNames;

use super::input::{Found, for_each, keep_apart};
use crate::args::{PdnConvertArgs, PdnFilterArgs, PdnInput, PdnSplitArgs, SquareNamesArg};
use crate::{Answer, complain};

pub fn convert(args: &PdnConvertArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let mut out = Games::new(writer(&args.input, args.output.as_deref(), out)?);
    let mut broken = 0_u64;
    let coverage = for_each(&args.input, |found| {
        let Some(sheet) = replayed(found, &mut broken) else { return Ok(()) };
        let text = match args.notation {
            None => write_game(&sheet),
            Some(SquareNamesArg::Numeric) => write_game_in(&sheet, SquareNames::Numeric),
            Some(SquareNamesArg::Letters) => write_game_in(&sheet, SquareNames::Algebraic),
        };
        out.write(&text)
    })?;
    out.finish()?;
    Ok(coverage.answer(broken))
}

pub fn filter(args: &PdnFilterArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let mut out = Games::new(writer(&args.input, args.output.as_deref(), out)?);
    let mut broken = 0_u64;
    let mut wanted = Wanted { fen: args.fen.as_deref(), understood: false, error: None };
    let coverage = for_each(&args.input, |found| {
        if !args.tags.iter().all(|(name, value)| has_tag(&found.record, name, value)) {
            return Ok(());
        }
        match replayed(found, &mut broken) {
            Some(sheet) if wanted.occurs(&sheet) => out.write(&write_game(&sheet)),
            _ => Ok(()),
        }
    })?;
    out.finish()?;
    match wanted.error.filter(|_| !wanted.understood) {
        Some(error) => Err(error).context("--fen"),
        None => Ok(coverage.answer(broken)),
    }
}

pub fn split(args: &PdnSplitArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let (mut broken, mut files, mut games) = (0_u64, 0_u64, 0_u64);
    let mut current: Option<Games<Box<dyn Write>>> = None;
    let coverage = for_each(&args.input, |found| {
        let Some(sheet) = replayed(found, &mut broken) else { return Ok(()) };
        if games.is_multiple_of(args.games) {
            if let Some(full) = current.take() {
                full.finish()?;
            }
            files += 1;
            let name = format!("{}{files:04}.pdn", args.output_prefix);
            keep_apart(&args.input, Path::new(&name))?;
            current = Some(Games::new(create(Path::new(&name))?));
            writeln!(out, "{name}")?;
        }
        games += 1;
        current.as_mut().map_or(Ok(()), |file| file.write(&write_game(&sheet)))
    })?;
    if let Some(last) = current {
        last.finish()?;
    }
    Ok(coverage.answer(broken))
}

/// The game, if it could be replayed; else it is reported and counted.
fn replayed(found: Found, broken: &mut u64) -> Option<Sheet> {
    match found.replayed {
        Ok(replayed) => Some(replayed.sheet),
        Err(error) => {
            *broken += 1;
            complain(&format!("{}:{error}", found.file));
            None
        }
    }
}

fn has_tag(record: &Record, name: &str, value: &str) -> bool {
    let value = value.to_lowercase();
    record
        .tags
        .iter()
        .filter(|tag| tag.name.eq_ignore_ascii_case(name))
        .any(|tag| tag.value.to_lowercase().contains(&value))
}

/// A position to be found.
struct Wanted<'a> {
    fen: Option<&'a str>,
    /// Whether it is one in any of the games seen.
    understood: bool,
    /// Why it is none in one of them.
    error: Option<FenError>,
}

impl Wanted<'_> {
    fn occurs(&mut self, sheet: &Sheet) -> bool {
        let Some(fen) = self.fen else { return true };
        match read_fen(sheet.variant().rules(), fen) {
            Ok(wanted) => {
                self.understood = true;
                sheet.positions().any(|position| position == wanted)
            }
            Err(error) => {
                self.error = Some(error);
                false
            }
        }
    }
}

/// Games with blank lines between them.
struct Games<W> {
    out: W,
    any: bool,
}

impl<W: Write> Games<W> {
    fn new(out: W) -> Games<W> {
        Games { out, any: false }
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        if std::mem::replace(&mut self.any, true) {
            writeln!(self.out)?;
        }
        Ok(self.out.write_all(text.as_bytes())?)
    }

    fn finish(mut self) -> anyhow::Result<()> {
        Ok(self.out.flush()?)
    }
}

fn writer<'a>(
    input: &PdnInput,
    path: Option<&Path>,
    out: &'a mut impl Write,
) -> anyhow::Result<Box<dyn Write + 'a>> {
    match path {
        Some(path) => {
            keep_apart(input, path)?;
            Ok(create(path)?)
        }
        None => Ok(Box::new(BufWriter::new(out))),
    }
}

fn create(path: &Path) -> anyhow::Result<Box<dyn Write>> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Box::new(BufWriter::new(file)))
}

//! `damier pdn convert`, `filter` and `split`: games written anew.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use damier_pdn::{PdnGame, RawGame, write_game, write_game_in};
use damier_rules::notation::{FenError, read_fen};
use damier_rules::rules::SquareNames;

use super::input::{Input, keep_apart, reason};
use super::open::shown;
use super::reading::FileGame;
use crate::args::{PdnConvertArgs, PdnFilterArgs, PdnSplitArgs, SquareNamesArg};
use crate::exit::{ExitAnswer, complain};
use crate::output::Output;

pub fn convert(args: &PdnConvertArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let input = Input::of(&args.input)?;
    let mut games = GamesOutput::begin(&input, args.output.as_deref(), out)?;
    let mut broken = BrokenGames(0);
    let converted = |found| {
        replayed(found).map(|game| match args.notation {
            None => write_game(&game),
            Some(SquareNamesArg::Numeric) => write_game_in(&game, SquareNames::Numeric),
            Some(SquareNamesArg::Letters) => write_game_in(&game, SquareNames::Algebraic),
        })
    };
    let coverage = input.for_each(converted, |game| match game {
        Ok(text) => games.write(&text),
        Err(fault) => broken.report(&fault),
    })?;
    games.finish()?;
    Ok(coverage.answer(broken.0))
}

pub fn filter(args: &PdnFilterArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let input = Input::of(&args.input)?;
    let mut games = GamesOutput::begin(&input, args.output.as_deref(), out)?;
    let mut broken = BrokenGames(0);
    let (mut understood, mut error) = (false, None);
    let coverage = input.for_each(
        |found| filtered(args, found),
        |game| {
            understood |= matches!(game, Filtered::Without | Filtered::Wanted(_));
            match game {
                Filtered::Wanted(text) => return games.write(&text),
                Filtered::Broken(fault) => return broken.report(&fault),
                Filtered::NoPosition(reason) => error = Some(reason),
                Filtered::Other | Filtered::Without => {}
            }
            Ok(())
        },
    )?;
    games.finish()?;
    match error.filter(|_| !understood) {
        Some(error) => Err(error).context("--fen"),
        None => Ok(coverage.answer(broken.0)),
    }
}

pub fn split(args: &PdnSplitArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let input = Input::of(&args.input)?;
    let sources = input.paths();
    let mut broken = BrokenGames(0);
    let mut parts = Parts { prefix: &args.output_prefix, sources, begun: 0, current: None };
    let mut written = 0_u64;
    let text = |found| replayed(found).map(|game| write_game(&game));
    let coverage = input.for_each(text, |game| match game {
        Ok(text) => {
            if written.is_multiple_of(args.games) {
                parts.next(out)?;
            }
            written += 1;
            parts.write(&text)
        }
        Err(fault) => broken.report(&fault),
    })?;
    parts.finish()?;
    Ok(coverage.answer(broken.0))
}

/// The game, or the message about it if it could not be replayed.
fn replayed(found: FileGame) -> Result<PdnGame, String> {
    match found.replayed {
        Ok(replayed) => Ok(replayed.game),
        Err(error) => Err(format!("{}:{}: {}", found.file, error.at, reason(&error))),
    }
}

/// How many games could not be replayed.
struct BrokenGames(u64);

impl BrokenGames {
    fn report(&mut self, fault: &str) -> anyhow::Result<()> {
        self.0 += 1;
        complain(fault);
        Ok(())
    }
}

/// What a filter makes of a game.
enum Filtered {
    /// It has other tags.
    Other,
    /// The position does not occur in it.
    Without,
    /// It is to be written so.
    Wanted(String),
    /// The position is none in its game.
    NoPosition(FenError),
    /// It cannot be replayed.
    Broken(String),
}

fn filtered(args: &PdnFilterArgs, found: FileGame) -> Filtered {
    if !args.tags.iter().all(|(name, value)| has_tag(&found.raw, name, value)) {
        return Filtered::Other;
    }
    let game = match replayed(found) {
        Ok(game) => game,
        Err(fault) => return Filtered::Broken(fault),
    };
    let occurs = args.fen.as_deref().map_or(Ok(true), |fen| {
        let wanted = read_fen(game.variant().rules(), fen)?;
        Ok(game.positions().any(|position| position == wanted))
    });
    match occurs {
        Ok(true) => Filtered::Wanted(write_game(&game)),
        Ok(false) => Filtered::Without,
        Err(error) => Filtered::NoPosition(error),
    }
}

fn has_tag(raw: &RawGame, name: &str, value: &str) -> bool {
    let value = value.to_lowercase();
    raw.tags
        .iter()
        .filter(|tag| tag.name.eq_ignore_ascii_case(name))
        .any(|tag| tag.value.to_lowercase().contains(&value))
}

/// Games with blank lines between them.
struct GamesOutput<W: Write> {
    out: GamesTarget<W>,
    any: bool,
}

enum GamesTarget<W: Write> {
    /// A file, which keeps what it has until all games are written.
    File(Output, PathBuf),
    Open(BufWriter<W>),
}

impl<W: Write> GamesOutput<W> {
    /// Games for the file, or for `out` where there is none.
    fn begin(input: &Input, path: Option<&Path>, out: W) -> anyhow::Result<GamesOutput<W>> {
        let out = match path {
            Some(path) => {
                keep_apart(&input.paths(), path)?;
                GamesTarget::File(Output::create(path)?, path.to_owned())
            }
            None => GamesTarget::Open(BufWriter::new(out)),
        };
        Ok(GamesOutput { out, any: false })
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        let gap = if std::mem::replace(&mut self.any, true) { "\n" } else { "" };
        match &mut self.out {
            GamesTarget::File(file, path) => {
                write!(file, "{gap}{text}").with_context(|| format!("cannot write {}", shown(path)))
            }
            GamesTarget::Open(out) => Ok(write!(out, "{gap}{text}")?),
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        match self.out {
            GamesTarget::File(file, _) if self.any => file.finish(),
            GamesTarget::File(_, path) => {
                complain(&format!("there is no game to write; {} is left as it was", shown(&path)));
                Ok(())
            }
            GamesTarget::Open(mut out) => Ok(out.flush()?),
        }
    }
}

/// The numbered files of a split.
struct Parts<'a> {
    prefix: &'a str,
    sources: Vec<PathBuf>,
    begun: u64,
    current: Option<GamesOutput<io::Sink>>,
}

impl Parts<'_> {
    /// Begins the next file and prints its name.
    fn next(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        self.finish()?;
        self.begun += 1;
        let name = format!("{}{:04}.pdn", self.prefix, self.begun);
        let path = Path::new(&name);
        keep_apart(&self.sources, path)?;
        let file = GamesTarget::File(Output::create(path)?, path.to_owned());
        self.current = Some(GamesOutput { out: file, any: false });
        writeln!(out, "{name}")?;
        Ok(())
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.current.as_mut().map_or(Ok(()), |file| file.write(text))
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        self.current.take().map_or(Ok(()), GamesOutput::finish)
    }
}

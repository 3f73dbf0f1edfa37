//! `damier analyse`: searches a position and prints the lines as they are found.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use damier_engine::eval::{Chances, Evaluation};
use damier_engine::score::Score;
use damier_engine::{Answer, Engine, Limits, Line, Request, Signal};
use damier_report::analysis::{BestReport, HEADING, LineReport};
use damier_report::layout::{WIDTH, cut, wrapped};
use damier_report::parts::{side_title, state_of, title};
use damier_rules::game::{Game, Outcome};
use damier_rules::notation::read_move;
use damier_rules::position::{Move, Side};

use crate::args::AnalyseArgs;
use crate::exit::ExitAnswer;
use crate::output::json_line;
use crate::setup::{self, Setup};

/// How long a search without any limit takes.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

pub fn run(args: &AnalyseArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    // The time runs from here: a large table and many threads take their part of it.
    let signal = Arc::new(Signal::new());
    let game = setup::game(&args.common)?;
    let setup = Setup::at(&game);
    let request = request(args, &setup)?;
    let finished = matches!(game.outcome(), Some(Outcome::Won(_)));
    // Before anything is written: there may not be the memory.
    let engine = match finished {
        true => None,
        false => Some(setup::engine(&args.engine)?),
    };
    let weights = setup::weights(&args.engine)?;
    let evaluation = Evaluation::new(&setup.variant.rules().moves, &weights);
    let mut printer = Printer::new(args, &setup, evaluation, out);
    printer.header(&game, finished)?;
    let found = match engine {
        None => Answer::default(),
        Some(engine) => search(engine, &game, &request, &signal, &mut printer)?,
    };
    printer.best(&found)?;
    Ok(ExitAnswer::Yes)
}

fn request(args: &AnalyseArgs, setup: &Setup) -> anyhow::Result<Request> {
    let mut limits = Limits::infinite();
    (limits.depth, limits.nodes, limits.move_time) = (args.depth, args.nodes, args.time);
    if limits.is_infinite() && !args.infinite {
        limits.move_time = Some(DEFAULT_TIME);
    }
    let only = match &args.search_moves {
        Some(text) => read_moves(setup, text).with_context(|| format!("--search-moves {text}"))?,
        None => Vec::new(),
    };
    Ok(Request::analysis(limits).with_lines(usize::from(args.multipv)).with_only(only))
}

fn read_moves(setup: &Setup, text: &str) -> anyhow::Result<Vec<Move>> {
    let mut moves = Vec::new();
    for played in text.split(',') {
        moves.push(read_move(setup.variant, &setup.position, played)?);
    }
    Ok(moves)
}

/// Searches; a line that cannot be written, and an interrupt, end the search.
fn search<W: Write>(
    mut engine: Engine,
    game: &Game,
    request: &Request,
    signal: &Arc<Signal>,
    printer: &mut Printer<'_, W>,
) -> anyhow::Result<Answer> {
    let interrupt = Arc::clone(signal);
    ctrlc::set_handler(move || interrupt.stop()).context("cannot watch for interrupts")?;
    let mut written = Ok(());
    let found = engine.think(game, request, signal, &mut |line| {
        if written.is_ok() {
            written = printer.line(line);
        }
        if written.is_err() {
            signal.stop();
        }
    });
    written.map(|()| found)
}

struct Printer<'a, W> {
    setup: &'a Setup,
    evaluation: Evaluation,
    json: bool,
    multiple: bool,
    /// The columns that lines are cut to; `None` leaves them whole.
    width: Option<usize>,
    out: &'a mut W,
}

impl<'a, W: Write> Printer<'a, W> {
    fn new(args: &AnalyseArgs, setup: &'a Setup, evaluation: Evaluation, out: &'a mut W) -> Self {
        Printer {
            setup,
            evaluation,
            json: args.common.json,
            multiple: args.multipv > 1,
            width: columns(std::io::stdout().is_terminal(), || {
                terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| width.0)
            }),
            out,
        }
    }

    fn turn(&self) -> Side {
        self.setup.position.turn()
    }

    fn header(&mut self, game: &Game, finished: bool) -> anyhow::Result<()> {
        if self.json {
            return Ok(());
        }
        writeln!(self.out, "{}", title(self.setup.variant.rules()))?;
        if finished {
            writeln!(self.out, "{}", state_of(game))?;
            return Ok(());
        }
        let side = side_title(self.turn());
        let state = format!("{}; scores in men as {side} sees them", state_of(game));
        for line in wrapped(&state, WIDTH) {
            writeln!(self.out, "{line}")?;
        }
        writeln!(self.out, "{}", self.evaluation.source())?;
        let rank = if self.multiple { "  #" } else { "" };
        writeln!(self.out, "{rank}{HEADING}")?;
        Ok(())
    }

    fn line(&mut self, line: &Line) -> anyhow::Result<()> {
        let Setup { variant, position } = self.setup;
        let chances = self.chances(line.score);
        let report = LineReport::of(*variant, position, line, chances);
        if self.json {
            return json_line(self.out, &report);
        }
        let text = self.text(&report, line.speed() / 1e6);
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    fn chances(&self, score: Score) -> Option<Chances> {
        self.evaluation.chances(&self.setup.position, score)
    }

    /// What the best line's score means, in words.
    fn outlook(&mut self, found: &Answer) -> anyhow::Result<()> {
        let undecided = found.lines.first().map(|line| line.score).filter(|s| s.end().is_none());
        if let Some(Chances { win, draw, loss }) = undecided.and_then(|s| self.chances(s)) {
            let percent = |chance: f64| (chance * 100.0).round();
            let (win, draw, loss) = (percent(win), percent(draw), percent(loss));
            let side = side_title(self.turn());
            writeln!(self.out, "{side} wins {win} %, draws {draw} %, loses {loss} %")?;
        }
        Ok(())
    }

    fn text(&self, report: &LineReport, mnps: f64) -> String {
        let rank = if self.multiple { format!("{:>3}", report.rank) } else { String::new() };
        let line = format!("{rank}{}", report.text(mnps));
        match self.width {
            Some(width) => cut(&line, width),
            None => line,
        }
    }

    fn best(&mut self, found: &Answer) -> anyhow::Result<()> {
        let Setup { variant, position } = self.setup;
        let report = BestReport::of(*variant, position, found);
        if self.json {
            return json_line(self.out, &report);
        }
        self.outlook(found)?;
        let text = report.bestmove.map_or_else(|| "none".to_owned(), |best| best.text);
        writeln!(self.out, "bestmove {text}")?;
        Ok(())
    }
}

/// The columns that lines are cut to: those of the terminal, as many as other text keeps to where
/// it has no width; `None` where the output is no terminal.
fn columns(is_terminal: bool, terminal_width: impl FnOnce() -> Option<u16>) -> Option<usize> {
    is_terminal.then(|| terminal_width().map_or(WIDTH, usize::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_wide_as_the_terminal_and_whole_elsewhere() {
        assert_eq!(columns(true, || Some(132)), Some(132));
        assert_eq!(columns(true, || None), Some(80));
        assert_eq!(columns(false, || Some(132)), None);
    }
}

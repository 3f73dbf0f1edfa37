//! The session while it searches.

use std::io::{self, Write};
use std::time::Duration;

use crossbeam::channel::{at, never, select};
use damier_engine::running::{Mode, Running};
use damier_engine::{Answer, Limits, Request};

use super::Session;
use crate::hub::hub1::Dialect;
use crate::hub::input::Input;
use crate::hub::level::{Level, duration};
use crate::hub::line::{Command, Reply};
use crate::hub::report::Reporter;

impl<W: Write> Session<W> {
    /// Searches, and answers.
    pub(super) fn go(&mut self, command: &Command) -> io::Result<()> {
        let mode = match command.last_of(&["think", "ponder", "analyze", "analyse"]) {
            Some(argument) if argument.name == "ponder" => Mode::Ponder,
            Some(argument) if argument.name != "think" => Mode::Analyse,
            _ => Mode::Think,
        };
        let limits = self.level.limits(mode != Mode::Analyse);
        if self.dialect != Dialect::One {
            self.level = Level::default();
        }
        let interval = interval(duration(self.parameters.line_interval), &limits);
        self.output.set_interval(interval);
        let request = match mode {
            Mode::Analyse => Request::analysis(limits),
            Mode::Think | Mode::Ponder => Request::new(limits),
        };
        let request = request.with_lines(self.parameters.lines);
        let variant = self.game.variant();
        let legal = self.game.legal_moves().len();
        let finished = legal == 0;
        let (rules, order) = (*variant.rules(), self.order.current);
        let reporter = Reporter::new(rules, order, request.lines, legal).speaking(self.dialect);
        // A finished position has no search that the client could end.
        let held =
            !finished && (mode == Mode::Ponder || (mode == Mode::Analyse && limits.is_infinite()));
        let running = match self.engine.take() {
            Some(mut engine) if !finished => {
                engine.set_threads(self.parameters.threads);
                // A last line and `done` may still have to keep their interval.
                engine.set_overhead(duration(self.parameters.overhead) + 2 * interval);
                engine.set_strength(self.parameters.strength);
                engine.set_seed(self.seed);
                let running = Running::start(engine, self.game.clone(), request, mode)?;
                self.stopper.watch(&running);
                Some(running)
            }
            idle => {
                self.engine = idle;
                None
            }
        };
        self.watch(Search { running, reporter, mode, held, deaf: false })?;
        self.output.set_interval(duration(self.parameters.line_interval));
        Ok(())
    }

    /// Serves the client while the search runs, and writes its answer.
    fn watch(&mut self, mut search: Search) -> io::Result<()> {
        let mut input = self.input.clone();
        let mut lines = search.running.as_ref().map_or_else(never, |run| run.lines().clone());
        let mut ended = search.running.is_none();
        let mut answered = false;
        loop {
            if ended && !search.held && !answered {
                self.collect(&mut search)?;
                answered = true;
            }
            if search.deaf && answered {
                // Something else is wanted already, or nobody listens any more.
                self.output.flush()?;
            }
            let due = self.output.due();
            if answered && due.is_none() {
                return Ok(());
            }
            let timer = due.map_or_else(never, at);
            select! {
                recv(lines) -> line => match line {
                    Ok(line) => self.output.offer(search.reporter.line(&line))?,
                    Err(_) => {
                        ended = true;
                        lines = never();
                    }
                },
                recv(input) -> line => {
                    self.hear(line.ok(), &mut search)?;
                    if search.deaf {
                        input = never();
                    }
                },
                recv(timer) -> _ => self.output.write_due()?,
            }
        }
    }

    /// Does what a line says while a search runs; `None` is the end of the input. A line that must
    /// wait for the end of the search becomes pending.
    fn hear(&mut self, input: Option<Input>, search: &mut Search) -> io::Result<()> {
        let name = input.as_ref().and_then(|line| line.as_ref().ok()).map(Command::name);
        match name {
            Some("ping") => self.output.write(&Reply::new("pong"))?,
            Some("ponder-hit") => search.ponder_hit(),
            Some("stop") => search.stop(),
            _ => {
                search.stop();
                search.deaf = true;
                self.pending = input;
            }
        }
        Ok(())
    }

    /// Queues the answer of a search that has ended.
    fn collect(&mut self, search: &mut Search) -> io::Result<()> {
        let mut answer = Answer::default();
        if let Some(running) = search.running.take() {
            let (engine, found) = running.finish()?;
            self.engine = Some(engine);
            answer = found;
        }
        if self.dialect == Dialect::One && search.mode == Mode::Analyse {
            answer.ponder = None;
        }
        let (lines, done) = search.reporter.answer(&answer);
        self.output.offer(lines)?;
        self.output.append(done)
    }
}

/// The interval of lines that the limits leave time for.
fn interval(wanted: Duration, limits: &Limits) -> Duration {
    let clock = limits.clock.map(|clock| clock.time.saturating_add(clock.increment) / 100);
    let fixed = limits.move_time.map(|time| time / 4);
    clock.into_iter().chain(fixed).fold(wanted, Duration::min)
}

/// What a session knows of the search that it watches.
struct Search {
    /// `None` where there is nothing to search.
    running: Option<Running>,
    reporter: Reporter,
    mode: Mode,
    /// Whether the answer must wait for the client.
    held: bool,
    /// Whether no more lines are to be read until the search has ended.
    deaf: bool,
}

impl Search {
    fn stop(&mut self) {
        self.held = false;
        if let Some(running) = &self.running {
            running.stop();
        }
    }

    fn ponder_hit(&mut self) {
        self.held &= self.mode != Mode::Ponder;
        if let Some(running) = &self.running {
            running.ponder_hit();
        }
    }
}

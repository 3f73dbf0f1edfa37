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
use crate::hub::line::{HubCommand, HubLine};
use crate::hub::report::Reporter;

impl<W: Write> Session<W> {
    /// Searches, and answers.
    pub(super) fn go(&mut self, command: &HubCommand) -> io::Result<()> {
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
        let reporter = Reporter::new(rules, order, request.lines, legal).with_dialect(self.dialect);
        // A finished position has no search that the client could end.
        let awaits_client =
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
        self.run_search(Search { running, reporter, mode, awaits_client, input_paused: false })?;
        self.output.set_interval(duration(self.parameters.line_interval));
        Ok(())
    }

    /// Serves the client while the search runs, and writes its answer.
    fn run_search(&mut self, mut search: Search) -> io::Result<()> {
        let mut input = self.input.clone();
        let mut lines = search.running.as_ref().map_or_else(never, |run| run.lines().clone());
        let mut ended = search.running.is_none();
        let mut answered = false;
        loop {
            if ended && !search.awaits_client && !answered {
                self.collect(&mut search)?;
                answered = true;
            }
            if search.input_paused && answered {
                // The client has sent something else already, or its input has ended.
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
                    self.on_input(line.ok(), &mut search)?;
                    if search.input_paused {
                        input = never();
                    }
                },
                recv(timer) -> _ => self.output.write_due()?,
            }
        }
    }

    /// Handles a line while a search runs; `None` is the end of the input. A line that must
    /// wait for the end of the search becomes pending.
    fn on_input(&mut self, input: Option<Input>, search: &mut Search) -> io::Result<()> {
        let name = input.as_ref().and_then(|line| line.as_ref().ok()).map(HubCommand::name);
        match name {
            Some("ping") => self.output.write(&HubLine::new("pong"))?,
            Some("ponder-hit") => search.ponder_hit(),
            Some("stop") => search.stop(),
            _ => {
                search.stop();
                search.input_paused = true;
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

/// The state of the search that runs.
struct Search {
    /// `None` where there is nothing to search.
    running: Option<Running>,
    reporter: Reporter,
    mode: Mode,
    /// Whether the answer must wait for the client.
    awaits_client: bool,
    /// Whether no more lines are to be read until the search has ended.
    input_paused: bool,
}

impl Search {
    fn stop(&mut self) {
        self.awaits_client = false;
        if let Some(running) = &self.running {
            running.stop();
        }
    }

    fn ponder_hit(&mut self) {
        self.awaits_client &= self.mode != Mode::Ponder;
        if let Some(running) = &self.running {
            running.ponder_hit();
        }
    }
}

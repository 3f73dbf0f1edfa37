//! The session: what each command does.

use std::io::{self, BufRead, ErrorKind, Write};
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, at, never, select};
use damier_engine::game::Game;
use damier_engine::notation::{
    HubPositionError, MoveError, SquareOrder, read_hub_move, read_hub_position,
};
use damier_engine::rules::RuleError;
use damier_engine::search::{Answer, Limits, Request, Searcher, TableTooLarge, any_seed};
use damier_engine::variant::Variant;

use super::Settings;
use super::input::{self, Input};
use super::level::{Level, duration};
use super::line::{Command, LineError, Reply, quoted};
use super::order::Order;
use super::output::Output;
use super::parameters::{ParameterError, Parameters};
use super::report::Reporter;
use crate::running::{Mode, Running, Stopper};

/// Speaks Hub with a client until it quits or its input ends.
///
/// Input is read in a thread of its own, which ends with the input or after the next line. Each
/// line is written in one call and flushed, those of a declaration in one; the end of a declaration
/// and lines that are no answer to one of the client's keep a short
/// [distance](Settings::line_distance). A client that closes its end of the output ends the session.
///
/// ```
/// use damier_protocol::hub::{Settings, serve};
///
/// let mut output = Vec::new();
/// serve(&b"ping\nquit\n"[..], &mut output, &Settings::default())?;
/// assert_eq!(output, b"pong\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When writing fails otherwise, or memory or threads cannot be had.
pub fn serve<R, W>(input: R, output: W, settings: &Settings) -> io::Result<()>
where
    R: BufRead + Send + 'static,
    W: Write,
{
    let mut session = Session::new(input, output, settings)?;
    match session.run() {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

/// How long a client may be silent after the handshake before it is thought to have missed the end.
const FIRST_ANSWER: Duration = Duration::from_millis(500);

/// Why a command was not carried out; the session is as it was before.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error(transparent)]
    Line(#[from] LineError),
    #[error(
        "got unknown command {got}; commands are hub, set-param, init, new-game, pos, level, go, \
         stop, ponder-hit, ping, quit",
        got = quoted(.0)
    )]
    Unknown(String),
    #[error("got set-param without {0}; it should be: set-param name=NAME value=VALUE")]
    Missing(&'static str),
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    #[error(transparent)]
    Rules(#[from] RuleError),
    #[error("{0}; the old table is kept")]
    Table(#[from] TableTooLarge),
    #[error("bad position, the old one is kept: {0}")]
    Position(#[from] HubPositionError),
    #[error("bad move {text} (number {place} of moves), the old position is kept: {error}", text = quoted(text))]
    Move { place: usize, text: String, error: MoveError },
}

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    End,
}

struct Session<W> {
    input: Receiver<Input>,
    /// Stops the search when the line that says so is read.
    stopper: Stopper,
    /// A line that has ended a search and waits to be executed.
    pending: Option<Input>,
    output: Output<W>,
    /// How the client numbers the squares.
    order: Order,
    parameters: Parameters,
    /// What the next search is of.
    game: Game,
    level: Level,
    /// `None` while it searches.
    searcher: Option<Searcher>,
    /// What a weak strength throws its dice by, another one for each game.
    seed: u64,
}

impl<W: Write> Session<W> {
    fn new<R>(input: R, output: W, settings: &Settings) -> io::Result<Session<W>>
    where
        R: BufRead + Send + 'static,
    {
        let invalid = |error| io::Error::new(ErrorKind::InvalidInput, error);
        let parameters = Parameters::new(settings).map_err(invalid)?;
        let rules = parameters.rules().map_err(io::Error::other)?;
        let mut searcher = Searcher::new(parameters.table_bytes()).map_err(io::Error::other)?;
        searcher.set_weights(settings.weights.clone());
        let stopper = Stopper::default();
        Ok(Session {
            input: input::read(input, stopper.clone())?,
            stopper,
            pending: None,
            output: Output::new(output, duration(parameters.line_distance)),
            order: parameters.order.map_or_else(Order::default, Order::of),
            game: Game::new(Variant::new(rules)),
            parameters,
            level: Level::default(),
            searcher: Some(searcher),
            seed: any_seed(),
        })
    }

    fn run(&mut self) -> io::Result<()> {
        while let Some(input) = self.pending.take().or_else(|| self.input.recv().ok()) {
            if self.execute(input)? == Flow::End {
                break;
            }
        }
        Ok(())
    }

    fn execute(&mut self, input: Input) -> io::Result<Flow> {
        let command = match input {
            Ok(command) => command,
            Err(error) => {
                self.output.write(&Reply::error(error))?;
                return Ok(Flow::On);
            }
        };
        let done = match command.name() {
            "hub" => return self.introduce().map(|()| Flow::On),
            "go" => return self.go(&command).map(|()| Flow::On),
            "level" => return self.add_level(&command).map(|()| Flow::On),
            "init" => return self.output.write(&Reply::new("ready")).map(|()| Flow::On),
            "ping" => return self.output.write(&Reply::new("pong")).map(|()| Flow::On),
            "quit" => return Ok(Flow::End),
            "stop" | "ponder-hit" => Ok(()),
            "new-game" => {
                self.forget();
                Ok(())
            }
            "pos" => self.set_position(&command),
            "set-param" => self.set_parameter(&command),
            other => Err(Refused::Unknown(other.to_owned())),
        };
        if let Err(refused) = done {
            self.output.write(&Reply::error(refused))?;
        }
        Ok(Flow::On)
    }

    fn introduce(&mut self) -> io::Result<()> {
        let id = Reply::new("id")
            .with("name", "Damier")
            .with("version", env!("CARGO_PKG_VERSION"))
            .with("author", "the Damier authors");
        let mut lines = vec![id];
        lines.append(&mut self.parameters.declarations());
        self.output.write_block(&lines, &Reply::new("wait"))?;
        match self.input.recv_timeout(FIRST_ANSWER) {
            // Of a declaration only the name can be said twice without harm.
            Err(RecvTimeoutError::Timeout) => {
                lines.first().map_or(Ok(()), |id| self.output.repeat(id))
            }
            answer => {
                self.pending = answer.ok();
                Ok(())
            }
        }
    }

    fn add_level(&mut self, command: &Command) -> io::Result<()> {
        let errors = self.level.add(command);
        errors.iter().try_for_each(|error| self.output.write(&Reply::error(error)))
    }

    /// Forgets what was searched; another game begins.
    fn forget(&mut self) {
        self.seed = any_seed();
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
    }

    fn set_parameter(&mut self, command: &Command) -> Result<(), Refused> {
        let name = command.value("name").ok_or(Refused::Missing("name"))?;
        let value = command.value("value").ok_or(Refused::Missing("value"))?;
        let before = self.parameters.clone();
        let set = self.parameters.set(name, value);
        match self.parameters.order {
            Some(order) => self.order = Order::of(order),
            None if before.order.is_some() => self.order = self.order.doubted(),
            None => {}
        }
        self.output.set_distance(duration(self.parameters.line_distance));
        let rules = self.parameters.rules()?;
        if rules != *self.game.variant().rules() {
            self.game = Game::new(Variant::new(rules));
            self.order = self.parameters.order.map_or(self.order.doubted(), Order::of);
            self.forget();
        }
        if self.parameters.table_size != before.table_size
            && let Some(searcher) = &mut self.searcher
            && let Err(error) = searcher.resize(self.parameters.table_bytes())
        {
            self.parameters = before;
            return Err(error.into());
        }
        Ok(set?)
    }

    fn set_position(&mut self, command: &Command) -> Result<(), Refused> {
        let variant = *self.game.variant();
        self.game = self.order.read(variant.rules(), |order| read_game(variant, command, order))?;
        Ok(())
    }

    fn go(&mut self, command: &Command) -> io::Result<()> {
        let mode = match command.last_of(&["think", "ponder", "analyze", "analyse"]) {
            Some(argument) if argument.name == "ponder" => Mode::Ponder,
            Some(argument) if argument.name != "think" => Mode::Analyse,
            _ => Mode::Think,
        };
        let limits = std::mem::take(&mut self.level).limits(mode != Mode::Analyse);
        let distance = distance(duration(self.parameters.line_distance), &limits);
        self.output.set_distance(distance);
        let request = Request {
            limits,
            analysis: mode == Mode::Analyse,
            lines: self.parameters.lines,
            threads: self.parameters.threads,
            // A last line and `done` may still have to keep their distance.
            overhead: duration(self.parameters.overhead) + 2 * distance,
            strength: self.parameters.strength,
            seed: self.seed,
            ..Request::default()
        };
        let variant = self.game.variant();
        let legal = self.game.legal_moves().len();
        let finished = legal == 0;
        let (rules, order) = (*variant.rules(), self.order.current);
        let reporter = Reporter::new(rules, order, request.lines, legal);
        let held = mode == Mode::Ponder || (mode == Mode::Analyse && limits.is_infinite());
        let running = match self.searcher.take() {
            Some(searcher) if !finished => {
                let running = Running::start(searcher, self.game.clone(), request, mode)?;
                self.stopper.watch(&running);
                Some(running)
            }
            idle => {
                self.searcher = idle;
                None
            }
        };
        self.watch(Search { running, reporter, mode, held, deaf: false })?;
        self.output.set_distance(duration(self.parameters.line_distance));
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
            let (searcher, found) = running.finish()?;
            self.searcher = Some(searcher);
            answer = found;
        }
        let (lines, done) = search.reporter.answer(&answer);
        self.output.offer(lines)?;
        self.output.append(done)
    }
}

/// The game that a line `pos` gives.
fn read_game(variant: Variant, command: &Command, order: SquareOrder) -> Result<Game, Refused> {
    let position = match command.last_of(&["pos", "start"]) {
        Some(argument) if argument.name == "pos" => {
            read_hub_position(variant.rules(), &argument.value, order)?
        }
        _ => variant.start_position(),
    };
    let mut game = Game::from_position(variant, position);
    let moves = command.value("moves").unwrap_or_default();
    moves.split_whitespace().try_for_each(|text| play(&mut game, text, order))?;
    Ok(game)
}

fn play(game: &mut Game, text: &str, order: SquareOrder) -> Result<(), Refused> {
    let place = game.moves().len() + 1;
    let refused = |error| Refused::Move { place, text: text.to_owned(), error };
    let played = read_hub_move(game.variant(), game.position(), text, order).map_err(refused)?;
    // The reader answers with legal moves only.
    let legal = game.play(&played);
    debug_assert!(legal.is_ok(), "{text} was read as a legal move");
    Ok(())
}

/// The distance of lines that the limits leave time for.
fn distance(wanted: Duration, limits: &Limits) -> Duration {
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

//! The session: what each command does.

mod search;

use std::io::{self, BufRead, ErrorKind, Write};
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError};
use damier_engine::running::Stopper;
use damier_engine::search::any_seed;
use damier_engine::{Engine, TableTooLarge};
use damier_rules::game::Game;
use damier_rules::rules::RuleError;
use damier_rules::variant::Variant;

use super::HubSettings;
use super::hub1::{self, Dialect};
use super::input::{self, Input};
use super::level::{Level, LevelError, duration};
use super::line::{HubCommand, HubLine, LineError, quoted};
use super::output::Output;
use super::parameters::{ParameterError, Parameters};
use super::position::{ClientOrder, GameError, play};

/// Serves a Hub client until it quits or its input ends.
///
/// Input is read in a thread of its own, which ends with the input or after the next line. Each
/// line is written in one call and flushed, those of a declaration in one; the end of a declaration
/// and lines that are no answer to one of the client's keep a short
/// [interval](HubSettings::line_interval). A client that closes its end of the output ends the
/// session.
///
/// ```
/// use damier_protocol::hub::{HubSettings, serve};
///
/// let mut output = Vec::new();
/// serve(&b"ping\nquit\n"[..], &mut output, &HubSettings::default())?;
/// assert_eq!(output, b"pong\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When writing fails otherwise, or memory or threads cannot be had.
pub fn serve<R, W>(input: R, output: W, settings: &HubSettings) -> io::Result<()>
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
    Level(#[from] LevelError),
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    #[error(transparent)]
    Rules(#[from] RuleError),
    #[error("{0}; the old table is kept")]
    Table(#[from] TableTooLarge),
    #[error(transparent)]
    Game(#[from] GameError),
}

impl Refused {
    /// The line that reports it.
    fn reply(&self, dialect: Dialect) -> HubLine {
        match self {
            _ if dialect != Dialect::One => HubLine::error(self),
            Refused::Game(GameError::Position(_)) => hub1::error("bad position"),
            Refused::Game(GameError::Move { error, .. }) => hub1::error(hub1::move_error(error)),
            refused => hub1::error(&HubLine::message(refused)),
        }
    }
}

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    End,
}

struct Session<W> {
    input: Receiver<Input>,
    /// Stops the search as soon as a line `stop` is read.
    stopper: Stopper,
    /// A line that has ended a search and waits to be executed.
    pending: Option<Input>,
    output: Output<W>,
    /// The version that the client uses.
    dialect: Dialect,
    /// How it numbers the squares.
    order: ClientOrder,
    parameters: Parameters,
    /// What the next search is of.
    game: Game,
    level: Level,
    /// `None` while it searches.
    engine: Option<Engine>,
    /// What a weak strength draws its moves by, another one for each game.
    seed: u64,
}

impl<W: Write> Session<W> {
    fn new<R>(input: R, output: W, settings: &HubSettings) -> io::Result<Session<W>>
    where
        R: BufRead + Send + 'static,
    {
        let invalid = |error| io::Error::new(ErrorKind::InvalidInput, error);
        let parameters = Parameters::new(settings).map_err(invalid)?;
        let rules = parameters.rules().map_err(io::Error::other)?;
        let builder = Engine::builder().table_bytes(parameters.table_bytes());
        let engine = builder.weights(settings.weights.clone()).build().map_err(io::Error::other)?;
        let stopper = Stopper::default();
        Ok(Session {
            input: input::read(input, stopper.clone())?,
            stopper,
            pending: None,
            output: Output::new(output, duration(parameters.line_interval)),
            dialect: Dialect::default(),
            order: parameters.order.map_or_else(ClientOrder::default, ClientOrder::named),
            game: Game::new(Variant::new(rules)),
            parameters,
            level: Level::default(),
            engine: Some(engine),
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
        match input.map(|command| self.translate(command)) {
            Ok(Some(command)) => self.run_command(&command),
            Ok(None) => Ok(Flow::On),
            Err(error) => self.refuse(error.into()).map(|()| Flow::On),
        }
    }

    /// The line as one of version 2; `None` when it is to be ignored.
    fn translate(&mut self, command: HubCommand) -> Option<HubCommand> {
        self.dialect.observe(&command);
        if self.dialect != Dialect::One {
            return Some(command);
        }
        let command = hub1::translate(&command)?;
        // A new position has no limits, and there is one limit of time at most.
        match command.name() {
            "pos" => self.level = Level::default(),
            "level" if command.value("depth").is_none() => self.level.clear_time(),
            _ => {}
        }
        Some(command)
    }

    fn run_command(&mut self, command: &HubCommand) -> io::Result<Flow> {
        let done = match command.name() {
            "hub" => return self.introduce().map(|()| Flow::On),
            "go" => return self.go(command).map(|()| Flow::On),
            "level" => return self.add_level(command).map(|()| Flow::On),
            "init" => return self.output.write(&HubLine::new("ready")).map(|()| Flow::On),
            "ping" => return self.output.write(&HubLine::new("pong")).map(|()| Flow::On),
            "quit" => return Ok(Flow::End),
            "stop" | "ponder-hit" => Ok(()),
            "new-game" => {
                self.clear_engine();
                Ok(())
            }
            "pos" => self.set_position(command),
            "set-param" => self.set_parameter(command),
            "move" if self.dialect == Dialect::One => {
                self.play(hub1::move_text(command).unwrap_or_default())
            }
            name => Err(Refused::Unknown(name.to_owned())),
        };
        done.or_else(|refused| self.refuse(refused)).map(|()| Flow::On)
    }

    fn refuse(&mut self, refused: Refused) -> io::Result<()> {
        self.output.write(&refused.reply(self.dialect))
    }

    fn introduce(&mut self) -> io::Result<()> {
        const AUTHOR: &str = "the Damier authors";
        let (name, version) = ("Damier", env!("CARGO_PKG_VERSION"));
        let mut lines = Vec::new();
        if self.dialect == Dialect::One {
            lines.extend(hub1::introduction(name, version, AUTHOR));
        } else {
            let id = HubLine::new("id").with("name", name).with("version", version);
            lines.push(id.with("author", AUTHOR));
            lines.append(&mut self.parameters.declarations());
        }
        self.output.write_block(&lines, &HubLine::new("wait"))?;
        match self.input.recv_timeout(FIRST_ANSWER) {
            // Of a declaration only the name can be written twice without harm.
            Err(RecvTimeoutError::Timeout) => {
                lines.first().map_or(Ok(()), |id| self.output.repeat(id))
            }
            answer => {
                self.pending = answer.ok();
                Ok(())
            }
        }
    }

    fn add_level(&mut self, command: &HubCommand) -> io::Result<()> {
        let errors = self.level.add(command);
        errors.into_iter().try_for_each(|error| self.refuse(error.into()))
    }

    /// Forgets what was searched; another game begins.
    fn clear_engine(&mut self) {
        self.seed = any_seed();
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    fn set_parameter(&mut self, command: &HubCommand) -> Result<(), Refused> {
        let name = command.value("name").ok_or(Refused::Missing("name"))?;
        let value = command.value("value").ok_or(Refused::Missing("value"))?;
        let before = self.parameters.clone();
        let set = self.parameters.set(name, value);
        match self.parameters.order {
            Some(order) => self.order = ClientOrder::named(order),
            None if before.order.is_some() => self.order = self.order.unproven(),
            None => {}
        }
        self.output.set_interval(duration(self.parameters.line_interval));
        let rules = self.parameters.rules()?;
        if rules != *self.game.variant().rules() {
            self.game = Game::new(Variant::new(rules));
            self.order = self.parameters.order.map_or(self.order.unproven(), ClientOrder::named);
            self.clear_engine();
        }
        if self.parameters.table_size != before.table_size
            && let Some(engine) = &mut self.engine
            && let Err(error) = engine.resize(self.parameters.table_bytes())
        {
            self.parameters = before;
            return Err(error.into());
        }
        Ok(set?)
    }

    fn set_position(&mut self, command: &HubCommand) -> Result<(), Refused> {
        let variant = self.game.variant();
        self.game = self.order.read_game(variant, command)?;
        Ok(())
    }

    /// Plays one move on.
    fn play(&mut self, text: &str) -> Result<(), Refused> {
        Ok(play(&mut self.game, text, self.order.current)?)
    }
}

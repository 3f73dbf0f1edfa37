//! `damier dxp`: games with another program over DamExchange.

mod reporter;

use std::io::Write;
use std::net::SocketAddr;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use damier_engine::search::Limits;
use damier_match::referee::read_limits;
use damier_match::series::{SeriesEnd, SeriesEngine, SeriesSettings, play_series};
use damier_protocol::dxp::{Connection, Link, Listener, Name, Role, SessionSettings, connect};
use damier_rules::position::Side;
use damier_rules::variant::Variant;

use crate::args::{DxpArgs, DxpCommand, SeriesArgs};
use crate::exit::{ExitAnswer, complain, cut_off, watch_interrupts};
use crate::output::Output;
use crate::setup;

use reporter::SeriesReporter;

/// Games that the initiator plays where no number is given.
const GAMES: u64 = 2;

/// Connections that may be lost on end, without a game between, before it is given up.
const MOST_LOST: u32 = 3;

/// Where the other program is.
enum Way<'a> {
    Listen(Listener),
    Connect(&'a str, u16),
}

impl Way<'_> {
    /// Whether to go on after so many connections on end without a game. Who listens does: whoever
    /// comes along must not keep the others out.
    fn is_open(&self, lost: u32) -> bool {
        matches!(self, Way::Listen(_)) || lost < MOST_LOST
    }

    /// Standard error shows what is waited for, for whoever has to start the other program.
    fn open(&self, wait: Duration) -> anyhow::Result<Connection> {
        let connection = match self {
            Way::Listen(listener) => {
                complain(&format!("listening at {}", listener.address()));
                listener.wait(wait)
            }
            Way::Connect(host, port) => {
                complain(&format!("connecting to {host} port {port}"));
                connect(host, *port, wait)
            }
        };
        Ok(connection?)
    }
}

pub fn run(args: &DxpArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let (series, bind) = match &args.command {
        DxpCommand::Listen(args) => (&args.series, Some(args.bind)),
        DxpCommand::Connect(args) => (&args.series, None),
    };
    let variant = setup::variant(&series.game, "international")?;
    let settings = settings(series, variant)?;
    let mut engine = SeriesEngine::new(setup::engine(&series.engine)?);
    let games = series.pdn.as_deref().map(Output::create).transpose().context("--pdn")?;
    let mut reporter = SeriesReporter::new(variant, series.quiet, games, out);
    let way = match (&args.command, bind) {
        (DxpCommand::Connect(args), _) => Way::Connect(&args.host, series.port),
        (_, Some(bind)) => Way::Listen(Listener::new(SocketAddr::new(bind, series.port))?),
        _ => bail!("no address to listen at"),
    };
    let interrupt = watch_interrupts()?;
    let ended = play(&way, series, settings, &mut engine, &interrupt, &mut reporter);
    let concluded = reporter.conclude();
    // The games that are missing are worse than a reader who has gone.
    let answer = ended.map_err(cut_off)?;
    concluded?;
    Ok(answer)
}

fn settings(args: &SeriesArgs, variant: Variant) -> anyhow::Result<SeriesSettings> {
    let limits = match &args.limit {
        Some(text) => read_limits(text).with_context(|| format!("--limit {text}"))?,
        None => Limits::default(),
    };
    let role = if args.initiator { Role::Initiator } else { Role::Follower };
    Ok(SeriesSettings {
        variant,
        name: Name::new(&args.name),
        role,
        games: args.games.or(args.initiator.then_some(GAMES)),
        first: Side::White,
        minutes: args.minutes,
        moves: args.moves,
        time: args.seconds,
        limits,
        adjudicate: args.adjudicate,
        grace: args.timeout,
    })
}

/// Plays until all games are played, over as many connections as it takes. Only games prolong the
/// wait for a game: peers that come and go, or talk, do not.
fn play(
    way: &Way,
    args: &SeriesArgs,
    mut settings: SeriesSettings,
    engine: &mut SeriesEngine,
    interrupt: &AtomicBool,
    reporter: &mut SeriesReporter<'_, impl Write>,
) -> anyhow::Result<ExitAnswer> {
    let mut lost = 0;
    let mut until = Instant::now() + args.wait;
    loop {
        let left = |until: Instant| until.saturating_duration_since(Instant::now());
        let connection = way.open(left(until))?;
        let session =
            SessionSettings { request_wait: left(until), ..session(way, args, &settings) };
        let mut link = Link::new(connection, session);
        let before = reporter.games();
        let ended = play_series(&mut link, engine, &settings, interrupt, &mut |event| {
            reporter.handle(event)
        });
        drop(link);
        reporter.check()?;
        let played = reporter.games() - before;
        lost = if played > 0 { 0 } else { lost + 1 };
        if played > 0 {
            until = Instant::now() + args.wait;
        }
        settings.games = settings.games.map(|games| games.saturating_sub(played));
        if played % 2 == 1 {
            settings.first = settings.first.opponent();
        }
        let is_enough = settings.games.is_none_or(|left| left == 0);
        match ended {
            SeriesEnd::Finished => return Ok(ExitAnswer::Yes),
            SeriesEnd::Stopped if is_enough => return Ok(ExitAnswer::Yes),
            SeriesEnd::Interrupted => {
                complain("interrupted");
                return Ok(ExitAnswer::Interrupted);
            }
            // The initiator has enough and has hung up.
            SeriesEnd::Lost if settings.games.is_none() && reporter.last_was_whole() => {
                return Ok(ExitAnswer::Yes);
            }
            SeriesEnd::Lost if settings.games == Some(0) => return Ok(ExitAnswer::Yes),
            SeriesEnd::Lost | SeriesEnd::Failed(_)
                if way.is_open(lost) && Instant::now() < until =>
            {
                complain(&format!("{ended}; trying again"));
            }
            ended => bail!("{ended}"),
        }
    }
}

fn session(way: &Way, args: &SeriesArgs, settings: &SeriesSettings) -> SessionSettings {
    let SeriesSettings { name, role, variant, .. } = settings;
    SessionSettings {
        yields: matches!(way, Way::Listen(_)),
        takebacks: !args.no_takebacks,
        answer_wait: args.timeout,
        ..SessionSettings::new(name.clone(), *role, *variant)
    }
}

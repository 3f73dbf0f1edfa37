//! A Hub engine as a player.

use std::time::{Duration, Instant};

use damier_engine::game::Game;
use damier_engine::notation::{
    MoveError, SquareOrder, hub_move, read_hub_move, write_hub_position,
};
use damier_engine::position::{Move, Position};
use damier_engine::rules::{self, RuleSet};
use damier_engine::variant::Variant;

use super::player::{Dialogue, Fault, FaultKind, Player, Reply, Situation};
use crate::hub::client::{Answer, Client, ClientError, Declared, Launch, Purpose};

/// How a Hub engine is to play.
#[derive(Clone, Debug, PartialEq)]
pub struct HubSetup {
    /// How it is started.
    pub launch: Launch,
    /// The name for tables; `None` for the one by which the engine calls itself.
    pub name: Option<String>,
    /// How long it may take to start, to get ready, to stop and to quit, each.
    pub timeout: Duration,
    /// Whether it thinks in the opponent's time.
    pub ponder: bool,
    /// Whether it is told only the moves that can be repeated, not the whole game.
    pub short_history: bool,
    /// Parameters to set, by the engine's own names.
    pub parameters: Vec<(String, String)>,
    /// The size of the engine's table in MiB.
    pub hash: Option<usize>,
}

impl HubSetup {
    /// The time that an engine gets to start: it may load tables.
    pub const TIMEOUT: Duration = Duration::from_secs(60);

    /// An engine with its own defaults.
    pub fn new(launch: Launch) -> HubSetup {
        HubSetup {
            launch,
            name: None,
            timeout: HubSetup::TIMEOUT,
            ponder: false,
            short_history: false,
            parameters: Vec::new(),
            hash: None,
        }
    }
}

/// A Hub engine. It is started when its first game begins, and again when the next game is of
/// another variant: parameters are to be set before `init`.
pub struct HubPlayer {
    setup: HubSetup,
    name: String,
    client: Option<Client>,
    /// The rules for which the engine was made ready.
    rules: Option<RuleSet>,
    /// The game on whose position the engine ponders.
    pondering: Option<Game>,
}

impl HubPlayer {
    /// A player that is not started yet.
    pub fn new(setup: HubSetup) -> HubPlayer {
        let program = std::path::Path::new(&setup.launch.program);
        let stem = program.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = setup.name.clone().or(stem).unwrap_or_default();
        HubPlayer { setup, name, client: None, rules: None, pondering: None }
    }

    /// Ends the engine, if it runs.
    fn end(&mut self) -> Result<(), Fault> {
        self.pondering = None;
        self.rules = None;
        let dialogue = self.dialogue();
        match self.client.take().map(|client| client.quit(self.setup.timeout)) {
            Some(Err(error)) => Err(Fault { dialogue, ..describe(&error, FaultKind::Silence) }),
            _ => Ok(()),
        }
    }

    /// Starts the engine and makes it ready for these rules.
    fn begin(&mut self, rules: &RuleSet) -> Result<(), Fault> {
        if self.client.is_none() {
            self.restart()?;
        }
        let deadline = self.deadline();
        let settings = match &self.client {
            Some(client) => self.parameters(client.declared(), rules),
            None => return Err(self.fault(&NOT_STARTED, FaultKind::NoStart)),
        };
        let settings = settings.map_err(|fault| Fault { dialogue: self.dialogue(), ..fault })?;
        self.ask(FaultKind::SlowStart, |client| {
            for (name, value) in &settings {
                client.set(name, value);
            }
            client.init(deadline)
        })
        .map_err(at_start)?;
        self.rules = Some(*rules);
        Ok(())
    }

    /// The parameters to send to an engine that has declared these.
    fn parameters(
        &self,
        declared: &[Declared],
        rules: &RuleSet,
    ) -> Result<Vec<(String, String)>, Fault> {
        let knows = |name: &str| declared.iter().any(|own| own.name == name);
        let mut settings =
            variant_parameters(declared, rules).ok_or_else(|| unknown_variant(declared, rules))?;
        let ponder = self.setup.ponder.to_string();
        let usual = [("line-distance", "0"), ("ponder", ponder.as_str())];
        let usual = usual.iter().filter(|(name, _)| knows(name));
        settings.extend(usual.map(|&(name, value)| (name.to_owned(), value.to_owned())));
        if let Some(mib) = self.setup.hash {
            let entries = (mib.max(1) << 20) / ENTRY_BYTES;
            let (name, value) = match knows("tt-size") {
                true => ("tt-size", entries.ilog2() as usize),
                false => ("hash", mib),
            };
            settings.push((name.to_owned(), value.to_string()));
        }
        settings.extend(self.setup.parameters.iter().cloned());
        match settings.iter().find(|(name, _)| !knows(name)) {
            None => Ok(settings),
            Some((name, _)) => {
                let names: Vec<&str> = declared.iter().map(|own| own.name.as_str()).collect();
                let known = names.join(", ");
                let detail = format!("the engine has no parameter {name}; it has: {known}");
                Err(Fault { kind: FaultKind::NoStart, detail, dialogue: Dialogue::default() })
            }
        }
    }

    /// Asks the engine for something; `silence` is what its silence is called.
    fn ask<T>(
        &mut self,
        silence: FaultKind,
        request: impl FnOnce(&mut Client) -> Result<T, ClientError>,
    ) -> Result<T, Fault> {
        let answer = match &mut self.client {
            Some(client) => request(client),
            None => Err(NOT_STARTED),
        };
        answer.map_err(|error| self.fault(&error, silence))
    }

    fn fault(&self, error: &ClientError, silence: FaultKind) -> Fault {
        Fault { dialogue: self.dialogue(), ..describe(error, silence) }
    }

    fn deadline(&self) -> Instant {
        Instant::now() + self.setup.timeout
    }

    /// Stops pondering, unless it is on this game.
    fn stop_pondering(&mut self, but_on: Option<&Game>) -> Result<(), Fault> {
        let Some(pondered) = &self.pondering else { return Ok(()) };
        if but_on.is_some_and(|game| same_game(game, pondered)) {
            return Ok(());
        }
        self.pondering = None;
        let deadline = self.deadline();
        self.ask(FaultKind::Silence, |client| client.stop(deadline))
    }

    /// Starts a search.
    fn go(&mut self, situation: &Situation, purpose: Purpose) -> Result<(), Fault> {
        let (start, moves) = history(situation.game, self.setup.short_history);
        self.ask(FaultKind::Silence, |client| {
            client.go(&start, &moves, situation.limits, purpose);
            Ok(())
        })
    }

    /// What an engine's answer means on this board.
    fn reply(&self, game: &Game, answer: Answer) -> Result<Reply, Fault> {
        let fault = |kind, detail| Err(Fault { kind, detail, dialogue: self.dialogue() });
        let said = answer.error.map(|error| format!(" (it said: {error})")).unwrap_or_default();
        let Some(text) = answer.played else {
            return fault(FaultKind::NoMove, format!("the engine answered without a move{said}"));
        };
        let played = match read(game, &text) {
            Err(error @ MoveError::Unreadable { .. }) => {
                return fault(FaultKind::Garbage, format!("{error}{said}"));
            }
            read => read.map_err(|error| format!("{error}{said}")),
        };
        // A reply that is expected and cannot be is nobody's fault; it is not pondered on.
        let expected = played.as_ref().ok().zip(answer.ponder).and_then(|(played, text)| {
            let mut game = game.clone();
            game.play(played).ok()?;
            read(&game, &text).ok()
        });
        let info = answer.info;
        let (score, depth, nodes) = (info.score, info.depth, info.nodes);
        Ok(Reply { played, expected, score, depth, nodes, claimed: info.time })
    }
}

impl Player for HubPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, variant: &Variant) -> Result<(), Fault> {
        self.rest()?;
        if self.rules.is_some_and(|rules| rules != *variant.rules()) {
            self.end()?;
        }
        if self.rules.is_none() {
            self.begin(variant.rules())?;
        }
        let deadline = self.deadline();
        self.ask(FaultKind::Silence, |client| {
            client.new_game();
            client.settle(deadline)
        })
    }

    fn prepare(&mut self, game: &Game) -> Result<(), Fault> {
        self.stop_pondering(Some(game))?;
        let deadline = self.deadline();
        self.ask(FaultKind::Silence, |client| client.settle(deadline))
    }

    fn think(&mut self, situation: &Situation) -> Result<Reply, Fault> {
        self.stop_pondering(Some(situation.game))?;
        match self.pondering.take() {
            Some(_) => self.ask(FaultKind::Silence, |client| {
                client.ponder_hit();
                Ok(())
            })?,
            None => self.go(situation, Purpose::Think)?,
        }
        let answer = self.ask(FaultKind::Silence, |client| client.answer(situation.patience))?;
        self.reply(situation.game, answer)
    }

    fn ponder(&mut self, situation: &Situation) -> Result<(), Fault> {
        if !self.setup.ponder {
            return Ok(());
        }
        self.prepare(situation.game)?;
        self.go(situation, Purpose::Ponder)?;
        self.pondering = Some(situation.game.clone());
        Ok(())
    }

    fn rest(&mut self) -> Result<(), Fault> {
        self.stop_pondering(None)
    }

    fn dialogue(&self) -> Dialogue {
        let Some(client) = &self.client else { return Dialogue::default() };
        Dialogue {
            request: client.last_request().to_vec(),
            lines: client.last_lines(),
            errors: client.last_errors(),
        }
    }

    fn restart(&mut self) -> Result<(), Fault> {
        // What has failed is not asked to quit.
        self.client = None;
        self.rules = None;
        self.pondering = None;
        let client = Client::spawn(&self.setup.launch);
        self.client = Some(client.map_err(|error| describe(&error, FaultKind::NoStart))?);
        let deadline = self.deadline();
        let introduced = self.ask(FaultKind::SlowStart, |client| {
            client.introduce(deadline)?;
            Ok(client.identity().name.clone())
        });
        let own = introduced.map_err(at_start)?;
        if let (None, Some(own)) = (&self.setup.name, own) {
            self.name = own;
        }
        Ok(())
    }

    fn quit(&mut self) -> Result<(), Fault> {
        self.end()
    }
}

/// Bytes of an entry of the table, for `tt-size`.
const ENTRY_BYTES: usize = 16;

const NOT_STARTED: ClientError = ClientError::Silent { awaited: "the engine, never started," };

/// The same moves from the same start.
fn same_game(one: &Game, other: &Game) -> bool {
    one.position() == other.position() && one.moves() == other.moves()
}

fn read(game: &Game, text: &str) -> Result<Move, MoveError> {
    read_hub_move(game.variant(), game.position(), text, SquareOrder::Plain)
}

/// The position to begin with and the moves from there, as Hub writes them.
fn history(game: &Game, short: bool) -> (String, Vec<String>) {
    let known = match short {
        true => game.reversible_positions().len(),
        false => game.moves().len(),
    };
    let rules = game.variant().rules();
    let skipped = game.moves().len() - known;
    let start: &Position = game.earlier_positions().get(skipped).unwrap_or(game.position());
    let moves = game.moves().iter().skip(skipped);
    let moves = moves.map(|played| hub_move(rules, played, SquareOrder::Plain)).collect();
    (write_hub_position(rules, start, SquareOrder::Plain), moves)
}

/// The parameters by which an engine plays these rules; `None` when it cannot. Rules about draws
/// are no matter: the referee knows them.
fn variant_parameters(declared: &[Declared], rules: &RuleSet) -> Option<Vec<(String, String)>> {
    let own = |name: &str| declared.iter().find(|own| own.name == name);
    let named = rules::named(rules.name).filter(|named| named.moves == rules.moves);
    let Some(variant) = own("variant") else {
        let international = rules::named("international")?;
        return (international.moves == rules.moves).then(Vec::new);
    };
    let set = |value: &str| Some(vec![("variant".to_owned(), value.to_owned())]);
    // A house game has the engine's word `house`, when the engine was started with its rules.
    let names: Vec<&str> = match named {
        Some(named) => named.aliases.iter().copied().chain([named.name]).collect(),
        None if rules::named(rules.name).is_some() => vec!["house"],
        None => vec![rules.name],
    };
    if variant.values.is_empty() {
        return set(names.last()?);
    }
    let found = |value: &&String| names.iter().any(|name| name.eq_ignore_ascii_case(value));
    set(variant.values.iter().find(found)?)
}

fn unknown_variant(declared: &[Declared], rules: &RuleSet) -> Fault {
    let variant = declared.iter().find(|own| own.name == "variant");
    let known = variant.map_or_else(|| "international".to_owned(), |own| own.values.join(", "));
    let mut game = rules.house_rules();
    game.insert(0, rules.name.to_owned());
    let detail = format!("the engine does not play {}; it plays: {known}", game.join(" "));
    Fault { kind: FaultKind::UnknownVariant, detail, dialogue: Dialogue::default() }
}

/// The name of a failure.
fn describe(error: &ClientError, silence: FaultKind) -> Fault {
    let kind = match error {
        ClientError::Spawn { .. } => FaultKind::NoStart,
        ClientError::Ended(_) => FaultKind::Crash,
        ClientError::ClosedOutput => FaultKind::ClosedOutput,
        ClientError::Handshake { .. } => FaultKind::BadHandshake,
        ClientError::Silent { .. } => silence,
        ClientError::Garbage(_) => FaultKind::Garbage,
        ClientError::Endless => FaultKind::EndlessLine,
        ClientError::Stray(_) => FaultKind::StrayAnswer,
        ClientError::RefusedQuit => FaultKind::RefusedQuit,
    };
    Fault { kind, detail: error.to_string(), dialogue: Dialogue::default() }
}

/// One that ends before it is ready has not started.
fn at_start(fault: Fault) -> Fault {
    match fault.kind {
        FaultKind::Crash => Fault { kind: FaultKind::NoStart, ..fault },
        _ => fault,
    }
}

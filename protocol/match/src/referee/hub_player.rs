//! A Hub engine as a player.

use std::time::Instant;

use damier_protocol::hub::client::{Client, ClientError, HubAnswer, Purpose};
use damier_rules::game::Game;
use damier_rules::notation::{MoveError, SquareOrder, hub_move, read_hub_move, write_hub_position};
use damier_rules::position::{Move, Position};
use damier_rules::rules::RuleSet;
use damier_rules::text::cleaned;
use damier_rules::variant::Variant;

use super::hub_setup::HubSetup;
use super::player::{Dialogue, Fault, FaultKind, Player, Reply, Situation};

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
    /// An engine that did not end between two games; reported at the end of the match.
    refused: Option<Fault>,
}

impl HubPlayer {
    /// A player that is not started yet.
    pub fn new(setup: HubSetup) -> HubPlayer {
        let program = std::path::Path::new(&setup.launch.program);
        let stem = program.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = setup.name.clone().or(stem).unwrap_or_default();
        HubPlayer { setup, name, client: None, rules: None, pondering: None, refused: None }
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
            Some(client) => self.setup.parameters(client.declared(), rules),
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
        if but_on.is_some_and(|game| is_same_game(game, pondered)) {
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
    fn reply(&self, game: &Game, answer: HubAnswer) -> Result<Reply, Fault> {
        let fault = |kind, detail: String| {
            Err(Fault { kind, detail: cleaned(&detail), dialogue: self.dialogue() })
        };
        let remark = answer.error.map(|error| format!(" (it said: {error})")).unwrap_or_default();
        let Some(text) = answer.played else {
            return fault(FaultKind::NoMove, format!("the engine answered without a move{remark}"));
        };
        let played = match read(game, &text) {
            Err(error @ MoveError::Unreadable { .. }) => {
                return fault(FaultKind::Garbage, format!("{error}{remark}"));
            }
            read => read.map_err(|error| cleaned(&format!("{error}{remark}"))),
        };
        // A reply that is expected and cannot be is nobody's fault; it is not pondered on.
        let expected = played.as_ref().ok().zip(answer.ponder).and_then(|(played, text)| {
            let mut game = game.clone();
            game.play(played).ok()?;
            read(&game, &text).ok()
        });
        let info = answer.info;
        let (score, depth, nodes) = (info.score, info.depth, info.nodes);
        let (declared, claimed) = (None, info.time);
        Ok(Reply { played, declared, expected, score, depth, nodes, claimed })
    }
}

impl Player for HubPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, variant: Variant) -> Result<(), Fault> {
        self.rest()?;
        if self.rules.is_some_and(|rules| rules != *variant.rules()) {
            let ended = self.end();
            self.refused = ended.err().or(self.refused.take());
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
        let client = Client::spawn(&self.setup.launch, &self.name);
        self.client = Some(client.map_err(|error| describe(&error, FaultKind::NoStart))?);
        let deadline = self.deadline();
        let introduced = self.ask(FaultKind::SlowStart, |client| {
            client.introduce(deadline)?;
            Ok(client.identity().name.clone())
        });
        let introduced = introduced.map_err(at_start)?;
        if let (None, Some(name)) = (&self.setup.name, introduced) {
            self.name = name;
        }
        Ok(())
    }

    fn quit(&mut self) -> Result<(), Fault> {
        self.end()?;
        self.refused.take().map_or(Ok(()), Err)
    }
}

const NOT_STARTED: ClientError = ClientError::Silent { awaited: "the engine, never started," };

/// The same moves from the same start.
fn is_same_game(first: &Game, second: &Game) -> bool {
    first.position() == second.position() && first.moves() == second.moves()
}

fn read(game: &Game, text: &str) -> Result<Move, MoveError> {
    read_hub_move(game.variant(), game.position(), text, SquareOrder::Plain)
}

/// The position to begin with and the moves from there, as Hub writes them.
fn history(game: &Game, short: bool) -> (String, Vec<String>) {
    let sent = match short {
        true => game.reversible_positions().len(),
        false => game.plies(),
    };
    let rules = game.variant().rules();
    let skipped = game.plies() - sent;
    let start: &Position = game.earlier_positions().get(skipped).unwrap_or(game.position());
    let moves = game.moves().iter().skip(skipped);
    let moves = moves.map(|played| hub_move(rules, played, SquareOrder::Plain)).collect();
    (write_hub_position(rules, start, SquareOrder::Plain), moves)
}

/// The name of a failure.
fn describe(error: &ClientError, silence: FaultKind) -> Fault {
    let kind = match error {
        ClientError::Spawn { .. } => FaultKind::NoStart,
        ClientError::Ended(_) => FaultKind::Crash,
        ClientError::ClosedOutput => FaultKind::ClosedOutput,
        ClientError::Handshake { .. } | ClientError::Echo => FaultKind::BadHandshake,
        ClientError::Silent { .. } => silence,
        ClientError::Garbage(_) => FaultKind::Garbage,
        ClientError::Endless => FaultKind::EndlessLine,
        ClientError::Stray(_) => FaultKind::StrayAnswer,
        ClientError::RefusedQuit => FaultKind::RefusedQuit,
    };
    Fault { kind, detail: cleaned(&error.to_string()), dialogue: Dialogue::default() }
}

/// An engine that ends before it is ready has not started; an engine that writes something else is
/// no Hub engine.
fn at_start(fault: Fault) -> Fault {
    let kind = match fault.kind {
        FaultKind::Crash | FaultKind::ClosedOutput => FaultKind::NoStart,
        FaultKind::Garbage | FaultKind::EndlessLine | FaultKind::StrayAnswer => {
            FaultKind::BadHandshake
        }
        kind => kind,
    };
    Fault { kind, ..fault }
}

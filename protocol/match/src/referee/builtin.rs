//! The built-in engine as a player.

use std::time::{Duration, Instant};

use crossbeam::channel::RecvTimeoutError;
use damier_engine::eval::Weights;
use damier_engine::running::{Mode, Running};
use damier_engine::{Answer, Engine, Line, Request, Strength};
use damier_rules::game::Game;
use damier_rules::variant::Variant;

use super::player::{Dialogue, Fault, FaultKind, Player, Reply, Situation};

/// How the built-in engine is to play.
#[derive(Clone, Debug, PartialEq)]
pub struct BuiltinSetup {
    /// The name in results.
    pub name: String,
    /// Search workers.
    pub threads: usize,
    /// The size of its table in MiB.
    pub hash: usize,
    /// By what it evaluates.
    pub weights: Weights,
    /// Time kept back for each move.
    pub overhead: Duration,
    /// Whether it thinks in the opponent's time.
    pub ponder: bool,
    /// How well it plays.
    pub strength: Strength,
    /// What a weak strength draws its moves by: the same game gets the same answers.
    pub seed: u64,
}

impl Default for BuiltinSetup {
    /// One thread, 64 MiB, 10 ms kept back, without pondering, at full strength.
    fn default() -> BuiltinSetup {
        BuiltinSetup {
            name: "builtin".to_owned(),
            threads: 1,
            hash: 64,
            weights: Weights::Embedded,
            overhead: Duration::from_millis(10),
            ponder: false,
            strength: Strength::Three,
            seed: 0,
        }
    }
}

/// The built-in engine. Each has a table of its own.
///
/// With one thread and without a time limit, the same game is played again after
/// [`new_game`](Player::new_game).
pub struct Builtin {
    setup: BuiltinSetup,
    /// `None` while it searches, and before its first game.
    engine: Option<Engine>,
    pondering: Option<(Game, Running)>,
}

impl Builtin {
    /// A player with this set-up.
    pub fn new(setup: BuiltinSetup) -> Builtin {
        Builtin { setup, engine: None, pondering: None }
    }

    /// The engine, a new one when there is none.
    fn engine(&mut self) -> Result<Engine, Fault> {
        if let Some(engine) = self.engine.take() {
            return Ok(engine);
        }
        let BuiltinSetup { threads, hash, weights, overhead, strength, seed, .. } = &self.setup;
        let builder = Engine::builder().table_bytes((*hash).max(1) << 20).weights(weights.clone());
        let builder = builder.threads(*threads).overhead(*overhead).strength(*strength).seed(*seed);
        builder.build().map_err(|error| fault(FaultKind::NoStart, &error))
    }

    fn start(&mut self, situation: &Situation, mode: Mode) -> Result<Running, Fault> {
        let engine = self.engine()?;
        let request = Request::new(*situation.limits);
        Running::start(engine, situation.game.clone(), request, mode)
            .map_err(|error| fault(FaultKind::NoStart, &error))
    }

    /// Collects a search that has ended or is about to.
    fn finish(&mut self, running: Running) -> Result<Answer, Fault> {
        let (engine, answer) = running.finish().map_err(|error| fault(FaultKind::Crash, &error))?;
        self.engine = Some(engine);
        Ok(answer)
    }

    /// Stops pondering, unless it is on this game.
    fn stop_pondering(&mut self, but_on: Option<&Game>) -> Result<(), Fault> {
        let same = |pondered: &Game| {
            but_on.is_some_and(|game| {
                game.position() == pondered.position() && game.moves() == pondered.moves()
            })
        };
        match self.pondering.take() {
            Some((pondered, running)) if same(&pondered) => {
                self.pondering = Some((pondered, running));
            }
            Some((_, running)) => {
                running.stop();
                self.finish(running)?;
            }
            None => {}
        }
        Ok(())
    }
}

impl Player for Builtin {
    fn name(&self) -> &str {
        &self.setup.name
    }

    fn new_game(&mut self, _variant: Variant) -> Result<(), Fault> {
        self.rest()?;
        let mut engine = self.engine()?;
        engine.clear();
        self.engine = Some(engine);
        Ok(())
    }

    fn prepare(&mut self, game: &Game) -> Result<(), Fault> {
        self.stop_pondering(Some(game))
    }

    fn think(&mut self, situation: &Situation) -> Result<Reply, Fault> {
        self.stop_pondering(Some(situation.game))?;
        let running = match self.pondering.take() {
            Some((_, running)) => {
                running.ponder_hit();
                running
            }
            None => self.start(situation, Mode::Think)?,
        };
        let in_time = wait(&running, situation.patience);
        if !in_time {
            running.stop();
        }
        let answer = self.finish(running)?;
        if !in_time {
            return Err(fault(FaultKind::Silence, &"the search did not end by itself"));
        }
        reply(answer)
    }

    fn ponder(&mut self, situation: &Situation) -> Result<(), Fault> {
        if !self.setup.ponder {
            return Ok(());
        }
        self.stop_pondering(None)?;
        let running = self.start(situation, Mode::Ponder)?;
        self.pondering = Some((situation.game.clone(), running));
        Ok(())
    }

    fn rest(&mut self) -> Result<(), Fault> {
        self.stop_pondering(None)
    }

    fn restart(&mut self) -> Result<(), Fault> {
        self.pondering = None;
        self.engine = None;
        Ok(())
    }

    fn quit(&mut self) -> Result<(), Fault> {
        self.rest()
    }
}

/// Waits for the end of a search; whether it came in time.
fn wait(running: &Running, deadline: Instant) -> bool {
    loop {
        match running.lines().recv_deadline(deadline) {
            Ok(_) if Instant::now() < deadline => {}
            Ok(_) | Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => return true,
        }
    }
}

fn reply(answer: Answer) -> Result<Reply, Fault> {
    let played =
        answer.best.ok_or_else(|| fault(FaultKind::NoMove, &"the search found no move"))?;
    let line = answer.lines.first();
    Ok(Reply {
        played: Ok(played),
        declared: None,
        expected: answer.ponder,
        score: line.map(|line| line.score),
        depth: line.map(|line| line.depth),
        nodes: Some(answer.nodes),
        claimed: line.map(|line: &Line| line.time),
    })
}

fn fault(kind: FaultKind, detail: &dyn std::fmt::Display) -> Fault {
    Fault { kind, detail: detail.to_string(), dialogue: Dialogue::default() }
}

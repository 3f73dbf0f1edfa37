//! One game: whose turn it is, whose time runs, and how it ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use damier_engine::score::Score;
use damier_engine::search::Limits;
use damier_rules::game::{Game, Outcome};
use damier_rules::notation::{SquareOrder, hub_move, write_fen};
use damier_rules::position::{Move, Side};

use super::adjudication::{Adjudication, Agreement};
use super::clock::Watch;
use super::player::{Declared, Fault, FaultKind, Player, Reply, Situation};
use super::record::{FaultRecord, GameRecord, GameResult, MoveRecord, Reason};

/// How a game is refereed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameSettings {
    /// The limits of White and of Black.
    pub limits: [Limits; 2],
    /// How much later than its time a move may come: what the way to the player and back takes.
    pub margin: Duration,
    /// How long after that the referee waits for a move, to distinguish a slow player from a silent
    /// one.
    pub grace: Duration,
    /// How long it waits where the limits name no time.
    pub longest_think: Duration,
    /// When it ends a game that is not over.
    pub adjudication: Adjudication,
}

impl GameSettings {
    /// The same limits for both, a margin of 50 ms, 10 s of grace, and ten minutes where the limits
    /// name no time.
    pub fn new(limits: Limits) -> GameSettings {
        GameSettings {
            limits: [limits; 2],
            margin: Duration::from_millis(50),
            grace: Duration::from_secs(10),
            longest_think: Duration::from_secs(600),
            adjudication: Adjudication::default(),
        }
    }
}

/// Plays a game to its end.
///
/// `opening` is the game so far: its variant, its start and moves that are given. The referee runs
/// the clocks, judges the moves by its own rules and knows itself when the game is over. Whoever
/// fails loses; the player is to be [restarted](Player::restart) before it plays again, see
/// [`GameRecord::failed`]. `interrupt` breaks the game off before the next move.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use damier_rules::game::Game;
/// use damier_rules::variant::Variant;
/// use damier_match::referee::{
///     Builtin, BuiltinSetup, GameSettings, play_game, read_limits,
/// };
///
/// let setup = BuiltinSetup { hash: 1, ..BuiltinSetup::default() };
/// let (mut white, mut black) = (Builtin::new(setup.clone()), Builtin::new(setup));
/// let opening = Game::new(Variant::named("italian").unwrap());
/// let settings = GameSettings::new(read_limits("depth=1")?);
/// let never = AtomicBool::new(false);
/// let record = play_game([&mut white, &mut black], &opening, &settings, &never);
/// assert!(record.faults.is_empty() && record.moves.len() > 10);
/// # Ok::<(), damier_match::referee::LimitError>(())
/// ```
pub fn play_game(
    players: [&mut dyn Player; 2],
    opening: &Game,
    settings: &GameSettings,
    interrupt: &AtomicBool,
) -> GameRecord {
    let mut running = RunningGame::new(players, opening, settings);
    let (result, reason) = running.begin().unwrap_or_else(|| running.play(interrupt));
    running.close(result, reason)
}

/// How a game has ended.
type Ending = (GameResult, Reason);

/// A game that is being played.
struct RunningGame<'p, 's> {
    players: [&'p mut dyn Player; 2],
    settings: &'s GameSettings,
    game: Game,
    opening: usize,
    watches: [Watch; 2],
    agreement: Agreement,
    moves: Vec<MoveRecord>,
    faults: Vec<FaultRecord>,
}

impl<'p, 's> RunningGame<'p, 's> {
    fn new(
        players: [&'p mut dyn Player; 2],
        opening: &Game,
        settings: &'s GameSettings,
    ) -> RunningGame<'p, 's> {
        let rules = opening.variant().rules();
        let given = |played: &Move| MoveRecord {
            text: hub_move(rules, played, SquareOrder::Plain),
            time: Duration::ZERO,
            score: None,
            depth: None,
            nodes: None,
        };
        RunningGame {
            players,
            settings,
            game: opening.clone(),
            opening: opening.moves().len(),
            watches: settings.limits.map(Watch::new),
            agreement: Agreement::default(),
            moves: opening.moves().iter().map(given).collect(),
            faults: Vec::new(),
        }
    }

    /// Gets both players ready. When neither is, the game counts for nothing.
    fn begin(&mut self) -> Option<Ending> {
        let variant = self.game.variant();
        let mut endings = Vec::new();
        for side in Side::BOTH {
            if let Err(fault) = self.player(side).new_game(variant) {
                endings.push(self.failed(side, fault));
            }
        }
        match endings.as_slice() {
            [(_, reason), _] => Some((GameResult::None, *reason)),
            endings => endings.first().copied(),
        }
    }

    fn play(&mut self, interrupt: &AtomicBool) -> Ending {
        loop {
            if let Some(ending) = self.ending() {
                return ending;
            }
            if interrupt.load(Ordering::Relaxed) {
                return (GameResult::None, Reason::Interrupted);
            }
            let mover = self.game.position().turn();
            match self.turn(mover) {
                Ok(None) => {}
                Ok(Some(ending)) => return ending,
                Err((side, fault)) => return self.failed(side, fault),
            }
        }
    }

    /// How the game has ended by its rules, or by adjudication.
    fn ending(&self) -> Option<Ending> {
        match self.game.outcome() {
            Some(Outcome::Won(winner)) => {
                let reason = Reason::NoMoves { side: winner.opponent() };
                Some((GameResult::won_by(winner), reason))
            }
            Some(Outcome::Drawn(count)) => {
                let (rule, limit) = (count.rule, count.limit);
                let reason = Reason::DrawRule { rule, count: count.plies, limit };
                Some((GameResult::Drawn, reason))
            }
            None => self.agreement.verdict(&self.settings.adjudication, self.moves.len()),
        }
    }

    /// One move, and what follows from it; or the end that the player declares instead.
    fn turn(&mut self, mover: Side) -> Result<Option<Ending>, (Side, Fault)> {
        let (reply, time) = self.ask(mover).map_err(|fault| (mover, fault))?;
        if let Some(declared) = reply.declared {
            return self.declared(mover, declared).map(Some).map_err(|fault| (mover, fault));
        }
        let played = self.judge(mover, &reply).map_err(|fault| (mover, fault))?;
        let rules = self.game.variant().rules();
        self.moves.push(MoveRecord {
            text: hub_move(rules, &played, SquareOrder::Plain),
            time,
            score: reply.score,
            depth: reply.depth,
            nodes: reply.nodes,
        });
        self.watch(mover).used(time);
        self.agreement.add(&self.settings.adjudication, mover, &played, reply.score);
        let played = self.game.play(&played);
        debug_assert!(played.is_ok(), "the move has been judged");
        self.ponder(mover, reply.expected).map_err(|fault| (mover, fault))?;
        Ok(None)
    }

    /// The end that a player has declared. Who gives up has lost; a draw is believed unless the
    /// opponent's last score shows that it is winning.
    fn declared(&self, mover: Side, declared: Declared) -> Result<Ending, Fault> {
        const WINNING: Score = Score::evaluation(100);
        let reason = Reason::Declared { side: mover };
        let last = self.moves.last().and_then(|played| played.score);
        match declared {
            Declared::Lost => Ok((GameResult::won_by(mover.opponent()), reason)),
            Declared::Drawn if last.is_none_or(|score| score < WINNING) => {
                Ok((GameResult::Drawn, reason))
            }
            Declared::Drawn => {
                let detail = "a draw was declared where the opponent is winning".to_owned();
                Err(self.fault(mover, FaultKind::NoMove, detail))
            }
        }
    }

    /// Asks a player for a move and measures its time.
    fn ask(&mut self, mover: Side) -> Result<(Reply, Duration), Fault> {
        let game = &self.game;
        let player = &mut self.players[mover.index()];
        player.prepare(game)?;
        let watch = &self.watches[mover.index()];
        let limit = watch.allowed().map(|time| time.saturating_add(self.settings.margin));
        let patience = match limit {
            Some(limit) => limit.saturating_add(self.settings.grace),
            None => self.settings.longest_think,
        };
        let started = Instant::now();
        let situation = Situation { game, limits: watch.limits(), patience: started + patience };
        let reply = player.think(&situation);
        let time = started.elapsed();
        let Some(limit) = limit.filter(|limit| time > *limit) else {
            return reply.map(|reply| (reply, time));
        };
        match reply {
            // Whatever it was that came too late, it is the time that has lost.
            Err(fault) if fault.kind != FaultKind::NoMove => Err(fault),
            _ => {
                let detail = format!(
                    "the move took {:.3} s of {:.3} s",
                    time.as_secs_f64(),
                    limit.as_secs_f64()
                );
                Err(self.fault(mover, FaultKind::TimeLoss, detail))
            }
        }
    }

    /// The move that was played, if it is one.
    fn judge(&self, mover: Side, reply: &Reply) -> Result<Move, Fault> {
        let illegal = |detail| Err(self.fault(mover, FaultKind::IllegalMove, detail));
        let claimed = match &reply.played {
            Ok(played) => played,
            Err(text) => return illegal(text.clone()),
        };
        match meant(&self.game.legal_moves(), claimed) {
            Some(legal) => Ok(legal),
            None => {
                let rules = self.game.variant().rules();
                let text = hub_move(rules, claimed, SquareOrder::Plain);
                illegal(format!("{text} is not legal here"))
            }
        }
    }

    /// Lets a player think in the opponent's time when it expects a move that can be.
    fn ponder(&mut self, side: Side, expected: Option<Move>) -> Result<(), Fault> {
        let Some(expected) = expected.filter(|_| self.ending().is_none()) else { return Ok(()) };
        let mut game = self.game.clone();
        if game.play(&expected).is_err() || game.outcome().is_some() {
            return Ok(());
        }
        let limits = self.watches[side.index()].limits();
        let patience = Instant::now() + self.settings.longest_think;
        let situation = Situation { game: &game, limits, patience };
        self.players[side.index()].ponder(&situation)
    }

    /// A player has failed: its opponent wins.
    fn failed(&mut self, side: Side, fault: Fault) -> Ending {
        let reason = Reason::Fault { side, fault: fault.kind };
        self.record(side, fault);
        (GameResult::won_by(side.opponent()), reason)
    }

    fn record(&mut self, side: Side, fault: Fault) {
        let player = self.player(side).name().to_owned();
        let fen = write_fen(self.game.variant().rules(), self.game.position());
        self.faults.push(FaultRecord { side, player, fen, fault });
    }

    /// A fault that the referee has found.
    fn fault(&self, side: Side, kind: FaultKind, detail: String) -> Fault {
        Fault { kind, detail, dialogue: self.players[side.index()].dialogue() }
    }

    /// Lets those who have not failed rest, and writes down the game. What fails now changes no
    /// result.
    fn close(mut self, result: GameResult, reason: Reason) -> GameRecord {
        for side in Side::BOTH {
            if self.faults.iter().all(|record| record.side != side)
                && let Err(fault) = self.players[side.index()].conclude(&self.game, result)
            {
                self.record(side, fault);
            }
        }
        let rules = self.game.variant().rules();
        let start = self.game.earlier_positions().first().unwrap_or(self.game.position());
        GameRecord {
            variant: rules.name.to_owned(),
            extends: rules.extends.map(str::to_owned),
            house_rules: rules.house_rules(),
            white: self.players[Side::White.index()].name().to_owned(),
            black: self.players[Side::Black.index()].name().to_owned(),
            start: write_fen(rules, start),
            opening: self.opening,
            moves: self.moves,
            result,
            reason,
            faults: self.faults,
        }
    }

    fn player(&mut self, side: Side) -> &mut dyn Player {
        self.players[side.index()]
    }

    fn watch(&mut self, side: Side) -> &mut Watch {
        &mut self.watches[side.index()]
    }
}

/// The legal move that a player means: it knows what was taken, perhaps not what was crowned.
fn meant(legal: &[Move], claimed: &Move) -> Option<Move> {
    let alike = |legal: &&Move| {
        (legal.from, legal.to, legal.captured) == (claimed.from, claimed.to, claimed.captured)
    };
    let exact = legal.iter().find(|legal| *legal == claimed);
    exact.or_else(|| legal.iter().find(alike)).copied()
}

#[cfg(test)]
mod tests {
    use damier_rules::variant::Variant;

    use super::*;

    #[test]
    fn whether_a_move_crowns_counts_only_where_two_moves_differ_by_it() {
        let game = Game::new(Variant::named("russian").unwrap());
        let plain = game.legal_moves()[0];
        let crowning = Move { crowned: true, ..plain };
        assert_eq!(meant(&[plain, crowning], &crowning), Some(crowning));
        assert_eq!(meant(&[crowning, plain], &plain), Some(plain));
        assert_eq!(meant(&[plain], &crowning), Some(plain));
        let unlisted = game.legal_moves()[1];
        assert_eq!(meant(&[plain, crowning], &unlisted), None);
    }
}

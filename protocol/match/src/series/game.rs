//! One game of a series, as it is written down.

use std::time::Duration;

use damier_engine::score::Score;
use damier_engine::search::{Clock, Limits, Line};
use damier_protocol::dxp::{EndReason, Ended, Name, SessionFault, Terms};
use damier_rules::game::{Game, Outcome};
use damier_rules::notation::{SquareOrder, hub_move, write_fen};
use damier_rules::position::{Move, Side};

use crate::referee::{
    Dialogue, Fault, FaultKind, FaultRecord, GameRecord, GameResult, MoveRecord, Reason,
};

/// The game of a series that is being played.
pub(super) struct SeriesGame {
    pub game: Game,
    terms: Terms,
    moves: Vec<MoveRecord>,
    /// What is left of the own time.
    left: Duration,
}

/// Time for a move when none is left: nobody takes the time in DXP.
const LEAST: Duration = Duration::from_millis(50);

impl SeriesGame {
    pub fn new(terms: &Terms, time: Duration) -> SeriesGame {
        let game = terms.game.clone();
        SeriesGame { game, terms: terms.clone(), moves: Vec::new(), left: time }
    }

    /// The side of the built-in engine.
    pub fn engine_side(&self) -> Side {
        self.terms.side
    }

    /// A move was made; `line` is what the engine thought of it.
    pub fn add(&mut self, played: &Move, time: Duration, line: Option<&Line>) {
        if self.game.position().turn() == self.engine_side() {
            self.left = self.left.saturating_sub(time);
        }
        let rules = self.game.variant().rules();
        self.moves.push(MoveRecord {
            text: hub_move(rules, played, SquareOrder::Plain),
            time,
            score: line.map(|line| line.score),
            depth: line.map(|line| line.depth),
            nodes: line.map(|line| line.nodes),
        });
        let played = self.game.play(played);
        debug_assert!(played.is_ok(), "the session has judged it");
    }

    /// Moves were taken back; time is not given back.
    pub fn take_back(&mut self, left: usize) {
        let mut game = self.terms.game.clone();
        for played in self.game.moves().iter().take(left) {
            // They were legal.
            let _ = game.play(played);
        }
        self.game = game;
        self.moves.truncate(left);
    }

    /// The limits of the next own move.
    pub fn limits(&self, others: &Limits) -> Limits {
        let made = self.moves.len() / 2;
        let moves = usize::from(self.terms.moves).checked_sub(made).filter(|&moves| moves > 0);
        let moves = moves.and_then(|moves| u32::try_from(moves).ok());
        let clock = Clock { time: self.left.max(LEAST), increment: Duration::ZERO, moves };
        let mut limits = *others;
        limits.clock = Some(clock);
        limits
    }

    /// The last score that the engine has found, from its own view.
    pub fn own_score(&self) -> Option<Score> {
        self.moves.iter().rev().find_map(|played| played.score)
    }

    /// The record of a game that has ended.
    pub fn ended(&self, ended: Ended, name: &Name) -> GameRecord {
        let side = ended.declared_by;
        let reason = match self.game.outcome().filter(|_| ended.by_rules) {
            Some(Outcome::Won(winner)) => Reason::NoMoves { side: winner.opponent() },
            Some(Outcome::Drawn(count)) => {
                let (rule, limit) = (count.rule, count.limit);
                Reason::DrawRule { rule, count: count.plies, limit }
            }
            None if ended.at_limit && ended.reason == EndReason::Unknown => {
                Reason::LengthAdjudication { plies: self.moves.len() }
            }
            None => Reason::Declared { side },
        };
        let result = match ended.reason {
            EndReason::Won => GameResult::won_by(self.engine_side()),
            EndReason::Lost => GameResult::won_by(self.engine_side().opponent()),
            EndReason::Drawn => GameResult::Drawn,
            EndReason::Unknown if ended.at_limit => GameResult::Drawn,
            EndReason::Unknown => GameResult::None,
        };
        self.record(result, reason, Vec::new(), name)
    }

    /// The record of a game that the peer has lost by a fault.
    pub fn failed(&self, fault: &SessionFault, lines: Vec<String>, name: &Name) -> GameRecord {
        let side = self.engine_side().opponent();
        let kind = match fault {
            SessionFault::IllegalMove(_) => FaultKind::IllegalMove,
            SessionFault::Garbage(_) => FaultKind::Garbage,
            SessionFault::Gone => FaultKind::Crash,
            _ => FaultKind::Silence,
        };
        let dialogue = Dialogue { lines, ..Dialogue::default() };
        let fault = Fault { kind, detail: fault.to_string(), dialogue };
        let fen = write_fen(self.game.variant().rules(), self.game.position());
        let player = self.terms.opponent.as_str().to_owned();
        let faults = vec![FaultRecord { side, player, fen, fault }];
        let reason = Reason::Fault { side, fault: kind };
        self.record(GameResult::won_by(self.engine_side()), reason, faults, name)
    }

    fn record(
        &self,
        result: GameResult,
        reason: Reason,
        faults: Vec<FaultRecord>,
        name: &Name,
    ) -> GameRecord {
        let rules = self.game.variant().rules();
        let (engine, peer) = (name.as_str().to_owned(), self.terms.opponent.as_str().to_owned());
        let (white, black) =
            if self.engine_side() == Side::White { (engine, peer) } else { (peer, engine) };
        GameRecord {
            variant: rules.name.to_owned(),
            extends: rules.extends.map(str::to_owned),
            house_rules: rules.house_rules(),
            white,
            black,
            start: write_fen(rules, self.terms.game.position()),
            opening: 0,
            moves: self.moves.clone(),
            result,
            reason,
            faults,
        }
    }
}

//! Plays a match: several pairs at once, each by a worker with players of its own.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam::channel::{Receiver, Sender, unbounded};
use damier_rules::position::Side;

use super::results::{RefereedGame, ResultsError, ResultsFile, ResultsHeader};
use super::schedule::{Pairing, Schedule};
use super::score::{Ledger, Settled};
use crate::referee::{Fault, FaultKind, GameRecord, GameResult, Reason};

/// Where games are played: makes a board for each worker.
pub trait MatchHost: Sync {
    /// A board, for the worker that asks.
    fn board(&self) -> Box<dyn Board + '_>;
}

/// Where one game at a time is played, by players of its own.
pub trait Board {
    /// Plays a game. When `stop` is set the game is broken off: its result is
    /// [`GameResult::None`], its reason [`Reason::Interrupted`]. `None` when the board has not the
    /// players or the opening.
    fn play(&mut self, pairing: &Pairing<'_>, stop: &AtomicBool) -> Option<GameRecord>;

    /// The match is over: ends the players, and returns those, from 0, that would not end.
    fn close(&mut self) -> Vec<(usize, Fault)> {
        Vec::new()
    }
}

/// What happens in a match.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A game has ended. Games end in any order.
    Game(&'a RefereedGame),
    /// A pair has come to count, in order of its number; `resumed` if nothing of it was played now.
    Pair {
        /// The pair.
        settled: &'a Settled,
        /// The score with it.
        ledger: &'a Ledger,
        /// Whether it came from the results file.
        resumed: bool,
    },
}

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The results file fails.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// The receiver of the events fails.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A player has never played a move and cannot begin.
    #[error("player {player} cannot play: {fault}", player = player + 1)]
    CannotPlay {
        /// The player, from 0.
        player: usize,
        /// Why.
        fault: Fault,
    },
}

/// How a match has gone.
#[derive(Debug)]
pub struct Finished {
    /// The score.
    pub ledger: Ledger,
    /// Players, from 0, that would not end.
    pub late_faults: Vec<(usize, Fault)>,
}

/// A match to be played.
pub struct Match<'a> {
    /// Its games.
    pub schedule: &'a Schedule,
    /// Its settings, and which part of it is played.
    pub header: &'a ResultsHeader,
    /// How many games at once, at least one.
    pub concurrency: usize,
    /// Set from outside, it breaks the match off. It is set, too, when nothing is left to be
    /// played.
    pub stop: &'a AtomicBool,
}

impl Match<'_> {
    /// Plays what is not among the games already `played`, until all is played, the test has
    /// decided, or `stop` is set. Every finished game is written to `results` before it is
    /// reported to `report`.
    ///
    /// # Errors
    /// When a file or `report` fails, or a player cannot even begin.
    pub fn run(
        &self,
        match_host: &dyn MatchHost,
        played: Vec<RefereedGame>,
        results: Option<&mut ResultsFile>,
        report: &mut dyn FnMut(Event<'_>) -> io::Result<()>,
    ) -> Result<Finished, RunError> {
        let mut collector = Collector {
            ledger: Ledger::new(self.header),
            proven: vec![false; self.header.settings.players.len()],
            results,
            report,
        };
        for game in played {
            collector.prove(&game);
            collector.ledger.add(game);
        }
        collector.settle(true)?;
        let tasks: Vec<Vec<u64>> = collector.ledger.missing().collect();
        let late_faults = self.play(match_host, tasks, &mut collector)?;
        while let Some(settled) = collector.ledger.settle_beyond_gaps() {
            (collector.report)(Event::Pair {
                settled: &settled,
                ledger: &collector.ledger,
                resumed: false,
            })?;
        }
        Ok(Finished { ledger: collector.ledger, late_faults })
    }

    fn play(
        &self,
        match_host: &dyn MatchHost,
        tasks: Vec<Vec<u64>>,
        collector: &mut Collector<'_>,
    ) -> Result<Vec<(usize, Fault)>, RunError> {
        let (give, take) = unbounded();
        let workers = self.concurrency.clamp(1, tasks.len().max(1));
        for task in tasks {
            // The receiving end lives as long.
            let _ = give.send(task);
        }
        drop(give);
        let (report, reports) = unbounded();
        std::thread::scope(|scope| {
            for _ in 0..workers {
                let (take, report) = (take.clone(), report.clone());
                scope.spawn(move || self.work(match_host, &take, &report));
            }
            drop(report);
            let end = self.collect(&reports, collector);
            self.stop.store(true, Ordering::Relaxed);
            let late = reports.iter().filter_map(|report| match report {
                WorkerReport::Closed(faults) => Some(faults),
                WorkerReport::Game(_) => None,
            });
            let late: Vec<_> = late.flatten().collect();
            end.map(|mut faults| {
                faults.extend(late);
                faults
            })
        })
    }

    /// Plays pairs until there are no more, or the match is stopped.
    fn work(
        &self,
        match_host: &dyn MatchHost,
        tasks: &Receiver<Vec<u64>>,
        report: &Sender<WorkerReport>,
    ) {
        let mut board = match_host.board();
        'pairs: for task in tasks {
            for game in task {
                let Some(pairing) = self.schedule.pairing(game) else { continue };
                if self.stop.load(Ordering::Relaxed) {
                    break 'pairs;
                }
                let Some(record) = board.play(&pairing, self.stop) else { continue };
                if self.ended_by_stop(&record) {
                    break 'pairs;
                }
                let played = RefereedGame {
                    game,
                    white: pairing.white,
                    black: pairing.black,
                    opening: pairing.opening.name.clone(),
                    record,
                };
                if report.send(WorkerReport::Game(Box::new(played))).is_err() {
                    break 'pairs;
                }
            }
        }
        // The receiver is gone only when the match has failed.
        let _ = report.send(WorkerReport::Closed(board.close()));
    }

    /// Whether a game has ended because the match has: what stops the match may end its engines,
    /// too, and one that ends of it has not failed.
    fn ended_by_stop(&self, record: &GameRecord) -> bool {
        let is_fault = matches!(record.reason, Reason::Fault { .. });
        record.reason == Reason::Interrupted || is_fault && self.stop.load(Ordering::Relaxed)
    }

    /// Takes finished games until there are no more to come, or nothing is left to be played.
    fn collect(
        &self,
        reports: &Receiver<WorkerReport>,
        collector: &mut Collector<'_>,
    ) -> Result<Vec<(usize, Fault)>, RunError> {
        let mut faults = Vec::new();
        for report in reports {
            match report {
                WorkerReport::Closed(late) => faults.extend(late),
                WorkerReport::Game(played) => collector.take(*played)?,
            }
            if collector.ledger.decision().is_some() {
                break;
            }
        }
        Ok(faults)
    }
}

/// What a worker reports.
enum WorkerReport {
    Game(Box<RefereedGame>),
    Closed(Vec<(usize, Fault)>),
}

/// Where finished games are written down and counted.
struct Collector<'a> {
    ledger: Ledger,
    /// The players that have played a move.
    proven: Vec<bool>,
    results: Option<&'a mut ResultsFile>,
    report: &'a mut dyn FnMut(Event<'_>) -> io::Result<()>,
}

impl Collector<'_> {
    fn take(&mut self, played: RefereedGame) -> Result<(), RunError> {
        self.prove(&played);
        self.refuse_unproven(&played)?;
        // A game that was broken off is played another time.
        if played.record.result == GameResult::None {
            return Ok(());
        }
        if let Some(results) = &mut self.results {
            results.append(&played)?;
        }
        (self.report)(Event::Game(&played))?;
        self.ledger.add(played);
        self.settle(false)
    }

    /// Remembers who has played a move of its own.
    fn prove(&mut self, played: &RefereedGame) {
        let record = &played.record;
        if record.moves.len() >= record.opening + 2 {
            for player in [played.white, played.black] {
                if let Some(proven) = self.proven.get_mut(player) {
                    *proven = true;
                }
            }
        }
    }

    /// A player that cannot start, or not this game, would lose every game: that is no match. One
    /// that has played before has failed, and loses. Where both have failed nobody can win, and
    /// the game would be missing for ever.
    fn refuse_unproven(&self, played: &RefereedGame) -> Result<(), RunError> {
        let nobody =
            played.record.result == GameResult::None && played.record.reason != Reason::Interrupted;
        for fault in &played.record.faults {
            let player = if fault.side == Side::White { played.white } else { played.black };
            let begins = match fault.fault.kind {
                FaultKind::UnknownVariant => true,
                kind if kind.is_of_start() => !self.proven.get(player).copied().unwrap_or_default(),
                _ => false,
            };
            if begins || nobody {
                return Err(RunError::CannotPlay { player, fault: fault.fault.clone() });
            }
        }
        Ok(())
    }

    fn settle(&mut self, resumed: bool) -> Result<(), RunError> {
        while let Some(settled) = self.ledger.settle() {
            (self.report)(Event::Pair { settled: &settled, ledger: &self.ledger, resumed })?;
        }
        Ok(())
    }
}

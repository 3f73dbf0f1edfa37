//! Plays one game after the other.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use damier_engine::search::Bound;
use damier_engine::{Engine, Limits, Line, Request, Signal, TableTooLarge};
use damier_rules::game::{Game, Outcome};
use damier_rules::position::{Move, Side};

use super::SelfplaySettings;
use super::opening::Openings;
use super::rng::SeededRng;
use crate::samples::{Sample, SampledGame, opening_of, result_for};

/// The greatest edge of either side in an opening, in centi-men.
const MAX_EDGE: i16 = 300;

/// After so many openings any that is not over is taken, after twice as many the start.
const PATIENCE: usize = 200;

/// Plies after the opening after which a game is drawn.
const MAX_PLIES: u16 = 300;

/// The greatest distance of a proven win by which a game is ended, in plies.
const MAX_PROVEN: u32 = 60;

/// One thread's player.
pub(super) struct SelfplayPlayer<'a> {
    settings: &'a SelfplaySettings,
    openings: &'a Openings,
    engine: Engine,
    request: Request,
    stops: [&'a AtomicBool; 2],
}

impl<'a> SelfplayPlayer<'a> {
    /// A player who stops within a few moves when one of `stops` is set.
    pub fn new(
        settings: &'a SelfplaySettings,
        openings: &'a Openings,
        stops: [&'a AtomicBool; 2],
    ) -> Result<SelfplayPlayer<'a>, TableTooLarge> {
        Ok(SelfplayPlayer {
            settings,
            openings,
            engine: settings.engine()?,
            request: Request::new(Limits::nodes(settings.nodes.max(1))),
            stops,
        })
    }

    /// Plays the game with this number; `None` when stopped.
    pub fn play(&mut self, number: u32) -> Option<SampledGame> {
        let mut rng = SeededRng::of(self.settings.seed, number);
        let mut game = self.opening(&mut rng)?;
        let geometry = game.variant().rules().moves.geometry;
        let opening = opening_of(geometry, game.position());
        let before = game.plies();
        let mut keeper = Keeper::default();
        let white = loop {
            if self.is_stopped() {
                return None;
            }
            let ply = (game.plies() - before) as u16;
            if let Some(outcome) = game.outcome() {
                break outcome_for_white(outcome);
            }
            if ply >= MAX_PLIES {
                break 0;
            }
            let moves = game.legal_moves();
            let played = if let [only] = moves.as_slice() {
                *only
            } else {
                let (best, line) = self.search(&game)?;
                keeper.keep(&game, &moves, &line);
                if let Some(winner) = keeper.settled(game.position().turn(), &line) {
                    break result_for(winner, 1);
                }
                best
            };
            game.play(&played).ok()?;
        };
        let plies = (game.plies() - before) as u16;
        let samples = keeper.samples.into_iter().map(|sample| Sample {
            result: result_for(sample.position.turn(), white),
            game: number,
            ..sample
        });
        let samples = samples.collect();
        Some(SampledGame { number, result: white, plies, opening, samples })
    }

    /// Draws an opening until one is fit; `None` when stopped.
    fn opening(&mut self, rng: &mut SeededRng) -> Option<Game> {
        let from_ballot = self.openings.toss(rng);
        for draw in 0..2 * PATIENCE {
            if self.is_stopped() {
                return None;
            }
            let Some(game) = self.openings.draw(from_ballot, rng) else { continue };
            self.engine.clear();
            let (_, line) = self.search(&game)?;
            if line.score.raw().abs() <= MAX_EDGE || draw >= PATIENCE {
                return Some(game);
            }
        }
        self.engine.clear();
        Some(self.openings.start())
    }

    fn is_stopped(&self) -> bool {
        self.stops.iter().any(|stop| stop.load(Ordering::Relaxed))
    }

    /// The best move, and its line.
    fn search(&mut self, game: &Game) -> Option<(Move, Line)> {
        let answer = self.engine.think(game, &self.request, &Signal::new(), &mut |_| {});
        answer.best.zip(answer.lines.into_iter().next())
    }
}

/// What is kept of a running game.
#[derive(Default)]
struct Keeper {
    /// Their results are not known yet.
    samples: Vec<Sample>,
    /// Keys of the samples' positions.
    known: HashSet<u64>,
    /// Who was said to win by the last search.
    claim: Option<Side>,
}

impl Keeper {
    /// Keeps a searched position if it is one to keep.
    fn keep(&mut self, game: &Game, moves: &[Move], line: &Line) {
        let position = *game.position();
        if !moves.iter().any(Move::is_capture) && self.known.insert(position.key()) {
            self.samples.push(Sample { position, score: line.score, result: 0, game: 0 });
        }
    }

    /// The winner, when this search and the one before have proven the same win.
    fn settled(&mut self, turn: Side, line: &Line) -> Option<Side> {
        let near = line.score.end().filter(|end| end.unsigned_abs() <= MAX_PROVEN);
        let claim = match near {
            Some(end) if end > 0 && line.bound != Bound::Upper => Some(turn),
            Some(end) if end <= 0 && line.bound != Bound::Lower => Some(turn.opponent()),
            _ => None,
        };
        let last = std::mem::replace(&mut self.claim, claim);
        claim.filter(|_| claim == last)
    }
}

fn outcome_for_white(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Won(winner) => result_for(winner, 1),
        Outcome::Drawn(_) => 0,
    }
}

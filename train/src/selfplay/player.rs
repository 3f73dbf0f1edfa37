//! Draws openings and plays one game after the other.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

use damier_book::ballots::{Ballot, BallotKind, ballots};
use damier_engine::rng::{below, pick};
use damier_engine::search::Bound;
use damier_engine::{Engine, Limits, Line, Request, Signal, TableTooLarge};
use damier_rules::game::{Game, Outcome};
use damier_rules::position::{Move, Side};
use damier_rules::rules::named;
use damier_rules::variant::Variant;
use rand_xoshiro::Xoshiro256PlusPlus as GameRng;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::SelfplaySettings;
use crate::samples::{Sample, SampledGame, opening_of, result_for};

/// The greatest edge of either side in an opening, in centi-men.
const MAX_EDGE: i16 = 300;

/// After so many openings any that is not over is taken, after twice as many the start.
const PATIENCE: usize = 200;

/// Plies after the opening after which a game is drawn.
const MAX_PLIES: u16 = 300;

/// The greatest distance of a proven win by which a game is ended, in plies.
const MAX_PROVEN: u32 = 60;

/// The random numbers of one game, which depend on the seed and the game's number alone.
fn game_rng(seed: u64, game: u32) -> GameRng {
    // Drawn from the seed first: seeds that lie near each other share no games.
    let mixed = GameRng::seed_from_u64(seed).next_u64();
    GameRng::seed_from_u64(mixed ^ u64::from(game))
}

/// Random plies from the start.
const PLIES: RangeInclusive<usize> = 4..=12;

/// Random plies after a ballot.
const PLIES_AFTER_BALLOT: RangeInclusive<usize> = 0..=6;

/// The openings of a variant.
pub(super) struct Openings {
    variant: Variant,
    ballots: Vec<Ballot>,
}

impl Openings {
    pub fn of(variant: Variant) -> Openings {
        let rules = variant.rules();
        let is_named = named(rules.name)
            .is_some_and(|named| (named.moves, named.start) == (rules.moves, rules.start));
        let kinds = BallotKind::ALL.iter().filter(|_| is_named);
        let sets = kinds.filter_map(|&kind| ballots(variant, kind).ok());
        Openings { variant, ballots: sets.flatten().collect() }
    }

    /// Whether a game is to begin at a ballot.
    pub fn toss(&self, rng: &mut GameRng) -> bool {
        !self.ballots.is_empty() && below(rng, 2) == 1
    }

    /// Draws an opening; `None` when the game is over by then.
    pub fn draw(&self, from_ballot: bool, rng: &mut GameRng) -> Option<Game> {
        let ballot = if from_ballot { pick(rng, &self.ballots) } else { None };
        let (mut game, plies) = match ballot {
            Some(ballot) => (ballot.game(self.variant).ok()?, PLIES_AFTER_BALLOT),
            None => (Game::new(self.variant), PLIES),
        };
        let plies = plies.start() + below(rng, plies.end() - plies.start() + 1);
        for _ in 0..plies {
            let moves = game.legal_moves();
            game.play(pick(rng, &moves)?).ok()?;
        }
        game.outcome().is_none().then_some(game)
    }

    /// The start, for rules under which no opening can be had.
    pub fn start(&self) -> Game {
        Game::new(self.variant)
    }
}

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
        let mut rng = game_rng(self.settings.seed, number);
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
    fn opening(&mut self, rng: &mut GameRng) -> Option<Game> {
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
    /// Their results are still open.
    samples: Vec<Sample>,
    /// Keys of the samples' positions.
    keys: HashSet<u64>,
    /// The winner by the last search.
    claim: Option<Side>,
}

impl Keeper {
    /// Keeps a searched position if it is one to keep.
    fn keep(&mut self, game: &Game, moves: &[Move], line: &Line) {
        let position = *game.position();
        if !moves.iter().any(Move::is_capture) && self.keys.insert(position.key()) {
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

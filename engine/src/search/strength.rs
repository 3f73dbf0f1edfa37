//! Weaker play that is not silly: a shallow look at every move, and a choice among the good ones.
//!
//! A weak strength never just draws lots. Each move is first followed through all captures that
//! it brings about, so that none is played which gives a piece away at once; of the rest, one is
//! chosen whose value in a shallow search is close to the best.

use std::cmp::Reverse;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::parameters::{EXCHANGE_NODES, STRENGTH_ONE, STRENGTH_TWO};
use super::{Answer, Limits, Line, Request};
use crate::eval::Bootstrap;
use crate::score::Score;
use damier_rules::game::Game;
use damier_rules::movegen::MoveList;
use damier_rules::position::{Move, Position};
use damier_rules::rules::CaptureDuty;
use damier_rules::variant::Variant;

/// How strongly moves are chosen.
///
/// ```
/// use damier_engine::Strength;
///
/// assert_eq!(Strength::of(1), Some(Strength::One));
/// assert_eq!((Strength::default().number(), Strength::of(4)), (3, None));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// For learners: sees at once what is captured, and no further.
    One,
    /// For players: sees short combinations.
    Two,
    /// The full search.
    #[default]
    Three,
}

impl Strength {
    /// Every strength, the weakest first.
    pub const ALL: [Strength; 3] = [Strength::One, Strength::Two, Strength::Three];

    /// 1, 2 or 3.
    pub const fn number(self) -> u32 {
        self as u32 + 1
    }

    /// The strength with this number.
    pub fn of(number: u32) -> Option<Strength> {
        Strength::ALL.into_iter().find(|strength| strength.number() == number)
    }

    /// What makes play weaker than the full search; `None` for that.
    pub(super) const fn level(self) -> Option<&'static Level> {
        match self {
            Strength::One => Some(&STRENGTH_ONE),
            Strength::Two => Some(&STRENGTH_TWO),
            Strength::Three => None,
        }
    }
}

/// A seed that differs from one call to the next.
pub fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

/// The numbers of a weak strength.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Plies searched for each move.
    pub depth: u32,
    /// Centi-men by which the move played may be worse than the best.
    pub margin: i16,
    /// Whether a move that loses material at once is played where the search finds it best.
    pub sacrifices: bool,
}

impl Level {
    /// The search behind the choice: every move that may be chosen gets an exact value.
    pub fn request(&self, game: &Game, request: &Request, moves: &MoveList) -> Request {
        let deepest = request.limits.depth.map_or(self.depth, |depth| depth.min(self.depth));
        Request {
            limits: Limits { depth: Some(deepest), ..request.limits },
            lines: moves.len(),
            only: if self.sacrifices { moves.to_vec() } else { self.sound(game, moves) },
            ..request.clone()
        }
    }

    /// Puts a line of this level in front, chosen by the seed, the game's length and its position.
    pub fn choose(&self, game: &Game, seed: u64, answer: &mut Answer) {
        let Some(best) = answer.lines.first().map(|line| line.score) else { return };
        let moves: MoveList =
            answer.lines.iter().filter_map(|line| line.moves.first().copied()).collect();
        let sound = self.sound(game, &moves);
        let may = |index: usize, line: &Line| {
            index == 0 || line.moves.first().is_some_and(|played| sound.contains(played))
        };
        let lines = answer.lines.iter().enumerate();
        let weights: Vec<u64> = lines
            .map(|(index, line)| if may(index, line) { self.weight(best, line.score) } else { 0 })
            .collect();
        let mut drawn = rng(game, seed).next_u64() % weights.iter().sum::<u64>().max(1);
        let chosen = weights.iter().position(|&weight| {
            let here = drawn < weight;
            drawn = drawn.saturating_sub(weight);
            here
        });
        answer.lines[..=chosen.unwrap_or(0)].rotate_right(1);
    }

    /// How likely a move of this value is where the best has the other.
    fn weight(&self, best: Score, score: Score) -> u64 {
        // A win in sight is taken, so that every won game ends.
        let won = best.end().is_some_and(|plies| plies > 0);
        let margin = if won { 0 } else { i32::from(self.margin) };
        let behind = i32::from(best.raw()) - i32::from(score.raw());
        u64::try_from(1 + margin - behind).unwrap_or(0)
    }

    /// The moves after which no more than the margin is lost when all captures have been made.
    fn sound(&self, game: &Game, moves: &MoveList) -> Vec<Move> {
        let variant = game.variant();
        let mut exchange =
            Exchange { variant, evaluation: &Bootstrap::new(&variant.rules().moves), nodes: 0 };
        let mut values: Vec<i32> = Vec::with_capacity(moves.len());
        let mut least = -LOST;
        for played in moves {
            // What is worse than the least need not be known exactly.
            let value = -exchange.value(&game.position().make(played), -LOST, 1 - least);
            least = least.max(value - i32::from(self.margin));
            values.push(value);
        }
        let judged = moves.iter().zip(values);
        judged.filter(|&(_, value)| value >= least).map(|(played, _)| *played).collect()
    }
}

/// Random numbers that are the same whenever the same seed meets the same ply and position.
fn rng(game: &Game, seed: u64) -> Xoshiro256PlusPlus {
    let situation = game.position().key().wrapping_add(game.plies() as u64);
    Xoshiro256PlusPlus::seed_from_u64(seed ^ situation)
}

/// More than all material, in centi-men.
const LOST: i32 = 100_000;

/// What is left when all captures have been made.
struct Exchange<'a> {
    variant: Variant,
    evaluation: &'a Bootstrap,
    nodes: u32,
}

impl Exchange<'_> {
    /// The material ahead of the side to move, in centi-men, exact between the bounds. Ends,
    /// because each step takes a piece off the board, and in time, because boards full of kings
    /// are valued as they stand when it has taken too long.
    fn value(&mut self, position: &Position, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let has_capture = self.nodes < EXCHANGE_NODES && self.variant.has_capture(position);
        let mut best = -LOST;
        if !has_capture || self.variant.rules().moves.capture == CaptureDuty::Optional {
            if self.variant.count(position) == 0 {
                return -LOST;
            }
            best = self.evaluation.material_ahead(position);
        }
        if !has_capture || best >= beta {
            return best;
        }
        let mut captures = MoveList::new();
        self.variant.captures(position, &mut captures);
        captures.sort_by_key(|played| Reverse(played.captured.len()));
        for played in &captures {
            best = best.max(-self.value(&position.make(played), -beta, -alpha.max(best)));
            if best >= beta {
                break;
            }
        }
        best
    }
}

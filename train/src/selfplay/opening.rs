//! Where games begin.

use std::ops::RangeInclusive;

use damier_book::ballots::{Ballot, BallotKind, ballots};
use damier_rules::game::Game;
use damier_rules::rules;
use damier_rules::variant::Variant;

use super::rng::SeededRng;

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
        let own = variant.rules();
        let is_named = rules::named(own.name)
            .is_some_and(|named| (named.moves, named.start) == (own.moves, own.start));
        let kinds = BallotKind::ALL.iter().filter(|_| is_named);
        let sets = kinds.filter_map(|&kind| ballots(variant, kind).ok());
        Openings { variant, ballots: sets.flatten().collect() }
    }

    /// Whether a game is to begin at a ballot.
    pub fn toss(&self, rng: &mut SeededRng) -> bool {
        !self.ballots.is_empty() && rng.below(2) == 1
    }

    /// Draws an opening; `None` when the game is over by then.
    pub fn draw(&self, from_ballot: bool, rng: &mut SeededRng) -> Option<Game> {
        let ballot = if from_ballot { rng.pick(&self.ballots) } else { None };
        let (mut game, plies) = match ballot {
            Some(ballot) => (ballot.game(self.variant).ok()?, PLIES_AFTER_BALLOT),
            None => (Game::new(self.variant), PLIES),
        };
        let plies = plies.start() + rng.below(plies.end() - plies.start() + 1);
        for _ in 0..plies {
            let moves = game.legal_moves();
            game.play(rng.pick(&moves)?).ok()?;
        }
        game.outcome().is_none().then_some(game)
    }

    /// The start, for rules under which no opening can be had.
    pub fn start(&self) -> Game {
        Game::new(self.variant)
    }
}

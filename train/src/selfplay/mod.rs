//! Games that the engine plays against itself, for their positions.
//!
//! # How a game is played
//!
//! Its number and the seed determine it, whatever thread plays it. Half of the games, by lot,
//! begin at the start with 4 to 12 random plies, the others at a ballot of the game, balanced or
//! not, with 0 to 6; games without ballots, and house rules, always at the start. An opening that
//! is over, or in which the search finds more than 300 centi-men for either side, is drawn anew.
//!
//! Then both sides play by one searcher, whose table is cleared before the game, with a fixed
//! number of nodes a move; an only move is played at once. No move after the opening is left to
//! chance: a blunder would make the results of the positions before it worthless.
//!
//! A game ends by the rules; or won, when the search has proven the same win within 60 plies
//! on two searched moves in succession, one of each side; or drawn, after 300 plies.
//!
//! # Which positions are kept
//!
//! Those that were searched for a move, where the side to move has no capture and more than one
//! move; each position once a game.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod player;
mod run;

pub use run::{SelfplayError, Target, Totals, run};

use damier_book::ballots::Shard;
use damier_engine::eval::Weights;
use damier_engine::{Engine, TableTooLarge};
use damier_rules::variant::Variant;

use crate::samples::SampleHeader;

/// The number of the way in which games are played and positions kept: another one is another
/// number, so that no file holds both.
pub const RECIPE: u32 = 2;

/// Bytes of each searcher's table: small, so that it stays in a cache and is soon cleared.
const TABLE: usize = 2 << 20;

/// What determines the games, besides the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfplaySettings {
    /// Nodes of each search, at least 1.
    pub nodes: u64,
    /// The seed of all games.
    pub seed: u64,
    /// By what the positions are evaluated.
    pub weights: Weights,
    /// The part of the games to play; `None` for all.
    pub shard: Option<Shard>,
}

impl Default for SelfplaySettings {
    /// 1500 nodes, seed 1, the program's own weights, all games.
    fn default() -> SelfplaySettings {
        SelfplaySettings { nodes: 1_500, seed: 1, weights: Weights::Embedded, shard: None }
    }
}

impl SelfplaySettings {
    /// The header of the file of these games.
    pub fn header(&self, variant: Variant) -> SampleHeader {
        let rules = variant.rules();
        let part = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        SampleHeader {
            variant: rules.name.to_owned(),
            squares: rules.moves.geometry.squares(),
            rules: SampleHeader::rules_of(rules),
            nodes: self.nodes,
            seed: self.seed,
            shard: self.shard.map_or((1, 1), |shard| (part(shard.index()), part(shard.of()))),
            weights: self.weights.model(&rules.moves).map_or(0, |model| model.checksum()),
            recipe: RECIPE,
        }
    }

    /// Who plays the games.
    pub(crate) fn engine(&self) -> Result<Engine, TableTooLarge> {
        Engine::builder().table_bytes(TABLE).weights(self.weights.clone()).build()
    }
}

//! Where the games of a match begin.

mod file;

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use damier_book::ballots::{Ballot, BallotKind, NoBallots, ballots};
use damier_engine::rng::{pick, shuffle};
use damier_rules::game::Game;
use damier_rules::notation::{SquareOrder, hub_move, write_fen, write_move};
use damier_rules::position::{Move, Position, Side};
use damier_rules::variant::Variant;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

pub use file::FileError;

/// A position, and the moves from it that both players are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// What it is called in records.
    pub name: String,
    /// The position.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
}

/// An opening that no game can begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// A move is not legal.
    #[error("move {0} of the opening is not legal")]
    Illegal(
        /// Its number, from 1.
        usize,
    ),
    /// Nothing is left to be played.
    #[error("the game is over at the end of the opening")]
    Over,
}

impl Opening {
    /// The game that stands at the end of the opening.
    ///
    /// # Errors
    /// When a move is not legal, or the game is over.
    pub fn game(&self, variant: Variant) -> Result<Game, Unplayable> {
        let mut game = Game::from_position(variant, self.start);
        for (before, played) in self.moves.iter().enumerate() {
            game.play(played).map_err(|_| Unplayable::Illegal(before + 1))?;
        }
        if game.outcome().is_some() { Err(Unplayable::Over) } else { Ok(game) }
    }

    /// The opening as a line of text for checksums: FEN and moves.
    fn text(&self, variant: Variant) -> String {
        let rules = variant.rules();
        let mut text = write_fen(rules, &self.start);
        for played in &self.moves {
            text.push(' ');
            text.push_str(&hub_move(rules, played, SquareOrder::Plain));
        }
        text
    }
}

/// A checksum of the openings of a game, the same wherever they came from.
pub fn checksum(variant: Variant, openings: &[Opening]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for opening in openings {
        hasher.update(opening.text(variant).as_bytes());
        hasher.update(b"\n");
    }
    hasher.finalize()
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningSource {
    /// The ballots that come with the program.
    Ballots(
        /// Level ones, or such as favour a side.
        BallotKind,
    ),
    /// Random moves from the start, so many plies.
    Random {
        /// Plies.
        plies: u32,
    },
    /// A file: games as PDN, or positions, one FEN a line.
    File {
        /// What messages call it.
        name: String,
        /// Its contents: UTF-8, or Latin-1 in a PDN file.
        bytes: Vec<u8>,
    },
}

/// The text names no source.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "got openings `{0}`; they are ballots, ballots:unbalanced, random:PLIES with 1 to {most} plies, \
     or a file",
    most = OpeningSource::MOST_PLIES
)]
pub struct OpeningSourceError(String);

impl OpeningSource {
    /// The greatest number of random plies.
    pub const MOST_PLIES: u32 = 40;
}

impl FromStr for OpeningSource {
    type Err = OpeningSourceError;

    /// Reads `ballots`, `ballots:unbalanced` and `random:PLIES`; files are the caller's, which
    /// alone can open them.
    fn from_str(text: &str) -> Result<OpeningSource, OpeningSourceError> {
        match text {
            "ballots" | "ballots:balanced" => {
                return Ok(OpeningSource::Ballots(BallotKind::Balanced));
            }
            "ballots:unbalanced" => return Ok(OpeningSource::Ballots(BallotKind::Unbalanced)),
            _ => {}
        }
        let plies = text.strip_prefix("random:").and_then(|plies| plies.parse().ok());
        match plies {
            Some(plies) if (1..=OpeningSource::MOST_PLIES).contains(&plies) => {
                Ok(OpeningSource::Random { plies })
            }
            _ => Err(OpeningSourceError(text.to_owned())),
        }
    }
}

impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningSource::Ballots(BallotKind::Balanced) => f.write_str("ballots"),
            OpeningSource::Ballots(BallotKind::Unbalanced) => f.write_str("ballots:unbalanced"),
            OpeningSource::Random { plies } => write!(f, "random:{plies}"),
            OpeningSource::File { name, .. } => f.write_str(name),
        }
    }
}

/// Why there are no openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningsError {
    /// A file's text is not understood.
    #[error("{name}:{error}")]
    File {
        /// The file.
        name: String,
        /// What is wrong.
        error: FileError,
    },
    /// There are no ballots.
    #[error(transparent)]
    Ballots(#[from] NoBallots),
    /// There is none of this game.
    #[error("{source_name}: there is no opening of {game}")]
    None {
        /// Where they should have come from.
        source_name: String,
        /// The game.
        game: &'static str,
    },
}

impl OpeningSource {
    /// The openings of a game, at most `wanted`, no two of them the same, in an order that `seed`
    /// and `section`, the game's index among those of the match, alone decide. When there are fewer
    /// than a match needs, it begins again with the first.
    ///
    /// # Errors
    /// When a file is not understood, or there is no opening.
    ///
    /// ```
    /// use damier_match::tournament::openings::OpeningSource;
    /// use damier_rules::variant::Variant;
    ///
    /// let russian = Variant::named("russian").unwrap();
    /// let source: OpeningSource = "random:4".parse()?;
    /// let openings = source.openings(russian, 0, 1, 50)?;
    /// assert_eq!(openings.len(), 50);
    /// assert_eq!(openings[..10], source.openings(russian, 0, 1, 10)?);
    /// assert_eq!(openings[0].game(russian)?.plies(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn openings(
        &self,
        variant: Variant,
        section: usize,
        seed: u64,
        wanted: usize,
    ) -> Result<Vec<Opening>, OpeningsError> {
        self.openings_skipping(variant, section, seed, wanted, &mut |_| {})
    }

    /// The same; the broken games of a file are passed over, and each is reported to `skip`.
    ///
    /// # Errors
    /// When a file is not understood, or there is no opening.
    pub fn openings_skipping(
        &self,
        variant: Variant,
        section: usize,
        seed: u64,
        wanted: usize,
        skip: &mut dyn FnMut(OpeningsError),
    ) -> Result<Vec<Opening>, OpeningsError> {
        let mut rng = openings_rng(seed, section);
        let found = match self {
            OpeningSource::Ballots(kind) => {
                let mut all: Vec<Opening> = ballots(variant, *kind)?
                    .iter()
                    .map(|ballot| of_ballot(variant, ballot))
                    .collect();
                shuffle(&mut rng, &mut all);
                all.truncate(wanted);
                all
            }
            OpeningSource::Random { plies } => random_openings(variant, *plies, &mut rng, wanted),
            OpeningSource::File { name, bytes } => {
                let of_file = |error| OpeningsError::File { name: name.clone(), error };
                let mut all = file::read(variant, bytes, &mut |error| skip(of_file(error)))
                    .map_err(of_file)?;
                shuffle(&mut rng, &mut all);
                all.truncate(wanted);
                all
            }
        };
        if found.is_empty() {
            let game = variant.rules().title;
            return Err(OpeningsError::None { source_name: self.to_string(), game });
        }
        Ok(found)
    }
}

/// The random numbers of one game of draughts among those of a match. They depend on the match's
/// seed and on the game's index alone, not on what was drawn for another game.
fn openings_rng(seed: u64, section: usize) -> Xoshiro256PlusPlus {
    /// 2⁶⁴ divided by the golden ratio: multiples of it lie far apart.
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    Xoshiro256PlusPlus::seed_from_u64(seed ^ (section as u64 + 1).wrapping_mul(GOLDEN))
}

/// How many drawn openings in a row may end in an earlier position before the drawing stops.
const PATIENCE: u32 = 1_000;

/// Draws up to `wanted` openings that end in different positions, none of them finished. A longer
/// list begins with the shorter ones.
fn random_openings(
    variant: Variant,
    plies: u32,
    rng: &mut Xoshiro256PlusPlus,
    wanted: usize,
) -> Vec<Opening> {
    let mut found = Vec::new();
    let mut positions = HashSet::new();
    let mut failures = 0;
    while found.len() < wanted && failures < PATIENCE {
        let game = random_game(variant, plies, rng);
        let new = game.filter(|game| {
            let position = game.position();
            let sides =
                (Side::BOTH.map(|side| position.side(side)), position.kings(), position.turn());
            positions.insert(sides)
        });
        match new {
            Some(game) => {
                failures = 0;
                found.push(Opening {
                    name: format!("random {}", found.len() + 1),
                    start: variant.start_position(),
                    moves: game.moves().to_vec(),
                });
            }
            None => failures += 1,
        }
    }
    found
}

/// A game of random moves; `None` when it is over by then.
fn random_game(variant: Variant, plies: u32, rng: &mut Xoshiro256PlusPlus) -> Option<Game> {
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let moves = game.legal_moves();
        game.play(pick(rng, &moves)?).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

/// A ballot under the name by which players know it: its moves, or its position where there are
/// none.
fn of_ballot(variant: Variant, ballot: &Ballot) -> Opening {
    let mut position = *ballot.start();
    let mut names = Vec::new();
    for played in ballot.moves() {
        names.push(write_move(variant, &position, played));
        position = position.make(played);
    }
    if *ballot.start() != variant.start_position() || names.is_empty() {
        names.insert(0, write_fen(variant.rules(), ballot.start()));
    }
    Opening { name: names.join(" "), start: *ballot.start(), moves: ballot.moves().to_vec() }
}

#[cfg(test)]
mod tests;

//! Where the games of a match begin.

mod file;
mod random;

use std::fmt;
use std::str::FromStr;

use damier_book::ballots::{Ballot, BallotKind, NoBallots, ballots};
use damier_rules::game::Game;
use damier_rules::notation::{SquareOrder, hub_move, write_fen, write_move};
use damier_rules::position::{Move, Position};
use damier_rules::variant::Variant;

use super::random::{Stream, shuffle};

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
        /// Its place, from 1.
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
    /// and `place`, the game's among those of the match, alone decide. When there are fewer than a
    /// match needs, it begins again with the first.
    ///
    /// # Errors
    /// When a file is not understood, or there is no opening.
    pub fn openings(
        &self,
        variant: Variant,
        place: usize,
        seed: u64,
        wanted: usize,
    ) -> Result<Vec<Opening>, OpeningsError> {
        self.openings_telling(variant, place, seed, wanted, &mut |_| {})
    }

    /// The same; `skip` hears of the games of a file that are passed over because they are broken.
    ///
    /// # Errors
    /// When a file is not understood, or there is no opening.
    pub fn openings_telling(
        &self,
        variant: Variant,
        place: usize,
        seed: u64,
        wanted: usize,
        skip: &mut dyn FnMut(OpeningsError),
    ) -> Result<Vec<Opening>, OpeningsError> {
        let mut random = Stream::Openings(place).of(seed);
        let found = match self {
            OpeningSource::Ballots(kind) => {
                let mut all: Vec<Opening> =
                    ballots(variant, *kind)?.iter().map(|one| of_ballot(variant, one)).collect();
                shuffle(&mut all, &mut random);
                all.truncate(wanted);
                all
            }
            OpeningSource::Random { plies } => random::draw(variant, *plies, &mut random, wanted),
            OpeningSource::File { name, bytes } => {
                let of_file = |error| OpeningsError::File { name: name.clone(), error };
                let mut all = file::read(variant, bytes, &mut |error| skip(of_file(error)))
                    .map_err(of_file)?;
                shuffle(&mut all, &mut random);
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

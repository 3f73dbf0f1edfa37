//! One ballot, and its line in a file.
//!
//! `FEN MOVES ; SCORE`: the position to play from, so that any program that reads positions one a
//! line can use the file; the moves that lead to it, from the game's start; the score in centi-men
//! as the first mover sees it. In an eleven-man ballot `-W,B` before the moves names the squares
//! on which White and Black have no man at the start.

use damier_engine::score::Score;
use damier_rules::game::Game;
use damier_rules::notation::{
    FenError, MoveError, SquareError, read_fen, read_move, read_square, write_fen, write_move,
};
use damier_rules::position::{Move, Position, Side};
use damier_rules::rules::RuleSet;
use damier_rules::variant::Variant;

use super::lines::{PlayLine, without_men};
use super::settings::BallotSettingsError;

/// A position from which a match game begins, and how it comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ballot {
    line: PlayLine,
    score: Score,
}

/// The rules do not allow this line of play, or the game is over at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPlayable {
    /// A move is not legal.
    #[error("ply {0} of the line of play is not legal")]
    Illegal(
        /// Its number, from 1.
        usize,
    ),
    /// Nothing is left to be played.
    #[error("the game is over after the line of play")]
    Over,
}

impl Ballot {
    pub(super) fn new(line: PlayLine, score: Score) -> Ballot {
        Ballot { line, score }
    }

    /// Where the line of play begins: the game's start, or that less one man of each side.
    pub fn start(&self) -> &Position {
        &self.line.start
    }

    /// The line of play, in plies from [`start`](Ballot::start).
    pub fn moves(&self) -> &[Move] {
        &self.line.moves
    }

    /// The position to which it leads, from which the match game is played.
    pub fn position(&self) -> &Position {
        &self.line.position
    }

    /// The value of the position by a short search, in centi-men, as the side sees it that moves
    /// first in the game, whoever is to move now.
    pub fn score(&self) -> Score {
        self.score
    }

    pub(super) fn line(&self) -> &PlayLine {
        &self.line
    }

    /// The game that stands at this ballot; its moves are the line of play.
    ///
    /// # Errors
    /// When the rules of `variant` do not allow it.
    pub fn game(&self, variant: Variant) -> Result<Game, NotPlayable> {
        let mut game = Game::from_position(variant, self.line.start);
        for (before, played) in self.line.moves.iter().enumerate() {
            game.play(played).map_err(|_| NotPlayable::Illegal(before + 1))?;
        }
        match game.outcome() {
            None => Ok(game),
            Some(_) => Err(NotPlayable::Over),
        }
    }
}

/// What is wrong with a file of ballots, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct BallotFormatError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: BallotFault,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BallotFault {
    /// The file does not begin as one of ballots.
    #[error("a file of ballots begins with `{0}`")]
    NotBallots(&'static str),
    /// The header lacks a key.
    #[error("the comments before the first ballot lack `# {0}: ...`")]
    Missing(&'static str),
    /// A value of the header is not that of the rules played.
    #[error("the ballots are for the {key} `{got}`, not `{expected}`")]
    Other {
        /// The key.
        key: &'static str,
        /// Its value, cut to a length fit for a message.
        got: String,
        /// The value of the rules played.
        expected: String,
    },
    /// A value of the header is not understood.
    #[error("`{0}` is {1}")]
    Value(
        /// The key.
        &'static str,
        /// What it would be.
        &'static str,
    ),
    /// The command in the header is not understood.
    #[error(transparent)]
    Settings(#[from] BallotSettingsError),
    /// There is no score.
    #[error("a ballot ends with its score in centi-men, as `; +12`")]
    Score,
    /// The score is not in the range of the set.
    #[error("the score {0:+} is outside the range of the set")]
    OutOfRange(
        /// The score in centi-men.
        i16,
    ),
    /// The position is not understood.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The squares of the men that are missing are not understood.
    #[error("the men missing at the start are written -W,B, one of White's and one of Black's")]
    MissingMen,
    /// Such a square does not exist.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// A move is not legal or not understood.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The line of play is not playable.
    #[error(transparent)]
    NotPlayable(#[from] NotPlayable),
    /// The line of play leads elsewhere.
    #[error("the moves lead to {0}")]
    OtherPosition(
        /// Where they lead, as FEN.
        String,
    ),
    /// The position has been met before.
    #[error("the position stands in line {0} already")]
    Repeated(
        /// The line, from 1.
        usize,
    ),
}

pub(super) fn write_line(variant: Variant, ballot: &Ballot) -> String {
    let rules = variant.rules();
    let mut text = write_fen(rules, ballot.position());
    let missing = ballot.line().missing_text(rules);
    if !missing.is_empty() {
        text.push_str(&format!(" -{}", missing.join(",")));
    }
    let mut position = *ballot.start();
    for played in ballot.moves() {
        text.push_str(&format!(" {}", write_move(variant, &position, played)));
        position = position.make(played);
    }
    text.push_str(&format!(" ; {:+}", ballot.score().raw()));
    text
}

pub(super) fn read_line(variant: Variant, text: &str) -> Result<Ballot, BallotFault> {
    let rules = variant.rules();
    let (text, score) = text.rsplit_once(';').ok_or(BallotFault::Score)?;
    let score = Score::from_raw(score.trim().parse().map_err(|_| BallotFault::Score)?);
    let mut words = text.split_whitespace().peekable();
    let expected = read_fen(rules, words.next().unwrap_or_default())?;
    let start = match words.next_if(|word| word.starts_with('-')) {
        Some(missing) => read_start(rules, missing)?,
        None => rules.start_position(),
    };
    let mut line = PlayLine { start, moves: Vec::new(), position: start };
    for word in words {
        let played = read_move(variant, &line.position, word)?;
        line.moves.push(played);
        line.position = line.position.make(&played);
    }
    if line.position != expected {
        return Err(BallotFault::OtherPosition(write_fen(rules, &line.position)));
    }
    let ballot = Ballot::new(line, score);
    ballot.game(variant)?;
    Ok(ballot)
}

/// The start less the men on the squares `-W,B`.
fn read_start(rules: &RuleSet, text: &str) -> Result<Position, BallotFault> {
    let full = rules.start_position();
    let pair = text.strip_prefix('-').and_then(|text| text.split_once(','));
    let (white, black) = pair.ok_or(BallotFault::MissingMen)?;
    let (white, black) = (read_square(rules, white)?, read_square(rules, black)?);
    if !full.side(Side::White).contains(white) || !full.side(Side::Black).contains(black) {
        return Err(BallotFault::MissingMen);
    }
    Ok(without_men(&full, white.set(), black.set()))
}

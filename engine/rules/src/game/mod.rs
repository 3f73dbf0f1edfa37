//! A game under a rule set: its moves so far, repetition and outcome.

mod counters;

pub use counters::{Count, Counters, Counts};

use crate::movegen::MoveList;
use crate::position::{Move, Position, Side};
use crate::rules::DrawRule;
use crate::variant::Variant;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The opponent of this side cannot move: it has no pieces, or they are blocked.
    Won(Side),
    /// A draw rule ends the game; the count it has reached, in plies, or in occurrences of the
    /// position for repetition.
    Drawn(Count),
}

/// The move is not legal in the game's position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove;

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move is not legal here")
    }
}

impl Error for IllegalMove {}

/// A position with the moves that led to it.
///
/// ```
/// use damier_rules::game::Game;
/// use damier_rules::variant::Variant;
///
/// let mut game = Game::new(Variant::named("italian").unwrap());
/// let first = game.legal_moves()[0];
/// game.play(&first)?;
/// assert!(game.outcome().is_none());
/// # Ok::<(), damier_rules::game::IllegalMove>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    variant: Variant,
    /// The position before each move.
    earlier: Vec<Position>,
    moves: Vec<Move>,
    position: Position,
    /// Plies since the last capture or move of a man; positions before cannot come again.
    reversible: usize,
    /// Those since then, without the one on the board.
    stood: Stood,
    counters: Counters,
    counts: Counts,
}

impl Game {
    /// A game from the variant's start.
    pub fn new(variant: Variant) -> Game {
        Game::from_position(variant, variant.start_position())
    }

    /// A game from any position of the variant's board.
    ///
    /// # Panics
    /// When the position is not one of the board.
    ///
    /// ```
    /// use damier_rules::game::{Game, Outcome};
    /// use damier_rules::notation::read_fen;
    /// use damier_rules::position::Side;
    /// use damier_rules::variant::Variant;
    ///
    /// let english = Variant::named("english").unwrap();
    /// let blocked = read_fen(english.rules(), "B:W9,14:B5")?;
    /// let game = Game::from_position(english, blocked);
    /// assert_eq!(game.outcome(), Some(Outcome::Won(Side::White)));
    /// # Ok::<(), damier_rules::notation::FenError>(())
    /// ```
    pub fn from_position(variant: Variant, position: Position) -> Game {
        let defects = position.defects(variant.rules().moves.geometry);
        assert!(defects.is_empty(), "no position of {variant}: {defects}");
        Game {
            counters: Counters::new(variant.rules()),
            variant,
            earlier: Vec::new(),
            moves: Vec::new(),
            position,
            reversible: 0,
            stood: Stood::default(),
            counts: Counts::default(),
        }
    }

    /// The rules that the game follows.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position in which the game began.
    pub fn start(&self) -> &Position {
        self.earlier.first().unwrap_or(&self.position)
    }

    /// How many plies have been played.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position before each move played.
    pub fn earlier_positions(&self) -> &[Position] {
        &self.earlier
    }

    /// The legal moves, see [`Variant::legal_moves`]; none when the side to move has lost.
    pub fn legal_moves(&self) -> MoveList {
        self.variant.legal_moves(&self.position)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When the move is not legal; the game is unchanged.
    pub fn play(&mut self, played: &Move) -> Result<(), IllegalMove> {
        if !self.variant.generator().legal_moves(&self.position).contains(played) {
            return Err(IllegalMove);
        }
        self.advance(played);
        Ok(())
    }

    /// Plays a legal move.
    fn advance(&mut self, played: &Move) {
        if self.is_reversible(played) {
            self.reversible += 1;
            self.stood.add(self.position);
        } else {
            self.reversible = 0;
            self.stood.clear();
        }
        self.earlier.push(self.position);
        self.moves.push(*played);
        let next = self.position.make(played);
        self.counts = self.counters.next(&self.counts, &self.position, played, &next);
        self.position = next;
    }

    /// Takes the last move back, and gives it; `None` where none has been played.
    ///
    /// Plays the game anew up to there, for the counters do not run backward: O(plies).
    ///
    /// ```
    /// use damier_rules::game::Game;
    /// use damier_rules::variant::Variant;
    ///
    /// let mut game = Game::new(Variant::named("czech").unwrap());
    /// let first = game.legal_moves()[0];
    /// game.play(&first)?;
    /// assert_eq!((game.plies(), game.undo(), game.plies()), (1, Some(first), 0));
    /// assert_eq!(game.undo(), None);
    /// # Ok::<(), damier_rules::game::IllegalMove>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let mut moves = std::mem::take(&mut self.moves);
        let last = moves.pop()?;
        *self = Game::from_position(self.variant, *self.start());
        moves.iter().for_each(|played| self.advance(played));
        Some(last)
    }

    fn is_reversible(&self, played: &Move) -> bool {
        !played.is_capture() && self.position.kings().contains(played.from)
    }

    /// The positions that can still come again, the oldest first, without the one on the board.
    pub fn reversible_positions(&self) -> &[Position] {
        &self.earlier[self.earlier.len() - self.reversible..]
    }

    /// How often a position has stood on the board before, the one that stands there not counted.
    /// O(1).
    pub fn earlier_occurrences(&self, position: &Position) -> usize {
        self.stood.times(position)
    }

    /// How often the position on the board has stood there with the same side to move, this time
    /// included. O(1).
    pub fn occurrences(&self) -> usize {
        1 + self.earlier_occurrences(&self.position)
    }

    /// How the game has ended, `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        let turn = self.position.turn();
        if self.position.side(turn.opponent()).is_empty() {
            return Some(Outcome::Won(turn));
        }
        if self.variant.generator().count(&self.position) == 0 {
            return Some(Outcome::Won(turn.opponent()));
        }
        self.repetition().or_else(|| self.counters.drawn(&self.counts)).map(Outcome::Drawn)
    }

    fn repetition(&self) -> Option<Count> {
        let limit = self.variant.rules().draws.repetition?;
        let times = self.occurrences();
        (times >= usize::from(limit)).then_some(Count {
            rule: DrawRule::REPETITION,
            plies: u16::try_from(times).unwrap_or(u16::MAX),
            limit: u16::from(limit),
        })
    }

    /// The counters of moves without progress.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// What they have counted.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }
}

/// The positions of a game that can still come again, with how often each has stood. Looked up in
/// constant time, however many there are.
#[derive(Clone, Debug, Default)]
struct Stood(HashMap<Position, usize, BuildHasherDefault<ZobristHasher>>);

impl Stood {
    /// Counts a position that a reversible move has left.
    fn add(&mut self, position: Position) {
        *self.0.entry(position).or_default() += 1;
    }

    /// Forgets all: none of them can come again.
    fn clear(&mut self) {
        // Most games have had none, and the memory of one that had many is given back.
        if !self.0.is_empty() {
            self.0 = HashMap::default();
        }
    }

    /// How often the position has stood.
    fn times(&self, position: &Position) -> usize {
        self.0.get(position).copied().unwrap_or(0)
    }
}

/// Takes the Zobrist key for the hash that it is.
#[derive(Clone, Copy, Debug, Default)]
struct ZobristHasher(u64);

impl Hasher for ZobristHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = self.0.rotate_left(5) ^ key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SquareSet;

    fn kings(variant: Variant) -> Game {
        let geometry = variant.rules().moves.geometry;
        let (white, black) = (geometry.square(6, 1).set(), geometry.square(1, 2).set());
        Game::from_position(variant, Position::unchecked(white, black, white | black, Side::White))
    }

    fn shuffle(game: &mut Game, plies: usize) {
        (0..plies).for_each(|ply| shuffle_one(game, ply));
    }

    fn shuffle_one(game: &mut Game, ply: usize) {
        let back = ply >= 2 && ply % 4 >= 2;
        let wanted = game.legal_moves().into_iter().find(|found| match back {
            true => game.moves().get(ply - 2).is_some_and(|last| found.to == last.from),
            false => true,
        });
        game.play(&wanted.unwrap()).unwrap();
    }

    #[test]
    fn repetition_ends_a_game_at_the_count_of_its_rules() {
        for (name, plies) in [("italian", 12), ("english", 8)] {
            let mut game = kings(Variant::named(name).unwrap());
            shuffle(&mut game, plies - 1);
            assert_eq!(game.outcome(), None, "{name}");
            let mut game = kings(Variant::named(name).unwrap());
            shuffle(&mut game, plies);
            let count = (plies / 4 + 1) as u16;
            let drawn = Count { rule: DrawRule::REPETITION, plies: count, limit: count };
            assert_eq!(game.outcome(), Some(Outcome::Drawn(drawn)), "{name}");
        }
    }

    #[test]
    fn a_move_taken_back_leaves_the_game_as_it_was() {
        let mut game = kings(Variant::named("italian").unwrap());
        shuffle(&mut game, 12);
        assert!(game.outcome().is_some(), "the third occurrence");
        let repeated = game.clone();
        let last = game.undo().unwrap();
        assert_eq!((game.plies(), game.outcome()), (11, None));
        game.play(&last).unwrap();
        assert_eq!(game.outcome(), repeated.outcome());
        assert_eq!(game.counts(), repeated.counts());
        assert_eq!(game.reversible_positions(), repeated.reversible_positions());
        while game.undo().is_some() {}
        assert_eq!(game.position(), repeated.start());
        assert_eq!(game.counts(), &Counts::default());
    }

    #[test]
    fn an_illegal_move_leaves_the_game_as_it_was() {
        let mut game = Game::new(Variant::named("italian").unwrap());
        let mut wrong = game.legal_moves()[0];
        wrong.to = wrong.from;
        assert_eq!(game.play(&wrong), Err(IllegalMove));
        assert_eq!(*game.position(), game.variant().start_position());
        assert!(game.moves().is_empty());
    }

    #[test]
    #[should_panic(expected = "no position of italian")]
    fn a_game_is_played_on_its_own_board() {
        let other = Variant::named("international").unwrap().start_position();
        Game::from_position(Variant::named("italian").unwrap(), other);
    }

    #[test]
    fn a_side_without_pieces_or_moves_has_lost() {
        let variant = Variant::named("english").unwrap();
        let geometry = variant.rules().moves.geometry;
        let man = geometry.square(5, 1).set();
        for turn in Side::BOTH {
            let position = Position::unchecked(man, SquareSet::EMPTY, SquareSet::EMPTY, turn);
            let game = Game::from_position(variant, position);
            assert_eq!(game.outcome(), Some(Outcome::Won(Side::White)));
        }
    }
}

//! A rule set ready for play: the rules with the generator of their moves.

use std::fmt;
use std::ptr;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use crate::board::Square;
use crate::movegen::{Candidate, Generator, MoveList};
use crate::position::{Move, Position};
use crate::rules::{self, RuleSet};

/// A rule set with its move generator: what notation, search and protocols work with.
///
/// A handle of 8 bytes to data that lives as long as the process. Two variants are equal when
/// their rules are. Every function that lists moves panics at a position of another board.
///
/// ```
/// use damier_rules::variant::Variant;
///
/// let variant: Variant = "russian".parse()?;
/// assert_eq!(Some(variant), Variant::named("shashki"));
/// assert_eq!(variant.to_string(), "russian");
/// assert_eq!(variant.perft(&variant.start_position(), 4), 1_469);
/// # Ok::<(), damier_rules::variant::UnknownVariant>(())
/// ```
#[derive(Clone, Copy)]
pub struct Variant(&'static Shared);

struct Shared {
    rules: RuleSet,
    generator: Generator,
}

/// No game has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVariant(pub String);

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = rules::ALL.iter().map(|set| set.name).collect();
        let given = crate::text::shortened(&self.0);
        write!(f, "there is no game `{given}`; games are {}", names.join(", "))
    }
}

impl std::error::Error for UnknownVariant {}

/// Every rule set asked for so far. It only grows, and equal rules share an entry: a reader of a
/// million games with the same house rules leaks them once.
static SHARED: Mutex<Vec<Variant>> = Mutex::new(Vec::new());

impl Variant {
    /// The variant of these rules.
    ///
    /// ```
    /// use damier_rules::rules::{House, named};
    /// use damier_rules::variant::Variant;
    ///
    /// let rules = House::of(named("italian").unwrap()).set("capture=optional")?.finish()?;
    /// let variant = Variant::new(rules);
    /// assert_eq!(variant.legal_moves(&variant.start_position()).len(), 7);
    /// # Ok::<(), damier_rules::rules::RuleError>(())
    /// ```
    pub fn new(rules: RuleSet) -> Variant {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = shared.iter().find(|variant| *variant.rules() == rules) {
            return *found;
        }
        let variant = Variant::leaked(rules, Generator::new(&rules.moves));
        shared.push(variant);
        variant
    }

    /// The same game by the code that serves house rules, which asks the rules at run time: for
    /// tests and benches. Each call leaks about a kilobyte.
    pub fn at_run_time(rules: RuleSet) -> Variant {
        Variant::leaked(rules, Generator::at_run_time(&rules.moves))
    }

    fn leaked(rules: RuleSet, generator: Generator) -> Variant {
        Variant(Box::leak(Box::new(Shared { rules, generator })))
    }

    /// The named game with this name or alias, in any case.
    pub fn named(name: &str) -> Option<Variant> {
        rules::named(name).map(Variant::new)
    }

    /// The rules.
    pub fn rules(self) -> &'static RuleSet {
        &self.0.rules
    }

    /// The generator of their moves.
    pub(crate) fn generator(self) -> &'static Generator {
        &self.0.generator
    }

    /// The position in which a game starts.
    pub fn start_position(self) -> Position {
        self.0.rules.start_position()
    }

    /// The legal moves, in order of origin, destination and captured squares by the game's own
    /// numbers; none where the other side has no pieces, for the game is over.
    ///
    /// ```
    /// use damier_rules::notation::write_move;
    /// use damier_rules::variant::Variant;
    ///
    /// let variant = Variant::named("english").unwrap();
    /// let start = variant.start_position();
    /// let moves = variant.legal_moves(&start);
    /// assert_eq!(write_move(variant, &start, &moves[0]), "9-13");
    /// ```
    pub fn legal_moves(self, position: &Position) -> MoveList {
        if position.enemy().is_empty() {
            return MoveList::new();
        }
        let geometry = self.0.rules.moves.geometry;
        let numbering = self.0.rules.notation.numbering;
        let mut moves = self.generated(position);
        moves.sort_by_cached_key(|played| {
            let number = |square| numbering.number(geometry, square);
            (number(played.from), number(played.to), numbering.numbers(geometry, played.captured))
        });
        moves
    }

    /// The legal moves as they are generated: captures first, in no particular order, and also
    /// where the game is over.
    ///
    /// ```
    /// use damier_rules::variant::Variant;
    ///
    /// let variant = Variant::named("international").unwrap();
    /// let start = variant.start_position();
    /// assert_eq!(variant.generated(&start).len(), variant.count(&start));
    /// assert!(!variant.has_capture(&start));
    /// ```
    pub fn generated(self, position: &Position) -> MoveList {
        self.0.generator.legal_moves(position)
    }

    /// Appends the legal moves as they are [`generated`](Variant::generated).
    #[inline]
    pub fn generate(self, position: &Position, list: &mut MoveList) {
        self.0.generator.legal_moves_into(position, list);
    }

    /// Whether the side to move has a capture.
    #[inline]
    pub fn has_capture(self, position: &Position) -> bool {
        self.0.generator.has_capture(position)
    }

    /// Appends the legal captures: those that no other goes before.
    #[inline]
    pub fn captures(self, position: &Position, list: &mut MoveList) {
        self.0.generator.captures(position, list);
    }

    /// Appends the quiet moves that geometry allows, legal or not.
    #[inline]
    pub fn quiet_moves(self, position: &Position, list: &mut MoveList) {
        self.0.generator.quiet_moves(position, list);
    }

    /// The number of legal moves.
    #[inline]
    pub fn count(self, position: &Position) -> usize {
        self.0.generator.count(position)
    }

    /// The number of games of `depth` plies from `position`; captures that differ by path only are
    /// one move. The moves of the last ply are counted, not made.
    pub fn perft(self, position: &Position, depth: u32) -> u64 {
        self.0.generator.perft(position, depth)
    }

    /// Every capture that geometry allows, complete but not yet compared by precedence.
    ///
    /// ```
    /// use damier_rules::notation::read_fen;
    /// use damier_rules::variant::Variant;
    ///
    /// let italian = Variant::named("italian").unwrap();
    /// let position = read_fen(italian.rules(), "W:W10,K22:B6,18")?;
    /// assert_eq!(italian.candidates(&position).len(), 2);
    /// assert_eq!(italian.legal_moves(&position).len(), 1, "a king goes before a man");
    /// # Ok::<(), damier_rules::notation::FenError>(())
    /// ```
    pub fn candidates(self, position: &Position) -> Vec<Candidate> {
        self.0.generator.candidates(position)
    }

    /// The squares on which the piece of a legal move stands one after the other, origin and
    /// destination included, as PDN 3.0 counts them: where a capture changes its direction, or
    /// directly behind the piece taken where it goes straight on. Of several paths one is chosen,
    /// where precedence asks for it one that meets kings as early as can be.
    ///
    /// `through` are squares that it must visit in between, in this order; a flying king that goes
    /// straight on may be taken to stop on any square that it passes. `None` when there is no such
    /// path.
    ///
    /// ```
    /// use damier_rules::notation::{read_fen, read_move};
    /// use damier_rules::variant::Variant;
    ///
    /// let italian = Variant::named("italian").unwrap();
    /// let position = read_fen(italian.rules(), "W:W10,26:B6,15,22")?;
    /// let played = read_move(italian, &position, "26x12")?;
    /// assert_eq!(italian.path(&position, &played, &[]).unwrap().len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path(
        self,
        position: &Position,
        played: &Move,
        through: &[Square],
    ) -> Option<Vec<Square>> {
        self.0.generator.path(position, played, through)
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        ptr::eq(self.0, other.0) || self.rules() == other.rules()
    }
}

impl Eq for Variant {}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Variant").field(&self.rules().name).finish()
    }
}

impl fmt::Display for Variant {
    /// The game's name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.rules().name)
    }
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Variant, UnknownVariant> {
        Variant::named(name).ok_or_else(|| UnknownVariant(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::House;

    #[test]
    fn equal_rules_share_one_handle_of_eight_bytes() {
        assert_eq!(size_of::<Variant>(), 8);
        let italian = rules::named("italian").unwrap();
        let optional = || House::of(italian).set("capture=optional").unwrap().finish().unwrap();
        assert!(ptr::eq(Variant::new(optional()).0, Variant::new(optional()).0));
        assert_ne!(Variant::new(optional()), Variant::new(italian));
        assert_eq!(Variant::at_run_time(italian), Variant::new(italian));
    }

    #[test]
    #[should_panic(expected = "a position of the variant's board")]
    fn a_position_of_another_board_has_no_moves() {
        let start = Variant::named("international").unwrap().start_position();
        Variant::named("italian").unwrap().generated(&start);
    }

    #[test]
    fn an_unknown_name_is_refused_with_those_there_are() {
        let error = "chess".parse::<Variant>().unwrap_err().to_string();
        assert!(error.starts_with("there is no game `chess`; games are italian, "), "{error}");
    }
}

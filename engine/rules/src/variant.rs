//! A rule set ready for play: the rules with the generator of their moves.

use crate::movegen::{Generator, MoveList};
use crate::position::Position;
use crate::rules::{self, RuleSet};

/// A rule set with its move generator; what notation, search and protocols work with.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    rules: RuleSet,
    generator: Generator,
}

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
        Variant { generator: Generator::new(&rules.moves), rules }
    }

    /// The named game with this name or alias.
    pub fn named(name: &str) -> Option<Variant> {
        rules::named(name).map(Variant::new)
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The generator of their moves.
    pub fn generator(&self) -> &Generator {
        &self.generator
    }

    /// The position in which a game starts.
    pub fn start_position(&self) -> Position {
        self.rules.start_position()
    }

    /// The legal moves, in order of origin, destination and captured squares by the game's own
    /// numbers; none where the other side has no pieces, for the game is over.
    pub fn legal_moves(&self, position: &Position) -> MoveList {
        if position.enemy().is_empty() {
            return MoveList::new();
        }
        let geometry = self.rules.moves.geometry;
        let numbering = self.rules.notation.numbering;
        let mut moves = self.generator.legal_moves(position);
        moves.sort_by_cached_key(|played| {
            let number = |square| numbering.number(geometry, square);
            (number(played.from), number(played.to), numbering.numbers(geometry, played.captured))
        });
        moves
    }
}

//! The sets that come with the program, decoded only when asked for.

use damier_rules::rules::{self, KEYS, RuleSet};
use damier_rules::variant::Variant;

use super::ballot::{Ballot, BallotFormatError};
use super::set::BallotSet;

/// What ballots are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BallotKind {
    /// Level.
    Balanced,
    /// With a clear edge for one side that need not win: played with both colours they decide more
    /// games between equals.
    Unbalanced,
}

impl BallotKind {
    /// Both kinds.
    pub const ALL: [BallotKind; 2] = [BallotKind::Balanced, BallotKind::Unbalanced];

    /// `balanced` or `unbalanced`, as files are called.
    pub const fn name(self) -> &'static str {
        match self {
            BallotKind::Balanced => "balanced",
            BallotKind::Unbalanced => "unbalanced",
        }
    }
}

/// Why there are no ballots.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoBallots {
    /// No game's ballots are playable under these rules.
    #[error("there are no {} ballots for {variant} with these rules", kind.name())]
    None {
        /// The game.
        variant: &'static str,
        /// The kind asked for.
        kind: BallotKind,
    },
    /// The set that comes with the program is damaged.
    #[error("the {} ballots of {variant} are damaged", kind.name())]
    Damaged {
        /// The game.
        variant: &'static str,
        /// The kind asked for.
        kind: BallotKind,
        /// What is wrong with them.
        source: BallotFormatError,
    },
}

struct Files {
    game: &'static str,
    balanced: &'static str,
    unbalanced: &'static str,
}

macro_rules! files {
    ($($game:literal),* $(,)?) => {
        &[$(Files {
            game: $game,
            balanced: include_str!(concat!("../../data/", $game, ".balanced")),
            unbalanced: include_str!(concat!("../../data/", $game, ".unbalanced")),
        }),*]
    };
}

static FILES: &[Files] = files![
    "italian",
    "english",
    "russian",
    "brazilian",
    "spanish",
    "portuguese",
    "czech",
    "pool",
    "international",
];

/// The text of the set that comes with the program for the named game.
pub fn shipped_text(game: &str, kind: BallotKind) -> Option<&'static str> {
    let files = FILES.iter().find(|files| files.game == game)?;
    Some(match kind {
        BallotKind::Balanced => files.balanced,
        BallotKind::Unbalanced => files.unbalanced,
    })
}

/// The ballots of this kind for a game, with their scores under the rules for which they were
/// made. A house rule set has those of the named game whose rules are nearest to its own, as far as
/// they are playable under it; their scores remain those of the named game.
///
/// # Errors
/// When no ballot is playable under the rules.
///
/// ```
/// use damier_book::ballots::{BallotKind, ballots};
/// use damier_rules::rules::{House, named};
/// use damier_rules::variant::Variant;
///
/// let house = House::of(named("italian").unwrap()).set("capture=optional")?.finish()?;
/// assert!(!ballots(Variant::new(house), BallotKind::Unbalanced)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ballots(variant: Variant, kind: BallotKind) -> Result<Vec<Ballot>, NoBallots> {
    let none = || NoBallots::None { variant: variant.rules().name, kind };
    let near = nearest(variant.rules()).ok_or_else(none)?;
    let text = shipped_text(near.name, kind).ok_or_else(none)?;
    let set = BallotSet::parse(Variant::new(*near), text).map_err(|source| NoBallots::Damaged {
        variant: near.name,
        kind,
        source,
    })?;
    let mut ballots = set.ballots;
    if near.moves != variant.rules().moves {
        ballots.retain(|ballot| ballot.game(variant).is_ok());
    }
    if ballots.is_empty() { Err(none()) } else { Ok(ballots) }
}

/// The named game with the same start that differs in the fewest rules of movement; of several,
/// the one from which the rules were made.
fn nearest(rules: &RuleSet) -> Option<&'static RuleSet> {
    let distance = |game: &RuleSet| {
        let keys = KEYS.iter().filter(|key| !key.is_of_draws());
        keys.filter(|key| key.value(game) != key.value(rules)).count()
    };
    let same_start =
        |game: &&RuleSet| game.start == rules.start && game.moves.geometry == rules.moves.geometry;
    let games = rules::ALL.iter().filter(same_start);
    games.min_by_key(|game| (distance(game), game.name != rules.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::rules::{House, named};

    #[test]
    fn every_named_game_has_its_own_ballots() {
        for game in rules::ALL {
            assert_eq!(nearest(game).map(|near| near.name), Some(game.name));
            for kind in BallotKind::ALL {
                assert!(shipped_text(game.name, kind).is_some(), "{} {kind:?}", game.name);
            }
        }
    }

    #[test]
    fn house_rules_lead_to_the_nearest_game() {
        let near = |base: &str, pairs: &[&str]| {
            let house = House::of(named(base).unwrap());
            let house = pairs.iter().try_fold(house, |house, pair| house.set(pair)).unwrap();
            nearest(&house.finish().unwrap()).map(|game| game.name)
        };
        assert_eq!(near("italian", &["capture=optional"]), Some("italian"));
        assert_eq!(near("brazilian", &["precedence=none", "crowning=passing"]), Some("russian"));
        assert_eq!(near("brazilian", &["precedence=none", "first=black"]), Some("pool"));
        assert_eq!(near("international", &["first=black"]), None);
    }
}

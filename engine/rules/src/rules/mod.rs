//! The rules of each game as data; nothing here knows a position's pieces.
//!
//! A game is one small file with a constant [`RuleSet`] and one line in the registry below. Move
//! generation is compiled for each game marked `compiled`; a `shared` one moves as one of those
//! does and differs in numbering or draw rules only. [`House`] changes single rules of a game, as
//! option or, with the feature `file`, in a TOML file.

mod draw_sets;
mod draws;
#[cfg(feature = "file")]
mod file;
mod house;
mod notation;
mod set;

pub use draw_sets::{NO_DRAWS, draw_sets};
pub use draws::{COUNTED, Clause, Counted, DrawRule, DrawRules, Force, MainRoad, Material, Resets};
#[cfg(feature = "file")]
pub use file::{FileError, FileFault, MAX_FILE_BYTES, Mistake, Place, read_file};
pub use house::{HOUSE_RULE, House, KEYS, Key, RuleError};
pub use notation::{Corner, GameType, Notation, Numbering, Pydraughts, ResultStyle, SquareNames};
pub use set::{
    CaptureDuty, Criterion, Crowning, KingRange, MoveRules, Precedence, RuleSet, Sources, Start,
};

/// Rules of movement known at compile time: move generation folds them away.
pub(crate) trait Compiled: 'static {
    /// The rules.
    const MOVES: MoveRules;
}

/// Asked with each compiled game in turn until it answers.
pub(crate) trait Visitor {
    /// The answer.
    type Answer;
    /// The answer for the game `C`, or `None` to go on with the next.
    fn visit<C: Compiled>(&self) -> Option<Self::Answer>;
}

macro_rules! games {
    ($($game:ident: $kind:ident),* $(,)?) => {
        $(pub(crate) mod $game;)*

        /// Every named game.
        pub static ALL: &[RuleSet] = &[$($game::RULES),*];

        /// Shows `visitor` the compiled games until it answers.
        pub(crate) fn visit_compiled<V: Visitor>(visitor: &V) -> Option<V::Answer> {
            $(games!(@visit $kind $game visitor);)*
            None
        }
    };
    (@visit compiled $game:ident $visitor:ident) => {
        {
            struct Game;
            impl Compiled for Game {
                const MOVES: MoveRules = $game::RULES.moves;
            }
            if let Some(answer) = $visitor.visit::<Game>() {
                return Some(answer);
            }
        }
    };
    (@visit shared $game:ident $visitor:ident) => {};
}

games! {
    italian: compiled,
    english: compiled,
    russian: compiled,
    brazilian: compiled,
    spanish: compiled,
    portuguese: shared,
    czech: compiled,
    pool: compiled,
    international: compiled,
}

/// The game with this name or alias, in any case.
///
/// ```
/// use damier_rules::rules::{KingRange, named};
///
/// let russian = named("Shashki").unwrap();
/// assert_eq!((russian.name, russian.moves.king), ("russian", KingRange::Flying));
/// assert_eq!(russian.game_type().to_string(), "25,W,8,8,A0,0");
/// assert!(named("chess").is_none());
/// ```
pub fn named(name: &str) -> Option<RuleSet> {
    let is_it = |candidate: &&str| candidate.eq_ignore_ascii_case(name);
    ALL.iter().find(|set| is_it(&set.name) || set.aliases.iter().any(&is_it)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_lead_to_one_game_each() {
        let mut names: Vec<&str> =
            ALL.iter().flat_map(|set| set.aliases.iter().copied().chain([set.name])).collect();
        for name in &names {
            assert!(named(&name.to_uppercase()).is_some(), "{name}");
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "no name is used twice");
    }

    fn sources(set: &RuleSet) -> Vec<&'static str> {
        let Sources {
            document: _,
            start,
            first,
            king,
            men_capture_backward,
            men_capture_kings,
            capture,
            break_off,
            crowning,
            precedence,
            criteria,
            notation,
        } = set.sources;
        let mut all = vec![
            start,
            first,
            king,
            men_capture_backward,
            men_capture_kings,
            capture,
            break_off,
            crowning,
            precedence,
            set.draws.repetition_source,
            notation,
        ];
        all.extend(criteria);
        all.extend(set.draws.clauses().map(|clause| clause.article));
        all
    }

    #[test]
    fn a_source_is_of_the_games_document_or_names_its_own() {
        // What is read beside the rule book.
        const OTHERS: [&str; 3] = ["PDN 3.0", "fmjd.org", "FPD, Damas Clássicas"];
        for set in ALL {
            let document = set.sources.document;
            for source in sources(set) {
                let named = source.split("; ").next().unwrap_or_default();
                let first = named.split([' ', ',', ':']).next().unwrap_or_default();
                let is_other = OTHERS.iter().any(|document| named.starts_with(document));
                // A bare number is an article of the only document.
                let is_own = match first {
                    "art." => !document.contains([';', ':']),
                    _ => !first.is_empty() && document.contains(first),
                };
                assert!(is_own || is_other, "{}: {source} ({document})", set.name);
            }
        }
    }

    #[test]
    fn a_bare_article_number_is_of_one_document() {
        let bare = |set: &RuleSet| -> Vec<&str> {
            sources(set).into_iter().filter(|source| source.starts_with("art.")).collect()
        };
        for (index, first) in ALL.iter().enumerate() {
            for second in &ALL[index + 1..] {
                let shared = bare(first).into_iter().find(|source| bare(second).contains(source));
                assert_eq!(shared, None, "{} and {}", first.name, second.name);
            }
        }
    }

    #[test]
    fn shared_games_move_as_a_compiled_one() {
        struct Same(MoveRules);
        impl Visitor for Same {
            type Answer = ();
            fn visit<C: Compiled>(&self) -> Option<()> {
                (C::MOVES == self.0).then_some(())
            }
        }
        for set in ALL {
            assert!(visit_compiled(&Same(set.moves)).is_some(), "{}", set.name);
        }
    }
}

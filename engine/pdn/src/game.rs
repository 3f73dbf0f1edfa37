//! A game as it was played, with all that was written beside it.

use super::comment::Comment;
use super::tag::{GameResult, plain_name, plain_value};
use damier_rules::game::{Game, Outcome};
use damier_rules::position::{Move, Position, Side};
use damier_rules::rules::RuleSet;
use damier_rules::variant::Variant;

/// The tags that every game has, in their order; `Result` follows them.
pub(super) const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// Tags that repeat what a [`PdnGame`] holds otherwise.
const DERIVED: [&str; 8] =
    ["Result", "GameType", "FEN", "SetUp", "HouseRules", "Rules", "Variant", "PlyCount"];

/// A game with its tags, comments and variations, every move legal.
#[derive(Clone, Debug)]
pub struct PdnGame {
    variant: Variant,
    /// Whether the rules are only assumed because nothing names them.
    pub(super) assumed: bool,
    start: Position,
    tags: Vec<(String, String)>,
    /// The moves and what stands between them.
    pub elements: Vec<Element>,
    /// How the game ended.
    pub result: GameResult,
}

/// Part of a game's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// A move.
    Move(Ply),
    /// A comment.
    Comment(Comment),
    /// A numeric annotation glyph.
    Nag(u32),
    /// Moves that could have been played instead of the move before, or, where they cannot, after
    /// it.
    Variation(Vec<Element>),
    /// The position from which the game goes on.
    SetUp(Position),
}

/// A move with the position in which it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The position.
    pub before: Position,
    /// The move, legal there.
    pub played: Move,
    /// The marks `!` and `?` behind it.
    pub strength: String,
}

impl Ply {
    /// The position after the move.
    pub fn after(&self) -> Position {
        self.before.make(&self.played)
    }
}

/// Whether games are played by the same rules, whatever their sources.
fn same_rules(left: &RuleSet, right: &RuleSet) -> bool {
    (left.name, left.moves, left.start, left.draws)
        == (right.name, right.moves, right.start, right.draws)
}

/// Equal when the rules, the start, the tags, the elements and the result are.
impl PartialEq for PdnGame {
    fn eq(&self, other: &PdnGame) -> bool {
        same_rules(self.variant.rules(), other.variant.rules())
            && (self.start, &self.tags) == (other.start, &other.tags)
            && (&self.elements, &self.result) == (&other.elements, &other.result)
    }
}

impl Eq for PdnGame {}

impl PdnGame {
    /// An empty game.
    pub fn new(variant: Variant, start: Position) -> PdnGame {
        PdnGame {
            variant,
            assumed: false,
            start,
            tags: Vec::new(),
            elements: Vec::new(),
            result: GameResult::Unknown,
        }
    }

    /// A PDN game of the moves of `played`, with its result if the rules have ended it.
    ///
    /// ```
    /// use damier_rules::game::Game;
    /// use damier_pdn::{PdnGame, write_game};
    /// use damier_rules::variant::Variant;
    ///
    /// let mut game = Game::new(Variant::named("english").unwrap());
    /// game.play(&game.legal_moves()[0])?;
    /// let mut pdn = PdnGame::of(&game);
    /// pdn.set_tag("Event", "An example");
    /// assert!(write_game(&pdn).ends_with("[GameType \"21,B,8,8,N1,0\"]\n\n1. 9-13 *\n"));
    /// # Ok::<(), damier_rules::game::IllegalMove>(())
    /// ```
    pub fn of(played: &Game) -> PdnGame {
        let variant = played.variant();
        let first = played.earlier_positions().first().unwrap_or(played.position());
        let mut game = PdnGame::new(variant, *first);
        game.elements = played
            .earlier_positions()
            .iter()
            .zip(played.moves())
            .map(|(before, played)| {
                let (before, played) = (*before, *played);
                Element::Move(Ply { before, played, strength: String::new() })
            })
            .collect();
        game.result = match played.outcome() {
            Some(Outcome::Won(winner)) => GameResult::won_by(winner, variant.rules()),
            Some(Outcome::Drawn(_)) => GameResult::Draw,
            None => GameResult::Unknown,
        };
        game
    }

    /// The rules.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The position in which the game starts.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves of the game, without those of variations.
    pub fn plies(&self) -> impl Iterator<Item = &Ply> {
        self.elements.iter().filter_map(|element| match element {
            Element::Move(ply) => Some(ply),
            _ => None,
        })
    }

    /// The positions of the game in their order, without those of variations.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let later = self.elements.iter().filter_map(|element| match element {
            Element::Move(ply) => Some(ply.after()),
            Element::SetUp(position) => Some(*position),
            _ => None,
        });
        std::iter::once(self.start).chain(later)
    }

    /// The tags in the order in which they are written, without those that name the game, the start
    /// and the result.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, v)| v.as_str())
    }

    /// Sets a tag. Names are made fit to be written, and so are values: on one line, single blanks.
    /// Tags that repeat what the game holds otherwise are passed over, as are unknown values of the
    /// tags that every game has.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let (name, value) = (self.standard_name(name), plain_value(value));
        let is_it = |tag: &&str| tag.eq_ignore_ascii_case(&name);
        if name.is_empty() || DERIVED.iter().any(&is_it) {
            return;
        }
        let rank = ROSTER.iter().position(&is_it);
        if rank.is_some() && value.chars().all(|c| matches!(c, '?' | '.' | '-' | ' ')) {
            return;
        }
        if let Some((_, present)) = self.tags.iter_mut().find(|(tag, _)| is_it(&tag.as_str())) {
            *present = value;
            return;
        }
        let index = match rank {
            Some(rank) => self.tags.iter().position(|(tag, _)| {
                let tag_rank = ROSTER.iter().position(|name| name == tag);
                tag_rank.is_none_or(|tag_rank| tag_rank > rank)
            }),
            None => None,
        };
        let name = rank.and_then(|rank| ROSTER.get(rank)).map_or(name, |name| (*name).to_owned());
        self.tags.insert(index.unwrap_or(self.tags.len()), (name, value));
    }

    /// The name by which the standard calls a tag, as far as it is known; empty where it can have
    /// none.
    pub(super) fn standard_name(&self, name: &str) -> String {
        let name = plain_name(name);
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return String::new();
        }
        // Some sites call the players by who moves first.
        let first = self.variant.rules().start.first;
        for (prefix, side) in [("P1", first), ("P2", first.opponent())] {
            if let Some((start, rest)) = name.split_at_checked(prefix.len())
                && start.eq_ignore_ascii_case(prefix)
            {
                let colour = if side == Side::White { "White" } else { "Black" };
                return format!("{colour}{rest}");
            }
        }
        let mut chars = name.chars();
        match chars.next() {
            Some(first) if first.is_ascii_lowercase() => {
                format!("{}{}", first.to_ascii_uppercase(), chars.as_str())
            }
            Some(first) if !first.is_ascii_alphabetic() => format!("X{name}"),
            _ => name,
        }
    }
}

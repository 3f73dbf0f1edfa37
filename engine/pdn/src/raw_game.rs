//! A game as it is written, before its variant is known.

use std::fmt;

use super::note::{Note, Place};
use super::tag::{GameResult, Tag, named, read_game_type};

/// Part of a game's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Where it begins.
    pub at: Place,
    /// What it is.
    pub kind: ItemKind,
}

/// What stands between the moves of a game, and they themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A move number.
    Number {
        /// The number; `None` for dots alone.
        number: Option<u32>,
        /// Whether dots mean that the second player is to move.
        second: bool,
    },
    /// A move.
    Move {
        /// The text, blanks around signs taken out.
        text: String,
        /// The marks `!` and `?` behind it.
        strength: String,
    },
    /// A comment: what stands in braces, behind `;` or `%`, or is text that belongs to nothing.
    Comment(String),
    /// A numeric annotation glyph.
    Nag(u32),
    /// Moves that could have been played instead of the move before.
    Variation(Vec<Item>),
    /// What stands between slashes: a position from which the game goes on.
    SetUp(String),
}

/// How a game's text ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terminator {
    /// Where it stands.
    pub at: Place,
    /// The text.
    pub text: String,
    /// What it means.
    pub result: GameResult,
}

/// One game as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawGame {
    /// The tags in their order.
    pub tags: Vec<Tag>,
    /// What follows them.
    pub items: Vec<Item>,
    /// The result or `*` at the end.
    pub terminator: Option<Terminator>,
    /// What was put right in reading.
    pub notes: Vec<Note>,
}

impl RawGame {
    /// Where the game begins.
    pub fn place(&self) -> Place {
        let tag = self.tags.first().map(|tag| tag.at);
        let item = self.items.first().map(|item| item.at);
        let end = self.terminator.as_ref().map(|end| end.at);
        let first = [tag, item, end].into_iter().flatten().min();
        first.unwrap_or(Place { line: 1, column: 1 })
    }

    /// The first tag of this name, in any case of letters.
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// Whether tags name the variant.
    pub(super) fn names_variant(&self) -> bool {
        let value = |name| self.tag(name).map(|tag| tag.value.as_str());
        ["Rules", "Variant"].into_iter().filter_map(value).any(|name| named(name).is_some())
            || self.tag("GameType").and_then(read_game_type).is_some()
    }

    /// The memory that the game takes, in bytes, nearly.
    pub fn size(&self) -> usize {
        let tags = self.tags.iter().map(|tag| size_of::<Tag>() + tag.name.len() + tag.value.len());
        size_of::<RawGame>() + tags.sum::<usize>() + size(&self.items)
    }

    /// The texts of the moves, without those of variations.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Move { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }
}

fn size(items: &[Item]) -> usize {
    let texts = items.iter().map(|item| match &item.kind {
        ItemKind::Number { .. } | ItemKind::Nag(_) => 0,
        ItemKind::Move { text, strength } => text.len() + strength.len(),
        ItemKind::Comment(text) | ItemKind::SetUp(text) => text.len(),
        ItemKind::Variation(inner) => size(inner),
    });
    size_of_val(items) + texts.sum::<usize>()
}

/// Items as plain text on one line, for comments.
pub(super) fn plain_text(items: &[Item]) -> String {
    let texts: Vec<String> = items.iter().map(|item| item.kind.to_string()).collect();
    texts.join(" ")
}

impl fmt::Display for ItemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ItemKind::Number { number, second } => {
                let number = number.map(|number| number.to_string()).unwrap_or_default();
                write!(f, "{number}{}", if *second { "..." } else { "." })
            }
            ItemKind::Move { text, strength } => write!(f, "{text}{strength}"),
            ItemKind::Comment(text) => f.write_str(text),
            ItemKind::Nag(number) => write!(f, "${number}"),
            ItemKind::Variation(items) => write!(f, "({})", plain_text(items)),
            ItemKind::SetUp(text) => write!(f, "/{text}/"),
        }
    }
}

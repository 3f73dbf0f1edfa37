//! Where something stands in a file, and what was put right there or is doubtful, without stopping
//! its reading.

use std::fmt;

use damier_rules::position::Side;

/// Where something stands in a file, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A remark with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where the reason stands.
    pub at: Place,
    /// The remark.
    pub remark: Remark,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.remark)
    }
}

/// Something that was put right, or is doubtful.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Remark {
    /// The file has bytes that are no UTF-8.
    #[error("bytes that are not UTF-8 are read as Windows-1252")]
    NotUtf8,
    /// The file has halves of characters.
    #[error("what is no character in this UTF-16 file is read as `�`")]
    BrokenUtf16,
    /// Text that belongs to nothing.
    #[error("`{0}` is no part of a game; it is kept as a comment")]
    StrayText(String),
    /// A sign that belongs to nothing.
    #[error("a lone `{0}` is skipped")]
    StraySign(char),
    /// Something longer than is kept.
    #[error("{what} is cut after {limit} bytes")]
    Cut {
        /// What it is.
        what: &'static str,
        /// What is kept of it.
        limit: usize,
    },
    /// A variation inside too many others.
    #[error("variations inside more than {0} others are left out")]
    TooDeep(usize),
    /// More tags than are kept.
    #[error("tags after the first {0} are left out")]
    TooManyTags(usize),
    /// A game longer than is kept.
    #[error("the game is longer than {0} bytes; what follows is left out up to its end")]
    GameTooLong(usize),
    /// Something that is not closed.
    #[error("{0} is not closed")]
    Unclosed(&'static str),
    /// A tag's value without quotes.
    #[error("the value of the tag `{0}` has no quotes")]
    Unquoted(String),
    /// A comment with braces in it.
    #[error("comments do not nest; the braces are read as one comment")]
    NestedComment,
    /// The moves end without `*` or result.
    #[error("the game ends without a result or `*`")]
    NoTerminator,
    /// A tag that came before.
    #[error("the tag `{0}` is repeated; the first one counts")]
    RepeatedTag(String),
    /// The tag and the end of the moves have different results.
    #[error("the tag says `{tag}`, the end of the moves `{end}`; the tag counts")]
    ResultsDisagree {
        /// The tag's value.
        tag: String,
        /// The text at the end.
        end: String,
    },
    /// Nothing names the game.
    #[error("nothing tells which game this is; read as {0} because its moves fit")]
    Guessed(&'static str),
    /// Nothing in the raw game names the game, but its file does.
    #[error("nothing tells which game this is; read as {0}, which fits the file best")]
    OfFile(&'static str),
    /// Nothing shows the game, not even a move.
    #[error("nothing tells which game this is; taken as {0}, --variant says otherwise")]
    Assumed(&'static str),
    /// The tag is not the standard's for the game.
    #[error("`{tag}` does not describe {game}, as which the game is read: {why}")]
    GameTypeDisagrees {
        /// The tag's value.
        tag: String,
        /// The game.
        game: &'static str,
        /// In which respect.
        why: String,
    },
    /// No game has this name.
    #[error("no game is named `{0}`; the tag is passed over")]
    UnknownVariant(String),
    /// The squares are numbered from the other corner.
    #[error(
        "the start is that of the other numbering, from White's far left; squares are converted"
    )]
    OtherNumbers,
    /// Letters for a game in numbers.
    #[error("squares are in letters; {0} is written in numbers")]
    Letters(&'static str),
    /// Letters as the player with the black pieces sees the board.
    #[error("letters are counted from Black's side; squares are converted")]
    TurnedLetters,
    /// A capture that can mean several moves.
    #[error(
        "`{text}` can mean several moves; {taken} is taken, because what follows fits no other"
    )]
    Chosen {
        /// The move as written.
        text: String,
        /// The move as taken.
        taken: String,
    },
    /// A man where it is crowned.
    #[error(
        "a man of {side:?} stands on {square}, where it is crowned; it is {}",
        if *.crowned { "taken as a king" } else { "left out" }
    )]
    ManOnCrownRow {
        /// The side.
        side: Side,
        /// The square.
        square: String,
        /// Whether it is taken as a king.
        crowned: bool,
    },
    /// A draw rule has ended the game, yet it goes on.
    #[error("the game was drawn here: {0}")]
    Drawn(String),
    /// A variation that cannot be replayed.
    #[error("the variation cannot be replayed from `{text}`, the rest is kept as a comment: {why}")]
    BrokenVariation {
        /// The move.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// A variation that begins after the move before it.
    #[error("the variation goes on from the move before it instead of replacing it")]
    ContinuingVariation,
}

impl Remark {
    /// The kind in a word, for counts.
    pub fn kind(&self) -> &'static str {
        match self {
            Remark::NotUtf8 => "not-utf-8",
            Remark::BrokenUtf16 => "broken-utf-16",
            Remark::StrayText(_) => "stray-text",
            Remark::StraySign(_) => "stray-sign",
            Remark::Cut { .. } => "cut",
            Remark::TooDeep(_) => "too-deep",
            Remark::TooManyTags(_) => "too-many-tags",
            Remark::GameTooLong(_) => "game-too-long",
            Remark::Unclosed(_) => "unclosed",
            Remark::Unquoted(_) => "unquoted-value",
            Remark::NestedComment => "nested-comment",
            Remark::NoTerminator => "no-terminator",
            Remark::RepeatedTag(_) => "repeated-tag",
            Remark::ResultsDisagree { .. } => "results-disagree",
            Remark::Guessed(_) | Remark::OfFile(_) => "game-guessed",
            Remark::Assumed(_) => "game-assumed",
            Remark::GameTypeDisagrees { .. } => "game-type-disagrees",
            Remark::UnknownVariant(_) => "unknown-variant",
            Remark::OtherNumbers => "other-numbers",
            Remark::Letters(_) => "letters",
            Remark::TurnedLetters => "turned-letters",
            Remark::Chosen { .. } => "capture-chosen",
            Remark::ManOnCrownRow { .. } => "man-on-crown-row",
            Remark::Drawn(_) => "drawn-before",
            Remark::BrokenVariation { .. } => "broken-variation",
            Remark::ContinuingVariation => "continuing-variation",
        }
    }
}

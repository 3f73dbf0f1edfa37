//! What can be wrong with a file of rules.

use std::error::Error;
use std::fmt;

use super::{EXTENDS, MAX_FILE_BYTES, MAX_NAME, NAME, TITLE};
use crate::rules::{ALL, KEYS, Key, RuleError};
use crate::text::nearest;

/// What is wrong with a file of rules; at least one mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The mistakes in the order of the file.
    pub mistakes: Vec<Mistake>,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&self.mistakes))
    }
}

impl Error for FileError {}

/// Something wrong in a file of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where it is; `None` for what is missing.
    pub place: Option<Place>,
    /// What is wrong.
    pub fault: FileFault,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", before(self.place), self.fault)
    }
}

impl Error for Mistake {}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, counted from 1.
    pub line: usize,
    /// The character of the line, counted from 1.
    pub column: usize,
}

/// What is wrong in a file of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileFault {
    /// The file is longer than any that could be meant.
    TooLong,
    /// The file is no text.
    NotText,
    /// The text is not TOML.
    Syntax(String),
    /// No game is named.
    NoGame,
    /// There is no such key.
    UnknownKey {
        /// The key.
        key: String,
    },
    /// The key has no such value.
    BadValue {
        /// The key.
        key: &'static str,
        /// The value, in quotes, or what kind of value it is.
        got: String,
        /// The values that it can have.
        allowed: String,
    },
    /// The file's own name can be no game's, and the file gives no other.
    BadFileName(String),
    /// The rules contradict each other.
    Contradiction(RuleError),
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileFault::TooLong => write!(
                f,
                "the file is too long; files of rules have at most {MAX_FILE_BYTES} bytes"
            ),
            FileFault::NotText => write!(f, "the file is not UTF-8 text"),
            FileFault::Syntax(value) => write!(f, "not TOML: {value}"),
            FileFault::NoGame => write!(
                f,
                "`extends` is missing; it is the game whose rules are changed, {}",
                games()
            ),
            FileFault::UnknownKey { key } => write!(
                f,
                "unknown key `{key}`{hint}; keys are {keys}",
                hint = hint(key),
                keys = key_names()
            ),
            FileFault::BadValue { key, got, allowed } => {
                write!(f, "`{key}` cannot be {got}; it is {allowed}")
            }
            FileFault::BadFileName(value) => write!(
                f,
                "`name` is missing, and the file's own name `{value}` cannot serve; it is \
                 {allowed}",
                allowed = names()
            ),
            FileFault::Contradiction(error) => error.fmt(f),
        }
    }
}

impl Error for FileFault {}

fn joined(mistakes: &[Mistake]) -> String {
    mistakes.iter().map(Mistake::to_string).collect::<Vec<_>>().join("\n")
}

fn before(place: Option<Place>) -> String {
    place.map_or(String::new(), |at| format!("line {}, column {}: ", at.line, at.column))
}

pub(super) fn games() -> String {
    let names: Vec<&str> = ALL.iter().map(|set| set.name).collect();
    format!("one of {}", names.join(", "))
}

pub(super) fn names() -> String {
    format!(
        "lower-case letters, digits and `-`, at most {MAX_NAME} of them, and not the name of a \
         game that exists"
    )
}

pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    [EXTENDS, NAME, TITLE].into_iter().chain(KEYS.map(Key::name))
}

fn key_names() -> String {
    keys().collect::<Vec<_>>().join(", ")
}

fn hint(key: &str) -> String {
    nearest(key, keys()).map_or(String::new(), |near| format!(" (meant `{near}`?)"))
}

//! House rules in a file: TOML with the name of a game and the rules that differ from it.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod error;

pub use error::{FileError, FileFault, Mistake, Place};

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{ALL, House, KEYS, Key, RuleError, RuleSet, named};
use crate::text::{excerpt, is_hidden};
use error::{games, keys, names};

/// The longest file that is read.
pub const MAX_FILE_BYTES: usize = 64 << 10;

/// No more mistakes are named than anybody would read.
const MOST_MISTAKES: usize = 20;
/// The longest name that a game may have.
const MAX_NAME: usize = 32;
/// The longest title that a game may have.
const MAX_TITLE: usize = 80;

const EXTENDS: &str = "extends";
const NAME: &str = "name";
const TITLE: &str = "title";

/// The rules that the text of a file asks for. `file_name` is the file's own name without its
/// ending, the game's name where the file gives no other.
///
/// ```toml
/// extends = "italian"            # a named game; required
/// name = "kitchen"               # lower-case letters, digits, `-`; default: the file's own name
/// title = "Kitchen-table dama"   # default: the name
/// capture = "optional"           # and any other of `KEYS`, as `--rule` takes it
/// precedence = ["most-pieces", "by-king"]
/// ```
///
/// The order of the keys does not matter: rules are changed in the order of [`KEYS`], so that a
/// counter beside `draws = "off"` is the only one. Truths and numbers need no quotes.
///
/// Name and title are leaked: a process reads a handful of files, and rules are plain data that
/// everything may copy.
///
/// # Errors
/// When the text is not as shown here, or its rules contradict each other; it names
/// every mistake.
///
/// ```
/// use damier_rules::rules::read_file;
///
/// let rules = read_file(b"extends = 'italian'\ncapture = 'optional'", "kitchen").unwrap();
/// assert_eq!((rules.name, rules.extends), ("kitchen", Some("italian")));
/// assert_eq!(rules.house_rules(), ["capture=optional"]);
/// let error = read_file(b"extends = 'italian'\ncapture = 'maybe'", "kitchen").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 11: `capture` cannot be `maybe`; it is mandatory or optional"
/// );
/// ```
pub fn read_file(text: &[u8], file_name: &str) -> Result<RuleSet, FileError> {
    let error = |place, fault| FileError { mistakes: vec![Mistake { place, fault }] };
    if text.len() > MAX_FILE_BYTES {
        return Err(error(None, FileFault::TooLong));
    }
    let text = std::str::from_utf8(text).map_err(|cause| {
        let good = text.get(..cause.valid_up_to()).unwrap_or_default();
        let good = String::from_utf8_lossy(good);
        error(Some(place_of(&good, good.len())), FileFault::NotText)
    })?;
    let (table, errors) = DeTable::parse_recoverable(text);
    // Later ones may be its consequences.
    let first = errors.iter().min_by_key(|error| error.span().map(|span| span.start));
    if let Some(cause) = first {
        let (place, fault) = syntax(text, cause);
        return Err(error(Some(place), fault));
    }
    let mut reader = RuleFileReader { text, table: table.get_ref(), mistakes: Vec::new() };
    match reader.rules(file_name) {
        Some(rules) if reader.mistakes.is_empty() => Ok(rules),
        _ => {
            reader.mistakes.sort_by_key(|mistake| mistake.place);
            reader.mistakes.truncate(MOST_MISTAKES);
            Err(FileError { mistakes: reader.mistakes })
        }
    }
}

fn syntax(text: &str, error: &toml::de::Error) -> (Place, FileFault) {
    let span = error.span().unwrap_or(text.len()..text.len());
    let place = place_of(text, span.start);
    let at = match text.get(span).map(on_one_line) {
        Some(at) if !at.trim().is_empty() => format!(" at `{at}`"),
        _ => String::new(),
    };
    (place, FileFault::Syntax(on_one_line(error.message()) + &at))
}

fn place_of(text: &str, offset: usize) -> Place {
    let before = text.get(..offset).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let column = before.get(start..).unwrap_or_default().chars().count() + 1;
    Place { line: before.matches('\n').count() + 1, column }
}

/// A text fit for a message: on one line, and not too long.
fn on_one_line(text: &str) -> String {
    const LONGEST: usize = 100;
    excerpt(text, LONGEST)
}

struct RuleFileReader<'a> {
    text: &'a str,
    table: &'a DeTable<'a>,
    mistakes: Vec<Mistake>,
}

impl<'a> RuleFileReader<'a> {
    /// The rules, if they can be made; they are wrong where there are mistakes.
    fn rules(&mut self, file_name: &str) -> Option<RuleSet> {
        self.unknown_keys();
        let name = self.name(file_name);
        let title = self.string(TITLE, is_title, &format!("a text of at most {MAX_TITLE} letters"));
        // Values can be judged without the right game.
        let base = self.base().or_else(|| ALL.first().copied())?;
        let mut house = House::of(base);
        for key in KEYS {
            house = self.changed(house, key);
        }
        if !self.mistakes.is_empty() {
            return None;
        }
        let rules = house.finish().map_err(|error| self.contradiction(error)).ok()?;
        let name = leaked(name?);
        let title = title.map_or(name, leaked);
        Some(RuleSet { name, title, extends: Some(base.name), aliases: &[], ..rules })
    }

    fn unknown_keys(&mut self) {
        for key in self.table.keys() {
            if !keys().any(|name| name == key.get_ref()) {
                let fault = FileFault::UnknownKey { key: on_one_line(key.get_ref()) };
                self.mistake(key.span(), fault);
            }
        }
    }

    fn base(&mut self) -> Option<RuleSet> {
        if self.value(EXTENDS).is_none() {
            self.mistakes.push(Mistake { place: None, fault: FileFault::NoGame });
        }
        named(&self.string(EXTENDS, |name| named(name).is_some(), &games())?)
    }

    fn name(&mut self, file_name: &str) -> Option<String> {
        if self.value(NAME).is_some() {
            return self.string(NAME, is_name, &names());
        }
        if !is_name(file_name) {
            let fault = FileFault::BadFileName(on_one_line(file_name));
            self.mistakes.push(Mistake { place: None, fault });
        }
        Some(file_name.to_owned())
    }

    /// The text of a key, where there is one and it is good.
    fn string(
        &mut self,
        key: &'static str,
        good: fn(&str) -> bool,
        allowed: &str,
    ) -> Option<String> {
        let value = self.value(key)?;
        match value.get_ref() {
            DeValue::String(text) if good(text) => return Some(text.to_string()),
            got => {
                let (got, allowed) = (quoted(got), allowed.to_owned());
                self.mistake(value.span(), FileFault::BadValue { key, got, allowed });
            }
        }
        None
    }

    /// The game with the file's value of one rule, if it gives one that is good.
    fn changed(&mut self, house: House, key: Key) -> House {
        let Some(value) = self.value(key.name()) else {
            return house;
        };
        let pair = written(key, value.get_ref()).map(|text| format!("{}={text}", key.name()));
        match pair.map(|pair| house.set(&pair)) {
            Some(Ok(changed)) => changed,
            _ => {
                let (got, allowed) = (quoted(value.get_ref()), key.allowed().into_owned());
                let fault = FileFault::BadValue { key: key.name(), got, allowed };
                self.mistake(value.span(), fault);
                house
            }
        }
    }

    /// It is placed where the last of the rules stands that contradict each other.
    fn contradiction(&mut self, error: RuleError) {
        let rules = [Key::BreakOff, Key::Precedence].map(Key::name);
        let spans = rules.iter().filter_map(|key| self.value(key)).map(Spanned::span);
        let last = spans.max_by_key(|span| span.start).unwrap_or_default();
        self.mistake(last, FileFault::Contradiction(error));
    }

    fn value(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.iter().find(|(found, _)| found.get_ref() == key).map(|(_, value)| value)
    }

    fn mistake(&mut self, span: Range<usize>, fault: FileFault) {
        let place = Some(place_of(self.text, span.start));
        self.mistakes.push(Mistake { place, fault });
    }
}

fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=MAX_NAME).contains(&name.len()) && name.chars().all(fits) && named(name).is_none()
}

fn is_title(title: &str) -> bool {
    let length = title.chars().count();
    (1..=MAX_TITLE).contains(&length) && !title.chars().any(is_hidden)
}

fn leaked(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// A value as an option would give it, where its kind can be meant.
fn written(key: Key, value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Boolean(yes) => Some(yes.to_string()),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).ok().map(|n| n.to_string())
        }
        DeValue::Array(list) if key == Key::Precedence => {
            let names: Option<Vec<&str>> =
                list.iter().map(|item| item.get_ref().as_str()).collect();
            names.map(|names| if names.is_empty() { "none".to_owned() } else { names.join(",") })
        }
        _ => None,
    }
}

/// A value for a message.
fn quoted(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("`{}`", on_one_line(text)),
        DeValue::Boolean(yes) => format!("`{yes}`"),
        DeValue::Integer(number) => format!("`{}`", on_one_line(number.as_str())),
        DeValue::Float(number) => format!("`{}`", on_one_line(number.as_str())),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
        DeValue::Array(list) => {
            let names: Vec<&str> = list.iter().filter_map(|item| item.get_ref().as_str()).collect();
            match names.len() == list.len() {
                true => format!("the list `{}`", on_one_line(&names.join(", "))),
                false => "a list of other things than words".to_owned(),
            }
        }
    }
}

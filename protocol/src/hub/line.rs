//! Lines of the Hub protocol, read and written.
//!
//! A line is a command and arguments: `name=value`, or a bare `name`, a flag. A value is quoted
//! when it is empty or holds a blank or `=`; there is no way to put a quote into a value.

use std::fmt;

use damier_rules::text::{cleaned, decimal, excerpt};

/// A line that was read: a command and its arguments.
///
/// ```
/// use damier_protocol::hub::HubCommand;
///
/// let command = HubCommand::parse("level depth=5  move-time = \"0.5\" infinite")?.unwrap();
/// assert_eq!(command.name(), "level");
/// assert_eq!(command.value("move-time"), Some("0.5"));
/// assert_eq!(command.value("infinite"), Some(""));
/// assert_eq!(command.value("nodes"), None);
/// # Ok::<(), damier_protocol::hub::LineError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubCommand {
    name: String,
    arguments: Vec<Argument>,
}

/// An argument of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// Its value, empty for a flag.
    pub value: String,
}

/// Why a line could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// A sign stands where a name is expected.
    #[error(
        "got {found} where a name was expected; arguments are NAME=VALUE, quoted when VALUE has blanks"
    )]
    MissingName {
        /// The sign.
        found: char,
    },
    /// Nothing follows the `=`.
    #[error("got no value for {0}; an empty value is written as two quotes")]
    MissingValue(String),
    /// A quoted value does not end.
    #[error("got no closing quote for the value of {0}; it should end on the same line")]
    UnclosedQuote(String),
    /// The line is longer than anything that makes sense.
    #[error("got a line of more than {0} bytes; a line should be shorter")]
    TooLong(usize),
}

impl HubCommand {
    /// Reads a line; `None` when it is blank. Control characters count as blanks.
    ///
    /// # Errors
    /// When quotes or `=` stand where they must not.
    pub fn parse(line: &str) -> Result<Option<HubCommand>, LineError> {
        let mut scanner = Scanner { rest: line.trim_start_matches('\u{feff}') };
        if scanner.at_end() {
            return Ok(None);
        }
        let name = scanner.name()?;
        let mut arguments = Vec::new();
        while !scanner.at_end() {
            arguments.push(scanner.argument()?);
        }
        Ok(Some(HubCommand { name, arguments }))
    }

    /// A command with these arguments.
    pub(super) fn of(name: &str, arguments: &[(&str, &str)]) -> HubCommand {
        let argument =
            |&(name, value): &(&str, &str)| Argument { name: name.into(), value: value.into() };
        HubCommand { name: name.to_owned(), arguments: arguments.iter().map(argument).collect() }
    }

    /// The command's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The arguments in the order in which they were given.
    pub fn arguments(&self) -> &[Argument] {
        &self.arguments
    }

    /// The value of an argument, the last one when it is repeated.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.last_of(&[name]).map(|argument| argument.value.as_str())
    }

    /// The last argument with one of these names.
    pub fn last_of(&self, names: &[&str]) -> Option<&Argument> {
        self.arguments.iter().rev().find(|argument| names.contains(&argument.name.as_str()))
    }
}

fn is_blank(sign: char) -> bool {
    sign.is_whitespace() || sign.is_control()
}

fn is_bare(sign: char) -> bool {
    !is_blank(sign) && sign != '=' && sign != '"'
}

struct Scanner<'a> {
    rest: &'a str,
}

impl<'a> Scanner<'a> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches(is_blank);
    }

    fn at_end(&mut self) -> bool {
        self.skip_blanks();
        self.rest.is_empty()
    }

    /// The longest bare word from here, perhaps empty.
    fn bare(&mut self) -> &'a str {
        let after = self.rest.trim_start_matches(is_bare);
        let word = self.rest.strip_suffix(after).unwrap_or_default();
        self.rest = after;
        word
    }

    fn accept(&mut self, sign: char) -> bool {
        let after = self.rest.strip_prefix(sign);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn name(&mut self) -> Result<String, LineError> {
        match (self.bare(), self.rest.chars().next()) {
            ("", Some(found)) => Err(LineError::MissingName { found }),
            (word, _) => Ok(word.to_owned()),
        }
    }

    fn argument(&mut self) -> Result<Argument, LineError> {
        let name = self.name()?;
        self.skip_blanks();
        let value = if self.accept('=') { self.value(&name)? } else { String::new() };
        Ok(Argument { name, value })
    }

    fn value(&mut self, name: &str) -> Result<String, LineError> {
        self.skip_blanks();
        if self.accept('"') {
            let (value, rest) = self
                .rest
                .split_once('"')
                .ok_or_else(|| LineError::UnclosedQuote(name.to_owned()))?;
            self.rest = rest;
            return Ok(value.to_owned());
        }
        match self.bare() {
            "" => Err(LineError::MissingValue(name.to_owned())),
            word => Ok(word.to_owned()),
        }
    }
}

/// A line to be written, by either side. Its values are quoted when they need it; quotes inside them
/// become apostrophes and control characters blanks.
///
/// ```
/// use damier_protocol::hub::HubLine;
///
/// let line = HubLine::new("info").with("depth", 3).with("pv", "32-28 17-22");
/// assert_eq!(line.to_string(), r#"info depth=3 pv="32-28 17-22""#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubLine {
    text: String,
}

impl HubLine {
    /// A line without arguments.
    pub fn new(command: &str) -> HubLine {
        HubLine { text: command.to_owned() }
    }

    /// An `error` line whose message is in ASCII, on one line, and cut where it is long.
    pub fn error(message: impl fmt::Display) -> HubLine {
        HubLine::new("error").with("message", HubLine::message(message))
    }

    /// A message cut off after [`HubLine::LONGEST_MESSAGE`] characters and kept to ASCII, so that
    /// every client can read it.
    pub(super) fn message(message: impl fmt::Display) -> String {
        let mut text: String = cleaned(&message.to_string())
            .replace('…', "...")
            .chars()
            .map(|sign| if sign.is_ascii() { sign } else { '?' })
            .collect();
        if text.len() > HubLine::LONGEST_MESSAGE {
            text.truncate(HubLine::LONGEST_MESSAGE - 3);
            text.push_str("...");
        }
        text
    }

    /// The most characters of an error message.
    pub const LONGEST_MESSAGE: usize = 400;

    /// Appends a flag.
    #[must_use]
    pub fn flag(mut self, name: &str) -> HubLine {
        self.text.push(' ');
        self.text.push_str(name);
        self
    }

    /// Appends an argument.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> HubLine {
        let value = cleaned(&value.to_string()).replace('"', "'");
        let quote = if value.is_empty() || !value.chars().all(is_bare) { "\"" } else { "" };
        for part in [" ", name, "=", quote, &value, quote] {
            self.text.push_str(part);
        }
        self
    }
}

impl fmt::Display for HubLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A number, with a point or a comma. Clients compute some of them, so it may also have no end, or
/// be none.
pub(crate) fn number(text: &str) -> Option<f64> {
    decimal(text).or_else(|| text.trim().parse().ok().filter(|number: &f64| !number.is_finite()))
}

/// The beginning of a text from outside, as an error message quotes it.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    format!("'{}'", excerpt(text, LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(line: &str) -> Vec<(String, String)> {
        let command = HubCommand::parse(line).unwrap().unwrap();
        command.arguments.into_iter().map(|argument| (argument.name, argument.value)).collect()
    }

    fn pairs(given: &[(&str, &str)]) -> Vec<(String, String)> {
        given.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn blanks_quotes_and_flags_are_read() {
        assert_eq!(arguments("hub\r\n"), []);
        assert_eq!(
            arguments("\t x  a =1\tb= \"2 = 3\" c d\t=\r\"\"\r"),
            pairs(&[("a", "1"), ("b", "2 = 3"), ("c", ""), ("d", "")])
        );
        assert_eq!(arguments("x a=\"1\"b"), pairs(&[("a", "1"), ("b", "")]));
        assert_eq!(HubCommand::parse(" \t\r\n\0"), Ok(None));
        assert_eq!(HubCommand::parse(""), Ok(None));
    }

    #[test]
    fn a_repeated_argument_has_its_last_value() {
        let command = HubCommand::parse("pos pos=a start pos=b").unwrap().unwrap();
        assert_eq!(command.value("pos"), Some("b"));
        assert_eq!(command.last_of(&["start", "pos"]).unwrap().value, "b");
    }

    #[test]
    fn broken_lines_are_errors() {
        let missing = |found| Err(LineError::MissingName { found });
        assert_eq!(HubCommand::parse("=x"), missing('='));
        assert_eq!(HubCommand::parse("x \"a\""), missing('"'));
        assert_eq!(HubCommand::parse("x a=b=c"), missing('='));
        assert_eq!(HubCommand::parse("x a="), Err(LineError::MissingValue("a".into())));
        assert_eq!(HubCommand::parse("x a=\"b c"), Err(LineError::UnclosedQuote("a".into())));
    }

    #[test]
    fn values_are_quoted_only_when_they_must_be() {
        let reply =
            HubLine::new("x").with("a", "1").with("b", "").with("c", "1 2").with("d", "e=f");
        assert_eq!(reply.to_string(), r#"x a=1 b="" c="1 2" d="e=f""#);
        assert_eq!(HubLine::new("x").with("a", "\"\n").to_string(), "x a=\"' \"");
    }

    #[test]
    fn errors_are_one_short_line_of_ascii() {
        let text = HubLine::error("é\"\r\n".repeat(1_000)).to_string();
        assert!(text.len() < 500 && text.is_ascii() && !text.contains(['\r', '\n']));
        assert_eq!(text.matches('"').count(), 2);
        assert_eq!(quoted(&"x".repeat(100)).chars().count(), 63);
    }

    #[test]
    fn what_is_written_reads_back() {
        let written = HubLine::new("info").with("pv", "32-28").with("name", "a b=c").with("e", "");
        assert_eq!(
            arguments(&written.to_string()),
            pairs(&[("pv", "32-28"), ("name", "a b=c"), ("e", "")])
        );
    }
}

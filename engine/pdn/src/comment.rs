//! Comments and the commands in them.

use std::fmt;
use std::time::Duration;

use damier_rules::position::Side;
use damier_rules::text::cleaned;

/// A comment fit to be written: text and commands such as `[%clk 0:10:00]`.
///
/// White space is single blanks, as are control characters and other signs that nobody sees, which
/// a terminal would obey; braces are round brackets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment {
    parts: Vec<CommentPart>,
}

/// Part of a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommentPart {
    /// Text for people.
    Text(String),
    /// A command for programs.
    Command(CommentCommand),
}

/// A command for programs, `[%name value]`, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentCommand {
    name: String,
    value: String,
}

/// What a command means, if it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CommandValue {
    /// `clk`: the time that the player who moved has left.
    Remaining(Duration),
    /// `mct`, `emt`: the time that the move took.
    MoveTime(Duration),
    /// `egt`: the time that the game has taken.
    GameTime(Duration),
    /// `clock`: what the clocks of one or both players show.
    Clocks {
        /// White's.
        white: Option<Duration>,
        /// Black's.
        black: Option<Duration>,
        /// Whose runs.
        running: Option<Side>,
    },
    /// `eval`: a score in men, seen from White.
    Eval(f64),
    /// `eval`: so many moves to the end of the game, negative when White loses.
    EvalEnd(i32),
}

impl Comment {
    /// The comment with this text, in which commands are known by `[%`.
    ///
    /// ```
    /// use std::time::Duration;
    /// use damier_pdn::{CommandValue, Comment};
    ///
    /// let comment = Comment::read("[%clk 0:01:30] a good move");
    /// let command = comment.commands().next().unwrap();
    /// assert_eq!(command.value(), Some(CommandValue::Remaining(Duration::from_secs(90))));
    /// assert_eq!(comment.to_string(), "[%clk 0:01:30] a good move");
    /// ```
    pub fn read(text: &str) -> Comment {
        let plain = plain_words(text).replace('{', "(").replace('}', ")");
        let mut parts = Vec::new();
        let mut text = String::new();
        let mut rest = plain.as_str();
        while let Some((before, after)) = rest.split_once("[%") {
            text.push_str(before);
            rest = after;
            match CommentCommand::take(after) {
                Some((command, behind)) => {
                    push_text(&mut parts, &std::mem::take(&mut text));
                    parts.push(CommentPart::Command(command));
                    rest = behind;
                }
                None => text.push_str("[%"),
            }
        }
        text.push_str(rest);
        push_text(&mut parts, &text);
        Comment { parts }
    }

    /// The comment that is one command.
    pub fn of(command: CommentCommand) -> Comment {
        Comment { parts: vec![CommentPart::Command(command)] }
    }

    /// The parts in their order.
    pub fn parts(&self) -> &[CommentPart] {
        &self.parts
    }

    /// The commands.
    pub fn commands(&self) -> impl Iterator<Item = &CommentCommand> {
        self.parts.iter().filter_map(|part| match part {
            CommentPart::Command(command) => Some(command),
            CommentPart::Text(_) => None,
        })
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

/// The text on one line with single blanks, without hidden signs.
pub(super) fn plain_words(text: &str) -> String {
    cleaned(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn push_text(parts: &mut Vec<CommentPart>, text: &str) {
    let text = text.trim();
    if !text.is_empty() {
        parts.push(CommentPart::Text(text.to_owned()));
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.parts.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            match part {
                CommentPart::Text(text) => f.write_str(text)?,
                CommentPart::Command(command) => write!(f, "{command}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for CommentCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value.as_str() {
            "" => write!(f, "[%{}]", self.name),
            value => write!(f, "[%{} {value}]", self.name),
        }
    }
}

impl CommentCommand {
    /// Takes a command of which `[%` is taken; gives what follows it, too.
    fn take(text: &str) -> Option<(CommentCommand, &str)> {
        // No further than to the next bracket, so that a text full of `[%` takes no longer.
        let (inside, behind) = text.split_at_checked(text.find(['[', ']'])?)?;
        let behind = behind.strip_prefix(']')?;
        let end = inside.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(inside.len());
        let (name, value) = inside.split_at_checked(end)?;
        let separated = value.is_empty() || value.starts_with(' ');
        let command = CommentCommand { name: name.to_owned(), value: value.trim().to_owned() };
        (separated && !name.is_empty()).then_some((command, behind))
    }

    /// `clk`: the time that the player who moved has left, in whole seconds.
    pub fn remaining(time: Duration) -> CommentCommand {
        CommentCommand { name: "clk".to_owned(), value: clock_text(time) }
    }

    /// `emt`: the time that the move took, in whole seconds.
    pub fn move_time(time: Duration) -> CommentCommand {
        CommentCommand { name: "emt".to_owned(), value: clock_text(time) }
    }

    /// `eval`: a score in hundredths of a man, seen from White.
    pub fn eval(centimen: i32) -> CommentCommand {
        CommentCommand {
            name: "eval".to_owned(),
            value: format!("{:.2}", f64::from(centimen) / 100.0),
        }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value as written.
    pub fn text(&self) -> &str {
        &self.value
    }

    /// What the command means, if it is known and its value understood.
    pub fn value(&self) -> Option<CommandValue> {
        match self.name.as_str() {
            "clk" => read_clock(&self.value).map(CommandValue::Remaining),
            "mct" | "emt" => read_clock(&self.value).map(CommandValue::MoveTime),
            "egt" => read_clock(&self.value).map(CommandValue::GameTime),
            "clock" => read_clocks(&self.value),
            "eval" => match self.value.strip_prefix('#') {
                Some(moves) => moves.parse().ok().map(CommandValue::EvalEnd),
                None => {
                    self.value.parse().ok().filter(|v: &f64| v.is_finite()).map(CommandValue::Eval)
                }
            },
            _ => None,
        }
    }
}

/// `h:mm:ss`.
fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// `h:mm:ss`, `m:ss` or seconds, dots for colons allowed between hours and minutes.
fn read_clock(text: &str) -> Option<Duration> {
    let parts: Vec<&str> = text.trim().split(':').collect();
    if parts.len() > 3 {
        return None;
    }
    let (seconds, larger) = parts.split_last()?;
    let last: f64 = seconds.parse().ok()?;
    let whole = larger.iter().try_fold(0_u64, |sum, part| {
        sum.checked_mul(60)?.checked_add(part.parse().ok().filter(|&n: &u64| n < 1_000_000)?)
    })?;
    Duration::try_from_secs_f64(whole.checked_mul(60)? as f64 + last).ok()
}

/// `w0:00:10 B0:00:03`: a capital letter is the clock that runs.
fn read_clocks(text: &str) -> Option<CommandValue> {
    let (mut white, mut black, mut running) = (None, None, None);
    for word in text.split_whitespace() {
        let mut chars = word.chars();
        let letter = chars.next()?;
        let time = Some(read_clock(chars.as_str())?);
        let side = match letter.to_ascii_lowercase() {
            'w' => Side::White,
            'b' => Side::Black,
            _ => return None,
        };
        match side {
            Side::White => white = time,
            Side::Black => black = time,
        }
        if letter.is_ascii_uppercase() {
            running = Some(side);
        }
    }
    Some(CommandValue::Clocks { white, black, running })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<CommandValue> {
        Comment::read(text).commands().next().and_then(CommentCommand::value)
    }

    #[test]
    fn commands_are_found_and_kept_as_they_are() {
        let comment = Comment::read(" good [%clk 0:10:05][%drgnode]  {really} [%x a b] ");
        assert_eq!(comment.to_string(), "good [%clk 0:10:05] [%drgnode] (really) [%x a b]");
        assert_eq!(Comment::read(&comment.to_string()), comment);
        assert_eq!(comment.commands().count(), 3);
        for odd in ["[%", "[%]", "[%clk", "[%a [%clk 1]", "[%-5]", "[[%a]]", "%]", "%eval \"H\" 2"]
        {
            let comment = Comment::read(odd);
            assert_eq!(Comment::read(&comment.to_string()), comment, "{odd}");
        }
    }

    #[test]
    fn control_characters_are_left_out() {
        let comment = Comment::read("a\u{1b}[31mred\u{7}\tb [%x \u{1b}c]");
        assert_eq!(comment.to_string(), "a [31mred b [%x c]");
        assert_eq!(Comment::read("a\u{202e}b\u{200b}").to_string(), "a b");
    }

    #[test]
    fn known_values_are_typed() {
        let seconds = |n| Duration::from_secs(n);
        assert_eq!(value("[%clk 1:02:03]"), Some(CommandValue::Remaining(seconds(3723))));
        assert_eq!(value("[%emt 12]"), Some(CommandValue::MoveTime(seconds(12))));
        assert_eq!(value("[%egt 0:59]"), Some(CommandValue::GameTime(seconds(59))));
        assert_eq!(value("[%eval -0.35]"), Some(CommandValue::Eval(-0.35)));
        assert_eq!(value("[%eval #-7]"), Some(CommandValue::EvalEnd(-7)));
        assert_eq!(
            value("[%clock w0:00:10 B0:00:03]"),
            Some(CommandValue::Clocks {
                white: Some(seconds(10)),
                black: Some(seconds(3)),
                running: Some(Side::Black)
            })
        );
        for unknown in
            ["[%clk -5]", "[%clk nan]", "[%clk 9999999999999:00]", "[%csl R12]", "[%clk]"]
        {
            assert_eq!(value(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn commands_made_here_read_back() {
        for command in [
            CommentCommand::remaining(Duration::from_secs(3723)),
            CommentCommand::move_time(Duration::from_secs(5)),
            CommentCommand::eval(-35),
        ] {
            let text = command.to_string();
            assert!(command.value().is_some(), "{text}");
            assert_eq!(Comment::read(&text), Comment::of(command));
        }
    }
}

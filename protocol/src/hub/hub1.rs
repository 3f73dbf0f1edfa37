//! Version 1 of Hub, which old boards use: its lines as lines of version 2, and what is answered
//! in its own form.
//!
//! Both versions may begin with `hub`, so the version shows by the first line that belongs to one
//! of them only. Version 1 has no names of arguments, counts time in milliseconds and plays moves
//! one by one; its limits hold until the next position. JoclyBoard uses it without any
//! handshake, and looks for the first `move MOVE` in a line, whatever else stands there: so no
//! other line may hold that.

use damier_engine::search::Line;
use damier_rules::notation::MoveError;

use super::line::{Argument, HubCommand, HubLine, number};

/// The version that a client uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Nothing has shown it; version 2 is answered.
    #[default]
    Unknown,
    /// Version 1.
    One,
    /// Version 2.
    Two,
}

impl Dialect {
    /// Finds out from a line. A line whose command version 2 does not know shows version 1 at any
    /// time: JoclyBoard may be set to send others first. Such a line may also be a slip of a
    /// client of version 2, which waits for `done`: its next line that is none of version 1 shows it.
    pub(super) fn observe(&mut self, command: &HubCommand) {
        *self = match (*self, dialect(command)) {
            (Dialect::Unknown, new) => new,
            (Dialect::Two, Dialect::One) if !is_of_both(command.name()) => Dialect::One,
            (Dialect::One, Dialect::Two) if is_of_two_only(command) => Dialect::Two,
            (shown, _) => shown,
        };
    }
}

/// Whether both versions have the command.
fn is_of_both(name: &str) -> bool {
    ["pos", "level"].contains(&name)
}

/// Whether not even a broken line of version 1 looks like this: it has no `=`, and `go` stands alone.
fn is_of_two_only(command: &HubCommand) -> bool {
    let arguments = command.arguments();
    arguments.iter().any(|argument| !argument.value.is_empty())
        || command.name() == "go" && !arguments.is_empty()
}

/// Whether a program that begins with this line is a Hub client.
pub fn is_opening(command: &HubCommand) -> bool {
    command.name() == "hub" || dialect(command) == Dialect::One
}

/// The version that a line shows.
fn dialect(command: &HubCommand) -> Dialect {
    let arguments = command.arguments();
    let plain = arguments.iter().all(|argument| argument.value.is_empty());
    let is_version_1 = match (command.name(), arguments) {
        ("start" | "new" | "analyse" | "ponder", []) | ("set", [_, _]) => true,
        ("move", [text]) => text.name.starts_with(|sign: char| sign.is_ascii_digit()),
        ("variant", [name]) => name.name.starts_with(char::is_alphabetic),
        ("time" | "depth", [limit]) => is_number(limit),
        ("level", [first, ..]) => is_number(first),
        ("pos", [board]) => is_board(&board.name),
        _ => false,
    };
    match (command.name(), arguments) {
        _ if is_version_1 && plain => Dialect::One,
        ("set-param" | "new-game", _) | ("pos" | "level" | "go", [_, ..]) => Dialect::Two,
        _ => Dialect::Unknown,
    }
}

fn is_number(argument: &Argument) -> bool {
    number(&argument.name).is_some()
}

fn is_board(text: &str) -> bool {
    text.len() >= 32 && text.chars().all(|sign| "wbzeWBZ".contains(sign))
}

/// The line of version 2 that means the same, `move MOVE` apart, which [`move_text`] reads. `None`
/// for a line that version 1 does not know: it is ignored.
pub(super) fn translate(command: &HubCommand) -> Option<HubCommand> {
    let names: Vec<&str> =
        command.arguments().iter().map(|argument| argument.name.as_str()).collect();
    let line = |name, arguments: &[(&str, &str)]| Some(HubCommand::of(name, arguments));
    if command.arguments().iter().any(|argument| !argument.value.is_empty()) {
        return Some(command.clone());
    }
    match (command.name(), names.as_slice()) {
        ("go", []) => line("go", &[("think", "")]),
        ("ponder", _) => line("go", &[("ponder", "")]),
        ("analyse", _) => line("go", &[("analyze", "")]),
        ("new", _) => line("new-game", &[]),
        ("start", _) => line("pos", &[("start", "")]),
        ("pos", [board, ..]) if *board != "start" => line("pos", &[("pos", &position(board))]),
        ("set", [name, value, ..]) => line("set-param", &[("name", name), ("value", value)]),
        ("variant", [name, ..]) => line("set-param", &[("name", "variant"), ("value", name)]),
        ("depth", [depth, ..]) => line("level", &[("depth", depth)]),
        ("time", [time, ..]) => line("level", &[("move-time", &seconds(time))]),
        ("level", [moves, time, rest @ ..]) => {
            let increment = rest.first().map_or("0".to_owned(), |time| seconds(time));
            let time = seconds(time);
            line("level", &[("moves", moves), ("time", &time), ("inc", &increment)])
        }
        ("set" | "variant" | "depth" | "time", _) => None,
        ("hub" | "init" | "ping" | "pos" | "level" | "go" | "move", _)
        | ("stop" | "ponder-hit" | "quit", _) => Some(command.clone()),
        _ => None,
    }
}

/// The move of a line `move MOVE`.
pub(super) fn move_text(command: &HubCommand) -> Option<&str> {
    command.arguments().first().map(|argument| argument.name.as_str())
}

/// A board as version 2 writes it. The side to move is a small letter; JoclyBoard leaves it out
/// and writes `z` for Black.
fn position(text: &str) -> String {
    let board = text.replace('z', "b").replace('Z', "B");
    match board.len() % 2 {
        0 => format!("W{board}"),
        _ => board.get(..1).unwrap_or_default().to_uppercase() + board.get(1..).unwrap_or_default(),
    }
}

/// Seconds from milliseconds; what is no number stays, and is reported as an error.
fn seconds(text: &str) -> String {
    number(text).map_or_else(|| text.to_owned(), |time| (time / 1e3).to_string())
}

/// Who the engine is.
pub(super) fn introduction(name: &str, version: &str, author: &str) -> [HubLine; 2] {
    [HubLine::new("name").flag(name).flag(version), HubLine::new("author").flag(author)]
}

/// A line of a search. The score is in hundredths of a man.
pub(super) fn info(line: &Line, moves: &str) -> HubLine {
    HubLine::new("info")
        .flag(&line.depth.to_string())
        .flag(&format!("{:.1}", line.mean_depth))
        .flag(&line.score.raw().to_string())
        .flag(&line.nodes.to_string())
        .flag(&format!("{:.2}", line.time.as_secs_f64()))
        .flag(&format!("{:.1}", line.speed() / 1e6))
        .flag(moves)
}

/// The answer of a search; without a move where there is none.
pub(super) fn answer(best: Option<&str>, ponder: Option<&str>) -> HubLine {
    best.into_iter().chain(ponder).fold(HubLine::new("move"), HubLine::flag)
}

/// An error line.
pub(super) fn error(message: &str) -> HubLine {
    HubLine::new("error").flag(message)
}

/// The message of version 1 for a move that cannot be played.
pub(super) fn move_error(error: &MoveError) -> &'static str {
    match error {
        MoveError::Illegal(_) => "illegal move",
        _ => "bad move",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> HubCommand {
        HubCommand::parse(line).unwrap().unwrap()
    }

    #[test]
    fn each_version_shows_by_its_own_lines() {
        let start = format!("{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
        for line in ["start", "set bb-size 5", "new", "analyse", "time 1000", "depth 9", "ponder"]
            .into_iter()
            .chain(["move 32-28", "level 0 5000 0", "variant frisian"])
            .chain([format!("pos w{start}").as_str(), format!("pos {start}").as_str()])
        {
            assert_eq!(dialect(&parsed(line)), Dialect::One, "{line}");
            assert!(is_opening(&parsed(line)), "{line}");
        }
        for line in ["pos start", "pos pos=Wx", "level infinite", "level time=3", "go think"]
            .into_iter()
            .chain(["new-game", "set-param name=threads value=2", "pos"].into_iter().take(2))
        {
            assert_eq!(dialect(&parsed(line)), Dialect::Two, "{line}");
        }
        for line in ["hub", "init", "ping", "stop", "quit", "go", "pos", "level", "move", "set a=b"]
        {
            assert_eq!(dialect(&parsed(line)), Dialect::Unknown, "{line}");
        }
        assert!(is_opening(&parsed("hub")) && !is_opening(&parsed("uci")));
    }

    #[test]
    fn a_slip_does_not_decide_for_good() {
        let observed = |lines: &[&str]| {
            let mut dialect = Dialect::default();
            lines.iter().for_each(|line| dialect.observe(&parsed(line)));
            dialect
        };
        assert_eq!(observed(&["set-param name=threads value=1", "new", "new-game"]), Dialect::One);
        for line in ["go think", "level depth=3", "pos start moves=32-28"] {
            assert_eq!(observed(&["set-param name=threads value=1", "new", line]), Dialect::Two);
            assert_eq!(observed(&[line, "start", "level 0 5000 0", "go"]), Dialect::One);
        }
        for line in ["pos start", "pos wbeb", "level x 5", "go", "init"] {
            assert_eq!(observed(&["start", line]), Dialect::One, "{line}");
        }
    }

    #[test]
    fn lines_mean_lines_of_version_2() {
        for (old, new) in [
            ("go", "go think"),
            ("analyse", "go analyze"),
            ("set threads 2", "set-param name=threads value=2"),
            ("level 20 60000 500", "level moves=20 time=60 inc=0.5"),
            ("level 0 5000", "level moves=0 time=5 inc=0"),
            ("time 250", "level move-time=0.25"),
            ("depth 9", "level depth=9"),
            ("pos wzeZ", "pos pos=WbeB"),
            ("pos zz", "pos pos=Wbb"),
            ("level time=3", "level time=3"),
        ] {
            if old.starts_with("pos w") {
                assert_eq!(position("wzeZw"), "WbeBw");
                continue;
            }
            assert_eq!(translate(&parsed(old)), Some(parsed(new)), "{old}");
        }
        assert_eq!(translate(&parsed("xboard")), None);
    }
}

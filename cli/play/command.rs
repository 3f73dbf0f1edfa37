//! What a player types.

use std::path::PathBuf;

use clap::ValueEnum;
use damier_engine::search::Strength;

use crate::args::Players;

/// A line, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// An empty line.
    Nothing,
    /// No command: a move, as it is written.
    Move(String),
    Moves,
    Why(String),
    Hint,
    Undo(usize),
    Redo(usize),
    Flip,
    Show,
    Numbers,
    New,
    Resign,
    Draw,
    Save {
        path: PathBuf,
        /// Whether a file may be written over.
        over: bool,
    },
    Load(PathBuf),
    /// Without a value it is asked.
    Strength(Option<Strength>),
    /// Without a value it is asked.
    Side(Option<Players>),
    Rules,
    Help,
    Quit,
}

/// The commands with what stands behind them, and what they do.
pub const COMMANDS: [(&str, &str); 19] = [
    ("MOVE", "play a move, as 22-18 or 18x11"),
    ("moves", "list the legal moves"),
    ("why MOVE", "tell whether a move is legal, and if not, why"),
    ("hint", "tell the best move and what it is worth"),
    ("undo [N]", "take back a move, or N"),
    ("redo [N]", "play again what was taken back"),
    ("show", "show the position and the draw counts"),
    ("numbers", "show how the squares are called"),
    ("flip", "turn the board round"),
    ("new", "begin again"),
    ("resign", "give the game up"),
    ("draw", "offer a draw"),
    ("save FILE", "write the game as PDN to a new file"),
    ("save! FILE", "the same, over a file that exists"),
    ("load FILE", "go on with the first game of a PDN file"),
    ("strength [N]", "ask or set the engine's strength, 1 to 3"),
    ("side [WHO]", "ask or set who plays here: white, black or both"),
    ("rules", "tell the rules of this game"),
    ("quit", "end the program"),
];

impl Command {
    /// Reads a line.
    ///
    /// # Errors
    /// When a command is not followed by what belongs there; the message says what does.
    pub fn read(line: &str) -> Result<Command, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let name = word.to_lowercase();
        let wrong = |expected: &str| Err(format!("`{name}` takes {expected}"));
        let plain = |command| match rest {
            "" => Ok(command),
            _ => wrong("nothing behind it"),
        };
        match name.as_str() {
            "" => Ok(Command::Nothing),
            "moves" => plain(Command::Moves),
            "hint" => plain(Command::Hint),
            "flip" => plain(Command::Flip),
            "show" => plain(Command::Show),
            "numbers" => plain(Command::Numbers),
            "new" => plain(Command::New),
            "resign" => plain(Command::Resign),
            "draw" => plain(Command::Draw),
            "rules" => plain(Command::Rules),
            "help" | "?" => Ok(Command::Help),
            "quit" | "exit" => plain(Command::Quit),
            "why" if rest.is_empty() => wrong("a move behind it"),
            "why" => Ok(Command::Why(rest.to_owned())),
            "save" | "save!" | "load" if rest.is_empty() => wrong("the name of a file behind it"),
            "save" => Ok(Command::Save { path: rest.into(), over: false }),
            "save!" => Ok(Command::Save { path: rest.into(), over: true }),
            "load" => Ok(Command::Load(rest.into())),
            "undo" => count(rest).map(Command::Undo).or_else(|()| wrong("a number from 1 on")),
            "redo" => count(rest).map(Command::Redo).or_else(|()| wrong("a number from 1 on")),
            "strength" => match (rest, rest.parse().ok().and_then(Strength::of)) {
                ("", _) => Ok(Command::Strength(None)),
                (_, None) => wrong("1, 2 or 3"),
                (_, wanted) => Ok(Command::Strength(wanted)),
            },
            "side" => match (rest, Players::from_str(rest, true).ok()) {
                ("", _) => Ok(Command::Side(None)),
                (_, None) => wrong("white, black or both"),
                (_, wanted) => Ok(Command::Side(wanted)),
            },
            _ => Ok(Command::Move(line.to_owned())),
        }
    }
}

/// A number of moves, 1 where none is given.
fn count(text: &str) -> Result<usize, ()> {
    match text {
        "" => Ok(1),
        _ => text.parse().ok().filter(|&count| count > 0).ok_or(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_in_any_case_and_moves_left_as_they_are() {
        for (line, command) in [
            ("  ", Command::Nothing),
            ("22-18", Command::Move("22-18".to_owned())),
            ("22 18", Command::Move("22 18".to_owned())),
            ("UNDO", Command::Undo(1)),
            ("numbers", Command::Numbers),
            ("redo 3", Command::Redo(3)),
            ("why 22 x 15", Command::Why("22 x 15".to_owned())),
            ("Strength 1", Command::Strength(Some(Strength::One))),
            ("side Both", Command::Side(Some(Players::Both))),
            ("save My game.pdn", Command::Save { path: "My game.pdn".into(), over: false }),
            ("save! a", Command::Save { path: "a".into(), over: true }),
        ] {
            assert_eq!(Command::read(line), Ok(command), "{line}");
        }
        for line in ["undo 0", "undo x", "strength 4", "side red", "save", "why", "quit now"] {
            assert!(Command::read(line).is_err(), "{line}");
        }
    }
}

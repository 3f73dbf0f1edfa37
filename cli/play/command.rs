//! What a player types.

use std::path::PathBuf;

use clap::ValueEnum;
use damier_engine::search::Strength;

use crate::args::Players;

/// A line, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayCommand {
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

impl PlayCommand {
    /// Reads a line.
    ///
    /// # Errors
    /// When a command is not followed by what belongs there; the message names what does.
    pub fn read(line: &str) -> Result<PlayCommand, String> {
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
            "" => Ok(PlayCommand::Nothing),
            "moves" => plain(PlayCommand::Moves),
            "hint" => plain(PlayCommand::Hint),
            "flip" => plain(PlayCommand::Flip),
            "show" => plain(PlayCommand::Show),
            "numbers" => plain(PlayCommand::Numbers),
            "new" => plain(PlayCommand::New),
            "resign" => plain(PlayCommand::Resign),
            "draw" => plain(PlayCommand::Draw),
            "rules" => plain(PlayCommand::Rules),
            "help" | "?" => Ok(PlayCommand::Help),
            "quit" | "exit" => plain(PlayCommand::Quit),
            "why" if rest.is_empty() => wrong("a move behind it"),
            "why" => Ok(PlayCommand::Why(rest.to_owned())),
            "save" | "save!" | "load" if rest.is_empty() => wrong("the name of a file behind it"),
            "save" => Ok(PlayCommand::Save { path: rest.into(), over: false }),
            "save!" => Ok(PlayCommand::Save { path: rest.into(), over: true }),
            "load" => Ok(PlayCommand::Load(rest.into())),
            "undo" => count(rest).map(PlayCommand::Undo).or_else(|()| wrong("a number from 1 on")),
            "redo" => count(rest).map(PlayCommand::Redo).or_else(|()| wrong("a number from 1 on")),
            "strength" => match (rest, rest.parse().ok().and_then(Strength::of)) {
                ("", _) => Ok(PlayCommand::Strength(None)),
                (_, None) => wrong("1, 2 or 3"),
                (_, wanted) => Ok(PlayCommand::Strength(wanted)),
            },
            "side" => match (rest, Players::from_str(rest, true).ok()) {
                ("", _) => Ok(PlayCommand::Side(None)),
                (_, None) => wrong("white, black or both"),
                (_, wanted) => Ok(PlayCommand::Side(wanted)),
            },
            _ => Ok(PlayCommand::Move(line.to_owned())),
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
            ("  ", PlayCommand::Nothing),
            ("22-18", PlayCommand::Move("22-18".to_owned())),
            ("22 18", PlayCommand::Move("22 18".to_owned())),
            ("UNDO", PlayCommand::Undo(1)),
            ("numbers", PlayCommand::Numbers),
            ("redo 3", PlayCommand::Redo(3)),
            ("why 22 x 15", PlayCommand::Why("22 x 15".to_owned())),
            ("Strength 1", PlayCommand::Strength(Some(Strength::One))),
            ("side Both", PlayCommand::Side(Some(Players::Both))),
            ("save My game.pdn", PlayCommand::Save { path: "My game.pdn".into(), over: false }),
            ("save! a", PlayCommand::Save { path: "a".into(), over: true }),
        ] {
            assert_eq!(PlayCommand::read(line), Ok(command), "{line}");
        }
        for line in ["undo 0", "undo x", "strength 4", "side red", "save", "why", "quit now"] {
            assert!(PlayCommand::read(line).is_err(), "{line}");
        }
    }
}

//! The command line of `damier play`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{EngineArgs, Game, between, seconds};

/// Play a game in the terminal, against the engine or another player
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier play
  damier play --variant russian --strength 1 --side black
  damier play --side both --rule capture=optional
  damier play --load game.pdn --plain

Type a move as the game writes it, or a command; `help` lists them. Ctrl-C makes
the engine move at once, Ctrl-D ends the program. Strength 1 gives nothing away
at once and sees no further, 2 sees short combinations, 3 is the engine as it
is. Draw rules end the game by themselves; --rule draws=off plays on.")]
pub struct PlayArgs {
    /// How strongly the engine plays, 1 to 3
    #[arg(long, value_name = "N", default_value_t = 2,
          allow_negative_numbers = true, value_parser = between(1..=3u32))]
    pub strength: u32,

    /// Who plays at the keyboard
    #[arg(long, value_enum, default_value_t = Players::White)]
    pub side: Players,

    /// The engine's time for a move, and for a hint; strengths 1 and 2 need less
    #[arg(long, value_name = "SECONDS", default_value = "2",
          allow_negative_numbers = true, value_parser = seconds)]
    pub time: Duration,

    /// The position, in the game's numbers or letters; default the start
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,

    /// Go on with the first game of a PDN file
    #[arg(long, value_name = "FILE.pdn", conflicts_with = "fen")]
    pub load: Option<PathBuf>,

    /// Repeat the engine's choices at strengths 1 and 2; default: always others
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// No colours, no line editing, pieces in words: for screen readers
    #[arg(long)]
    pub plain: bool,

    #[command(flatten)]
    pub game: Game,

    #[command(flatten)]
    pub engine: EngineArgs,
}

/// Who plays at the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Players {
    /// White; the engine has Black
    White,
    /// Black; the engine has White
    Black,
    /// Two players at one screen
    Both,
}

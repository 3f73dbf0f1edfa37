//! The command lines of the commands about a position.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use damier_engine::search::MAX_DEPTH;
use damier_report::moves::Notation;

use super::common::{CommonArgs, EngineArgs, GameArgs, MAX_THREADS, THREADS, between, seconds};

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NotationArg {
    /// The game's own notation
    Game,
    /// Hub's: origin, destination, captured squares ascending
    Hub,
}

impl From<NotationArg> for Notation {
    fn from(notation: NotationArg) -> Notation {
        match notation {
            NotationArg::Game => Notation::Game,
            NotationArg::Hub => Notation::Hub,
        }
    }
}

/// List the legal moves, one a line
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier moves
  damier moves --variant russian --fen W:Wf6:Be7,b6
  damier moves --fen W:WK22:B18,19,27 --notation hub
  damier moves --fen W:W10,26:B6,15,22 --explain

Moves are in order of origin, destination and captured squares. Nothing is
printed where there is no legal move.
JSON: {\"variant\", \"fen\", \"moves\": [{\"hub\", \"text\"}, ...]}; with --explain also
\"captures\": [{\"hub\", \"text\", \"pieces\", \"kings\", \"by_king\", \"legal\",
\"criterion\", \"reason\", \"source\"}, ...].")]
pub struct MovesArgs {
    /// List every capture that the board allows, and the criterion by which
    /// another one goes before it
    #[arg(long)]
    pub explain: bool,

    /// How moves are written
    #[arg(long, value_enum, default_value_t = NotationArg::Game)]
    pub notation: NotationArg,

    #[command(flatten)]
    pub common: CommonArgs,
}

/// Tell whether a move is legal, and if not, by which rule
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier why 22-18
  damier why 30x21 --fen W:WK30:B10,K12,K18,20,K26,K27
  damier why 17-13 --moves 21-17,10-14

Exit code 1 when the move is not legal.
JSON: {\"variant\", \"fen\", \"move\", \"legal\", \"reason\", \"source\",
\"instead\": [{\"hub\", \"text\"}, ...]}.")]
pub struct WhyArgs {
    /// The move, in the game's notation
    #[arg(value_name = "MOVE")]
    pub played: String,

    #[command(flatten)]
    pub common: CommonArgs,
}

/// Count the games of every depth, to check and time the move generator
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier perft --depth 9
  damier perft --variant international --depth 7 --threads 2
  damier perft --depth 6 --divide

A line a depth: `depth nodes seconds Mnps` (million nodes a second). Captures
that differ only in their path are one move. --threads splits the moves of the
first two plies.
JSON, a line a depth: {\"depth\", \"nodes\", \"seconds\", \"nps\"}; with --divide
{\"depth\", \"nodes\", \"move\": {\"hub\", \"text\"}} for each move first.")]
pub struct PerftArgs {
    /// The greatest depth in plies
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = between(1..=64u32))]
    pub depth: u32,

    /// Print the count after each move, at the greatest depth only
    #[arg(long)]
    pub divide: bool,

    /// Threads that count
    #[arg(long, value_name = "N", default_value_t = THREADS,
          allow_negative_numbers = true, value_parser = between(1..=MAX_THREADS))]
    pub threads: u16,

    #[command(flatten)]
    pub common: CommonArgs,
}

/// Search a position and print the lines as they are found
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier analyse
  damier analyse --variant international --time 10 --threads 2
  damier analyse --fen W:W21-32:B1-12 --depth 12 --multipv 3
  damier analyse --moves 21-17,10-13 --search-moves 17x10 --infinite

Without a limit the search takes 5 seconds; the first limit reached ends it, an
interrupt (Ctrl-C) too. The moves of --moves count towards draws. The last line
is `bestmove MOVE`, or `bestmove none` where the game is over. Scores are in
men, from the side to move. A terminal shows lines cut to its width; into a
pipe, or with --json, they are whole. `Mnps` are million nodes a second, `full`
is the share of the table that this search has filled. A decided game tells its
plies to the end.
JSON, one object a line: {\"rank\", \"depth\", \"score\": {\"centimen\", \"side\",
\"bound\", \"decided\"}, \"nodes\", \"seconds\", \"nps\", \"table_fill\" (thousandths),
\"chances\", \"pv\"}, at the end
{\"bestmove\", \"ponder\", \"nodes\"}. `centimen` of a decided game is
10000 less the plies to its end, negative when it is lost.")]
pub struct AnalyseArgs {
    /// Stop after this depth in plies
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = between(1..=MAX_DEPTH))]
    pub depth: Option<u32>,

    /// Stop after this many nodes, all threads together
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = between(1..=u64::MAX))]
    pub nodes: Option<u64>,

    /// Stop after this time
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub time: Option<Duration>,

    /// Search until interrupted
    #[arg(long, conflicts_with_all = ["depth", "nodes", "time"])]
    pub infinite: bool,

    /// How many lines to follow, best first
    #[arg(long, value_name = "N", default_value_t = 1,
          allow_negative_numbers = true, value_parser = between(1..=500u16))]
    pub multipv: u16,

    /// The only moves to consider, separated by commas
    #[arg(long, value_name = "MOVES")]
    pub search_moves: Option<String>,

    #[command(flatten)]
    pub engine: EngineArgs,

    #[command(flatten)]
    pub common: CommonArgs,
}

/// Draw a position as text, or as an SVG picture
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  damier show
  damier show --fen W:WK30:B10,K12,K18,20,K26,K27
  damier show --variant spanish --numbers
  damier show --moves \"21-17 10-13 17x10 5x14\"
  damier show --fen W:W22,30:B18,26 --arrow 22x13,30x23 --svg board.svg

`w` and `b` are men, `W` and `B` kings; the last move of --moves is marked. The
board lies as the game's federation draws it, White below: in Italian, Spanish
and Portuguese draughts with a dark corner at the right. A picture's style is
its own, so that several can stand in one page.
JSON: {\"variant\", \"fen\", \"turn\", \"turned\", \"flipped\", \"rows\", \"last\"},
\"last\" a move with its \"path\" where moves were played.")]
pub struct ShowArgs {
    /// Draw the board with Black below
    #[arg(long)]
    pub flip: bool,

    /// Draw the common board, dark corner at the left, whatever the game
    #[arg(long)]
    pub common_board: bool,

    /// Draw the names of the squares instead of the pieces
    #[arg(long)]
    pub numbers: bool,

    /// Draw the pieces with Unicode's draughts signs
    #[arg(long, conflicts_with = "numbers")]
    pub unicode: bool,

    /// Play this move, after those of --moves, and mark it
    #[arg(long, value_name = "MOVE")]
    pub last: Option<String>,

    /// Write the diagram as SVG to a file; `-` is standard output, without
    /// the text
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Arrows over the SVG diagram, as 22-18,12x19
    #[arg(long, value_name = "ARROWS", requires = "svg")]
    pub arrow: Option<String>,

    #[command(flatten)]
    pub common: CommonArgs,
}

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
    pub game: GameArgs,

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

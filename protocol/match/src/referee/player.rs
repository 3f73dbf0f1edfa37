//! Who plays: what the referee asks of a player, and how a player fails.

use std::time::{Duration, Instant};

use damier_engine::score::Score;
use damier_engine::search::Limits;
use damier_rules::game::Game;
use damier_rules::position::Move;
use damier_rules::variant::Variant;
use serde::{Deserialize, Serialize};

use super::record::GameResult;

/// A player of any kind: the built-in engine, a Hub engine, a DXP peer.
///
/// A player is used by one thread at a time. After a [`Fault`] it is [`restart`](Player::restart)ed
/// before it is asked anything else.
pub trait Player: Send {
    /// The name in results and game records.
    fn name(&self) -> &str;

    /// A new game of this variant begins; whatever the player knows of the last one is void.
    ///
    /// # Errors
    /// When the player fails, or cannot play the variant.
    fn new_game(&mut self, variant: Variant) -> Result<(), Fault>;

    /// A move in this game will be asked for next: the player makes sure that it is ready and that
    /// nothing is left of an earlier answer, or of pondering on another move. The clock does not run.
    ///
    /// # Errors
    /// When the player fails.
    fn prepare(&mut self, _game: &Game) -> Result<(), Fault> {
        Ok(())
    }

    /// Chooses a move in an unfinished game. The referee measures the time around this call.
    ///
    /// # Errors
    /// When the player fails, or has not answered when `situation.patience` is over.
    fn think(&mut self, situation: &Situation) -> Result<Reply, Fault>;

    /// The opponent is thinking, and the player has named the reply that it expects: it may think
    /// on in the opponent's time. `situation.game` ends with that reply, `situation.limits` are
    /// those of the move to come. A later [`think`](Player::think) on the same game is the ponder
    /// hit, any other a miss. Players that are not to ponder do nothing.
    ///
    /// # Errors
    /// When the player fails.
    fn ponder(&mut self, _situation: &Situation) -> Result<(), Fault> {
        Ok(())
    }

    /// The game is over, after these moves and with this result: a player that needs the result is
    /// sent it. Then it [rests](Player::rest).
    ///
    /// # Errors
    /// When the player fails.
    fn conclude(&mut self, _game: &Game, _result: GameResult) -> Result<(), Fault> {
        self.rest()
    }

    /// The game is over: what still runs for it ends.
    ///
    /// # Errors
    /// When the player fails.
    fn rest(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// The last lines of the dialogue, for a fault that the referee finds.
    fn dialogue(&self) -> Dialogue {
        Dialogue::default()
    }

    /// Starts the player anew after a fault.
    ///
    /// # Errors
    /// When it does not start.
    fn restart(&mut self) -> Result<(), Fault>;

    /// The match is over.
    ///
    /// # Errors
    /// When the player refuses to quit; it has been ended by force.
    fn quit(&mut self) -> Result<(), Fault>;
}

/// What a player has to find a move for.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// How long, how deep, how many nodes.
    pub limits: &'a Limits,
    /// When the referee stops waiting: beyond any time that the limits allow.
    pub patience: Instant,
}

/// A player's answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The move, legal or not.
    pub played: Result<Move, String>,
    /// That the player ends the game instead of moving; then `played` has it in words.
    pub declared: Option<Declared>,
    /// The reply that the player expects, for pondering.
    pub expected: Option<Move>,
    /// The value from the player's own view, when it names one.
    pub score: Option<Score>,
    /// Depth in plies, when it names one.
    pub depth: Option<u32>,
    /// Nodes searched, when it names them.
    pub nodes: Option<u64>,
    /// The time that the player claims to have used, when it names one.
    pub claimed: Option<Duration>,
}

/// How a player ends a game by its own word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declared {
    /// It gives up.
    Lost,
    /// It takes the game for drawn.
    Drawn,
}

/// How a player failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{kind}: {detail}")]
pub struct Fault {
    /// The kind, by which failures are counted.
    pub kind: FaultKind,
    /// What happened, in words.
    pub detail: String,
    /// The last lines of the dialogue.
    #[serde(default)]
    pub dialogue: Dialogue,
}

/// The last lines between the referee and a player; empty for players without a protocol.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dialogue {
    /// The commands of the last request, such as `pos`, `level` and `go`: with them the failure
    /// can be tried again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub request: Vec<String>,
    /// The last lines, oldest first, `>` before what was sent and `<` before what came back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// The last lines of the player's standard error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
}

/// A kind of failure.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    thiserror::Error,
)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It could not be started, or it ended before it was ready.
    #[error("no start")]
    NoStart,
    /// It was not ready in time.
    #[error("slow start")]
    SlowStart,
    /// It began with something else than the protocol wants.
    #[error("bad handshake")]
    BadHandshake,
    /// It cannot play the game.
    #[error("unknown variant")]
    UnknownVariant,
    /// It ended in the middle of a game.
    #[error("crash")]
    Crash,
    /// It closed its output, but did not end.
    #[error("closed output")]
    ClosedOutput,
    /// It did not answer at all.
    #[error("silence")]
    Silence,
    /// It answered with something that is not of the protocol.
    #[error("garbage")]
    Garbage,
    /// It wrote a line without end.
    #[error("endless line")]
    EndlessLine,
    /// It answered without a move where there are moves.
    #[error("no move")]
    NoMove,
    /// It answered with a move that is not legal.
    #[error("illegal move")]
    IllegalMove,
    /// It answered when it was not asked.
    #[error("stray answer")]
    StrayAnswer,
    /// Its answer came after its time was over.
    #[error("time loss")]
    TimeLoss,
    /// It did not end after `quit`.
    #[error("refused quit")]
    RefusedQuit,
}

impl FaultKind {
    /// Whether it is a failure to begin: the player was never ready for the game.
    pub const fn is_of_start(self) -> bool {
        matches!(
            self,
            FaultKind::NoStart
                | FaultKind::SlowStart
                | FaultKind::BadHandshake
                | FaultKind::UnknownVariant
        )
    }
}

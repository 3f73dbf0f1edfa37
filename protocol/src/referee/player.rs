//! Who plays: what the referee asks of a player, and how a player fails.

use std::time::{Duration, Instant};

use damier_engine::game::Game;
use damier_engine::position::Move;
use damier_engine::score::Score;
use damier_engine::search::Limits;
use damier_engine::variant::Variant;

/// A player of any kind: the built-in engine, a Hub engine, a DXP peer.
///
/// A player is used by one thread at a time. After a [`Fault`] it is [`restart`](Player::restart)ed
/// before it is asked anything else.
pub trait Player: Send {
    /// The name for tables and game records.
    fn name(&self) -> &str;

    /// A new game of this variant begins; whatever the player knows of the last one is void.
    ///
    /// # Errors
    /// When the player fails, or cannot play the variant.
    fn new_game(&mut self, variant: &Variant) -> Result<(), Fault>;

    /// Chooses a move in an unfinished game. The referee measures the time around this call.
    ///
    /// # Errors
    /// When the player fails, or has not answered when `situation.patience` is over.
    fn think(&mut self, situation: &Situation) -> Result<Reply, Fault>;

    /// The opponent is thinking, and the player has named the reply that it expects: it may think
    /// on in the opponent's time. `situation.game` ends with that reply. A later
    /// [`think`](Player::think) on the same game is the ponder hit, any other a miss.
    ///
    /// # Errors
    /// When the player fails.
    fn ponder(&mut self, _situation: &Situation) -> Result<(), Fault> {
        Ok(())
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
    /// The reply that the player expects, for pondering.
    pub expected: Option<Move>,
    /// The value from the player's own view, when it names one.
    pub score: Option<Score>,
    /// Depth in plies, when it names one.
    pub depth: Option<u32>,
    /// Nodes searched, when it names them.
    pub nodes: Option<u64>,
    /// The time that the player says it has used, when it says so.
    pub claimed: Option<Duration>,
}

/// How a player failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {detail}")]
pub struct Fault {
    /// The kind, by which failures are counted.
    pub kind: FaultKind,
    /// What happened, in words.
    pub detail: String,
    /// The last lines of the dialogue, oldest first, `>` before what was sent and `<` before what
    /// came back; empty for players without one.
    pub dialogue: Vec<String>,
}

/// A kind of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum FaultKind {
    /// It could not be started, or its handshake failed.
    #[error("no start")]
    NoStart,
    /// It ended, or closed its output, in the middle of a game.
    #[error("crash")]
    Crash,
    /// It did not answer at all.
    #[error("silence")]
    Silence,
    /// It answered with something that is not of the protocol.
    #[error("garbage")]
    Garbage,
    /// It answered with a move that is not legal.
    #[error("illegal move")]
    IllegalMove,
    /// Its answer came after its time was over.
    #[error("time loss")]
    TimeLoss,
    /// It did not end when it was told to.
    #[error("refused quit")]
    RefusedQuit,
    /// It cannot play the game.
    #[error("unknown variant")]
    UnknownVariant,
}

//! What remains of a game: its moves, how it ended and why.

use std::time::Duration;

use damier_engine::score::Score;
use damier_rules::position::Side;
use damier_rules::rules::DrawRule;
use serde::{Deserialize, Serialize};

use super::player::{Fault, FaultKind};

/// A game that was played, or was to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The name of the game, such as `italian`.
    pub variant: String,
    /// The named game that it extends, when its rules were read from a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extends: Option<String>,
    /// The rules that differ from those of the named game, as `KEY=VALUE`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub house_rules: Vec<String>,
    /// The name of the player with the white pieces.
    pub white: String,
    /// The name of the player with the black pieces.
    pub black: String,
    /// The position before the first move, as FEN.
    pub start: String,
    /// How many of the moves were given as the opening, not played.
    pub opening: usize,
    /// All moves, those of the opening first.
    pub moves: Vec<MoveRecord>,
    /// The result.
    pub result: GameResult,
    /// Why the game has ended.
    pub reason: Reason,
    /// What went wrong: at most one fault decided the game; others came to light after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultRecord>,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move as Hub writes it, which is unambiguous: the ends, then every captured square.
    pub text: String,
    /// Seconds that the move took by the referee's clock; 0 in the opening.
    #[serde(with = "seconds", rename = "seconds")]
    pub time: Duration,
    /// The value from the mover's view, when the player named one; centi-men in files, see
    /// [`Score::raw`].
    #[serde(default, with = "centimen", skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Depth in plies, when the player named it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched, when the player named them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// White won.
    WhiteWins,
    /// Black won.
    BlackWins,
    /// Nobody won.
    Drawn,
    /// The game counts for nothing: it was broken off.
    None,
}

/// Why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Reason {
    /// A side had no move: no pieces, or all of them blocked.
    NoMoves {
        /// The side, which lost.
        #[serde(with = "SideName")]
        side: Side,
    },
    /// A rule of the game made it a draw.
    DrawRule {
        /// The rule.
        #[serde(with = "draw_rule")]
        rule: DrawRule,
        /// What was counted: plies, or occurrences of the position for repetition.
        count: u16,
        /// The count at which the rule draws.
        limit: u16,
    },
    /// Both players had long agreed that a side was lost.
    ResignAdjudication {
        /// The side, which lost.
        #[serde(with = "SideName")]
        side: Side,
    },
    /// Both players had long agreed that nobody was better.
    DrawAdjudication,
    /// The game had as many moves as it was allowed.
    LengthAdjudication {
        /// Plies played, those of the opening included.
        plies: usize,
    },
    /// A player ended it by its word: it gave up, or declared a draw that was believed.
    Declared {
        /// The side.
        #[serde(with = "SideName")]
        side: Side,
    },
    /// A player failed.
    Fault {
        /// The side that failed, which lost.
        #[serde(with = "SideName")]
        side: Side,
        /// How.
        fault: FaultKind,
    },
    /// The game was broken off from outside.
    Interrupted,
}

/// A fault with what is needed to see it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FaultRecord {
    /// The side that failed.
    #[serde(with = "SideName")]
    pub side: Side,
    /// The name of the player.
    pub player: String,
    /// The position on the board, as FEN.
    pub fen: String,
    /// What happened.
    pub fault: Fault,
}

impl GameResult {
    /// The result when this side wins.
    pub const fn won_by(side: Side) -> GameResult {
        match side {
            Side::White => GameResult::WhiteWins,
            Side::Black => GameResult::BlackWins,
        }
    }

    /// The side that won.
    pub const fn winner(self) -> Option<Side> {
        match self {
            GameResult::WhiteWins => Some(Side::White),
            GameResult::BlackWins => Some(Side::Black),
            GameResult::Drawn | GameResult::None => None,
        }
    }
}

impl GameRecord {
    /// The side that made the move at this index. Sides take turns, and a FEN begins with the side
    /// to move.
    pub fn mover(&self, index: usize) -> Side {
        let black_first = self.start.starts_with(['B', 'b']);
        if black_first == index.is_multiple_of(2) { Side::Black } else { Side::White }
    }

    /// Whether the player of a side failed, and must be restarted before it plays again.
    pub fn failed(&self, side: Side) -> bool {
        self.faults.iter().any(|record| record.side == side)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Side", rename_all = "kebab-case")]
enum SideName {
    White,
    Black,
}

/// Draw rules by their names.
mod draw_rule {
    use damier_rules::rules::DrawRule;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(rule: &DrawRule, serializer: S) -> Result<S::Ok, S::Error> {
        rule.name().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DrawRule, D::Error> {
        let name = String::deserialize(deserializer)?;
        DrawRule::named(&name)
            .ok_or_else(|| serde::de::Error::custom(format!("no draw rule is named `{name}`")))
    }
}

/// Durations as seconds, to the microsecond.
mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(time.as_micros() as f64 / 1e6)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        let seconds = f64::deserialize(deserializer)?;
        let micros = (seconds * 1e6).round();
        if !(0.0..=1e18).contains(&micros) {
            return Err(serde::de::Error::custom("a time in seconds is no such number"));
        }
        Ok(Duration::from_micros(micros as u64))
    }
}

/// Scores as centi-men.
mod centimen {
    use damier_engine::score::Score;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(
        score: &Option<Score>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        score.map(Score::raw).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Score>, D::Error> {
        Ok(Option::<i16>::deserialize(deserializer)?.map(Score::from_raw))
    }
}

//! Why a move was refused, in words.

use crate::position::Side;
use crate::rules::Criterion;

/// A move that is not legal, why, and what is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is illegal: {reason}{}{}", in_brackets(*.article), alternatives(.legal))]
pub struct Refusal {
    /// The move as written, cut to a length fit for a message.
    pub text: String,
    /// The reason.
    pub reason: Reason,
    /// The article of the rule, of the document [`Sources::document`]; `None` where no rule of the
    /// game but the board itself forbids the move.
    ///
    /// [`Sources::document`]: crate::rules::Sources::document
    pub article: Option<&'static str>,
    /// The legal moves that may have been meant, written as the refused one is, in the game's
    /// notation or as on Hub: completions of an unfinished capture, else moves of the same piece
    /// where it has any and the rule leaves a choice, else all.
    pub legal: Vec<String>,
}

/// Why a move is not legal; squares are named as in the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The side to move has no legal move.
    #[error("{0:?} has no legal move, the game is finished")]
    Finished(Side),
    /// The side to move has won: the other one has no piece.
    #[error("{0:?} has won, {other:?} has no piece left: the game is finished", other = .0.opponent())]
    Won(Side),
    /// Nothing stands on the first square.
    #[error("there is no piece on {0}")]
    EmptySquare(String),
    /// The piece on the first square is the other side's.
    #[error("the piece on {square} is the other side's; {turn:?} is to move")]
    OtherSide {
        /// The square.
        square: String,
        /// Whose turn it is.
        turn: Side,
    },
    /// The move takes nothing where a capture must be made.
    #[error("a capture is obligatory")]
    CaptureObligatory,
    /// Another capture takes more pieces.
    #[error("it takes {takes} where {must} must be taken")]
    MostPieces {
        /// What the capture takes.
        takes: u64,
        /// What must be taken.
        must: u64,
    },
    /// A man captures where a king must.
    #[error("a king must capture where a king and a man can")]
    ByKing,
    /// Another capture takes more kings.
    #[error("it takes kings: {takes}, where {must} must be taken")]
    MostKings {
        /// The kings it takes.
        takes: u64,
        /// The kings that must be taken.
        must: u64,
    },
    /// Another capture meets a king earlier.
    #[error("a king must be met as early as can be, here as piece {piece} of the capture")]
    EarliestKing {
        /// The first piece of the capture that must be a king and is not, counted from 1.
        piece: u32,
    },
    /// The capture goes on.
    #[error("the capture must be finished")]
    Unfinished,
    /// A flying king lands where it cannot go on although it can elsewhere.
    #[error("a king must land where it can go on capturing, not on {0}")]
    LandsWrong(String),
    /// A man takes a king.
    #[error("a man cannot take the king on {0}")]
    ManTakesKing(String),
    /// A man captures backward.
    #[error("men do not capture backward")]
    ManCapturesBackward,
    /// A man goes on capturing from the last row where the move ends there.
    #[error("a man that reaches the last row is crowned there and stops")]
    CrownedStops,
    /// A man goes on as a man where it goes on as a king.
    #[error("a man that reaches the last row while capturing goes on as a king")]
    GoesOnAsKing,
    /// A man goes on as a king where it goes on as a man.
    #[error("a man that reaches the last row while capturing goes on as a man")]
    GoesOnAsMan,
    /// A king moves or takes from afar where kings move one square.
    #[error("a king moves one square, and takes only what stands next to it")]
    KingMovesOneSquare,
    /// A man moves backward.
    #[error("men do not move backward")]
    ManMovesBackward,
    /// A man moves or takes from afar.
    #[error("a man moves one square, and takes only what stands next to it")]
    ManMovesOneSquare,
    /// Legal captures have these ends, none goes so.
    #[error("no capture with these ends goes this way")]
    OtherWay,
    /// The piece would end on a square that is occupied.
    #[error("square {0} is occupied")]
    Occupied(String),
    /// The squares do not lie on a diagonal.
    #[error("{from} and {to} do not lie on one diagonal")]
    NotDiagonal {
        /// The first of them.
        from: String,
        /// The other.
        to: String,
    },
    /// A piece of the own side is in the way.
    #[error("the own piece on {0} is in the way")]
    OwnPieceInTheWay(String),
    /// There are two pieces behind each other.
    #[error("two pieces stand behind each other between {from} and {to}")]
    TwoInTheWay {
        /// The square before them.
        from: String,
        /// The square behind them.
        to: String,
    },
    /// A piece taken earlier in the move would be jumped again.
    #[error(
        "the piece on {0} is already taken; it stays on the board until the move ends and cannot \
         be jumped twice"
    )]
    JumpedTwice(String),
    /// A piece taken earlier in the move stands in the way.
    #[error(
        "the piece on {0} is already taken; it stays on the board until the move ends and stands \
         in the way"
    )]
    TakenInTheWay(String),
    /// There is nothing to take.
    #[error("there is no piece to take between {from} and {to}")]
    NothingToTake {
        /// Where the jump begins.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// No rule in particular: the piece does not get there.
    #[error("the piece on {0} has no such move")]
    NoSuchMove(String),
}

impl Reason {
    /// The criterion of precedence by which another capture goes before, if that is the reason.
    pub const fn criterion(&self) -> Option<Criterion> {
        match self {
            Reason::MostPieces { .. } => Some(Criterion::MostPieces),
            Reason::ByKing => Some(Criterion::ByKing),
            Reason::MostKings { .. } => Some(Criterion::MostKings),
            Reason::EarliestKing { .. } => Some(Criterion::EarliestKing),
            _ => None,
        }
    }
}

fn in_brackets(article: Option<&str>) -> String {
    article.map_or_else(String::new, |article| format!(" ({article})"))
}

/// The legal moves as the end of a message; no more than anybody would read.
fn alternatives(legal: &[String]) -> String {
    const MOST: usize = 16;
    if legal.is_empty() {
        return String::new();
    }
    let shown: Vec<&str> = legal.iter().take(MOST).map(String::as_str).collect();
    match legal.len().saturating_sub(MOST) {
        0 => format!("; legal: {}", shown.join(", ")),
        more => format!("; legal: {} and {more} more", shown.join(", ")),
    }
}

//! Every number of the search, once.

use std::time::Duration;

use super::strength::Level;

/// Plies that a line may be deep; deeper ones are evaluated as they stand.
pub(super) const MAX_PLY: usize = 240;

/// The greatest nominal depth of a search, in plies.
pub const MAX_DEPTH: u32 = 120;

/// Depth after which an only move is played.
pub(super) const ONLY_MOVE_DEPTH: u32 = 6;

/// Nodes between two looks at clock and signal.
pub(super) const POLL_NODES: u64 = 1024;

/// Nodes that the first iteration may take beyond any limit. Positions of games need hundreds.
pub(super) const FIRST_NODES: u64 = 1 << 14;

/// The time from one look at the clock to the next that is aimed at.
pub(super) const POLL_TIME: Duration = Duration::from_millis(1);

/// Depth from which iterations search with a window around the last value.
pub(super) const ASPIRATION_DEPTH: u32 = 4;

/// Half the width of the first window, in centi-men.
pub(super) const ASPIRATION_WINDOW: i16 = 12;

/// A window that has grown wider than this, in centi-men, is opened altogether.
pub(super) const ASPIRATION_LIMIT: i16 = 400;

/// Least depth, in plies, at which late moves are reduced.
pub(super) const REDUCTION_DEPTH: i32 = 3;

/// Moves searched in full before others are reduced: outside a principal variation, and in one.
pub(super) const FULL_MOVES: [usize; 2] = [2, 4];

/// From this move on, outside the principal variation, reductions are one ply greater.
pub(super) const LATE_MOVE: usize = 7;

/// With so many pieces on the board, or fewer, every node is searched to its depth.
pub(super) const FEW_PIECES: usize = 7;

/// Least depth, in plies, at which a shallower search may settle a node.
pub(super) const SHALLOW_DEPTH: i32 = 3;

/// By how much the shallower search must be above the window, in centi-men a ply.
pub(super) const SHALLOW_MARGIN: i16 = 10;

/// The depth of the shallower search, in hundredths of the depth.
pub(super) const SHALLOW_SHARE: i32 = 40;

/// Greatest depth, in plies, at which an evaluation far above the window settles a node.
pub(super) const REVERSE_DEPTH: i32 = 5;

/// By how much it must be above, in centi-men a ply.
pub(super) const REVERSE_MARGIN: i16 = 25;

/// Least depth, in plies, at which the table is asked about the positions after all moves.
pub(super) const KNOWN_CUT_DEPTH: i32 = 2;

/// Least depth, in plies, at which a worker puts off the moves that others are at.
pub(super) const BUSY_DEPTH: i32 = 3;

/// The greatest weight of a move in the history table, either way.
pub(super) const HISTORY_LIMIT: i32 = 1 << 14;

/// Moves that a game is thought to last still, when the clock says nothing.
pub(super) const MOVES_LEFT: u32 = 25;

/// The share of the increment that is spent on a move.
pub(super) const INCREMENT_SHARE: f64 = 0.8;

/// How many times its target a move may take while an iteration is running.
pub(super) const HARD_FACTOR: f64 = 4.0;

/// The greatest share of the clock that one move may take.
pub(super) const CLOCK_SHARE: f64 = 0.5;

/// The share of the target after which no new iteration is begun.
pub(super) const NEW_ITERATION_SHARE: f64 = 0.6;

/// Strength 1.
pub(super) const STRENGTH_ONE: Level = Level { depth: 1, margin: 40, sacrifices: false };

/// Strength 2.
pub(super) const STRENGTH_TWO: Level = Level { depth: 3, margin: 30, sacrifices: true };

/// Positions looked at by a weak strength to see what its moves give away.
pub(super) const SETTLING_NODES: u32 = 100_000;

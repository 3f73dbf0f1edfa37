//! Every number of the search, once: one line adds one.
//!
//! A line names the engine a number came from and the values it was matched against, as recorded
//! in `engine/SEARCH.md`; one that names neither was set by hand and never measured alone.

use std::time::Duration;

use super::strength::Level;

/// A number of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchParameter {
    /// Its name in the code.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// The least and the greatest value that make sense.
    pub range: (f64, f64),
    /// In what it is measured.
    pub unit: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// Declares the numbers and the table of them.
macro_rules! parameters {
    ($($name:ident: $type:ty = $value:literal in $least:literal, $most:literal; $unit:literal; $about:literal)*) => {
        $(#[doc = concat!($about, ", in ", $unit, " from ", $least, " to ", $most, ".")]
        pub(super) const $name: $type = $value;)*

        /// Every number of the search that is tuned, with its unit and range.
        ///
        /// ```
        /// use damier_engine::search::SEARCH_PARAMETERS;
        ///
        /// let margin = SEARCH_PARAMETERS.iter().find(|parameter| parameter.name == "PROBCUT_MARGIN").unwrap();
        /// assert_eq!(margin.unit, "centi-men a ply");
        /// ```
        pub const SEARCH_PARAMETERS: &[SearchParameter] = &[$(SearchParameter {
            name: stringify!($name),
            value: $value as f64,
            range: ($least as f64, $most as f64),
            unit: $unit,
            about: $about,
        }),*];
    };
}

parameters! {
    ONLY_MOVE_DEPTH: u32 = 6 in 1, 30; "plies"; "Depth after which an only move is played"
    ASPIRATION_DEPTH: u32 = 4 in 1, 20; "plies"; "Depth from which iterations have an aspiration window"
    ASPIRATION_WINDOW: i16 = 12 in 1, 200; "centi-men"; "Half the width of the first aspiration window (matched against 8 and 20)"
    ASPIRATION_LIMIT: i16 = 400 in 50, 8000; "centi-men"; "Width beyond which a failed window is opened altogether"
    REDUCTION_DEPTH: i32 = 3 in 1, 16; "plies"; "Least depth at which late moves are reduced"
    FULL_MOVES: usize = 2 in 1, 8; "moves"; "Moves searched in full before others are reduced (matched against 3)"
    FULL_MOVES_PV: usize = 4 in 1, 16; "moves"; "The same in a principal variation"
    LATE_MOVE: usize = 7 in 2, 32; "moves"; "From this move on reductions are one ply greater, outside a principal variation (matched against 5 and 10)"
    FEW_PIECES: usize = 7 in 0, 12; "pieces"; "With so many pieces or fewer nothing is pruned: only a full search distinguishes a win from an advantage (`won_endings_are_brought_home` asks for it)"
    PROBCUT_DEPTH: i32 = 3 in 1, 16; "plies"; "Least depth for ProbCut"
    PROBCUT_MARGIN: i16 = 10 in 0, 100; "centi-men a ply"; "By how much ProbCut's search must be above the window (Scan; matched against 6)"
    PROBCUT_SHARE: i32 = 40 in 10, 90; "hundredths"; "Depth of ProbCut's search, as a share of the node's (Scan)"
    REVERSE_FUTILITY_DEPTH: i32 = 5 in 0, 16; "plies"; "Greatest depth for reverse futility pruning (Viridithas)"
    REVERSE_FUTILITY_MARGIN: i16 = 25 in 0, 200; "centi-men a ply"; "By how much the static evaluation must be above the window (Viridithas; matched against 17)"
    ETC_DEPTH: i32 = 2 in 1, 16; "plies"; "Least depth for the enhanced transposition cutoff"
    DEFER_DEPTH: i32 = 3 in 1, 16; "plies"; "Least depth at which moves that other workers search are deferred"
    HISTORY_LIMIT: i32 = 16384 in 256, 32767; "points"; "Greatest history score, either way"
    MOVES_LEFT: u32 = 25 in 5, 80; "moves"; "Moves that a game is expected to last still, without a time control by moves"
    INCREMENT_SHARE: f64 = 0.8 in 0.0, 1.0; "shares"; "Share of the increment that is spent on a move"
    HARD_FACTOR: f64 = 4.0 in 1.0, 10.0; "times"; "How many times its target a move may take while an iteration is running"
    CLOCK_SHARE: f64 = 0.5 in 0.05, 1.0; "shares"; "Greatest share of the clock that one move may take"
    NEW_ITERATION_SHARE: f64 = 0.6 in 0.1, 1.0; "shares"; "Share of the target after which no new iteration is begun"
    EXCHANGE_NODES: u32 = 100000 in 1000, 10000000; "positions"; "Positions looked at by a weak strength to see what its moves give away"
}

/// Plies that a line may be deep; deeper ones are evaluated as they stand.
pub(super) const MAX_PLY: usize = 240;

/// The greatest nominal depth of a search, in plies.
pub const MAX_DEPTH: u32 = 120;

/// Nodes between two looks at clock and signal.
pub(super) const POLL_NODES: u64 = 1024;

/// Nodes that the first iteration may take beyond any limit. Positions of games need hundreds.
pub(super) const FIRST_NODES: u64 = 1 << 14;

/// The time from one look at the clock to the next that is aimed at.
pub(super) const POLL_TIME: Duration = Duration::from_millis(1);

/// Strength 1.
pub(super) const STRENGTH_ONE: Level = Level { depth: 1, margin: 40, sacrifices: false };

/// Strength 2.
pub(super) const STRENGTH_TWO: Level = Level { depth: 3, margin: 30, sacrifices: true };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_inside_its_range() {
        for SearchParameter { name, value, range: (least, most), .. } in SEARCH_PARAMETERS {
            assert!(least <= value && value <= most, "{name} is {value}");
        }
    }
}

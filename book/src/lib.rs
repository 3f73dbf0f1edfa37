//! Openings: ballots, the positions from which matches begin.

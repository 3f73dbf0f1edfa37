//! What Damier tells people and programs: rules in words, diagrams, reports.
//!
//! Reports are values that serialise to the command's JSON; their text for people keeps to
//! [`layout::WIDTH`] columns and is returned as lines, or written to a writer that is passed. The
//! crate reads no options and prints nothing itself, so that a page, a library or a test can use
//! it as the command does.
//!
//! [`rules`] tells the rules of a game, [`board`] draws positions, [`moves`], [`captures`],
//! [`refusal`], [`analysis`] and [`perft`] say what is found in one, [`mod@matches`] what a match has
//! come to, [`weights`] what a file of weights is. [`parts`] is what these share.

pub mod analysis;
pub mod board;
pub mod captures;
pub mod layout;
pub mod matches;
pub mod moves;
pub mod parts;
pub mod perft;
pub mod refusal;
pub mod rules;
pub mod weights;

//! What the test binaries share: readers of the data files, written notation, and an independent
//! generator of moves.

// Each binary is compiled with its own copy and uses only a part of it.
#![allow(dead_code)]

pub mod command;
pub mod data;
pub mod fen;
pub mod oracle;
pub mod oracle_board;
pub mod oracle_precedence;
pub mod plain;
pub mod replay;
pub mod scatter;
pub mod strategies;

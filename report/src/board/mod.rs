//! Positions as diagrams in text and SVG, in words, and as a report.

mod diagram;
mod last_move;
mod report;
pub mod spoken;
mod svg;

pub use diagram::{Signs, View, marked, numbers, pieces};
pub use last_move::LastMove;
pub use report::{BoardReport, LastMoveReport};
pub use svg::{Arrow, SvgDiagram, svg};

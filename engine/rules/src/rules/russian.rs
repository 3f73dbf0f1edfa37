//! Russian draughts: FMJD, Section 64, *Rules of the game* (fmjd64.org).

use super::*;
use crate::board::Geometry;
use crate::position::Side;

pub(super) const RULES: RuleSet = RuleSet {
    name: "russian",
    aliases: &["shashki"],
    title: "Russian draughts",
    extends: None,
    moves: MoveRules {
        geometry: Geometry::Eight,
        king: KingRange::Flying,
        men_capture_backward: true,
        men_capture_kings: true,
        capture: CaptureDuty::Mandatory,
        break_off: false,
        crowning: Crowning::Passing,
        precedence: Precedence::NONE,
    },
    start: Start { first: Side::White, rows: 3 },
    draws: draw_sets::FMJD_64,
    notation: Notation {
        numbering: Numbering { first: Corner::TopLeft, turned: false },
        names: SquareNames::Algebraic,
        capture_sign: ':',
        results: ResultStyle::One,
        pdn_type: 25,
        pydraughts: Some(Pydraughts {
            position: Numbering { first: Corner::TopLeft, turned: false },
            swapped: false,
            moves: Numbering { first: Corner::BottomLeft, turned: false },
        }),
    },
    sources: Sources {
        document: "FMJD-64: FMJD Section 64, Rules of the game; Kodeks 2004",
        start: "FMJD-64",
        first: "FMJD-64",
        king: "FMJD-64",
        men_capture_backward: "FMJD-64",
        men_capture_kings: "FMJD-64",
        capture: "FMJD-64",
        break_off: "FMJD-64 art. 4.6",
        crowning: "FMJD-64; Kodeks 2004",
        precedence: "FMJD-64: free choice",
        criteria: &[],
        notation: "PDN 3.0 GameType 25",
    },
};

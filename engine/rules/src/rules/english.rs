//! English draughts, American checkers: WCDF, *Rules of Draughts (Checkers)*,
//! wcdf.net/rules/rules_of_checkers_english.pdf.

use super::*;
use crate::board::Geometry;
use crate::position::Side;

pub(super) const RULES: RuleSet = RuleSet {
    name: "english",
    aliases: &["american", "checkers"],
    title: "English draughts, American checkers",
    extends: None,
    moves: MoveRules {
        geometry: Geometry::Eight,
        king: KingRange::Short,
        men_capture_backward: false,
        men_capture_kings: true,
        capture: CaptureDuty::Mandatory,
        break_off: false,
        crowning: Crowning::Ends,
        precedence: Precedence::NONE,
    },
    start: Start { first: Side::Black, rows: 3 },
    draws: draw_sets::ENGLISH,
    notation: Notation {
        numbering: Numbering { first: Corner::TopLeft, turned: false },
        names: SquareNames::Numeric,
        capture_sign: 'x',
        results: ResultStyle::One,
        pdn_type: 21,
        pydraughts: Some(Pydraughts {
            position: Numbering { first: Corner::BottomRight, turned: false },
            swapped: true,
            moves: Numbering { first: Corner::TopLeft, turned: false },
        }),
    },
    sources: Sources {
        document: "WCDF, Rules of Draughts (Checkers)",
        start: "art. 1.4-1.5",
        first: "art. 1.5",
        king: "art. 1.17",
        men_capture_backward: "art. 1.18",
        men_capture_kings: "art. 1.18",
        capture: "art. 1.20",
        break_off: "art. 1.20",
        crowning: "art. 1.19",
        precedence: "art. 1.20",
        criteria: &[],
        notation: "art. 1.5; PDN 3.0 GameType 21",
    },
};

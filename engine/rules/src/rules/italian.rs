//! Italian draughts, Federazione Italiana Dama, *Regolamento Tecnico*, January 2025.
//!
//! The text of 2025 was not at hand: its rules are taken from a page that states them with that
//! source, article numbers from the edition of 2008 (RegTec_CAPO_I). Those of 2025 stand beside them
//! where a program of 2026 cites them.

use super::*;
use crate::board::Geometry;
use crate::position::Side;

pub(super) const RULES: RuleSet = RuleSet {
    name: "italian",
    aliases: &["dama"],
    title: "Italian draughts",
    extends: None,
    moves: MoveRules {
        geometry: Geometry::Eight,
        king: KingRange::Short,
        men_capture_backward: false,
        men_capture_kings: false,
        capture: CaptureDuty::Mandatory,
        break_off: false,
        crowning: Crowning::Ends,
        precedence: Precedence::of(&[
            Criterion::MostPieces,
            Criterion::ByKing,
            Criterion::MostKings,
            Criterion::EarliestKing,
        ]),
    },
    start: Start { first: Side::White, rows: 3 },
    draws: draw_sets::ITALIAN,
    notation: Notation {
        numbering: Numbering { first: Corner::TopLeft, turned: true },
        names: SquareNames::Numeric,
        capture_sign: 'x',
        results: ResultStyle::One,
        pdn_type: 22,
        pydraughts: None,
    },
    sources: Sources {
        document: "F.I.D., Regolamento Tecnico, 2008 and 2025",
        start: "art. 2.3-2.6, 2025 art. 1.1.2.3",
        first: "art. 3.4, 2025 art. 1.1.3.4",
        king: "art. 4.7",
        men_capture_backward: "art. 5.3 a",
        men_capture_kings: "art. 5.3 b",
        capture: "art. 5",
        break_off: "art. 5.5-5.9",
        crowning: "F.I.D., Le 10 regole; Regolamento 2025",
        precedence: "art. 6.6-6.10, 2025 art. 1.1.6.6-1.1.6.9",
        criteria: &[
            "art. 6.6, 2025 art. 1.1.6.6",
            "art. 6.7, 2025 art. 1.1.6.7",
            "art. 6.8, 2025 art. 1.1.6.8",
            "art. 6.9, 2025 art. 1.1.6.9",
        ],
        notation: "art. 2.4; PDN 3.0 GameType 22",
    },
};

//! International draughts: FMJD, *Annex 1, Official Rules of International Draughts*, 2015.

use super::*;
use crate::board::Geometry;
use crate::position::Side;

pub(super) const RULES: RuleSet = RuleSet {
    name: "international",
    aliases: &["normal", "standard"],
    title: "International draughts",
    extends: None,
    moves: MoveRules {
        geometry: Geometry::Ten,
        king: KingRange::Flying,
        men_capture_backward: true,
        men_capture_kings: true,
        capture: CaptureDuty::Mandatory,
        break_off: false,
        crowning: Crowning::Rest,
        precedence: Precedence::of(&[Criterion::MostPieces]),
    },
    start: Start { first: Side::White, rows: 4 },
    draws: draw_sets::INTERNATIONAL,
    notation: Notation {
        numbering: Numbering { first: Corner::TopLeft, turned: false },
        names: SquareNames::Numeric,
        capture_sign: 'x',
        results: ResultStyle::Two,
        pdn_type: 20,
        pydraughts: None,
    },
    sources: Sources {
        document: "FMJD, Annex 1, Official Rules of International Draughts (2015)",
        start: "Annex 1",
        first: "Annex 1",
        king: "Annex 1, art. 4.8, 4.11 while capturing",
        men_capture_backward: "Annex 1",
        men_capture_kings: "art. 4.13: man and king count alike",
        capture: "Annex 1",
        break_off: "Annex 1, art. 4.8, 4.11",
        crowning: "art. 4.15",
        precedence: "art. 4.13",
        criteria: &[],
        notation: "PDN 3.0 GameType 20",
    },
};

//! Brazilian draughts: international rules on 64 squares (CBD; FMJD Section 64).

use super::*;
use crate::board::Geometry;

pub(super) const RULES: RuleSet = RuleSet {
    name: "brazilian",
    aliases: &[],
    title: "Brazilian draughts",
    extends: None,
    moves: MoveRules {
        geometry: Geometry::Eight,
        ..international::RULES.moves
    },
    start: russian::RULES.start,
    draws: draw_sets::FMJD_64,
    notation: Notation {
        capture_sign: 'x',
        pdn_type: 26,
        ..russian::RULES.notation
    },
    sources: Sources {
        document: "CBD; FMJD-64: FMJD Section 64; FMJD Annex 1: international rules",
        start: "FMJD-64",
        first: "FMJD-64",
        king: "FMJD Annex 1, art. 4.8, 4.11 while capturing",
        men_capture_backward: "FMJD Annex 1",
        men_capture_kings: "FMJD Annex 1, art. 4.13: man and king count alike",
        capture: "FMJD Annex 1",
        break_off: "FMJD Annex 1, art. 4.8, 4.11",
        crowning: "FMJD Annex 1, art. 4.15",
        precedence: "FMJD Annex 1, art. 4.13",
        criteria: &[],
        notation: "PDN 3.0 GameType 26",
    },
};

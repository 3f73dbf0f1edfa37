//! Czech draughts: Česká unie dámy, *Pravidla české dámy*, damweb.cz/pravidla/cdfull.html.

use super::*;
use crate::board::Geometry;

pub(super) const RULES: RuleSet = RuleSet {
    name: "czech",
    aliases: &[],
    title: "Czech draughts",
    extends: None,
    moves: MoveRules {
        geometry: Geometry::Eight,
        king: KingRange::Flying,
        men_capture_backward: false,
        men_capture_kings: true,
        capture: CaptureDuty::Mandatory,
        break_off: false,
        crowning: Crowning::Ends,
        precedence: Precedence::of(&[Criterion::ByKing]),
    },
    start: russian::RULES.start,
    draws: draw_sets::CZECH,
    notation: Notation {
        capture_sign: 'x',
        pdn_type: 29,
        pydraughts: None,
        ..russian::RULES.notation
    },
    sources: Sources {
        document: "ČUD, Pravidla české dámy",
        start: "ČUD",
        first: "ČUD",
        king: "ČUD art. 3.9",
        men_capture_backward: "ČUD art. 4.1",
        men_capture_kings: "ČUD",
        capture: "ČUD",
        break_off: "ČUD",
        crowning: "ČUD; fmjd.org, variant czech",
        precedence: "ČUD art. 4.14",
        criteria: &[],
        notation: "PDN 3.0 GameType 29",
    },
};

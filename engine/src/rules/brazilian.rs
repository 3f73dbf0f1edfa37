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
    draws: russian::RULES.draws,
    notation: Notation {
        capture_sign: 'x',
        pdn_type: 26,
        ..russian::RULES.notation
    },
    sources: Sources {
        document: "CBD and FMJD Section 64: international rules on 64 squares",
        draws: russian::RULES.sources.draws,
        notation: "PDN 3.0 GameType 26",
        ..international::RULES.sources
    },
};

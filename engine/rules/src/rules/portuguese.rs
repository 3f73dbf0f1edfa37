//! Portuguese draughts: Federação Portuguesa de Damas, *Damas Clássicas*, 2021.

use super::*;

pub(super) const RULES: RuleSet = RuleSet {
    name: "portuguese",
    aliases: &[],
    title: "Portuguese draughts",
    draws: draw_sets::PORTUGUESE,
    notation: Notation {
        pdn_type: 28,
        ..spanish::RULES.notation
    },
    sources: Sources {
        document: "FPD, Damas Clássicas (2011, 2013, 2021)",
        start: "FPD: dark corner at the right",
        first: "FPD",
        king: "FPD",
        men_capture_backward: "FPD",
        men_capture_kings: "FPD",
        capture: "FPD",
        break_off: "FPD",
        crowning: "FPD",
        precedence: "FPD: quantity, then quality",
        criteria: &[],
        notation: "PDN 3.0 GameType 28",
    },
    ..spanish::RULES
};

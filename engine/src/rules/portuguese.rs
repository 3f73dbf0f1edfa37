//! Portuguese draughts: Federação Portuguesa de Damas, *Damas Clássicas*, 2021.

use super::*;

pub(super) const RULES: RuleSet = RuleSet {
    name: "portuguese",
    aliases: &[],
    title: "Portuguese draughts",
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
        draws: DrawSources {
            repetition: "FPD 3.2.c",
            quiet_moves: "FPD 3.2.a",
            three_to_one_main_road: "FPD 3.2.b",
            ..DrawSources::NONE
        },
        notation: "PDN 3.0 GameType 28",
    },
    ..spanish::RULES
};

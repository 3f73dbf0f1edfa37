//! American pool checkers: APCA, *Tournament rules*, art. 14-26.

use super::*;

pub(super) const RULES: RuleSet = RuleSet {
    name: "pool",
    aliases: &[],
    title: "American pool checkers",
    extends: None,
    moves: MoveRules {
        precedence: Precedence::NONE,
        ..brazilian::RULES.moves
    },
    start: english::RULES.start,
    draws: draw_sets::POOL,
    notation: Notation {
        pdn_type: 23,
        pydraughts: None,
        ..english::RULES.notation
    },
    sources: Sources {
        document: "APCA, Tournament rules, art. 14-26",
        start: "APCA",
        first: "APCA: Black",
        king: "APCA",
        men_capture_backward: "APCA",
        men_capture_kings: "APCA",
        capture: "APCA",
        break_off: "APCA",
        crowning: "APCA: goes on as a man",
        precedence: "APCA: free choice",
        criteria: &[],
        notation: "PDN 3.0 GameType 23",
    },
};

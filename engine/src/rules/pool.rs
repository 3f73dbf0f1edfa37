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
    draws: DrawRules { repetition: Some(3), three_to_one: 13, three: Three::Kings, ..DrawRules::NONE },
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
        draws: DrawSources {
            repetition: "APCA art. 14-26",
            three_to_one: "APCA art. 14-26: 13 moves",
            ..DrawSources::NONE
        },
        notation: "PDN 3.0 GameType 23",
    },
};

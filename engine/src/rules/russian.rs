//! Russian draughts: FMJD, Section 64, *Rules of the game* (fmjd64.org).

use super::*;
use crate::board::Geometry;
use crate::position::Side;

pub(super) const RULES: RuleSet = RuleSet {
    name: "russian",
    aliases: &["shashki"],
    title: "Russian draughts",
    extends: None,
    moves: MoveRules {
        geometry: Geometry::Eight,
        king: KingRange::Flying,
        men_capture_backward: true,
        men_capture_kings: true,
        capture: CaptureDuty::Mandatory,
        break_off: false,
        crowning: Crowning::Passing,
        precedence: Precedence::NONE,
    },
    start: Start { first: Side::White, rows: 3 },
    draws: DrawRules {
        repetition: Some(3),
        king_moves: 15,
        three_to_one: 15,
        three: Three::KingsOrMore,
        three_to_one_main_road: 5,
        main_road: MainRoad::Lone,
        two_to_one: 5,
        balance_4_5: 30,
        balance_6_7: 60,
        ..DrawRules::NONE
    },
    notation: Notation {
        numbering: Numbering { first: Corner::TopLeft, turned: false },
        names: SquareNames::Algebraic,
        capture_sign: ':',
        results: ResultStyle::One,
        pdn_type: 25,
        pydraughts: Some(Pydraughts {
            position: Numbering { first: Corner::TopLeft, turned: false },
            swapped: false,
            moves: Numbering { first: Corner::BottomLeft, turned: false },
        }),
    },
    sources: Sources {
        document: "FMJD-64: FMJD Section 64, Rules of the game; Kodeks 2004",
        start: "FMJD-64",
        first: "FMJD-64",
        king: "FMJD-64",
        men_capture_backward: "FMJD-64",
        men_capture_kings: "FMJD-64",
        capture: "FMJD-64",
        break_off: "FMJD-64 art. 4.6",
        crowning: "FMJD-64; Kodeks 2004",
        precedence: "FMJD-64: free choice",
        criteria: &[],
        draws: DrawSources {
            repetition: "FMJD-64 7.2.3",
            king_moves: "FMJD-64 7.2.5",
            three_to_one: "FMJD-64 7.2.4",
            three_to_one_main_road: "FMJD-64 7.2.7",
            two_to_one: "FMJD-64 7.2.8",
            balance_4_5: "FMJD-64 7.2.6",
            balance_6_7: "FMJD-64 7.2.6",
            ..DrawSources::NONE
        },
        notation: "PDN 3.0 GameType 25",
    },
};

//! The sets of draw rules that have a name.

use super::draws::{
    Clause, DrawRule, DrawRules, KINGS_FROM_THREE, MainRoad, Material, Resets, THREE_KINGS,
    THREE_PIECES, TWO_KINGS_ALONE, TWO_OF_A_KIND, TWO_PIECES, UP_TO_THREE_KINGS, UP_TO_TWO_PIECES,
};
use super::{ALL, HOUSE_RULE};

/// No draw but by agreement.
pub const NO_DRAWS: DrawRules =
    DrawRules::of("off", "no draw but by agreement", (None, HOUSE_RULE), &[]);

/// Italian draughts as counted since the regulations of 2008.
pub(super) const ITALIAN: DrawRules = DrawRules::of(
    "italian",
    "F.I.D., art. 9.3 and 10.4",
    (Some(4), "art. 9.3 b1"),
    &[any(
        DrawRule::QUIET_MOVES,
        40,
        Resets::CaptureOrCrowning,
        "art. 10.4: without capture or crowning",
    )],
);

/// Italian draughts by the edition of 2025, as a program of 2026 cites it; its text was not at hand.
const FID_2025: DrawRules = DrawRules::of(
    "fid-2025",
    "F.I.D., January 2025",
    (Some(4), "art. 9.3 b1"),
    &[any(DrawRule::KING_MOVES, 40, Resets::CaptureOrManMove, "Regolamento 2025, art. 1.1.10")],
);

pub(super) const ENGLISH: DrawRules = DrawRules::of(
    "english",
    "WCDF",
    (Some(3), "art. 1.32.1"),
    &[any(DrawRule::QUIET_MOVES, 40, Resets::CaptureOrManMove, "art. 1.32.2")],
);

/// FMJD, Section 64: Russian and Brazilian draughts.
pub(super) const FMJD_64: DrawRules = DrawRules::of(
    "fmjd-64",
    "FMJD, Section 64",
    (Some(3), "FMJD-64 7.2.3"),
    &[
        few(DrawRule::THREE_TO_ONE, KINGS_FROM_THREE, None, 15, "FMJD-64 7.2.4"),
        few(
            DrawRule::THREE_TO_ONE_MAIN_ROAD,
            THREE_PIECES,
            Some(MainRoad::Held),
            5,
            "FMJD-64 7.2.7",
        ),
        few(DrawRule::TWO_TO_ONE, UP_TO_TWO_PIECES, None, 5, "FMJD-64 7.2.8"),
        balance(DrawRule::BALANCE_4_5, 4, 5, 30, "FMJD-64 7.2.6"),
        balance(DrawRule::BALANCE_6_7, 6, 7, 60, "FMJD-64 7.2.6"),
        any(DrawRule::KING_MOVES, 15, Resets::CaptureOrManMove, "FMJD-64 7.2.5"),
    ],
);

/// Brazilian draughts in Brazil.
const CBD: DrawRules = DrawRules::of(
    "cbd",
    "CBD, CODEX 2020, art. 59",
    (Some(3), "CODEX 2020 art. 59"),
    &[
        few(
            DrawRule::THREE_TO_ONE_MAIN_ROAD,
            THREE_PIECES,
            Some(MainRoad::Held),
            5,
            "CODEX 2020 art. 59",
        ),
        few(DrawRule::TWO_TO_ONE, TWO_PIECES, None, 5, "CODEX 2020 art. 59"),
        few(DrawRule::ONE_TO_ONE, TWO_KINGS_ALONE, None, 2, "CODEX 2020 art. 59"),
        few(DrawRule::TWO_TO_TWO, TWO_OF_A_KIND, None, 5, "CODEX 2020 art. 59"),
        any(DrawRule::KING_MOVES, 20, Resets::CaptureOrManMove, "CODEX 2020 art. 59"),
    ],
);

/// International draughts in Brazil.
const CBD_100: DrawRules = DrawRules::of(
    "cbd-100",
    "CBD, CODEX 2020, art. 60",
    (Some(3), "CODEX 2020 art. 60"),
    &[
        few(DrawRule::THREE_TO_ONE, THREE_PIECES, None, 15, "CODEX 2020 art. 60"),
        few(DrawRule::ONE_TO_ONE, TWO_KINGS_ALONE, None, 2, "CODEX 2020 art. 60"),
        few(DrawRule::TWO_TO_TWO, TWO_OF_A_KIND, None, 5, "CODEX 2020 art. 60"),
        any(DrawRule::KING_MOVES, 25, Resets::CaptureOrManMove, "CODEX 2020 art. 60"),
    ],
);

pub(super) const PORTUGUESE: DrawRules = DrawRules::of(
    "portuguese",
    "FPD, Damas Clássicas",
    (Some(3), "FPD 3.2.c"),
    &[
        few(
            DrawRule::THREE_TO_ONE_MAIN_ROAD,
            THREE_KINGS,
            Some(MainRoad::Attacked),
            12,
            "FPD 3.2.b",
        ),
        any(DrawRule::QUIET_MOVES, 20, Resets::CaptureOrCrowning, "FPD 3.2.a"),
    ],
);

/// The Portuguese clauses: none were found in Spanish texts.
pub(super) const SPANISH: DrawRules = PORTUGUESE.cited(
    "spanish",
    "those of the FPD: no Spanish clause found",
    "FPD, Damas Clássicas 3.2.c; no Spanish clause found",
    &[
        "FPD, Damas Clássicas 3.2.b; no Spanish clause found",
        "FPD, Damas Clássicas 3.2.a; no Spanish clause found",
    ],
);

pub(super) const CZECH: DrawRules = DrawRules::of(
    "czech",
    "ČUD, Pravidla české dámy, art. 6",
    (Some(3), "ČUD art. 6: third repetition"),
    &[
        few(DrawRule::THREE_TO_ONE, UP_TO_THREE_KINGS, Some(MainRoad::Open), 15, "ČUD art. 6"),
        few(
            DrawRule::THREE_TO_ONE_MAIN_ROAD,
            UP_TO_THREE_KINGS,
            Some(MainRoad::Held),
            5,
            "ČUD art. 6",
        ),
        few(DrawRule::TWO_TO_ONE, UP_TO_TWO_PIECES, None, 5, "ČUD art. 6"),
        any(
            DrawRule::QUIET_MOVES,
            15,
            Resets::CaptureOrManMove,
            "ČUD art. 6: without capture or man's move",
        ),
    ],
);

pub(super) const POOL: DrawRules = DrawRules::of(
    "pool",
    "APCA, art. 14-26",
    (Some(3), "APCA art. 14-26"),
    &[few(DrawRule::THREE_TO_ONE, THREE_KINGS, None, 13, "APCA art. 14-26: 13 moves")],
);

pub(super) const INTERNATIONAL: DrawRules = DrawRules::of(
    "international",
    "FMJD, Annex 1, art. 6",
    (Some(3), "art. 6.1"),
    &[
        few(DrawRule::THREE_TO_ONE, THREE_PIECES, None, 16, "art. 6.3"),
        few(DrawRule::TWO_TO_ONE, UP_TO_TWO_PIECES, None, 5, "art. 6.4"),
        any(DrawRule::KING_MOVES, 25, Resets::CaptureOrManMove, "art. 6.2"),
    ],
);

/// Sets beside those of the games.
const OTHERS: [DrawRules; 4] = [NO_DRAWS, FID_2025, CBD, CBD_100];

/// Every set of draw rules, each name once: those of the games, then those beside them.
pub fn draw_sets() -> impl Iterator<Item = DrawRules> {
    let named = ALL.iter().map(|rules| rules.draws).enumerate().filter(|(index, set)| {
        !ALL.iter().take(*index).any(|earlier| earlier.draws.name == set.name)
    });
    named.map(|(_, set)| set).chain(OTHERS)
}

const fn any(rule: DrawRule, moves: u16, resets: Resets, article: &'static str) -> Clause {
    Clause { rule, material: Material::Any, road: None, moves, resets, article }
}

const fn few(
    rule: DrawRule,
    material: Material,
    road: Option<MainRoad>,
    moves: u16,
    article: &'static str,
) -> Clause {
    Clause { rule, material, road, moves, resets: Resets::Capture, article }
}

const fn balance(
    rule: DrawRule,
    least: usize,
    most: usize,
    moves: u16,
    article: &'static str,
) -> Clause {
    let material = Material::Balance(least, most);
    Clause { rule, material, road: None, moves, resets: Resets::CaptureOrCrowning, article }
}

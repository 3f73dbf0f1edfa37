//! Spanish draughts: realidad-simulada.es and the Galician *Regulamento* of 2010 (tresedama).
//!
//! No draw clauses were found in them; those of the Portuguese federation are used.

use super::*;
use crate::board::Geometry;
use crate::position::Side;

pub(super) const RULES: RuleSet = RuleSet {
    name: "spanish",
    aliases: &[],
    title: "Spanish draughts",
    extends: None,
    moves: MoveRules {
        geometry: Geometry::Eight,
        king: KingRange::Flying,
        men_capture_backward: false,
        men_capture_kings: true,
        capture: CaptureDuty::Mandatory,
        break_off: false,
        crowning: Crowning::Ends,
        precedence: Precedence::of(&[Criterion::MostPieces, Criterion::MostKings]),
    },
    start: Start { first: Side::White, rows: 3 },
    draws: draw_sets::SPANISH,
    notation: Notation {
        numbering: Numbering { first: Corner::BottomRight, turned: true },
        names: SquareNames::Numeric,
        capture_sign: 'x',
        results: ResultStyle::One,
        pdn_type: 24,
        pydraughts: None,
    },
    sources: Sources {
        document: "realidad-simulada.es; Regulamento (tresedama, 2010)",
        start: "realidad-simulada.es: dark corner at the right",
        first: "realidad-simulada.es",
        king: "realidad-simulada.es",
        men_capture_backward: "realidad-simulada.es",
        men_capture_kings: "realidad-simulada.es",
        capture: "realidad-simulada.es",
        break_off: "realidad-simulada.es",
        crowning: "realidad-simulada.es",
        precedence: "realidad-simulada.es: quantity, then quality",
        criteria: &[],
        notation: "PDN 3.0 GameType 24",
    },
};

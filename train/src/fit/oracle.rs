//! The model's value in integers as its definition has it, for tests: the engine's own way to it is
//! another.

use damier_engine::eval::features::Features;
use damier_engine::eval::model::{ACTIVATION, Model, Network, OUTPUT_UNIT, Patterns, UNITS};
use damier_rules::position::{Position, Side};

/// The value of a position as the side to move sees it, in 1/[`UNITS`] of a logit.
pub(super) fn units(model: &Model, features: &Features, position: &Position) -> i32 {
    let network = model.network.as_ref().map_or(0, |of| network(of, features, position));
    let patterns = model.patterns.as_ref().map_or(0, |of| patterns(of, features, position));
    network + patterns
}

fn sides(position: &Position) -> [Side; 2] {
    [position.turn(), position.turn().opponent()]
}

fn network(network: &Network, features: &Features, position: &Position) -> i32 {
    let hidden = network.hidden;
    let bucket = features.bucket(position);
    let output = network.output[2 * hidden * bucket..].chunks(hidden);
    let mut sum = 0;
    for (side, output) in sides(position).into_iter().zip(output) {
        let mut sums = network.biases.clone();
        for input in features.active(side, position) {
            let column = &network.columns[input * hidden..][..hidden];
            sums.iter_mut().zip(column).for_each(|(sum, weight)| *sum += weight);
        }
        for (at, weight) in sums.iter().zip(output) {
            let active = i32::from((*at).clamp(0, ACTIVATION));
            sum += active * active * i32::from(*weight);
        }
    }
    let one = i64::from(ACTIVATION) * i64::from(ACTIVATION) * i64::from(OUTPUT_UNIT);
    let units = i64::from(sum) * i64::from(UNITS / i32::from(OUTPUT_UNIT));
    (units / (one / i64::from(OUTPUT_UNIT))) as i32 + i32::from(network.output_biases[bucket])
}

fn patterns(patterns: &Patterns, features: &Features, position: &Position) -> i32 {
    let [own, other] = sides(position).map(|side| {
        let cells = features.picked(side, position);
        let cells = cells.iter().map(|cell| patterns.cells[cell]);
        let terms = features.own_terms(side, position).map(|term| patterns.terms[term]);
        cells.chain(terms).fold([0, 0], |[full, empty], add| {
            [full + i32::from(add[0]), empty + i32::from(add[1])]
        })
    });
    let (fullness, pieces) = (features.fullness(position) as i32, features.pieces() as i32);
    let (full, empty) = (own[0] - other[0], own[1] - other[1]);
    (full * fullness + empty * (pieces - fullness)) / pieces
}

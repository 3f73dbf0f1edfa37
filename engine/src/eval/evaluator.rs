//! The evaluation with memory: each position's hidden sums are updated from an earlier one's.

use smallvec::SmallVec;

use super::features::{Features, KINDS};
use super::model::{ACTIVATION, Model, Network, OUTPUT_UNIT, Patterns, UNITS};
use super::{Evaluation, kernels};
use crate::score::Score;
use damier_rules::board::SquareSet;
use damier_rules::position::{Position, Side};

/// An evaluation with memory, for one search worker.
///
/// For each ply it keeps the network's hidden sums of the position that was valued there last. The
/// next position on that ply is mostly a sibling of it or a child of the one above: few inputs have
/// changed from the nearer of the two, and only their columns are added and taken away. Values do
/// not depend on the memory.
pub(crate) struct Evaluator<'a> {
    evaluation: &'a Evaluation,
    plies: Vec<Sums>,
}

/// The hidden sums of one position.
struct Sums {
    pieces: [SquareSet; KINDS],
    /// White's view, then Black's.
    views: Vec<i16>,
}

impl<'a> Evaluator<'a> {
    pub fn new(evaluation: &'a Evaluation) -> Evaluator<'a> {
        Evaluator { evaluation, plies: Vec::new() }
    }

    /// The value of a position `ply` plies from the root, see [`Evaluation::value`].
    pub fn value(&mut self, position: &Position, ply: usize) -> Score {
        let Some(model) = &self.evaluation.model else {
            return self.evaluation.bootstrap.value(position);
        };
        let sums = model.network.as_ref().map(|network| {
            while self.plies.len() <= ply {
                self.plies.push(Sums::of_nothing(network));
            }
            let (above, here) = self.plies.split_at_mut(ply);
            let sums = &mut here[0];
            if let Some(parent) = above.last()
                && parent.distance(position) < sums.distance(position)
            {
                sums.copy(parent);
            }
            sums.turn_to(network, self.evaluation.features, position);
            &*sums
        });
        self.evaluation.scaled(
            model,
            position,
            units(self.evaluation.features, model, sums, position),
        )
    }
}

impl Model {
    /// The value of a position for the side to move, in [`UNITS`], from scratch; without what an
    /// [`Evaluation`] knows of drawish endings. The position must be on the model's board.
    pub fn units(&self, position: &Position) -> i32 {
        let features = Features::new(self.geometry);
        let sums = self.network.as_ref().map(|network| {
            let mut sums = Sums::of_nothing(network);
            sums.turn_to(network, features, position);
            sums
        });
        units(features, self, sums.as_ref(), position)
    }
}

fn units(features: &Features, model: &Model, sums: Option<&Sums>, position: &Position) -> i32 {
    let by_network = match (&model.network, sums) {
        (Some(network), Some(sums)) => {
            sums.output(network, features.bucket(position), position.turn())
        }
        _ => 0,
    };
    let patterns = model.patterns.as_ref();
    by_network + patterns.map_or(0, |patterns| pattern_units(patterns, features, position))
}

/// The value of the patterns, in [`UNITS`], for the side to move.
fn pattern_units(patterns: &Patterns, features: &Features, position: &Position) -> i32 {
    let turn = position.turn();
    let mover = view(patterns, features, turn, position);
    let opponent = view(patterns, features, turn.opponent(), position);
    let (full, empty) = (mover.0 - opponent.0, mover.1 - opponent.1);
    let (fullness, pieces) = (features.fullness(position) as i32, features.pieces() as i32);
    (full * fullness + empty * (pieces - fullness)) / pieces
}

/// The sums of a view's weights on a full board and on an empty one.
fn view(patterns: &Patterns, features: &Features, view: Side, position: &Position) -> (i32, i32) {
    let cells = features.picked(view, position);
    let cells = cells.iter().map(|cell| patterns.cells[cell]);
    let terms = features.own_terms(view, position).map(|term| patterns.terms[term]);
    cells
        .chain(terms)
        .fold((0, 0), |sum, [full, empty]| (sum.0 + i32::from(full), sum.1 + i32::from(empty)))
}

/// Inputs that change between two positions, for White's view and for Black's; at most as many as
/// pieces stand on two boards.
type Changes = SmallVec<[[u16; 2]; 64]>;

/// Men and kings of White, then of Black.
fn pieces(position: &Position) -> [SquareSet; KINDS] {
    [
        position.men_of(Side::White),
        position.kings_of(Side::White),
        position.men_of(Side::Black),
        position.kings_of(Side::Black),
    ]
}

impl Sums {
    /// The sums of an empty board.
    fn of_nothing(network: &Network) -> Sums {
        let views = [&network.biases[..], &network.biases[..]].concat();
        Sums { pieces: [SquareSet::EMPTY; KINDS], views }
    }

    /// Makes these the same as `source`, in the same memory.
    fn copy(&mut self, source: &Sums) {
        self.pieces = source.pieces;
        self.views.copy_from_slice(&source.views);
    }

    /// How many inputs of a view differ from those of `position`.
    fn distance(&self, position: &Position) -> usize {
        let now = pieces(position);
        let both = self.pieces.iter().zip(now);
        both.map(|(before, now)| before.without(now).len() + now.without(*before).len()).sum()
    }

    /// Makes these the sums of `position`.
    fn turn_to(&mut self, network: &Network, features: &Features, position: &Position) {
        let (mut set, mut unset) = (Changes::new(), Changes::new());
        let now = pieces(position);
        for (kind, (pieces, now)) in self.pieces.iter_mut().zip(now).enumerate() {
            let before = std::mem::replace(pieces, now);
            for square in now.without(before) {
                set.push(features.inputs_of(kind, square));
            }
            for square in before.without(now) {
                unset.push(features.inputs_of(kind, square));
            }
        }
        kernels::update(&mut self.views, &network.columns, &set, &unset);
    }

    /// The value of the network, in [`UNITS`], for the side to move.
    fn output(&self, network: &Network, bucket: usize, turn: Side) -> i32 {
        let hidden = network.hidden;
        let (white, black) = self.views.split_at(hidden);
        let (mover, opponent) = if turn == Side::White { (white, black) } else { (black, white) };
        let weights = &network.output[bucket * 2 * hidden..][..2 * hidden];
        let (first, second) = weights.split_at(hidden);
        let sum = kernels::output(mover, first) + kernels::output(opponent, second);
        to_units(sum) + i32::from(network.output_biases[bucket])
    }
}

/// The output layer's sum in [`UNITS`].
fn to_units(sum: i32) -> i32 {
    let activation = i64::from(ACTIVATION);
    let whole = activation * activation * i64::from(OUTPUT_UNIT);
    (i64::from(sum) * i64::from(UNITS) / whole) as i32
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::eval::Weights;
    use crate::eval::model::{COLUMN_LIMIT, Calibration, HIDDEN_STEP, MOST_HIDDEN, OUTPUT_LIMIT};
    use damier_rules::board::Geometry;
    use damier_rules::rules::ALL;
    use damier_rules::variant::Variant;

    /// A model of random weights, up to the limits when `wild`.
    fn model(geometry: Geometry, hidden: usize, wild: bool, rng: &mut impl Rng) -> Model {
        let features = Features::new(geometry);
        let mut weights = |count: usize, limit: i16| -> Vec<i16> {
            let span = 2 * u64::from(limit.unsigned_abs()) + 1;
            (0..count).map(|_| (rng.next_u64() % span) as i16 - limit).collect()
        };
        let part = if wild { 1 } else { 8 };
        let network = Network {
            hidden,
            columns: weights(features.inputs() * hidden, COLUMN_LIMIT / part),
            biases: weights(hidden, COLUMN_LIMIT / part),
            output: weights(8 * 2 * hidden, OUTPUT_LIMIT),
            output_biases: weights(8, 999),
        };
        let patterns = Patterns {
            cells: weights(2 * features.cells(), 99).as_chunks().0.to_vec(),
            terms: weights(2 * features.terms(), 99).as_chunks().0.to_vec(),
        };
        Model {
            game: String::new(),
            geometry,
            fingerprint: 0,
            calibration: Calibration { scale: 60.0, even: [90.0; 8], spread: [50.0; 8] },
            network: Some(network),
            patterns: Some(patterns),
        }
    }

    /// The network's value as the definition has it, in wide integers.
    fn plain(network: &Network, features: &Features, position: &Position) -> i32 {
        let bucket = features.bucket(position);
        let mut sum = 0_i64;
        for (half, view) in [position.turn(), position.turn().opponent()].into_iter().enumerate() {
            for neuron in 0..network.hidden {
                let inputs = features.active(view, position);
                let weights = inputs.map(|input| network.columns[input * network.hidden + neuron]);
                let total = weights.map(i64::from).sum::<i64>() + i64::from(network.biases[neuron]);
                let activation = total.clamp(0, 255);
                let index = (2 * bucket + half) * network.hidden + neuron;
                sum += activation * activation * i64::from(network.output[index]);
            }
        }
        (sum * 1024 / (255 * 255 * 64)) as i32 + i32::from(network.output_biases[bucket])
    }

    #[test]
    fn memory_changes_no_value_and_the_vector_loops_agree_with_the_definition() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for set in ALL {
            let geometry = set.moves.geometry;
            let features = Features::new(geometry);
            let variant = Variant::new(*set);
            for (hidden, wild) in [(HIDDEN_STEP, false), (MOST_HIDDEN, true)] {
                let model = Arc::new(model(geometry, hidden, wild, &mut rng));
                let evaluation = Evaluation::new(&set.moves, &Weights::Given(model.clone()));
                let mut evaluator = Evaluator::new(&evaluation);
                let mut position = set.start_position();
                for _ in 0..120 {
                    let moves = variant.generated(&position);
                    if moves.is_empty() {
                        break;
                    }
                    position = position.make(&moves[rng.next_u64() as usize % moves.len()]);
                    let value = evaluation.value(&position);
                    let ply = rng.next_u64() as usize % 5;
                    assert_eq!(evaluator.value(&position, ply), value, "{}", set.name);
                    assert_eq!(evaluation.value(&position.mirrored(geometry)), value);
                    let alone = Model { patterns: None, ..(*model).clone() };
                    let network = alone.network.as_ref().unwrap();
                    let expected = plain(network, features, &position);
                    assert_eq!(alone.units(&position), expected);
                }
            }
        }
    }

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let set = &ALL[0];
        let model = model(set.moves.geometry, HIDDEN_STEP, false, &mut rng);
        let evaluation = Evaluation::new(&set.moves, &Weights::Given(Arc::new(model)));
        let start = set.start_position();
        let chances = |score| evaluation.chances(&start, score).unwrap();
        let mut last = 0.0;
        for centimen in (-500..500).step_by(50) {
            let now = chances(Score::evaluation(centimen));
            assert!((now.win + now.draw + now.loss - 1.0).abs() < 1e-9);
            assert!(now.win > last && now.draw >= 0.0);
            last = now.win;
        }
        assert_eq!(chances(Score::win_in(9)).win, 1.0);
        assert!(
            Evaluation::new(&set.moves, &Weights::Bootstrap).chances(&start, Score::DRAW).is_none()
        );
    }
}

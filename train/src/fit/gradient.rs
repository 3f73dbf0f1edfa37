//! The value of a position, and how the loss changes with the weights.

use damier_engine::eval::features::{Features, Picked};
use damier_rules::position::Position;

use super::Loss;
use super::split::Targets;
use super::weights::{FloatWeights, Shape};
use crate::samples::Sample;

/// Floats that are worked on together.
const LANES: usize = 16;

/// What a part of a batch needs and finds; the buffers are kept from batch to batch.
#[derive(Clone, Debug)]
pub(super) struct BatchPart {
    scratch: Scratch,
    /// How the loss changes with each dense weight.
    pub gradient: Vec<f32>,
    /// The cells of patterns that the part's samples pick.
    pub touches: Vec<Touch>,
    /// The sum of the losses.
    pub loss: f64,
}

/// The cells that a sample picks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    /// Of the view of the side to move.
    pub mover: Picked,
    /// Of the view of the other side.
    pub opponent: Picked,
    /// How the loss changes with the logit.
    pub slope: f32,
    /// How full the board is, 0 to 1.
    pub fullness: f32,
}

/// What is computed on the way to a value.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    /// The inputs set in the view of the side to move and in the other.
    inputs: [Vec<u16>; 2],
    /// The hidden neurons before activation, of both views.
    sums: Vec<f32>,
    /// How the loss changes with them.
    slopes: Vec<f32>,
}

impl Scratch {
    pub fn new(shape: &Shape) -> Scratch {
        Scratch {
            inputs: [Vec::with_capacity(64), Vec::with_capacity(64)],
            sums: vec![0.0; 2 * shape.hidden],
            slopes: vec![0.0; 2 * shape.hidden],
        }
    }
}

/// The weights by which positions are valued.
#[derive(Clone, Copy)]
pub(super) struct WeightsView<'a> {
    pub features: &'static Features,
    pub shape: Shape,
    pub dense: &'a [f32],
    pub cells: &'a [[f32; 2]],
}

impl<'a> WeightsView<'a> {
    /// The weights, with those for `dense` in place of their own.
    pub fn of(
        features: &'static Features,
        weights: &'a FloatWeights,
        dense: &'a [f32],
    ) -> WeightsView<'a> {
        WeightsView { features, shape: weights.shape, dense, cells: &weights.cells }
    }

    /// The logit of a position as the side to move sees it.
    #[inline(always)]
    pub fn logit(&self, scratch: &mut Scratch, position: &Position) -> f32 {
        let network = if self.shape.hidden > 0 { self.network(scratch, position) } else { 0.0 };
        if self.shape.terms == 0 {
            return network;
        }
        let sides = [position.turn(), position.turn().opponent()];
        let [mover, opponent] = sides.map(|side| self.features.picked(side, position));
        network + self.patterns(position, mover, opponent)
    }

    /// The network's part of the logit; leaves its sums in `scratch`.
    #[inline(always)]
    fn network(&self, scratch: &mut Scratch, position: &Position) -> f32 {
        let Shape { hidden, .. } = self.shape;
        let biases = &self.dense[self.shape.biases()];
        let sides = [position.turn(), position.turn().opponent()];
        let views = scratch.sums.chunks_exact_mut(hidden).zip(&mut scratch.inputs).zip(sides);
        for ((sums, inputs), side) in views {
            inputs.clear();
            inputs.extend(self.features.active(side, position).map(|input| input as u16));
            sums.copy_from_slice(biases);
            for &input in &*inputs {
                add(sums, &self.dense[usize::from(input) * hidden..][..hidden]);
            }
        }
        let bucket = self.features.bucket(position);
        let output = &self.dense[self.shape.output()][2 * hidden * bucket..][..2 * hidden];
        let mut lanes = [0.0; LANES];
        for (sums, output) in chunks(&scratch.sums).iter().zip(chunks(output)) {
            for ((lane, sum), weight) in lanes.iter_mut().zip(sums).zip(output) {
                let active = sum.clamp(0.0, 1.0);
                *lane += active * active * weight;
            }
        }
        lanes.iter().sum::<f32>() + self.dense[self.shape.output_biases()][bucket]
    }

    /// The patterns' part of the logit.
    #[inline(always)]
    fn patterns(&self, position: &Position, mover: Picked, opponent: Picked) -> f32 {
        let terms = self.dense[self.shape.terms()].as_chunks::<2>().0;
        let side = |view, picked: Picked| {
            let cells = picked.iter().map(|cell| self.cells[cell]);
            let terms = self.features.own_terms(view, position).map(|term| terms[term]);
            cells
                .chain(terms)
                .fold([0.0; 2], |[full, empty], add: [f32; 2]| [full + add[0], empty + add[1]])
        };
        let mover = side(position.turn(), mover);
        let opponent = side(position.turn().opponent(), opponent);
        let fullness = self.fullness(position);
        (mover[0] - opponent[0]) * fullness + (mover[1] - opponent[1]) * (1.0 - fullness)
    }

    fn fullness(&self, position: &Position) -> f32 {
        self.features.fullness(position) as f32 / self.features.pieces() as f32
    }
}

impl BatchPart {
    pub fn new(shape: &Shape) -> BatchPart {
        BatchPart {
            scratch: Scratch::new(shape),
            gradient: vec![0.0; shape.dense()],
            touches: Vec::new(),
            loss: 0.0,
        }
    }

    /// Finds the gradient of the loss of these samples, each counting `weight`.
    #[inline(always)]
    pub fn learn(
        &mut self,
        view: &WeightsView,
        samples: &[Sample],
        order: &[u32],
        targets: &Targets,
        loss: Loss,
        weight: f32,
    ) {
        self.gradient.fill(0.0);
        self.touches.clear();
        self.loss = 0.0;
        for &at in order {
            let sample = &samples[at as usize];
            let position = &sample.position;
            let target = targets.of(sample);
            let network = match view.shape.hidden {
                0 => 0.0,
                _ => view.network(&mut self.scratch, position),
            };
            if view.shape.terms == 0 {
                let (loss, slope) = slope(loss, network, target);
                self.loss += f64::from(loss);
                self.network(view, position, slope * weight);
                continue;
            }
            let sides = [position.turn(), position.turn().opponent()];
            let [mover, opponent] = sides.map(|side| view.features.picked(side, position));
            let logit = network + view.patterns(position, mover, opponent);
            let (loss, slope) = slope(loss, logit, target);
            let slope = slope * weight;
            self.loss += f64::from(loss);
            if view.shape.hidden > 0 {
                self.network(view, position, slope);
            }
            let fullness = view.fullness(position);
            self.terms(view, position, slope, fullness);
            self.touches.push(Touch { mover, opponent, slope, fullness });
        }
    }

    /// Adds a sample's gradient of the network's weights; `scratch` is that of its value.
    #[inline(always)]
    fn network(&mut self, view: &WeightsView, position: &Position, slope: f32) {
        let shape = &view.shape;
        let hidden = shape.hidden;
        let bucket = view.features.bucket(position);
        self.gradient[shape.output_biases()][bucket] += slope;
        let at = 2 * hidden * bucket;
        let output = &view.dense[shape.output()][at..][..2 * hidden];
        let gradient = &mut self.gradient[shape.output()][at..][..2 * hidden];
        let Scratch { inputs, sums, slopes } = &mut self.scratch;
        let rows = chunks(sums).iter().zip(chunks(output));
        let found = slopes.as_chunks_mut::<LANES>().0.iter_mut();
        let changed = gradient.as_chunks_mut::<LANES>().0.iter_mut();
        for ((sums, output), (slopes, gradient)) in rows.zip(found.zip(changed)) {
            for lane in 0..LANES {
                let sum = sums[lane];
                let active = sum.clamp(0.0, 1.0);
                gradient[lane] += slope * active * active;
                let moves = if sum > 0.0 && sum < 1.0 { 2.0 * active } else { 0.0 };
                slopes[lane] = slope * output[lane] * moves;
            }
        }
        for (slopes, inputs) in slopes.chunks_exact(hidden).zip(inputs) {
            add(&mut self.gradient[shape.biases()], slopes);
            for &input in &*inputs {
                add(&mut self.gradient[usize::from(input) * hidden..][..hidden], slopes);
            }
        }
    }

    /// Adds a sample's gradient of the single terms.
    #[inline(always)]
    fn terms(&mut self, view: &WeightsView, position: &Position, slope: f32, fullness: f32) {
        let terms = self.gradient[view.shape.terms()].as_chunks_mut::<2>().0;
        let turn = position.turn();
        for (side, slope) in [(turn, slope), (turn.opponent(), -slope)] {
            for term in view.features.own_terms(side, position) {
                terms[term][0] += slope * fullness;
                terms[term][1] += slope * (1.0 - fullness);
            }
        }
    }
}

/// The loss of a logit, and how it changes with it.
#[inline(always)]
pub(super) fn slope(loss: Loss, logit: f32, target: f32) -> (f32, f32) {
    let expected = logistic(logit);
    match loss {
        Loss::CrossEntropy => (cross_entropy(logit, target), expected - target),
        Loss::Squared => {
            let error = expected - target;
            (error * error, 2.0 * error * expected * (1.0 - expected))
        }
    }
}

/// The expected result, 0 to 1, that a logit means.
#[inline(always)]
pub(super) fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The cross entropy of an expected result given as a logit.
#[inline(always)]
pub(super) fn cross_entropy(logit: f32, target: f32) -> f32 {
    logit.max(0.0) - logit * target + (-logit.abs()).exp().ln_1p()
}

#[inline(always)]
fn add(sums: &mut [f32], column: &[f32]) {
    for (sums, column) in sums.as_chunks_mut::<LANES>().0.iter_mut().zip(chunks(column)) {
        for (sum, weight) in sums.iter_mut().zip(column) {
            *sum += weight;
        }
    }
}

#[inline(always)]
fn chunks(floats: &[f32]) -> &[[f32; LANES]] {
    floats.as_chunks().0
}

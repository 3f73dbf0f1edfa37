//! The weights as they are fitted, and as a model.

use std::ops::Range;

use damier_engine::eval::features::{BUCKETS, Features};
use damier_engine::eval::model::{
    ACTIVATION, COLUMN_LIMIT, Network, OUTPUT_LIMIT, OUTPUT_UNIT, Patterns, UNITS,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

/// The greatest pattern weight and output bias either way, in logits.
const LOGIT_LIMIT: f32 = 16.0;

/// Where each kind of weight lies in the list of all that a batch changes as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub inputs: usize,
    pub hidden: usize,
    /// Terms of patterns, 0 where there are none.
    pub terms: usize,
    /// Cells of patterns, 0 where there are none.
    pub cells: usize,
}

impl Shape {
    pub fn new(features: &Features, hidden: usize, patterns: bool) -> Shape {
        let (terms, cells) = if patterns { (features.terms(), features.cells()) } else { (0, 0) };
        Shape { inputs: features.inputs(), hidden, terms, cells }
    }

    pub fn columns(&self) -> Range<usize> {
        0..self.inputs * self.hidden
    }

    pub fn biases(&self) -> Range<usize> {
        let start = self.columns().end;
        start..start + self.hidden
    }

    pub fn output(&self) -> Range<usize> {
        let start = self.biases().end;
        start..start + 2 * BUCKETS * self.hidden
    }

    pub fn output_biases(&self) -> Range<usize> {
        let start = self.output().end;
        start..start + if self.hidden == 0 { 0 } else { BUCKETS }
    }

    /// Pairs, on a full and on an empty board.
    pub fn terms(&self) -> Range<usize> {
        let start = self.output_biases().end;
        start..start + 2 * self.terms
    }

    /// Weights that a batch changes as a whole.
    pub fn dense(&self) -> usize {
        self.terms().end
    }

    /// Weights in all.
    pub fn parameters(&self) -> usize {
        self.dense() + 2 * self.cells
    }

    /// Each kind of weight with its greatest value and what 1 is as an integer.
    fn kinds(&self) -> [(Range<usize>, f32, f32); 5] {
        let activation = f32::from(ACTIVATION);
        let column = f32::from(COLUMN_LIMIT) / activation;
        let unit = f32::from(OUTPUT_UNIT);
        let units = UNITS as f32;
        [
            (self.columns(), column, activation),
            (self.biases(), column, activation),
            (self.output(), f32::from(OUTPUT_LIMIT) / unit, unit),
            (self.output_biases(), LOGIT_LIMIT, units),
            (self.terms(), LOGIT_LIMIT, units),
        ]
    }
}

/// The weights: activations from 0 to 1, values in logits.
#[derive(Clone, Debug)]
pub(super) struct FloatWeights {
    pub shape: Shape,
    /// Of network and terms, see [`Shape`].
    pub dense: Vec<f32>,
    /// Of the patterns' cells, on a full and on an empty board.
    pub cells: Vec<[f32; 2]>,
}

impl FloatWeights {
    /// Weights to begin with.
    pub fn random(shape: Shape, rng: &mut Xoshiro256PlusPlus) -> FloatWeights {
        let mut dense = vec![0.0; shape.dense()];
        let mut fill = |range: Range<usize>, middle: f32, spread: f32| {
            for weight in &mut dense[range] {
                // 24 bits: all that a float between 0 and 1 holds.
                let share = (rng.next_u64() >> 40) as f32 / (1 << 24) as f32;
                *weight = middle + spread * (2.0 * share - 1.0);
            }
        };
        fill(shape.columns(), 0.0, 0.15);
        fill(shape.biases(), 0.3, 0.1);
        fill(shape.output(), 0.0, 0.15);
        FloatWeights { shape, dense, cells: vec![[0.0; 2]; shape.cells] }
    }

    /// The weights of a model of this shape.
    pub fn of(
        shape: Shape,
        network: Option<&Network>,
        patterns: Option<&Patterns>,
    ) -> FloatWeights {
        let mut weights: Vec<i16> = Vec::new();
        if let Some(network) = network {
            weights.extend(&network.columns);
            weights.extend(&network.biases);
            weights.extend(&network.output);
            weights.extend(&network.output_biases);
        }
        weights.extend(patterns.iter().flat_map(|patterns| patterns.terms.as_flattened()));
        let mut dense: Vec<f32> = weights.into_iter().map(f32::from).collect();
        for (range, _, unit) in shape.kinds() {
            dense[range].iter_mut().for_each(|weight| *weight /= unit);
        }
        let cell = |cell: &[i16; 2]| cell.map(|weight| f32::from(weight) / UNITS as f32);
        let cells = patterns.map(|patterns| patterns.cells.iter().map(cell).collect());
        FloatWeights { shape, dense, cells: cells.unwrap_or_default() }
    }

    /// Keeps all weights where their integers are allowed.
    pub fn clip(&mut self) {
        for (range, limit, _) in self.shape.kinds() {
            self.dense[range].iter_mut().for_each(|weight| *weight = weight.clamp(-limit, limit));
        }
    }

    /// Writes the weights into `dense`, those of the network as the file has them.
    pub fn round(&self, dense: &mut [f32]) {
        dense.copy_from_slice(&self.dense);
        let network = 0..self.shape.output_biases().end;
        for (range, _, unit) in self.shape.kinds() {
            if range.end <= network.end {
                // The reciprocal of an integer unit is not exact; the quotient is.
                dense[range].iter_mut().for_each(|w| *w = (*w * unit).round_ties_even() / unit);
            }
        }
    }

    /// The weights as the file has them.
    pub fn quantised(&self) -> (Option<Network>, Option<Patterns>) {
        let [columns, biases, output, output_biases, terms] = self.shape.kinds().map(|kind| {
            let (range, limit, unit) = kind;
            let weight = |w: &f32| (w.clamp(-limit, limit) * unit).round_ties_even() as i16;
            self.dense[range].iter().map(weight).collect::<Vec<i16>>()
        });
        let hidden = self.shape.hidden;
        let network = Network { hidden, columns, biases, output, output_biases };
        let unit =
            |w: f32| (w.clamp(-LOGIT_LIMIT, LOGIT_LIMIT) * UNITS as f32).round_ties_even() as i16;
        let patterns = Patterns {
            cells: self.cells.iter().map(|cell| cell.map(unit)).collect(),
            terms: terms.as_chunks().0.to_vec(),
        };
        ((hidden > 0).then_some(network), (self.shape.terms > 0).then_some(patterns))
    }
}

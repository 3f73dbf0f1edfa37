//! Steps along the gradient, by Adam (Kingma and Ba 2015).

use damier_engine::eval::features::WINDOW_CELLS;
use rayon::prelude::*;

use super::gradient::{BatchPart, Touch};

/// The share of the mean gradient that is kept in a step.
const KEEP: f32 = 0.9;

/// The share of the mean square of the gradient that is kept in a step.
const KEEP_SQUARE: f32 = 0.999;

/// What keeps steps finite where the gradient is 0.
const EPSILON: f32 = 1e-8;

/// The same for cells. The gradient of a cell that one sample of a usual batch picks is about 4e-5;
/// so little is no ground for a whole step.
const CELL_EPSILON: f32 = 2e-5;

/// The means of the weights that every batch changes.
#[derive(Clone, Debug)]
pub(super) struct Dense {
    mean: Vec<f32>,
    square: Vec<f32>,
    /// The gradient of the batch.
    sum: Vec<f32>,
}

impl Dense {
    pub fn new(count: usize) -> Dense {
        Dense { mean: vec![0.0; count], square: vec![0.0; count], sum: vec![0.0; count] }
    }

    /// A step by what the parts of a batch found.
    #[inline(always)]
    pub fn step(&mut self, weights: &mut [f32], parts: &[BatchPart], pace: Pace) {
        let rate = pace.rate;
        self.sum.fill(0.0);
        for part in parts {
            self.sum.iter_mut().zip(&part.gradient).for_each(|(sum, found)| *sum += found);
        }
        let [mean_bias, square_bias] = biases(pace.step);
        let means = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, gradient), (mean, square)) in weights.iter_mut().zip(&self.sum).zip(means) {
            *mean = KEEP * *mean + (1.0 - KEEP) * gradient;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * gradient * gradient;
            *weight -= rate * (*mean / mean_bias) / ((*square / square_bias).sqrt() + EPSILON);
        }
    }
}

/// By what the means are too small for having begun at 0.
fn biases(step: u32) -> [f32; 2] {
    [KEEP, KEEP_SQUARE].map(|keep| 1.0 - keep.powi(step.min(1 << 20) as i32))
}

/// The means of the cells of patterns. A batch changes few of them, so each is brought up to date
/// when it is picked.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    means: Vec<Means>,
    /// The gradient of the batch, for the cells in `touched`.
    sums: Vec<[f32; 2]>,
    /// For each window the cells that the batch picks.
    touched: Vec<Vec<u32>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Means {
    mean: [f32; 2],
    square: [f32; 2],
    /// The last step that picked the cell.
    step: u32,
}

impl Cells {
    pub fn new(count: usize) -> Cells {
        Cells {
            means: vec![Means::default(); count],
            sums: vec![[0.0; 2]; count],
            touched: vec![Vec::new(); count / WINDOW_CELLS],
        }
    }

    /// A step by what the parts of a batch found.
    pub fn step(&mut self, weights: &mut [[f32; 2]], parts: &[BatchPart], pace: Pace) {
        let weights = weights.par_chunks_mut(WINDOW_CELLS);
        let means = self.means.par_chunks_mut(WINDOW_CELLS);
        let sums = self.sums.par_chunks_mut(WINDOW_CELLS);
        let windows = weights.zip(means).zip(sums).zip(&mut self.touched).enumerate();
        windows.for_each(|(number, (((weights, means), sums), touched))| {
            touched.clear();
            let mut window = Window { number, weights, means, sums, touched };
            parts.iter().flat_map(|part| &part.touches).for_each(|touch| window.add(touch, pace));
            window.apply(pace);
        });
    }
}

/// How a step goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Its number, from 1.
    pub step: u32,
    /// The learning rate.
    pub rate: f32,
    /// The cells of patterns are drawn to 0 by this times the rate.
    pub decay: f32,
}

/// One window's cells in a step.
struct Window<'a> {
    number: usize,
    weights: &'a mut [[f32; 2]],
    means: &'a mut [Means],
    sums: &'a mut [[f32; 2]],
    touched: &'a mut Vec<u32>,
}

impl Window<'_> {
    fn add(&mut self, touch: &Touch, pace: Pace) {
        for (picked, slope) in [(&touch.mover, touch.slope), (&touch.opponent, -touch.slope)] {
            let Some(cell) = picked.iter().nth(self.number) else { continue };
            let cell = cell % WINDOW_CELLS;
            if self.means[cell].step != pace.step {
                self.catch_up(cell, pace);
            }
            self.sums[cell][0] += slope * touch.fullness;
            self.sums[cell][1] += slope * (1.0 - touch.fullness);
        }
    }

    /// Does what the steps since the last did that picked the cell, but for moving its weights
    /// along the mean gradient.
    fn catch_up(&mut self, cell: usize, pace: Pace) {
        let means = &mut self.means[cell];
        let missed = (pace.step - means.step) as i32;
        means.mean = means.mean.map(|mean| mean * KEEP.powi(missed - 1));
        means.square = means.square.map(|square| square * KEEP_SQUARE.powi(missed - 1));
        means.step = pace.step;
        let keep = (1.0 - pace.rate * pace.decay).powi(missed);
        self.weights[cell] = self.weights[cell].map(|weight| weight * keep);
        self.sums[cell] = [0.0; 2];
        self.touched.push(cell as u32);
    }

    fn apply(&mut self, pace: Pace) {
        let biases = biases(pace.step);
        for &cell in &*self.touched {
            let cell = cell as usize;
            for end in 0..2 {
                let gradient = self.sums[cell][end];
                let Means { mean, square, .. } = &mut self.means[cell];
                mean[end] = KEEP * mean[end] + (1.0 - KEEP) * gradient;
                square[end] = KEEP_SQUARE * square[end] + (1.0 - KEEP_SQUARE) * gradient * gradient;
                let size = (square[end] / biases[1]).sqrt() + CELL_EPSILON;
                self.weights[cell][end] -= pace.rate * (mean[end] / biases[0]) / size;
            }
        }
    }
}

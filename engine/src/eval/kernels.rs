//! The vector loops of the network.
//!
//! Each is one loop in plain Rust, compiled for every vector unit named here and picked when the
//! program runs; the plain version is the same loop. Sums of integers do not depend on the order
//! of addition, so all give the same numbers.

// The macro calls functions of a vector unit, after it has found the unit.
#![allow(unsafe_code)]

use multiversion::multiversion;

use super::model::{ACTIVATION, HIDDEN_STEP};

/// Adds the columns of inputs that were set to a view's sums, takes away those of inputs that were
/// unset. `columns` holds a column of the sums' length for each input.
#[multiversion(targets("x86_64+avx2", "x86_64+sse4.1"))]
pub(super) fn update(sums: &mut [i16], columns: &[i16], set: &[u16], unset: &[u16]) {
    let hidden = sums.len();
    for (step, sums) in sums.as_chunks_mut::<HIDDEN_STEP>().0.iter_mut().enumerate() {
        let part = |input: u16| {
            let start = usize::from(input) * hidden + step * HIDDEN_STEP;
            columns[start..start + HIDDEN_STEP].as_chunks::<HIDDEN_STEP>().0[0]
        };
        let mut now = *sums;
        for &input in set {
            let column = part(input);
            for (sum, weight) in now.iter_mut().zip(column) {
                *sum = sum.wrapping_add(weight);
            }
        }
        for &input in unset {
            let column = part(input);
            for (sum, weight) in now.iter_mut().zip(column) {
                *sum = sum.wrapping_sub(weight);
            }
        }
        *sums = now;
    }
}

/// The weighted sum of a view's squared activations. [`OUTPUT_LIMIT`](super::model::OUTPUT_LIMIT)
/// keeps the 16-bit product from overflowing.
#[multiversion(targets("x86_64+avx2", "x86_64+sse4.1"))]
pub(super) fn output(sums: &[i16], weights: &[i16]) -> i32 {
    let mut total = 0_i32;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let activation = sum.clamp(0, ACTIVATION);
        let product = activation.wrapping_mul(weight);
        total = total.wrapping_add(i32::from(product) * i32::from(activation));
    }
    total
}

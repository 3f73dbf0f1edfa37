//! The vector loops of the network.
//!
//! Each is one loop in plain Rust, compiled for every vector unit named here and picked when the
//! program runs; the plain version is the same loop. Sums of integers do not depend on the order
//! of addition, so all give the same numbers.

// The macro calls functions of a vector unit, after it has found the unit.
#![allow(unsafe_code)]

use multiversion::multiversion;

use super::model::{ACTIVATION, HIDDEN_STEP};

/// Adds the columns of inputs that were set to the sums of both views, one after the other, and
/// takes away those of inputs that were unset. `columns` holds a column of a view's length for each
/// input.
#[multiversion(targets("x86_64+avx2", "x86_64+sse4.1"))]
pub(super) fn update(views: &mut [i16], columns: &[i16], set: &[[u16; 2]], unset: &[[u16; 2]]) {
    let hidden = views.len() / 2;
    if hidden.is_multiple_of(WIDE_STEP) {
        update_in_steps::<WIDE_STEP>(views, columns, set, unset);
    } else {
        update_in_steps::<HIDDEN_STEP>(views, columns, set, unset);
    }
}

/// As many sums as the registers of every vector unit hold, with room for a column.
const WIDE_STEP: usize = 4 * HIDDEN_STEP;

#[inline(always)]
fn update_in_steps<const STEP: usize>(
    views: &mut [i16],
    columns: &[i16],
    set: &[[u16; 2]],
    unset: &[[u16; 2]],
) {
    let steps = views.len() / 2 / STEP;
    let columns = columns.as_chunks::<STEP>().0;
    for (index, sums) in views.as_chunks_mut::<STEP>().0.iter_mut().enumerate() {
        let (view, step) = (usize::from(index >= steps), index % steps);
        let part = |inputs: &[u16; 2]| &columns[usize::from(inputs[view]) * steps + step];
        let mut now = *sums;
        for inputs in set {
            for (sum, weight) in now.iter_mut().zip(part(inputs)) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for inputs in unset {
            for (sum, weight) in now.iter_mut().zip(part(inputs)) {
                *sum = sum.wrapping_sub(*weight);
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

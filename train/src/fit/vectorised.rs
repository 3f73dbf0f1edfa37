//! Loops compiled for each vector unit.

// The macro calls functions of a vector unit, after it has found the unit.
#![allow(unsafe_code)]

use multiversion::multiversion;

/// Does `work`, compiled for the best vector unit that the processor has. What it calls takes part
/// as far as it is inlined.
#[multiversion(targets("x86_64+avx2+fma", "x86_64+sse4.1"))]
pub(super) fn vectorised<T>(work: impl FnOnce() -> T) -> T {
    work()
}

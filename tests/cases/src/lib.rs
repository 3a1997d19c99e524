//! How many cases a costly test tries. `cargo test` tries a part of them; with `EVERY_CASE=1`, as in `.ci/every-case`, a test
//! tries all.

pub mod processor;

use std::ops::Div;

/// The share of the cases that `cargo test` tries: one in so many.
const SHARE: u8 = 8;

/// Whether all cases are tried.
#[must_use]
pub fn are_all() -> bool {
    std::env::var_os("EVERY_CASE").is_some()
}

/// A number of cases, or a size: `all` of it, or an eighth.
#[must_use]
pub fn of<Number: Div<Output = Number> + From<u8>>(all: Number) -> Number {
    if are_all() { all } else { all / SHARE.into() }
}

/// The step of a loop over cases: 1, or `quick`.
#[must_use]
pub fn step(quick: usize) -> usize {
    if are_all() { 1 } else { quick }
}

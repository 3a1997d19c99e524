//! The checks over mutated recordings, and what decoders take for the size of their input.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod seeded;
mod sizes;

/// One test at a time: both look at the clock.
static CLOCK: std::sync::Mutex<()> = std::sync::Mutex::new(());

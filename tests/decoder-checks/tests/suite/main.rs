//! The checks over mutated recordings, and the time of decoders by the size of their input.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod seeded;
mod sizes;

/// Both tests measure time, so they run one after the other.
static CLOCK: std::sync::Mutex<()> = std::sync::Mutex::new(());

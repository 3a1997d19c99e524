//! The checks over mutated recordings, and what decoders take for the size of their input.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, missing_docs)]

mod seeded;
mod sizes;

//! What reads like a mistake in a spec that has none.

mod kind;

pub use kind::Lint;

//! A [`Report`](super::Report) for people, for programs, and for the places where pull requests are reviewed.
//!
//! Names of specs and documents are in all of them. None can break out of its format: what a terminal or an editor obeys is shown instead,
//! and what the format gives a meaning is escaped.

mod markdown;
mod programs;
mod text;

#[cfg(test)]
mod tests;

pub use markdown::{MARKER, markdown};
pub use programs::{github, json};
pub use text::{coloured_text, text};

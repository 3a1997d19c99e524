//! A [`Report`](super::Report) for people, for programs, and for the places where pull requests are reviewed.
//!
//! Names of specs and documents are in all of them. None can break out of its format: what a terminal or an editor obeys is shown instead,
//! and what the format gives a meaning is escaped.

mod github;
mod json;
mod markdown;
mod parts;
mod text;

#[cfg(test)]
mod tests;

pub(crate) use github::error_command;
pub use github::github;
pub use json::json;
pub(crate) use json::{Checked, json_with};
pub use markdown::{MARKER, markdown};
pub(crate) use markdown::{escaped, markdown_with};
pub use text::{coloured_text, text};

//! The format of a spec: the rules of its elements and attributes.
//!
//! `spec/service.xsd` states the same rules for editors; a test compares the two.

mod elements;
mod rules;

pub use elements::{ELEMENTS, rule};
pub use rules::*;

/// The XML Schema of specs, for editors: what `spec/service.xsd` of the repository is.
pub const SCHEMA: &str = include_str!("../../../service.xsd");

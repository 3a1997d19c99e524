//! The format of a spec: the rules of its elements and attributes.
//!
//! `spec/service.xsd` states the same rules for editors; a test compares the two.

mod elements;
mod rules;

pub use elements::{ELEMENTS, rule};
pub use rules::*;

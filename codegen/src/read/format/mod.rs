//! The format of a spec: the rules of its elements and attributes.
//!
//! `asmx schema` prints them as an XML Schema, which editors understand.

mod elements;
mod rules;

pub use elements::{ELEMENTS, rule};
pub use rules::*;

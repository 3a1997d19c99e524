//! The seam between a Rust value and the wire: what writes a value asks a field for one level of it, and what reads one leads the way
//! into a field. Nothing of this is compiled once per type, and no tree of values stands in between.

mod access;
mod any_value;
mod boxed;
mod containers;
mod field_type;
mod fill;
mod nillable;
mod of_value;
mod scalars;
mod setters;
mod whole;
mod xml;

pub use access::{Field, Given, Step, View, Whole};
pub use any_value::AnyValue;
pub use boxed::Boxed;
pub use field_type::FieldType;
pub(crate) use fill::no_structure;
pub use nillable::Nillable;
pub use setters::{IntoText, IntoValue, SingleValue};
pub use xml::{Attributes, XmlFragment};

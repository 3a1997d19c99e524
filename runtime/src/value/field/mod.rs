//! The seam between Rust values and the wire. Writers view a field level by level; readers enter it step by step. The code is not compiled
//! per type, and there is no tree of values in between.

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
mod values;
mod xml;

pub use access::{DocumentMut, Field, Input, Step, View};
pub use any_value::AnyValue;
pub use boxed::Boxed;
pub use field_type::FieldType;
pub(crate) use fill::no_structure;
pub use nillable::Nillable;
pub use setters::{IntoText, IntoValue, SingleValue};
pub use xml::{Attributes, XmlFragment};

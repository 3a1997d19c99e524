//! The resolved model of a service, the input of the emitters.
//!
//! A model has no invalid reference: [`load`](crate::load) builds it from a spec without mistakes, and every index is in range. It knows
//! nothing of XML. Of Rust it knows only the chosen names, because their collisions are mistakes of the spec and are reported with its
//! lines.

mod default_text;
mod families;
mod member;
pub mod naming;
mod operation;
mod service;
mod standalone_arrays;
mod types;
mod walk;
mod wildcards;

pub use asmx_types::{
    Content, Effect, Facets, Mapping, OnContradiction, Presence, Role, Scalar, Style, Transport, Transports, XmlKind,
};
pub use default_text::{DefaultMistake, Enumerations, default_mistake};
pub(crate) use families::Families;
pub use member::{ArrayType, Member, Name, Namespace, Place, ProcessContents, Type, Wildcard};
pub use operation::{Limit, Messages, Operation, OperationNames};
pub use service::{Area, Port, Service, ServiceNames};
pub use types::kinds;
pub use types::{
    Column, DataSetTable, DataSetType, DeclaredTable, Enumeration, EnumerationValue, NamedType, NamedTypeKind,
    Structure,
};
pub use walk::{PartMut, Walk};

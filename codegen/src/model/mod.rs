//! The resolved model of a service: what the emitters work from.
//!
//! A model cannot hold an invalid reference: [`load`](crate::load) builds it from a spec that has no mistakes, and every
//! index in it is in range. It knows nothing of XML, and nothing of Rust but the names chosen for each item, because collisions
//! between them are mistakes of the spec and are reported with its lines.

mod member;
pub mod naming;
mod operation;
mod service;
mod types;
mod walk;

pub use asmx_types::{Effect, Mapping, Presence, Role, Scalar, Style, Transport, XmlKind};
pub use member::{ArrayType, Member, Name, Namespace, Place, Type};
pub use operation::{Limit, Messages, Operation, OperationNames, ResultForm, Transports};
pub use service::{Area, Port, Service, ServiceNames};
pub use types::kinds;
pub use types::{
    Column, DataSetTable, DataSetType, DeclaredTable, Enumeration, EnumerationValue, NamedType, NamedTypeKind,
    Structure,
};
pub use walk::{PartMut, Walk};

//! What an ASP.NET `.asmx` service is, as values, and the rules of types and names that whoever generates code for such a service and
//! whoever calls it must agree on. Knows no HTTP and no XML, and depends on nothing.
//!
//! * A [`Service`] has [`Operation`]s, whose messages have [`Member`]s of a [`Type`]. Generated code holds these
//!   descriptors as `static` items; [`Service::leak`] and [`Operation::leak`] make those built at run time `'static` too.
//! * A [`Structure`] has [`Member`]s too: elements, attributes, a text, choices, wildcards. It may be derived from another.
//! * [`Scalar`] is the table of built-in types: name, held by value or by reference, carried by HTTP GET and POST, what an absent value
//!   is read as.
//! * [`rules`] are those of types: what GET and POST carry and why not, what is held by value, names of arrays and of roots.
//! * [`shown`] writes what a server sent so that a terminal does not obey it.
//! * [`xml_name`] is .NET's `XmlConvert`: names that XML does not allow, in the form `First_x0020_Name`.
//!
//! ```
//! use asmx_types::{Effect, Operation, Member, Transport, Type, xml_name};
//!
//! static COUNT: Operation =
//!     Operation::new("CountBlocks", "reports", "", &[Member::new("Since", Type::INT)], Effect::Read)
//!         .outputs(&[Member::new("CountBlocksResult", Type::LONG)]);
//!
//! assert_eq!(COUNT.value().map(|count| count.kind), Some(Type::LONG));
//! assert!(COUNT.offered_over(Transport::HttpGet));
//! assert_eq!(xml_name::encode_local_name("First Name"), "First_x0020_Name");
//! ```
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod declared;
mod deferred;
mod documentation;
mod enumeration;
mod invalid_value;
mod member;
mod messages;
mod namespace;
mod operation;
mod ports;
mod role;
pub mod rules;
mod scalar;
mod service;
pub mod shown;
mod structure;
mod transport;
mod types;
pub mod xml_name;

pub use declared::{DataSetType, DeclaredColumn, DeclaredTable, Mapping};
pub use documentation::plain_text;
pub use enumeration::Enumeration;
pub use invalid_value::InvalidValue;
pub use messages::{Messages, Name, Port, Style};
pub use namespace::Namespace;
pub use operation::{Effect, Operation};
pub use ports::without_query;
pub use role::Role;
pub use rules::Presence;
pub use scalar::{Scalar, XmlKind};
pub use service::{Area, Service};
pub use transport::{Transport, TransportChoice, UnknownTransport};
pub use types::{ArrayType, ListType, Member, Place, Structure, StructureParts, Type};

/// The example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

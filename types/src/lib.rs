//! What an ASP.NET `.asmx` service is, as values, and the rules of types and names that whoever generates code for such a service and
//! whoever calls it must agree on. Knows no HTTP and no XML, and depends on nothing.
//!
//! * A [`Service`] has [`Operation`]s, whose messages have [`Member`]s of a [`Type`] and whose result has a [`ResultShape`]. Generated code holds these
//!   descriptors as `static` items; [`Service::leak`] and [`Operation::leak`] make those built at run time `'static` too.
//! * A [`Structure`] has [`Member`]s too: elements, attributes, a text, choices, wildcards. It may be derived from another.
//! * [`Scalar`] is the table of built-in types: name, held by value or by reference, carried by HTTP GET and POST, what an absent value
//!   is read as.
//! * [`rules`] are those of types: what GET and POST carry and why not, what is held by value, names of arrays and of roots.
//! * [`shown`] writes what a server sent so that a terminal does not obey it.
//! * [`xml_name`] is .NET's `XmlConvert`: names that XML does not allow, in the form `First_x0020_Name`.
//!
//! ```
//! use asmx_types::{Effect, Operation, Member, ResultShape, Transport, Type, xml_name};
//!
//! static COUNT: Operation =
//!     Operation::new("CountBlocks", "reports", "", &[Member::new("Since", Type::INT)], ResultShape::Message, Effect::Read)
//!         .outputs(&[Member::new("CountBlocksResult", Type::LONG)]);
//!
//! assert_eq!(COUNT.result_element_name(), "CountBlocksResult");
//! assert!(COUNT.offered_over(Transport::HttpGet));
//! assert_eq!(xml_name::encode_local_name("First Name"), "First_x0020_Name");
//! ```
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod declared_column;
mod declared_table;
mod documentation;
mod invalid_value;
mod late;
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

pub use declared_column::{DeclaredColumn, Mapping};
pub use declared_table::{DataSetType, DeclaredTable};
pub use documentation::plain_text;
pub use invalid_value::InvalidValue;
pub use member::{Member, Place, Presence};
pub use messages::{Messages, Name, Port, Style};
pub use namespace::Namespace;
pub use operation::{Effect, Operation, ResultShape};
pub use ports::without_query;
pub use role::Role;
pub use scalar::Scalar;
pub use service::{Area, Service};
pub use structure::{Structure, StructureParts};
pub use transport::{Transport, TransportChoice, UnknownTransport};
pub use types::{ArrayType, Enumeration, ListType, Type, XmlKind};

/// The example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Descriptors of ASP.NET `.asmx` services, and the rules of types and names that a code generator and a client or
//! server must share. Knows no HTTP and no XML, and depends on nothing.
//!
//! * A [`Service`] has [`Operation`]s, whose messages have [`Member`]s of a [`Type`]. Generated code holds these
//!   descriptors as `static` items; [`Service::leak`] and [`Operation::leak`] make those built at run time `'static` too.
//! * A [`Structure`] has [`Member`]s too: elements, attributes, a text, choices, wildcards. It may be derived from another.
//! * [`Scalar`] is the table of built-in types: name, value or reference type, whether HTTP GET and POST carry it,
//!   the value of an absent one.
//! * [`rules`] of types: what GET and POST carry and why not, which types .NET holds by value, names of arrays.
//! * [`display`] writes a server's text so that a terminal does not obey it.
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
pub mod display;
mod member;
mod messages;
mod operation;
mod role;
pub mod rules;
mod scalar;
mod service;
mod transport;
mod types;
pub mod xml_name;

pub use declared::{DataSetType, DeclaredColumn, DeclaredTable, Enumeration, Mapping};
pub use display::plain_text;
pub use messages::{Messages, Name, Port, Style};
pub use operation::{Effect, Operation};
pub use role::Role;
pub use rules::{InvalidValue, Presence};
pub use scalar::{Namespace, Scalar, XmlKind};
pub use service::{Area, Service, without_query};
pub use transport::{Transport, TransportChoice, UnknownTransport};
pub use types::{ArrayType, Content, ListType, Member, Place, Structure, StructureParts, Type};

/// The example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod declared;
pub mod display;
mod facets;
mod invalid_value;
#[doc(hidden)]
pub mod lexical;
mod member;
mod messages;
#[doc(hidden)]
pub mod near;
mod operation;
#[doc(hidden)]
pub mod outline;
mod role;
pub mod rows_path;
pub mod rules;
mod scalar;
mod service;
#[doc(hidden)]
pub mod sessions;
mod time_frame;
mod transport;
mod types;
pub mod xml_name;

pub use declared::{DataSetType, DeclaredColumn, DeclaredTable, Enumeration, Mapping};
pub use display::plain_text;
pub use facets::{Content, DEFAULT_SCALE, Facet, FacetValue, Facets, MOST_SCALE};
pub use invalid_value::InvalidValue;
pub use messages::{Messages, Name, Port, Style};
pub use operation::{Effect, OnContradiction, Operation};
pub use role::Role;
pub use rules::Presence;
pub use scalar::{Namespace, Scalar, XmlKind};
pub use service::{Area, LazyText, Service, Wsdl, without_query};
pub use time_frame::{EndDate, Resolution};
pub use transport::{Transport, TransportChoice, Transports, UnknownTransport};
pub use types::{ArrayType, ListType, Member, Place, Structure, StructureParts, Type};

/// The example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

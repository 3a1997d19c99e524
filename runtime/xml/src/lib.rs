//! XML as ASP.NET `.asmx` services write and read it: a strict reader into a read-only tree, decoding of bytes, escapes, and
//! [values of XML Schema types](xsd) that keep their text.
//!
//! [`Document::parse`] accepts exactly the documents that are well-formed by XML 1.0 (fifth edition) and Namespaces
//! in XML 1.0, with two deliberate limits: a document type declaration is always refused, and [`ParseOptions`] bounds
//! depth and size. One leniency is optional: [`ForbiddenReferences::KeepAndFlag`], because genuine servers write
//! references such as `&#x1;`.
//!
//! ```
//! use asmx_xml::xsd::{DateTime, Lexical};
//! use asmx_xml::{Document, ParseOptions, escape_text};
//!
//! let document = Document::parse("<sent at='2024-02-29T13:45:56.50'>R&amp;D</sent>", &ParseOptions::default())?;
//! let at = DateTime::parse(document.root().attribute(None, "at").unwrap_or_default())?;
//! assert_eq!((at.year(), at.as_str()), (2024, "2024-02-29T13:45:56.50"));
//!
//! let mut text = String::new();
//! escape_text(&mut text, &document.root().text());
//! assert_eq!(text, "R&amp;D");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_debug_implementations)]

pub mod bytes;
pub mod characters;
mod document;
mod error;
pub mod escape;
mod options;
mod part;
pub mod pull;
pub mod rows;
mod tree;
mod written;
pub mod xsd;

pub use bytes::decode;
pub use characters::first_forbidden_character;
pub use document::{Attribute, Document, Element, Node};
pub use error::{XmlError, XmlErrorKind};
pub use escape::{escape_attribute, escape_text};
pub use options::{ForbiddenReferences, ParseOptions};
pub use part::{Part, PartStart};
pub use written::{name_length, tag_length, token_length};

use asmx_types::display::{OneLine, shortened, shown_line};
use asmx_types::xml_name::is_name;

/// The namespace of the prefix `xml`, which needs no declaration.
pub const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";
/// The namespace of namespace declarations themselves.
pub const XMLNS_NAMESPACE: &str = "http://www.w3.org/2000/xmlns/";

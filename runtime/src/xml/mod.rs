//! XML as the rest of the crate reads and writes it: a strict reader into a read-only tree, decoding of bytes, escaping, names.
//!
//! [`Document::parse`] accepts exactly what is well-formed by XML 1.0 (fifth edition) and Namespaces in XML 1.0, with two
//! deliberate limits: a document type declaration is always refused, and depth and size are bounded by [`ParseOptions`]. One
//! leniency can be asked for: [`ForbiddenReferences::KeepAndFlag`], because genuine servers write references such as `&#x1;`.

mod byte_halves;
mod characters;
mod cut;
mod decode;
mod document;
mod elements;
mod error;
mod escape;
pub(crate) mod escape_table;
mod examine;
mod head;
mod marked_blocks;
mod marked_bytes;
pub mod name;
mod name_tables;
mod namespaces;
mod options;
mod pull;
mod reader;
mod references;
mod tag;
mod text_decoder;
mod tree;

pub use characters::first_forbidden_character;
pub use decode::decode;
pub use document::{Attribute, Document, Element, Node};
pub use error::{XmlError, XmlErrorKind};
pub use escape::{escape_attribute, escape_text};
pub use options::{ForbiddenReferences, ParseOptions};

pub(crate) use characters::{
    is_allowed, is_name, is_white_space, split_qualified_name, trim_white_space, whole_characters,
};
pub(crate) use cut::{Cut, cut};
pub(crate) use decode::utf8_start;
pub(crate) use escape::{escape_allowed_text, estimated_text_length};
pub(crate) use examine::{Care, examined};
pub(crate) use head::{Found, Head, local};
pub(crate) use marked_bytes::{ByteSet, estimated_count};
pub(crate) use pull::{PullReader, Pulled};
pub(crate) use tag::{RawAttribute, Tag};
pub(crate) use text_decoder::{Decoded, TextDecoder};

/// The namespace that the prefix `xml` is always bound to.
pub(crate) const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";
/// The namespace of namespace declarations themselves.
pub(crate) const XMLNS_NAMESPACE: &str = "http://www.w3.org/2000/xmlns/";

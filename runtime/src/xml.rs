//! The XML of results and settings: documents, how they are read, and texts made safe to write or show. What [`asmx_xml`] has.

pub use asmx_types::display::{is_obeyed, shown_line};
pub(crate) use asmx_types::display::{shortened, shown_lines};
#[doc(hidden)]
pub use asmx_types::xml_name as name;
pub(crate) use asmx_types::xml_name::is_name;
pub(crate) use asmx_xml::bytes::{ByteSet, Decoded, TextDecoder, estimated_count, knows_encoding, utf8_start};
pub(crate) use asmx_xml::characters::{complete_characters, trim_white_space};
pub(crate) use asmx_xml::escape::{
    escape_allowed_attribute, escape_allowed_text, estimated_text_length, push_unescaped,
};
pub(crate) use asmx_xml::pull::{PullReader, Pulled, equal_names};
pub(crate) use asmx_xml::rows::{Cut, FoundElement, Head, cut};
pub use asmx_xml::{
    Attribute, Document, Element, ForbiddenReferences, Node, ParseOptions, XmlError, XmlErrorKind, escape_attribute,
    escape_text,
};
pub(crate) use asmx_xml::{
    Part, XML_NAMESPACE, decode, first_forbidden_character, name_length, tag_length, token_length,
};

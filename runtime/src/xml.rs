//! XML: what of [`asmx_xml`] the interface of this crate names, and what it reads and writes messages with.

pub use asmx_types::xml_name as name;
pub(crate) use asmx_xml::__private::{
    ByteSet, Cut, Decoded, Encoded, EscapeTable, Found, Head, PIECE, PullReader, Pulled, TextDecoder, cut,
    estimated_count, estimated_text_length, examined, knows_encoding, local, utf8_start, whole_characters,
};
pub use asmx_xml::{
    Attribute, Document, Element, ForbiddenReferences, Node, ParseOptions, XmlError, XmlErrorKind, decode,
    escape_attribute, escape_text, first_forbidden_character, is_obeyed, shown_line, shown_lines,
};
pub(crate) use asmx_xml::{XML_NAMESPACE, XMLNS_NAMESPACE, escape_allowed_text, shortened, trim_white_space};

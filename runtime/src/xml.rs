//! The XML of results and settings: documents, how they are read, and texts made safe to write or show. What [`asmx_xml`] has.

#[doc(hidden)]
pub use asmx_types::xml_name as name;
pub(crate) use asmx_xml::__private::{
    ByteSet, Cut, Decoded, Encoded, EscapeTable, FoundElement, Head, PIECE, PullReader, Pulled, Tag, TextDecoder,
    Token, TokenKind, Tokens, cut, escape_allowed_attribute, escape_allowed_text, estimated_count,
    estimated_text_length, is_name, knows_encoding, local, push_plain, same, shortened, shown_lines, trim_white_space,
    utf8_start, whole_characters,
};
pub use asmx_xml::{
    Attribute, Document, Element, ForbiddenReferences, Node, ParseOptions, XmlError, XmlErrorKind, escape_attribute,
    escape_text, is_obeyed, shown_line,
};
pub(crate) use asmx_xml::{XML_NAMESPACE, decode, first_forbidden_character};

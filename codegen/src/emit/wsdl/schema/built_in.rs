//! Types of ASMX and of schemas that the service does not declare.

use crate::emit::wsdl::element::Node;

/// The namespace of ASMX's `guid` and `char`.
pub(in crate::emit::wsdl) const MICROSOFT_TYPES: &str = "http://microsoft.com/wsdl/types/";

/// The namespace of ADO.NET's attributes for tables and columns.
pub(in crate::emit::wsdl) const MSDATA: &str = "urn:schemas-microsoft-com:xml-msdata";

pub(super) const XML_SCHEMA: &str = "http://www.w3.org/2001/XMLSchema";
/// The namespace of `xml:lang`. Readers know its schema, and its prefix needs no declaration.
pub(super) const XML: &str = "http://www.w3.org/XML/1998/namespace";
const DIFFGRAM: &str = "urn:schemas-microsoft-com:xml-diffgram-v1";

pub(super) fn data_set() -> Node {
    let sequence = Node::schema("sequence").child(Node::schema("element").with("ref", "s:schema"));
    Node::schema("complexType").child(sequence.child(Node::schema("any")))
}

pub(super) fn typed_data_set(namespace: &str) -> Node {
    let any = Node::schema("any").with("namespace", namespace);
    Node::schema("complexType").child(Node::schema("sequence").child(any))
}

pub(super) fn data_table() -> Node {
    let any = |minimum: &str, maximum: &str, namespace: &str| {
        let any = Node::schema("any").with("minOccurs", minimum).with("maxOccurs", maximum);
        any.with("namespace", namespace).with("processContents", "lax")
    };
    let sequence = Node::schema("sequence").child(any("0", "unbounded", XML_SCHEMA)).child(any("1", "1", DIFFGRAM));
    Node::schema("complexType").child(sequence)
}

pub(super) fn xml_document() -> Node {
    let sequence = Node::schema("sequence").child(Node::schema("any"));
    Node::schema("complexType").with("mixed", "true").child(sequence)
}

/// The schema of `guid` and `char`, which have a namespace of their own.
pub(super) fn microsoft_types() -> Node {
    let pattern = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}";
    let guid =
        Node::schema("restriction").with("base", "s:string").child(Node::schema("pattern").with("value", pattern));
    let character = Node::schema("restriction").with("base", "s:unsignedShort");
    Node::schema("schema")
        .with("elementFormDefault", "qualified")
        .with("targetNamespace", MICROSOFT_TYPES)
        .child(Node::schema("simpleType").with("name", "guid").child(guid))
        .child(Node::schema("simpleType").with("name", "char").child(character))
}

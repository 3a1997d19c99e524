//! An element with its document and place, and the namespaces that the importer knows.

use std::collections::BTreeMap;

use asmx_codegen::diagnostic::Span;
use asmx_codegen::locations::Location;
use asmx_codegen::read::{paragraphs, tag};
use roxmltree::{Document, Node, NodeId};

#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    pub(super) node: Node<'a, 'a>,
    pub(super) document: usize,
    /// A schema that is included several times has several numbers.
    pub(super) schema: usize,
}

pub(super) type QName<'a> = (&'a str, &'a str);

pub(super) type ByName<'a> = BTreeMap<QName<'a>, Element<'a>>;

impl<'a> Element<'a> {
    pub(super) fn root(tree: &'a Document<'a>, document: usize) -> Self {
        Self { node: tree.root_element(), document, schema: usize::MAX }
    }

    pub(super) fn key(self) -> (usize, NodeId) {
        (self.document, self.node.id())
    }

    pub(super) fn namespace(self) -> &'a str {
        self.node.tag_name().namespace().unwrap_or_default()
    }

    pub(super) fn local(self) -> &'a str {
        self.node.tag_name().name()
    }

    pub(super) fn is(self, namespace: &str, local: &str) -> bool {
        self.local() == local && self.namespace() == namespace
    }

    pub(super) fn attribute(self, name: &str) -> Option<&'a str> {
        self.node.attribute(name)
    }

    /// The attribute without surrounding white space; `None` if that is empty.
    pub(super) fn word(self, name: &str) -> Option<&'a str> {
        self.attribute(name).map(str::trim).filter(|value| !value.is_empty())
    }

    /// Like [`word`](Self::word), for a reference: `None` if nothing follows the prefix.
    pub(super) fn reference(self, name: &str) -> Option<&'a str> {
        self.word(name).filter(|value| !value.ends_with(':'))
    }

    pub(super) fn says(self, name: &str) -> bool {
        matches!(self.word(name), Some("true" | "1"))
    }

    pub(super) fn children(self) -> impl Iterator<Item = Self> + use<'a> {
        self.node.children().filter(Node::is_element).map(move |node| Self { node, ..self })
    }

    pub(super) fn descendants(self) -> impl Iterator<Item = Self> + use<'a> {
        self.node.descendants().filter(Node::is_element).map(move |node| Self { node, ..self })
    }

    pub(super) fn all(self, namespace: &'static str, local: &'static str) -> impl Iterator<Item = Self> + use<'a> {
        self.children().filter(move |child| child.is(namespace, local))
    }

    pub(super) fn first(self, namespace: &'static str, local: &'static str) -> Option<Self> {
        self.all(namespace, local).next()
    }

    /// The children in the XML Schema namespace, without annotations.
    pub(super) fn schema_children(self) -> impl Iterator<Item = Self> + use<'a> {
        self.children().filter(|child| child.namespace() == XSD && child.local() != "annotation")
    }

    /// The element's name in its start tag.
    pub(super) fn location(self) -> Location {
        Location { source: self.document, span: tag(self.node) }
    }

    /// The attribute's value, or the element's name if the attribute is missing.
    pub(super) fn location_of(self, name: &str) -> Location {
        match self.node.attribute_node(name) {
            Some(attribute) if !attribute.value().is_empty() => {
                let range = attribute.range_value();
                Location { source: self.document, span: Span::new(range.start, range.end) }
            }
            _ => self.location(),
        }
    }

    /// Resolves a prefixed name; `None` if the prefix is undeclared.
    pub(super) fn resolve(self, name: &'a str) -> Option<QName<'a>> {
        let name = name.trim();
        match name.split_once(':') {
            Some(("xml", local)) => Some((XML, local)),
            Some((prefix, local)) => Some((self.node.lookup_namespace_uri(Some(prefix))?, local)),
            None => Some((self.node.lookup_namespace_uri(None).unwrap_or_default(), name)),
        }
    }

    /// Paragraphs of `wsdl:documentation` or of a schema annotation.
    pub(super) fn documentation(self) -> Vec<String> {
        let wsdl = self.all(WSDL, "documentation");
        let schema = self.all(XSD, "annotation").flat_map(|annotation| annotation.all(XSD, "documentation"));
        wsdl.chain(schema).flat_map(|documentation| paragraphs(&documentation.text())).collect()
    }

    fn text(self) -> String {
        self.node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
    }
}

pub(super) const WSDL: &str = "http://schemas.xmlsoap.org/wsdl/";
pub(super) const SOAP: &str = "http://schemas.xmlsoap.org/wsdl/soap/";
pub(super) const SOAP12: &str = "http://schemas.xmlsoap.org/wsdl/soap12/";
pub(super) const HTTP: &str = "http://schemas.xmlsoap.org/wsdl/http/";
pub(super) const MIME: &str = "http://schemas.xmlsoap.org/wsdl/mime/";
pub(super) const DIME: &str = "http://schemas.xmlsoap.org/ws/2002/04/dime/wsdl/";
pub(super) const XSD: &str = "http://www.w3.org/2001/XMLSchema";
/// For `xml:lang`.
pub(super) const XML: &str = "http://www.w3.org/XML/1998/namespace";
pub(super) const SOAP_ENCODING: &str = "http://schemas.xmlsoap.org/soap/encoding/";
pub(super) const SOAP12_ENCODING: &str = "http://www.w3.org/2003/05/soap-encoding";
pub(super) const MICROSOFT_TYPES: &str = "http://microsoft.com/wsdl/types/";
pub(super) const DIFFGRAM: &str = "urn:schemas-microsoft-com:xml-diffgram-v1";
pub(super) const MSDATA: &str = "urn:schemas-microsoft-com:xml-msdata";
/// The usual URI, and that of SOAP 1.2 (Part 2, section 7), which Java's tools write.
pub(super) const SOAP_OVER_HTTP: &[&str] = &[
    "http://schemas.xmlsoap.org/soap/http",
    "http://schemas.xmlsoap.org/soap/http/",
    "http://www.w3.org/2003/05/soap/bindings/HTTP/",
    "http://www.w3.org/2003/05/soap/bindings/HTTP",
];

/// Whether definitions of the namespace are built in, so that an import needs no document.
pub(super) fn is_built_in(namespace: &str) -> bool {
    [WSDL, SOAP, SOAP12, HTTP, MIME, XSD, XML, SOAP_ENCODING, SOAP12_ENCODING, MICROSOFT_TYPES, DIFFGRAM, MSDATA]
        .contains(&namespace)
        || is_addressing(namespace)
}

pub(super) fn is_addressing(namespace: &str) -> bool {
    matches!(
        namespace,
        "http://www.w3.org/2005/08/addressing"
            | "http://schemas.xmlsoap.org/ws/2004/08/addressing"
            | "http://www.w3.org/2006/05/addressing/wsdl"
            | "http://www.w3.org/2007/05/addressing/metadata"
            | "http://www.w3.org/2006/02/addressing/wsdl"
            | "http://schemas.xmlsoap.org/ws/2004/08/addressing/policy"
    )
}

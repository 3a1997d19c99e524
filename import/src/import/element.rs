//! An element of one of the documents, with its place.

use asmx_codegen::diagnostic::Span;
use asmx_codegen::read::paragraphs;
use roxmltree::{Node, NodeId};

use super::problems::Place;
use super::vocabulary::{WSDL, XML, XSD};

/// An element and the number of its document.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    pub(super) node: Node<'a, 'a>,
    pub(super) document: usize,
}

impl<'a> Element<'a> {
    /// What tells it from every other element.
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

    /// The same without blanks around it; `None` where nothing is left.
    pub(super) fn word(self, name: &str) -> Option<&'a str> {
        self.attribute(name).map(str::trim).filter(|value| !value.is_empty())
    }

    /// Like that, for a reference: the name stands behind its prefix.
    pub(super) fn reference(self, name: &str) -> Option<&'a str> {
        self.word(name).filter(|value| !value.ends_with(':'))
    }

    pub(super) fn says(self, name: &str) -> bool {
        matches!(self.word(name), Some("true" | "1"))
    }

    pub(super) fn children(self) -> impl Iterator<Item = Self> + use<'a> {
        let document = self.document;
        self.node.children().filter(Node::is_element).map(move |node| Self { node, document })
    }

    pub(super) fn descendants(self) -> impl Iterator<Item = Self> + use<'a> {
        let document = self.document;
        self.node.descendants().filter(Node::is_element).map(move |node| Self { node, document })
    }

    pub(super) fn all(self, namespace: &'static str, local: &'static str) -> impl Iterator<Item = Self> + use<'a> {
        self.children().filter(move |child| child.is(namespace, local))
    }

    pub(super) fn first(self, namespace: &'static str, local: &'static str) -> Option<Self> {
        self.all(namespace, local).next()
    }

    /// Children of XML Schema, without annotations.
    pub(super) fn schema_children(self) -> impl Iterator<Item = Self> + use<'a> {
        self.children().filter(|child| child.namespace() == XSD && child.local() != "annotation")
    }

    /// The place of its name in the start tag.
    pub(super) fn place(self) -> Place {
        let start = self.node.range().start + 1;
        let text = self.node.document().input_text().get(start..).unwrap_or_default();
        let end = text.find(|character: char| character.is_whitespace() || matches!(character, '>' | '/'));
        Place { document: self.document, span: Span::new(start, start + end.unwrap_or(text.len())) }
    }

    /// The place of an attribute's value, or of the element where it has none.
    pub(super) fn place_of(self, name: &str) -> Place {
        match self.node.attribute_node(name) {
            Some(attribute) if !attribute.value().is_empty() => {
                let range = attribute.range_value();
                Place { document: self.document, span: Span::new(range.start, range.end) }
            }
            _ => self.place(),
        }
    }

    /// What a prefixed name stands for; `None` where its prefix is not declared.
    pub(super) fn resolve(self, name: &'a str) -> Option<(&'a str, &'a str)> {
        let name = name.trim();
        match name.split_once(':') {
            Some(("xml", local)) => Some((XML, local)),
            Some((prefix, local)) => Some((self.node.lookup_namespace_uri(Some(prefix))?, local)),
            None => Some((self.node.lookup_namespace_uri(None).unwrap_or_default(), name)),
        }
    }

    /// The words of `wsdl:documentation`, or of the annotation of a schema, one paragraph an item.
    pub(super) fn documentation(self) -> Vec<String> {
        let wsdl = self.all(WSDL, "documentation");
        let schema = self.all(XSD, "annotation").flat_map(|annotation| annotation.all(XSD, "documentation"));
        wsdl.chain(schema).flat_map(|documentation| paragraphs(&documentation.text())).collect()
    }

    fn text(self) -> String {
        self.node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
    }
}

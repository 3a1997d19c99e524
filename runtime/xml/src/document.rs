//! The read-only tree that [`Document::parse`] builds.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::error::XmlError;
use super::options::ParseOptions;
use super::tree::{self, ElementData, NodeContent, Piece, Tree};

/// A well-formed XML document: its text, and a tree over it.
///
/// Clones share text and tree. Comments and processing instructions outside the root element are checked and dropped.
#[derive(Clone)]
pub struct Document {
    text: Arc<str>,
    tree: Arc<Tree>,
}

impl Document {
    /// Reads a whole document: one element, with at most a declaration, comments, processing instructions and white
    /// space around it. A byte order mark at its start is skipped.
    ///
    /// # Errors
    ///
    /// [`XmlError`] with place and [kind](super::XmlErrorKind) of the first fault.
    pub fn parse(text: impl Into<Arc<str>>, options: &ParseOptions) -> Result<Self, XmlError> {
        Self::parse_part(text, &[], options)
    }

    /// Reads an element that was cut out of another document. `inherited` are the namespace declarations in force
    /// there: prefix (`None`: the default) and namespace.
    ///
    /// # Errors
    ///
    /// As [`Document::parse`].
    pub fn parse_part(
        text: impl Into<Arc<str>>,
        inherited: &[(Option<String>, String)],
        options: &ParseOptions,
    ) -> Result<Self, XmlError> {
        let text = text.into();
        let tree = tree::read(&text, inherited, options)?;
        Ok(Self { text, tree: Arc::new(tree) })
    }

    /// The root element.
    #[must_use]
    pub fn root(&self) -> Element<'_> {
        Element { document: self, index: 0 }
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the document has a numeric reference to a character that XML 1.0 forbids, kept by
    /// [`ForbiddenReferences::KeepAndFlag`](super::ForbiddenReferences::KeepAndFlag).
    #[must_use]
    pub fn has_forbidden_references(&self) -> bool {
        self.tree.forbidden_references
    }

    /// The whole text, shared with the document.
    pub fn shared_text(&self) -> Arc<str> {
        Arc::clone(&self.text)
    }

    fn piece(&self, piece: Piece) -> &str {
        self.tree.piece(&self.text, piece)
    }

    fn slice(&self, span: (u32, u32)) -> &str {
        self.piece(Piece::Source(span.0, span.1))
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Document")
            .field("root", &self.root().name())
            .field("bytes", &self.text.len())
            .finish_non_exhaustive()
    }
}

/// An element of a [`Document`].
#[derive(Clone, Copy)]
pub struct Element<'d> {
    document: &'d Document,
    index: u32,
}

/// An attribute of an [`Element`], not a namespace declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'d> {
    /// The local name.
    pub name: &'d str,
    /// The prefix as written.
    pub prefix: Option<&'d str>,
    /// The namespace; `None` for an attribute without a prefix.
    pub namespace: Option<&'d str>,
    /// The value, normalised: references resolved, line breaks and tabs turned into blanks.
    pub value: &'d str,
}

/// A child of an [`Element`].
#[derive(Clone, Copy, Debug)]
pub enum Node<'d> {
    /// An element.
    Element(Element<'d>),
    /// Character data between two other nodes, references resolved.
    Text(&'d str),
    /// The content of a CDATA section.
    CData(&'d str),
    /// A comment.
    Comment(&'d str),
    /// A processing instruction.
    ProcessingInstruction {
        /// Its target.
        target: &'d str,
        /// The text after the target and the white space behind it.
        data: &'d str,
    },
}

impl<'d> Element<'d> {
    fn data(self) -> Option<&'d ElementData> {
        self.document.tree.elements.get(self.index as usize)
    }

    fn piece(self, piece: Piece) -> &'d str {
        self.document.piece(piece)
    }

    /// The document this element is of.
    #[must_use]
    pub fn document(self) -> &'d Document {
        self.document
    }

    /// The local name.
    #[must_use]
    pub fn name(self) -> &'d str {
        self.data().map_or("", |data| self.piece(data.local))
    }

    /// The prefix as written.
    #[must_use]
    pub fn prefix(self) -> Option<&'d str> {
        self.data()?.prefix.map(|prefix| self.piece(prefix))
    }

    /// The namespace, `None` for no namespace.
    #[must_use]
    pub fn namespace(self) -> Option<&'d str> {
        self.document.tree.namespace(&self.document.text, self.data()?.namespace)
    }

    /// Whether this element has this namespace and local name.
    #[must_use]
    pub fn is(self, namespace: Option<&str>, local: &str) -> bool {
        self.name() == local && self.namespace() == namespace
    }

    /// The parent element; `None` for the root.
    #[must_use]
    pub fn parent(self) -> Option<Element<'d>> {
        Some(Element { document: self.document, index: self.data()?.parent? })
    }

    /// The attributes in document order, without namespace declarations.
    pub fn attributes(self) -> impl Iterator<Item = Attribute<'d>> {
        let range = self.data().map_or(0..0, |data| data.attributes.start as usize..data.attributes.end as usize);
        let attributes = self.document.tree.attributes.get(range).unwrap_or_default();
        attributes.iter().map(move |data| Attribute {
            name: self.piece(data.local),
            prefix: data.prefix.map(|prefix| self.piece(prefix)),
            namespace: self.document.tree.namespace(&self.document.text, data.namespace),
            value: self.piece(data.value),
        })
    }

    /// The value of the attribute with this namespace and local name.
    #[must_use]
    pub fn attribute(self, namespace: Option<&str>, local: &str) -> Option<&'d str> {
        self.attributes()
            .find(|attribute| attribute.name == local && attribute.namespace == namespace)
            .map(|attribute| attribute.value)
    }

    /// The namespace declarations of this element itself, as prefix (`None`: the default) and namespace (empty:
    /// undeclared).
    pub fn declarations(self) -> impl Iterator<Item = (Option<&'d str>, &'d str)> {
        let range = self.data().map_or(0..0, |data| data.declarations.start as usize..data.declarations.end as usize);
        let declarations = self.document.tree.declarations.get(range).unwrap_or_default();
        declarations.iter().map(move |data| {
            let namespace = self.document.tree.namespace(&self.document.text, data.namespace);
            (data.prefix.map(|prefix| self.piece(prefix)), namespace.unwrap_or_default())
        })
    }

    /// The children in document order.
    pub fn children(self) -> impl Iterator<Item = Node<'d>> {
        let mut next = self.data().map_or(0, |data| data.first_child);
        std::iter::from_fn(move || {
            let node = if next == 0 { None } else { self.document.tree.nodes.get(next as usize) }?;
            next = node.next;
            Some(match node.content {
                NodeContent::Element(index) => Node::Element(Element { document: self.document, index }),
                NodeContent::Text(text) => Node::Text(self.piece(text)),
                NodeContent::CData(text) => Node::CData(self.piece(text)),
                NodeContent::Comment(text) => Node::Comment(self.piece(text)),
                NodeContent::ProcessingInstruction { target, data } => {
                    Node::ProcessingInstruction { target: self.piece(target), data: self.piece(data) }
                }
            })
        })
    }

    /// The child elements in document order.
    pub fn elements(self) -> impl Iterator<Item = Element<'d>> {
        self.children().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            _ => None,
        })
    }

    /// The first child element with this namespace and local name.
    #[must_use]
    pub fn element(self, namespace: Option<&str>, local: &str) -> Option<Element<'d>> {
        self.elements().find(|element| element.is(namespace, local))
    }

    /// All text and CDATA directly inside this element, joined.
    #[must_use]
    pub fn text(self) -> Cow<'d, str> {
        let mut joined = Cow::Borrowed("");
        for node in self.children() {
            if let Node::Text(text) | Node::CData(text) = node {
                if joined.is_empty() {
                    joined = Cow::Borrowed(text);
                } else {
                    joined.to_mut().push_str(text);
                }
            }
        }
        joined
    }

    /// Whether the element is empty or contains only text and CDATA.
    #[must_use]
    pub fn has_only_text(self) -> bool {
        self.children().all(|node| matches!(node, Node::Text(_) | Node::CData(_)))
    }

    /// The bytes of [`Document::text`] that are the element, tags included.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        self.data().map_or(0..0, |data| data.span.0 as usize..data.span.1 as usize)
    }

    /// The element exactly as written, tags included.
    #[must_use]
    pub fn outer_xml(self) -> &'d str {
        self.data().map_or("", |data| self.document.slice(data.span))
    }

    /// The start tag or empty-element tag exactly as written.
    pub fn start_tag(self) -> &'d str {
        self.data().map_or("", |data| self.document.slice((data.span.0, data.inner.0)))
    }

    /// The content between the tags exactly as written.
    #[must_use]
    pub fn inner_xml(self) -> &'d str {
        self.data().map_or("", |data| self.document.slice(data.inner))
    }

    /// The namespace declarations in force, nearest first, one for each prefix. An undeclared default namespace and
    /// the built-in `xml` are left out.
    #[must_use]
    pub fn namespaces_in_scope(self) -> Vec<(Option<&'d str>, &'d str)> {
        let mut prefixes = std::collections::HashSet::new();
        let own = self.in_force().filter(|(prefix, _)| prefixes.insert(*prefix));
        own.filter(|(prefix, namespace)| !namespace.is_empty() && *prefix != Some("xml")).collect()
    }

    /// The namespace of `prefix` here (`None`: the default namespace).
    #[must_use]
    pub fn namespace_of_prefix(self, prefix: Option<&str>) -> Option<&'d str> {
        if prefix == Some("xml") {
            return Some(super::XML_NAMESPACE);
        }
        let (_, namespace) = self.in_force().find(|(declared, _)| *declared == prefix)?;
        Some(namespace).filter(|namespace| !namespace.is_empty())
    }

    /// The namespace and local name of a qualified name that stands in this element: in a text or an attribute's value.
    #[must_use]
    pub fn qualified<'n>(self, name: &'n str) -> (Option<&'d str>, &'n str) {
        match name.split_once(':') {
            Some((prefix, local)) => (self.namespace_of_prefix(Some(prefix)), local),
            None => (self.namespace_of_prefix(None), name),
        }
    }

    /// The namespace declarations of this element, of those around it and around the document, nearest first.
    fn in_force(self) -> impl Iterator<Item = (Option<&'d str>, &'d str)> {
        let inherited = self.document.tree.inherited.iter();
        std::iter::successors(Some(self), |element| element.parent())
            .flat_map(Self::declarations)
            .chain(inherited.map(|(prefix, namespace)| (prefix.as_deref(), namespace.as_str())))
    }
}

impl fmt::Debug for Element<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Element")
            .field("name", &self.name())
            .field("namespace", &self.namespace())
            .finish_non_exhaustive()
    }
}

impl PartialEq for Element<'_> {
    /// Whether both are the same element of the same document.
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && Arc::ptr_eq(&self.document.tree, &other.document.tree)
    }
}

impl Eq for Element<'_> {}

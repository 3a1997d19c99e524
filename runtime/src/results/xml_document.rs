//! The XML-document result.

use std::fmt::{self, Write as _};
use std::ops::Range;
use std::sync::Arc;

use super::shown::Shown;
use crate::xml::{Document, Element, ParseOptions, XmlError, XmlErrorKind, escape_attribute};

/// An XML document that an operation answered: null, or a root element exactly as sent, byte for byte.
///
/// Only the root element travels; what stands around it does not. The element may use namespace declarations of the answer that
/// it was cut out of; these are kept beside it. Two are equal when both are null or their texts are the same. The default is null.
#[derive(Clone, Default)]
pub struct XmlDocument(Option<Part>);

#[derive(Clone)]
struct Part {
    /// The text that the element is a part of.
    whole: Arc<str>,
    span: Range<usize>,
    /// Namespace declarations that apply from outside.
    inherited: Vec<(Option<String>, String)>,
}

impl Part {
    fn text(&self) -> &str {
        self.whole.get(self.span.clone()).unwrap_or_default()
    }
}

impl XmlDocument {
    /// Null.
    #[must_use]
    pub const fn null() -> Self {
        Self(None)
    }

    /// Takes the root element of `text`, a whole document.
    ///
    /// # Errors
    ///
    /// [`XmlError`] if `text` is not well-formed.
    pub fn parse(text: &str) -> Result<Self, XmlError> {
        let document = Document::parse(text, &ParseOptions::default())?;
        Ok(Self::from_element(document.root()))
    }

    /// Takes an element out of a document, without copying: the document's text is shared.
    #[must_use]
    pub fn from_element(element: Element<'_>) -> Self {
        let inherited = element.parent().map(Element::namespaces_in_scope).unwrap_or_default();
        Self(Some(Part {
            whole: element.document().shared_text(),
            span: element.span(),
            inherited: inherited
                .into_iter()
                .map(|(prefix, namespace)| (prefix.map(str::to_owned), namespace.to_owned()))
                .collect(),
        }))
    }

    /// Whether it is null.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        self.0.is_none()
    }

    /// The root element as sent; empty for null. It may use prefixes that are declared outside of it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_ref().map_or("", Part::text)
    }

    /// Parses the document: the tree's spans are positions in [`XmlDocument::as_str`]. References to characters that XML 1.0
    /// forbids are kept and flagged, as genuine servers send them.
    ///
    /// # Errors
    ///
    /// [`XmlErrorKind::NoRoot`] for null; else only if a bound of the options is passed.
    pub fn document(&self) -> Result<Document, XmlError> {
        self.document_with(&ParseOptions::keeping_forbidden_references())
    }

    /// As [`XmlDocument::document`], with these options.
    ///
    /// # Errors
    ///
    /// As [`XmlDocument::document`].
    pub fn document_with(&self, options: &ParseOptions) -> Result<Document, XmlError> {
        match &self.0 {
            Some(part) => Document::parse_part(part.text(), &part.inherited, options),
            None => Err(XmlError::of_all(XmlErrorKind::NoRoot, "the document is null")),
        }
    }

    /// The text as a document that stands for itself: declarations from outside that it uses are added to the root element.
    /// Empty for null.
    #[must_use]
    pub fn to_standalone(&self) -> String {
        let mut text = String::new();
        self.write_standalone(&mut text, false);
        text
    }

    /// Appends the root element as content of an element whose default namespace is not empty, so that every name keeps the
    /// meaning it has on its own.
    pub fn write_content(&self, out: &mut String) {
        self.write_standalone(out, true);
    }

    fn write_standalone(&self, out: &mut String, undeclare_default: bool) {
        let Some(part) = &self.0 else { return };
        let text = part.text();
        let Ok(document) = self.document_with(&unbounded()) else {
            out.push_str(text);
            return;
        };
        let root = document.root();
        // `<`, the prefix, a colon, the name.
        let name_end = 1 + root.prefix().map_or(0, |prefix| prefix.len() + 1) + root.name().len();
        let (start, rest) = text.split_at_checked(name_end).unwrap_or((text, ""));
        out.push_str(start);
        let declared: Vec<Option<&str>> = root.declarations().map(|(prefix, _)| prefix).collect();
        let mut default = None;
        for (prefix, namespace) in part.inherited.iter().filter(|(prefix, _)| !declared.contains(&prefix.as_deref())) {
            match prefix {
                None => default = Some(namespace.as_str()),
                // A prefix may also be used inside a value, as in xsi:type: that it occurs is enough.
                Some(prefix) if text.contains(&format!("{prefix}:")) => {
                    declare(out, Some(prefix), namespace);
                }
                Some(_) => {}
            }
        }
        if uses_outer_default(root) {
            match default {
                Some(namespace) => declare(out, None, namespace),
                None if undeclare_default => declare(out, None, ""),
                None => {}
            }
        }
        out.push_str(rest);
    }
}

/// The text was read before, under the bounds that applied then.
fn unbounded() -> ParseOptions {
    let mut options = ParseOptions::keeping_forbidden_references();
    options.max_depth = usize::MAX;
    options.max_nodes = usize::MAX;
    options.max_attributes = usize::MAX;
    options.max_name = usize::MAX;
    options
}

fn declare(out: &mut String, prefix: Option<&str>, namespace: &str) {
    // Writing to a String cannot fail.
    let _ = match prefix {
        Some(prefix) => write!(out, " xmlns:{prefix}=\""),
        None => write!(out, " xmlns=\""),
    };
    escape_attribute(out, namespace);
    out.push('"');
}

/// Whether an element without prefix takes its namespace from outside of `root`.
fn uses_outer_default(root: Element<'_>) -> bool {
    let mut waiting = vec![root];
    while let Some(element) = waiting.pop() {
        if element.declarations().any(|(prefix, _)| prefix.is_none()) {
            continue;
        }
        if element.prefix().is_none() {
            return true;
        }
        waiting.extend(element.elements());
    }
    false
}

impl PartialEq for XmlDocument {
    fn eq(&self, other: &Self) -> bool {
        self.is_null() == other.is_null() && self.as_str() == other.as_str()
    }
}

impl Eq for XmlDocument {}

impl fmt::Debug for XmlDocument {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => out.write_str("XmlDocument(null)"),
            Some(part) => out.debug_tuple("XmlDocument").field(&Shown(part.text())).finish(),
        }
    }
}

impl fmt::Display for XmlDocument {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}

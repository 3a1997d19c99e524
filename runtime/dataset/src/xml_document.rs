//! The result that is an XML document.

use std::fmt::{self, Write as _};
use std::ops::Range;
use std::sync::Arc;

use super::table::{Column, Table};
use super::xml_rows::{XmlRows, XmlRowsError};
use asmx_types::display::{Shown, shown_lines};
use asmx_xml::{Document, Element, ParseOptions, XmlError, XmlErrorKind, escape_attribute, tag_length};

/// An XML document that an operation returned: null, or a root element exactly as sent, byte for byte. The default is null.
///
/// Only the root element is sent, without comments and text around it. The element may use namespace declarations of the response
/// around it; these are kept beside it. Two documents are equal if both are null or their texts are equal.
#[derive(Clone, Default)]
pub struct XmlDocument(Option<DocumentPart>);

#[derive(Clone)]
struct DocumentPart {
    text: Arc<str>,
    span: Range<usize>,
    /// Namespace declarations that apply from outside.
    inherited: Vec<(Option<String>, String)>,
    record_limit: Option<u64>,
}

impl DocumentPart {
    fn text(&self) -> &str {
        self.text.get(self.span.clone()).unwrap_or_default()
    }
}

impl XmlDocument {
    /// Null.
    #[must_use]
    pub const fn null() -> Self {
        Self(None)
    }

    /// Takes the root element of `text`, a whole document. References to characters that XML forbids are kept.
    ///
    /// # Errors
    ///
    /// [`XmlError`] if `text` is not well-formed.
    pub fn parse(text: &str) -> Result<Self, XmlError> {
        let document = Document::parse(text, &ParseOptions::keeping_forbidden_references())?;
        Ok(Self::from_element(document.root()))
    }

    /// Takes an element out of a document without a copy: both share the document's text.
    #[must_use]
    pub fn from_element(element: Element<'_>) -> Self {
        let inherited = element.parent().map(Element::namespaces_in_scope).unwrap_or_default();
        Self(Some(DocumentPart {
            text: element.document().shared_text(),
            span: element.span(),
            inherited: inherited
                .into_iter()
                .map(|(prefix, namespace)| (prefix.map(str::to_owned), namespace.to_owned()))
                .collect(),
            record_limit: None,
        }))
    }

    /// A well-formed element that was cut out of a document, with the namespace declarations around it: prefix (`None`: the
    /// default) and namespace.
    #[doc(hidden)]
    #[must_use]
    pub fn of_part(element: &str, inherited: Vec<(Option<String>, String)>) -> Self {
        Self(Some(DocumentPart { text: element.into(), span: 0..element.len(), inherited, record_limit: None }))
    }

    /// The document with the greatest number of records that its operation returns, if documented: a table of so many rows [reports
    /// it](Table::is_at_record_limit).
    #[must_use]
    pub fn with_record_limit(mut self, records: Option<u64>) -> Self {
        if let Some(part) = &mut self.0 {
            part.record_limit = records;
        }
        self
    }

    /// Whether the document is null.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        self.0.is_none()
    }

    /// The root element as sent; empty for null. It may use prefixes that are declared outside of it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_ref().map_or("", DocumentPart::text)
    }

    /// Parses the document. Positions in the tree are positions in [`XmlDocument::as_str`]. References to characters that XML 1.0
    /// forbids are kept and flagged, because genuine servers send them.
    ///
    /// # Errors
    ///
    /// [`XmlErrorKind::NoRoot`] for null; otherwise only if a limit of the options is exceeded.
    pub fn document(&self) -> Result<Document, XmlError> {
        self.document_with(&ParseOptions::keeping_forbidden_references())
    }

    /// [`XmlDocument::document`] with these options.
    ///
    /// # Errors
    ///
    /// As [`XmlDocument::document`].
    pub fn document_with(&self, options: &ParseOptions) -> Result<Document, XmlError> {
        match &self.0 {
            Some(part) => Document::parse_part(part.text(), &part.inherited, options),
            None => Err(XmlError::without_position(XmlErrorKind::NoRoot, "the document is null")),
        }
    }

    /// The rows of a row-shaped document, such as `<Groups><Group>…</Group><Group>…</Group></Groups>`: the children of the root,
    /// which all have one name, as a table of that name. Null and a root without children have no rows; the table then has the name
    /// of the root.
    ///
    /// Children and attributes of a row are its cells. Columns have their local names, decoded as in data sets, in the order of
    /// their first cells. If the name is taken, an attribute is called `@Name`, and an element of another namespace
    /// `{namespace}Name`; if that is taken too, a number follows: `Name_2`. A cell that is absent or has `xsi:nil` is `DBNull`.
    /// Text of a row itself is in the column `Group_Text`.
    ///
    /// No content is lost. A cell with elements in it is kept as the XML inside it; a cell with attributes is kept with its own
    /// tags; so are all elements of one name together if a row repeats them. Text between the cells of a row is kept with them, as
    /// the XML inside the row. Comments and processing instructions are skipped.
    ///
    /// # Errors
    ///
    /// [`XmlRowsError`] if the document is not row-shaped.
    pub fn table(&self) -> Result<Table, XmlRowsError> {
        self.rows(XmlRows::new(None, Vec::new()))
    }

    /// [`XmlDocument::table`] with these columns first, of the types they state, even if the document lacks them.
    ///
    /// # Errors
    ///
    /// As [`XmlDocument::table`].
    pub fn table_with(&self, columns: impl IntoIterator<Item = Column>) -> Result<Table, XmlRowsError> {
        self.rows(XmlRows::new(None, columns.into_iter().collect()))
    }

    /// [`XmlDocument::table`] of the children with this name; others are skipped.
    ///
    /// # Errors
    ///
    /// As [`XmlDocument::table`].
    pub fn table_of(&self, name: &str) -> Result<Table, XmlRowsError> {
        self.rows(XmlRows::new(Some(name.to_owned()), Vec::new()))
    }

    fn rows(&self, mut rows: XmlRows) -> Result<Table, XmlRowsError> {
        rows.set_record_limit(self.0.as_ref().and_then(|part| part.record_limit));
        self.read_rows(&mut rows)?;
        Ok(rows.take())
    }

    /// Reads the rows of the document.
    #[doc(hidden)]
    pub fn read_rows(&self, rows: &mut XmlRows) -> Result<(), XmlRowsError> {
        if self.is_null() {
            return Ok(());
        }
        let document = self.document_with(&unbounded())?;
        rows.root(document.root());
        rows.read(document.root())
    }

    /// The text as a document of its own: the root element gets the outer declarations that it uses. Empty for null.
    #[must_use]
    pub fn to_standalone(&self) -> String {
        let mut text = String::new();
        self.write_standalone(&mut text, false);
        text
    }

    /// Appends the root element as content of an element whose default namespace is not empty. Every name keeps its own meaning.
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
                // A prefix may also be used inside a value, as in xsi:type, so it counts as used if it occurs at all.
                Some(prefix) if text.contains(&format!("{prefix}:")) => {
                    declare(out, Some(prefix), namespace);
                }
                Some(_) => {}
            }
        }
        let default = default.or(undeclare_default.then_some(""));
        // Genuine servers write the default namespace that they add after the attributes.
        let (attributes, rest) = rest.split_at_checked(attributes_end(rest)).unwrap_or((rest, ""));
        out.push_str(attributes);
        if let Some(namespace) = default.filter(|_| uses_outer_default(root)) {
            declare(out, None, namespace);
        }
        out.push_str(rest);
    }
}

/// The length of the attributes at the start of the rest of a tag.
fn attributes_end(tag: &str) -> usize {
    let attributes = tag_length(tag).and_then(|length| tag.get(..length)?.strip_suffix('>')).unwrap_or_default();
    attributes.strip_suffix('/').unwrap_or(attributes).trim_ascii_end().len()
}

/// No bounds: the text was within bounds when it was read.
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
    /// For people: control characters except line breaks and tabs as escapes (`\u{1b}`). [`as_str`](Self::as_str) is the text as
    /// sent.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&shown_lines(self.as_str()))
    }
}

//! Content of a row that no column takes: a second value of a column, text between elements, foreign attributes of a value, an attribute with
//! the name of a column of elements.
//!
//! ```xml
//! <T><Id>2</Id><Name>one</Name><Name>two</Name></T>
//! ```
//!
//! The row keeps the first name. `<Name>two</Name>` goes into the undeclared column `$rest`, so that forms with fixed columns report it
//! as they report any undeclared column, and all others show it.

use crate::table::Cell;
use crate::vocabulary::{DIFFGR, MSDATA, XS, XSI};
use asmx_xml::characters::trim_white_space;
use asmx_xml::{Attribute, Element, Node, XML_NAMESPACE, escape_attribute, escape_text};

/// The content of a row that no column takes.
#[derive(Default)]
pub(super) struct Leftover {
    text: String,
    /// Text and elements, once there is an element.
    xml: Option<String>,
}

impl Leftover {
    pub(super) fn of_text(text: String) -> Self {
        Self { text, xml: None }
    }

    /// Adds the texts between the elements of `element`, before all elements.
    pub(super) fn texts_of(&mut self, element: Element<'_>) {
        element.children().for_each(|node| add_text(&mut self.text, node));
    }

    /// Adds an attribute of a row, in an element with the row's name.
    pub(super) fn attribute(&mut self, row: Element<'_>, attribute: Attribute<'_>) {
        let out = self.xml();
        out.extend(["<", row.name()]);
        push_attribute(out, attribute);
        out.push_str("/>");
    }

    fn xml(&mut self) -> &mut String {
        self.xml.get_or_insert_with(|| {
            let mut xml = String::new();
            escape_text(&mut xml, &self.text);
            xml
        })
    }

    /// Adds an element, without prefixes: their declarations stay behind.
    pub(super) fn element(&mut self, element: Element<'_>) {
        let out = self.xml();
        out.extend(["<", element.name()]);
        for attribute in element.attributes().filter(|attribute| is_foreign(*attribute)) {
            push_attribute(out, attribute);
        }
        out.push('>');
        out.push_str(element.inner_xml());
        out.extend(["</", element.name(), ">"]);
    }

    pub(super) fn into_cell(self) -> Option<Cell<'static>> {
        match self.xml {
            Some(xml) => Some(Cell::xml(xml)),
            None => Some(self.text).filter(|text| !text.is_empty()).map(Cell::from),
        }
    }
}

/// Adds an attribute. Two may differ in their namespaces alone.
fn push_attribute(out: &mut String, attribute: Attribute<'_>) {
    out.push(' ');
    if let Some(prefix) = attribute.prefix {
        out.extend([prefix, "."]);
    }
    out.extend([attribute.name, "=\""]);
    escape_attribute(out, attribute.value);
    out.push('"');
}

/// Adds a text to others, unless it is white space.
fn add_text(texts: &mut String, node: Node<'_>) {
    if let Node::Text(text) | Node::CData(text) = node {
        let text = trim_white_space(text);
        if !texts.is_empty() && !text.is_empty() {
            texts.push(' ');
        }
        texts.push_str(text);
    }
}

/// A row, and the text before it that is in no row.
pub(super) struct RowElement<'d> {
    pub(super) element: Element<'d>,
    pub(super) text_before: String,
}

impl<'d> From<Element<'d>> for RowElement<'d> {
    fn from(element: Element<'d>) -> Self {
        Self { element, text_before: String::new() }
    }
}

/// The rows in an element, and whether there is text after the last one, which belongs to no row.
pub(super) fn rows_in(around: Element<'_>) -> (Vec<RowElement<'_>>, bool) {
    let (mut rows, mut text_before) = (Vec::new(), String::new());
    for node in around.children() {
        match node {
            Node::Element(element) => {
                rows.push(RowElement { element, text_before: std::mem::take(&mut text_before) });
            }
            other => add_text(&mut text_before, other),
        }
    }
    (rows, !text_before.is_empty())
}

/// Whether an element that states null holds something nevertheless.
pub(super) fn holds_content(element: Element<'_>) -> bool {
    element.children().any(|node| match node {
        Node::Element(_) => true,
        Node::Text(text) | Node::CData(text) => !trim_white_space(text).is_empty(),
        _ => false,
    })
}

/// Whether an attribute of a value is none that data sets have there.
pub(super) fn is_foreign(attribute: Attribute<'_>) -> bool {
    !matches!(attribute.namespace, Some(XSI | XML_NAMESPACE | DIFFGR | MSDATA | XS))
}

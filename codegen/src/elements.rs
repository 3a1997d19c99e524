//! The XML that this crate and its siblings write: elements of specs, WSDL documents and schemas, in short notation.

use std::borrow::BorrowMut;

use xmltree::EmitterConfig;
pub use xmltree::{Element, XMLNode};

/// Builds an element, as in `Element::new("param").with("name", name)`, and reads it.
pub trait Build: Into<Element> + BorrowMut<Element> {
    /// An element in the namespace of `prefix`.
    fn of(prefix: &str, name: &str) -> Element {
        Element { prefix: Some(prefix.to_owned()), ..Element::new(name) }
    }

    fn with(self, name: &str, value: impl Into<String>) -> Element {
        let mut element = self.into();
        element.attributes.insert(name.to_owned(), value.into());
        element
    }

    fn with_some(self, name: &str, value: Option<impl Into<String>>) -> Element {
        match value {
            Some(value) => self.with(name, value),
            None => self.into(),
        }
    }

    fn with_flag(self, name: &str, is_set: bool) -> Element {
        self.with_some(name, is_set.then_some("true"))
    }

    fn text(self, text: &str) -> Element {
        let mut element = self.into();
        element.children.push(XMLNode::Text(text.to_owned()));
        element
    }

    /// Adds paragraphs, which empty lines separate.
    fn paragraphs(self, paragraphs: &[String]) -> Element {
        let words = |paragraph: &String| paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        self.text(&paragraphs.iter().map(words).collect::<Vec<_>>().join("\n\n"))
    }

    fn child(self, child: Element) -> Element {
        self.children([child])
    }

    fn children(self, children: impl IntoIterator<Item = Element>) -> Element {
        let mut element = self.into();
        element.children.extend(children.into_iter().map(XMLNode::Element));
        element
    }

    /// Adds `documentation` with the prefix of this element, unless the text is empty.
    fn documented(self, text: &str) -> Element {
        let prefix = self.borrow().prefix.clone().unwrap_or_default();
        self.children((!text.is_empty()).then(|| Element::of(&prefix, "documentation").text(text)))
    }

    /// Adds `annotation` with documentation as the first child, unless the text is empty.
    fn annotated(self, text: &str) -> Element {
        let mut element = self.into();
        if !text.is_empty() {
            let annotation = Element::of(element.prefix.as_deref().unwrap_or_default(), "annotation").documented(text);
            element.children.insert(0, XMLNode::Element(annotation));
        }
        element
    }

    /// Adds `<doc>` of a spec, if there are paragraphs, and an `<undocumented>` for each open point.
    fn described(self, doc: &[String], undocumented: &[String]) -> Element {
        let doc = (!doc.is_empty()).then(|| Element::new("doc").paragraphs(doc));
        let open =
            undocumented.iter().map(|words| Element::new("undocumented").paragraphs(std::slice::from_ref(words)));
        self.children(doc.into_iter().chain(open))
    }

    fn attribute(&self, name: &str) -> Option<&str> {
        self.borrow().attributes.get(name).map(String::as_str)
    }

    /// The child elements.
    fn elements(&self) -> impl Iterator<Item = &Element> {
        self.borrow().children.iter().filter_map(XMLNode::as_element)
    }

    fn elements_mut(&mut self) -> impl Iterator<Item = &mut Element> {
        self.borrow_mut().children.iter_mut().filter_map(XMLNode::as_mut_element)
    }
}

impl Build for Element {}

/// The text of a document that no person edits.
#[must_use]
pub fn document(root: &Element) -> String {
    let config = EmitterConfig::new().perform_indent(true).line_separator("\n").write_document_declaration(false);
    let mut bytes = b"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".to_vec();
    // Writing to memory cannot fail, and every element is closed. An error would truncate the document, and tests parse it.
    let _ = root.write_with_config(&mut bytes, config);
    bytes.push(b'\n');
    String::from_utf8_lossy(&bytes).into_owned()
}

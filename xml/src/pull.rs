//! Reading a document from its start to its end, keeping nothing of what was passed: for requests, which anybody may send.
//!
//! What is well-formed is decided by the same code as for a [`Document`](super::Document).

use std::borrow::Cow;

use quick_xml::events::Event;

use super::error::XmlError;
use super::options::ParseOptions;
use super::reader::{self, Builder, Keeps, Tokens, Told};
use super::references::attribute_value;
use super::tree::{ElementData, Piece};

/// A pull parser. Behind a start tag, "the element" is the one that the tag opened. What is not well-formed ends the document early;
/// [`finish`](Self::finish) tells.
pub struct PullReader<'t> {
    tokens: Tokens<'t>,
    builder: Builder<'t>,
    /// Whether the start of an empty-element tag was returned, and its end was not.
    is_empty: bool,
    /// Where the last end tag that was read begins.
    end_tag: usize,
    failure: Option<XmlError>,
}

/// What stands directly inside an element.
pub enum Pulled<'t> {
    /// The start of an element.
    Start,
    /// Part of a text, references resolved; or a CDATA section.
    Text(Cow<'t, str>),
    /// A comment or a processing instruction.
    Other,
}

impl<'t> PullReader<'t> {
    /// A reader of a whole document.
    pub fn new(text: &'t str, options: &'t ParseOptions) -> Self {
        let (start, failure) = match reader::beginning(text, options) {
            Ok(start) => (start, None),
            Err(failure) => (text.len(), Some(failure)),
        };
        let builder = Builder::new(text, options, Keeps::OpenElements);
        Self { tokens: Tokens::new(text, start), builder, is_empty: false, end_tag: start, failure }
    }

    /// Goes behind the start tag of the root element; `false` if there is none.
    pub fn root(&mut self) -> bool {
        loop {
            match self.step() {
                Some(Told::Start) => return true,
                Some(_) => {}
                None => return false,
            }
        }
    }

    /// How many elements are open, the element included: what [`content`](Self::content) wants.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.builder.open.len()
    }

    /// The next thing directly inside the element that was the innermost of `depth`; what is still open inside it is passed over.
    /// `None` behind its end tag.
    pub fn content(&mut self, depth: usize) -> Option<Pulled<'t>> {
        while self.depth() > depth {
            self.step()?;
        }
        if self.depth() < depth {
            return None;
        }
        match self.step()? {
            Told::Start => Some(Pulled::Start),
            Told::Text(text) | Told::CData(text) => Some(Pulled::Text(text)),
            Told::Other => Some(Pulled::Other),
            Told::End | Told::Around => None,
        }
    }

    /// Passes over the rest of the element.
    pub fn skip(&mut self) {
        let depth = self.depth();
        while self.content(depth).is_some() {}
    }

    /// Reads on to the end of the document.
    ///
    /// # Errors
    ///
    /// The first thing that is not well-formed, wherever it is.
    pub fn finish(mut self) -> Result<(), XmlError> {
        while self.step().is_some() {}
        match self.failure {
            Some(failure) => Err(failure),
            None => self.builder.finish().map(drop),
        }
    }

    fn element(&self) -> Option<&ElementData> {
        self.builder.tree.elements.get(*self.builder.open.last()? as usize)
    }

    /// The element's local name.
    #[must_use]
    pub fn name(&self) -> &'t str {
        self.element().map_or("", |element| self.as_written(element.local))
    }

    /// Names and values as they are written are parts of the document's text.
    fn as_written(&self, piece: Piece) -> &'t str {
        let Piece::Source(start, end) = piece else { return "" };
        self.builder.text.get(start as usize..end as usize).unwrap_or_default()
    }

    /// The element's namespace, `None` for no namespace.
    pub fn namespace(&self) -> Option<&str> {
        self.builder.tree.namespace(self.builder.text, self.element()?.namespace)
    }

    /// The value of the element's attribute with this namespace and local name. Asked for before the element's content.
    pub fn attribute(&self, namespace: Option<&str>, local: &str) -> Option<Cow<'t, str>> {
        let (tree, text) = (&self.builder.tree, self.builder.text);
        let range = &self.element()?.attributes;
        let attributes = tree.attributes.get(range.start as usize..range.end as usize)?;
        let found = attributes.iter().find(|attribute| {
            self.as_written(attribute.local) == local && tree.namespace(text, attribute.namespace) == namespace
        })?;
        let raw = self.as_written(found.value);
        // It was read before, to be checked.
        attribute_value(text, 0, raw, self.builder.options.forbidden_references).ok().map(|(value, _)| value)
    }

    /// Whether the element has attributes; namespace declarations are none.
    #[must_use]
    pub fn has_attributes(&self) -> bool {
        self.element().is_some_and(|element| !element.attributes.is_empty())
    }

    /// The element's attributes in the order of the document: namespace, local name and value. Asked for before the element's content.
    pub fn attributes(&self) -> impl Iterator<Item = (Option<&str>, &'t str, Cow<'t, str>)> {
        let (tree, text) = (&self.builder.tree, self.builder.text);
        let range = self.element().map_or(0..0, |element| element.attributes.start as usize..element.attributes.end as usize);
        let attributes = tree.attributes.get(range).unwrap_or_default();
        attributes.iter().map(move |attribute| {
            // It was read before, to be checked.
            let value = attribute_value(text, 0, self.as_written(attribute.value), self.builder.options.forbidden_references);
            let value = value.map_or(Cow::Borrowed(""), |(value, _)| value);
            (tree.namespace(text, attribute.namespace), self.as_written(attribute.local), value)
        })
    }

    /// What `prefix` (empty: the default namespace) is bound to here; `None` if it is not.
    #[must_use]
    pub fn namespace_of_prefix(&self, prefix: &str) -> Option<&str> {
        match prefix {
            "xml" => Some(crate::XML_NAMESPACE),
            _ => self.builder.tree.namespace(self.builder.text, self.builder.scope.resolve(prefix)),
        }
    }

    /// Every namespace declaration that applies here, as prefix (empty: the default namespace) and namespace.
    #[must_use]
    pub fn namespaces_in_scope(&self) -> Vec<(&'t str, String)> {
        let mut in_scope: Vec<(&'t str, String)> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for (prefix, namespace) in self.builder.scope.innermost_first() {
            if seen.insert(prefix)
                && let Some(namespace) = self.builder.tree.namespace(self.builder.text, namespace)
            {
                in_scope.push((prefix, namespace.to_owned()));
            }
        }
        in_scope
    }

    /// The prefixes (empty: the default namespace) that the element itself declares.
    pub fn own_declarations(&self) -> impl Iterator<Item = &'t str> {
        let tree = &self.builder.tree;
        let range = self.element().map_or(0..0, |element| element.declarations.start as usize..element.declarations.end as usize);
        let declarations = tree.declarations.get(range).unwrap_or_default();
        declarations.iter().map(|declaration| declaration.prefix.map_or("", |prefix| self.as_written(prefix)))
    }

    /// Whether the element, whose start tag was read last, holds nothing but white space.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        let ahead = self.builder.text.get(self.tokens.at..).unwrap_or_default();
        self.is_empty || ahead.trim_start_matches([' ', '\t', '\r', '\n']).starts_with("</")
    }

    /// The local names of the open elements, outermost first.
    pub fn open_names(&self) -> impl Iterator<Item = &'t str> {
        let open = self.builder.open.iter();
        open.filter_map(|index| Some(self.as_written(self.builder.tree.elements.get(*index as usize)?.local)))
    }

    /// Where the element's start tag begins, in bytes.
    #[must_use]
    pub fn start_tag(&self) -> usize {
        self.element().map_or(0, |element| element.span.0 as usize)
    }

    /// The document's text between two places.
    #[must_use]
    pub fn written(&self, range: std::ops::Range<usize>) -> &'t str {
        self.builder.text.get(range).unwrap_or_default()
    }

    /// Where what is read next begins, in bytes: behind a start tag, where the element's content does.
    pub fn position(&self) -> usize {
        self.tokens.at
    }

    /// What is written between `start` and the last end tag that was read.
    pub fn written_since(&self, start: usize) -> &'t str {
        self.builder.text.get(start..self.end_tag).unwrap_or_default()
    }

    /// How long the text ahead is at most, up to the next thing that is no text.
    pub fn text_ahead(&self) -> usize {
        let (mut tokens, mut length) = (self.ahead(), 0);
        while let Ok(Event::Text(_) | Event::CData(_) | Event::GeneralRef(_)) = tokens.read_event() {
            length = tokens.buffer_position();
        }
        usize::try_from(length).unwrap_or_default()
    }

    /// How many elements are ahead directly inside the element; no more than `most` are counted.
    pub fn elements_ahead(&self, most: usize) -> usize {
        if self.is_empty {
            return 0;
        }
        let mut tokens = self.ahead();
        let (mut depth, mut count) = (0_usize, 0);
        // What is deeper will not be read.
        while count < most && depth <= self.builder.options.max_depth {
            match tokens.read_event() {
                Ok(Event::Start(_)) => {
                    count += usize::from(depth == 0);
                    depth += 1;
                }
                Ok(Event::Empty(_)) => count += usize::from(depth == 0),
                Ok(Event::End(_)) if depth == 0 => break,
                Ok(Event::End(_)) => depth -= 1,
                Ok(Event::Eof) | Err(_) => break,
                Ok(_) => {}
            }
        }
        count
    }

    /// Tokens of what is not read yet.
    fn ahead(&self) -> quick_xml::Reader<&'t [u8]> {
        let mut tokens = quick_xml::Reader::from_str(self.builder.text.get(self.tokens.at..).unwrap_or_default());
        tokens.config_mut().allow_unmatched_ends = true;
        tokens
    }

    /// Reads one token; `None` at the end of the document, or of what is well-formed of it.
    fn step(&mut self) -> Option<Told<'t>> {
        if self.failure.is_some() {
            return None;
        }
        self.read().map_err(|failure| self.failure = Some(failure)).ok()?
    }

    fn read(&mut self) -> Result<Option<Told<'t>>, XmlError> {
        if std::mem::take(&mut self.is_empty) {
            self.end_tag = self.tokens.at;
            return self.builder.end(self.end_tag, 0).map(|()| Some(Told::End));
        }
        let Some(token) = self.tokens.next()? else { return Ok(None) };
        self.is_empty = matches!(token.event, Event::Empty(_));
        if matches!(token.event, Event::End(_)) {
            self.end_tag = token.at;
        }
        self.builder.token(&token).map(Some)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::format_collect, clippy::format_push_string, clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::*;
    use crate::{Document, Element, Node};

    /// What a tree says, written down.
    fn of_tree(element: Element<'_>, out: &mut String) {
        *out += &format!("<{:?} {} {:?}>", element.namespace(), element.name(), element.attribute(Some("u"), "a"));
        for node in element.children() {
            match node {
                Node::Element(child) => of_tree(child, out),
                Node::Text(text) | Node::CData(text) => *out += text,
                Node::Comment(_) | Node::ProcessingInstruction { .. } => *out += "<!>",
            }
        }
        *out += &format!("</{}>", element.inner_xml());
    }

    fn of_reader(reader: &mut PullReader<'_>, out: &mut String) {
        let (depth, begin) = (reader.depth(), reader.position());
        let attribute = reader.attribute(Some("u"), "a");
        *out += &format!("<{:?} {} {:?}>", reader.namespace(), reader.name(), attribute.as_deref());
        let ahead = reader.elements_ahead(usize::MAX);
        let mut elements = 0;
        while let Some(inside) = reader.content(depth) {
            match inside {
                Pulled::Start => {
                    elements += 1;
                    of_reader(reader, out);
                }
                Pulled::Text(text) => *out += &text,
                Pulled::Other => *out += "<!>",
            }
        }
        if reader.failure.is_none() {
            assert_eq!(elements, ahead);
        }
        *out += &format!("</{}>", reader.written_since(begin));
    }

    /// Both accept the same, refuse the rest for the same reason, and say the same of what they accept.
    fn assert_alike(text: &str) {
        // As many declarations as elements: the reader also bounds those in scope, which the tree does not.
        let options = ParseOptions { max_depth: 6, max_attributes: 6, max_name: 8, ..ParseOptions::default() };
        let mut reader = PullReader::new(text, &options);
        let mut read = String::new();
        if reader.root() {
            of_reader(&mut reader, &mut read);
        }
        let finished = reader.finish();
        match Document::parse(text, &options) {
            Ok(document) => {
                let mut expected = String::new();
                of_tree(document.root(), &mut expected);
                assert_eq!((finished, read), (Ok(()), expected), "{text}");
            }
            Err(error) => assert_eq!(finished, Err(error), "{text}"),
        }
        let mut passed = PullReader::new(text, &options);
        passed.root();
        passed.skip();
        let outcome = passed.finish();
        assert_eq!(outcome, Document::parse(text, &options).map(drop), "{text}");
    }

    #[test]
    fn reads_as_the_tree_does() {
        for text in [
            "",
            " ",
            "<a/>",
            "\u{FEFF}<?xml version='1.0'?><!-- --><a/><?b?> ",
            "<a>x&lt;y<![CDATA[<&]]>\r\n<!-- --><b/>z</a>",
            "<a xmlns='u'><b xmlns=''/><p:c xmlns:p='v' xmlns:q='u' q:a='1&#10;2\t3'/><d/></a>",
            "<a xmlns:p='u' p:a='1' p:b='2'><p:b p:a=''/></a>",
            "<a xml:b=''><b xml:c=''/><c/></a>",
            "<a><b><c><d><e><f/></e></d></c></b></a>",
            "<a><b><c><d><e><f><g/></f></e></d></c></b></a>",
            "<a/><b/>",
            "<a>",
            "<a></b>",
            "</a>",
            "x<a/>",
            "<a/>x",
            "<a/>&amp;",
            "<a/><![CDATA[]]>",
            "<!DOCTYPE a><a/>",
            "<a><?xml version='1.0'?></a>",
            "<a><b:c/></a>",
            "<a b='' b=''/>",
            "<a c='1' d='2' e='3' f='4' g='5' h='6' i='7'/>",
            "<abcdefghi/>",
            "<a>&b;</a>",
            "<a>]]></a>",
            "<a>\u{1}</a>",
            "<a b='<'/>",
            "<a b='&#1;'/>",
        ] {
            assert_alike(text);
        }
    }

    #[test]
    fn prefixes_that_are_gone_are_forgotten() {
        let many: String = (0..20).map(|number| format!(" xmlns:p{number}='u'")).collect();
        let options = ParseOptions::default();
        let text = format!("<a{many}>{}<p3:b/></a>", "<b xmlns:p3='v' xmlns:q='w'><q:c/></b>".repeat(3));
        let mut reader = PullReader::new(&text, &options);
        assert!(reader.root());
        let mut last = None;
        while reader.content(1).is_some() {
            last = reader.namespace().map(str::to_owned);
        }
        assert_eq!((last.as_deref(), reader.finish()), (Some("u"), Ok(())));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_mixture_is_read_as_the_tree_does(
            parts in prop::collection::vec(
                prop::sample::select(vec![
                    "<a>", "</a>", "<b/>", "<p:a xmlns:p='u' p:a='&lt;'>", "</p:a>", "<a xmlns='v' b=''>", "x", " ", "&amp;",
                    "&#x41;", "\r\n", "<![CDATA[<]]>", "<!-- -->", "<?c d?>", "<", ">", "&", "<p:b/>", "<b b='1' b='2'/>", "é",
                ]),
                0..14,
            )
        ) {
            let inside = parts.concat();
            assert_alike(&inside);
            assert_alike(&format!("<a>{inside}</a>"));
        }
    }
}

//! The reader of XML: from start to end, keeping nothing of what it has passed, for messages that are read once and
//! may be large. A [`Document`](super::Document) is built from its steps.

/// A table with a value for each byte.
macro_rules! byte_table {
    ($(#[$doc:meta])* static $name:ident: $of:ty = |$byte:ident| $value:expr;) => {
        $(#[$doc])*
        static $name: [$of; 256] = {
            let mut values = [const {
                let $byte = 0_u8;
                $value
            }; 256];
            let mut $byte = 0_u8;
            #[allow(clippy::indexing_slicing, reason = "evaluated when compiled")]
            while $byte < u8::MAX {
                $byte += 1;
                values[$byte as usize] = $value;
            }
            values
        };
    };
}

mod attribute;
mod element;
mod fault;
mod state;
mod step;
mod tag;

use std::borrow::Cow;
use std::cell::Cell;

use self::attribute::after_white_space;
pub use self::attribute::{WrittenAttribute, written_tag};
pub(crate) use self::element::WrittenName;
use self::state::{Fault, NO_NAMESPACE, Namespace, Open, Scope};
pub use self::state::{PullReader, equal_names};
pub(crate) use self::state::{XML, narrow, position_in};
pub(crate) use self::step::PullStep;
use self::step::run;
use super::XML_NAMESPACE;
use super::characters;
use super::error::{XmlError, XmlErrorKind};
use super::options::ParseOptions;

/// A step inside an element.
#[derive(Debug)]
pub enum Pulled<'t> {
    /// The start of an element.
    Start,
    /// A part of the text with references resolved, or a CDATA section.
    Text(Cow<'t, str>),
    /// A comment or a processing instruction.
    Other,
}

impl<'t> PullReader<'t> {
    /// A reader of a whole document.
    pub fn new(text: &'t str, options: &'t ParseOptions) -> Self {
        Self::of_part(text, &[], options)
    }

    /// A reader of an element that was cut out of a document with these declarations in force.
    pub(crate) fn of_part(text: &'t str, inherited: &'t [(Option<String>, String)], options: &'t ParseOptions) -> Self {
        let mut reader = Self::of_beginning(text, options);
        if text.len() > options.max_bytes {
            reader.fault = Some(Box::new(too_long(options.max_bytes)));
        }
        let mut declared = Vec::new();
        for (prefix, namespace) in inherited {
            declared.push((prefix.as_deref().unwrap_or_default(), Some(reader.declarations)));
            reader.namespaces.push(Namespace { uri: Cow::Borrowed(namespace), number: reader.declarations });
            reader.declarations += 1;
        }
        reader.scope.enter(&declared);
        reader.default = reader.scope.resolve("").unwrap_or(NO_NAMESPACE);
        reader
    }

    /// A reader of the beginning of a document, however long the document is.
    pub(crate) fn of_beginning(text: &'t str, options: &'t ParseOptions) -> Self {
        let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        Self {
            text,
            options,
            is_content: false,
            start,
            at: start,
            open: Vec::new(),
            attributes: Vec::new(),
            scope: Scope::default(),
            namespaces: Vec::new(),
            default: NO_NAMESPACE,
            declared: Vec::new(),
            is_empty: false,
            end_tag: 0,
            budget: options.max_nodes,
            fault: u32::try_from(text.len()).is_err().then(|| Box::new(too_long(u32::MAX as usize))),
            has_forbidden_references: false,
            declarations: 0,
            compared: Cell::new((NO_NAMESPACE, 0, 0)),
        }
    }

    /// A reader of the content of an element, which may begin and end at any child and is not counted against limits of
    /// the document. Names have namespaces only by the declarations inside the content.
    pub(crate) fn of_content(text: &'t str, options: &'t ParseOptions) -> Self {
        let around = Open {
            name: "",
            start: 0,
            local: 0,
            namespace: NO_NAMESPACE,
            default_around: NO_NAMESPACE,
            namespaces_around: 0,
            declares: false,
        };
        // No position is the start of a document, where a declaration may stand.
        let (start, at) = (usize::MAX, 0);
        let beginning = Self::of_beginning(text, options);
        Self { is_content: true, start, at, open: vec![around], budget: usize::MAX, ..beginning }
    }

    /// Reads the start tag of the root element; `false` if there is none.
    pub fn root(&mut self) -> bool {
        loop {
            match self.step() {
                Some(PullStep::Start) => return true,
                Some(_) => {}
                None => return false,
            }
        }
    }

    /// The number of open elements, the current one included: the argument of [`content`](Self::content).
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// The next step directly inside the element that was the innermost at `depth`; elements inside it that are still
    /// open are skipped. `None` behind its end tag.
    pub fn content(&mut self, depth: usize) -> Option<Pulled<'t>> {
        while self.depth() > depth {
            self.step()?;
        }
        if self.depth() < depth {
            return None;
        }
        match self.step()? {
            PullStep::Start => Some(Pulled::Start),
            PullStep::Text(text) => Some(Pulled::Text(text)),
            PullStep::Other => Some(Pulled::Other),
            PullStep::End => None,
        }
    }

    /// The text of the element if it has no other content, references or carriage returns. The element is then
    /// passed. Otherwise nothing is read.
    pub fn simple_text(&mut self) -> Option<&'t str> {
        if self.is_empty {
            self.step()?;
            return Some("");
        }
        let run = run(self.text, self.at)?;
        let name = self.open.last()?.name;
        let after = self.text.as_bytes().get(run.end..)?.strip_prefix(b"</")?;
        let (end, after) = after.split_at_checked(name.len())?;
        if run.has_carriage_returns || after.first() != Some(&b'>') || !equal_names(end, name.as_bytes()) {
            return None;
        }
        let text = self.text.get(self.at..run.end)?;
        self.end_tag = run.end;
        self.at = run.end + b"</".len() + name.len() + b">".len();
        self.close()?;
        Some(text)
    }

    /// Passes the next child of the content; `false` at the end tag around it, and where the text ends or has a fault.
    pub(crate) fn pass_child(&mut self) -> bool {
        loop {
            if !self.is_empty {
                self.at = after_white_space(self.text, self.at);
                let ahead = self.text.as_bytes().get(self.at..).unwrap_or_default();
                if self.depth() == 1 && ahead.starts_with(b"</") {
                    return false;
                }
            }
            let has_ended = match self.step() {
                // Most elements have only text, which is read at once.
                Some(PullStep::Start) => self.simple_text().is_some(),
                Some(step) => matches!(step, PullStep::End),
                None => return false,
            };
            if has_ended && self.depth() == 1 {
                return true;
            }
        }
    }

    /// Skips the rest of the element.
    pub fn skip(&mut self) {
        let depth = self.depth();
        while self.content(depth).is_some() {}
    }

    /// Reads the rest of the document.
    ///
    /// # Errors
    ///
    /// The first fault of the document, wherever it is.
    pub fn finish(mut self) -> Result<(), XmlError> {
        while self.step().is_some() {}
        self.outcome()
    }

    pub(crate) fn has_forbidden_references(&self) -> bool {
        self.has_forbidden_references
    }

    /// The element's local name.
    #[must_use]
    pub fn name(&self) -> &'t str {
        self.open.last().map_or("", Open::local)
    }

    /// The element's namespace, `None` for no namespace.
    #[must_use]
    pub fn namespace(&self) -> Option<&str> {
        self.uri(self.open.last()?.namespace)
    }

    fn uri(&self, namespace: u32) -> Option<&str> {
        match namespace {
            NO_NAMESPACE => None,
            XML => Some(XML_NAMESPACE),
            index => self.namespaces.get(index as usize).map(|namespace| &*namespace.uri),
        }
    }

    /// Whether the element is in `namespace`; empty means none. The result is remembered by the declaration and by
    /// the address of `namespace`, so the text of `namespace` must not move while this reads.
    #[must_use]
    pub fn is_in(&self, namespace: &str) -> bool {
        self.open.last().is_some_and(|open| self.is_bound(open.namespace, namespace))
    }

    /// Whether the element is in the namespace of the element around it. Two declarations of a long namespace count as different, because they
    /// are not compared.
    #[must_use]
    pub fn is_in_namespace_around(&self) -> bool {
        const LONG: usize = 4096;
        let mut open = self.open.iter().rev().map(|open| open.namespace);
        let (Some(own), Some(around)) = (open.next(), open.next()) else { return false };
        let uri = |namespace| self.uri(namespace).filter(|uri| uri.len() <= LONG);
        own == around || uri(own).is_some_and(|own| uri(around) == Some(own))
    }

    #[inline]
    fn is_bound(&self, bound: u32, namespace: &str) -> bool {
        if bound == NO_NAMESPACE {
            return namespace.is_empty();
        }
        let number = self.namespaces.get(bound as usize).map_or(NO_NAMESPACE, |namespace| namespace.number);
        let compared = (number, namespace.as_ptr().addr(), namespace.len());
        if self.compared.get() == compared && number != NO_NAMESPACE {
            return true;
        }
        let is_it = self.uri(bound) == Some(namespace);
        if is_it {
            self.compared.set(compared);
        }
        is_it
    }

    /// The text of the next element if it is written as `<name>text</name>` with only white space before it, in
    /// `namespace` by default, without references or carriage returns. The element is then passed. Otherwise nothing
    /// is read. Large messages consist of such elements: this reads them in one comparison. The namespace is compared
    /// as in [`is_in`](Self::is_in).
    #[inline]
    pub fn simple_element(&mut self, name: &str, namespace: &str) -> Option<&'t str> {
        let bytes = self.text.as_bytes();
        let mut tag = self.at;
        while bytes.get(tag).copied().is_some_and(characters::is_white_space) {
            tag += 1;
        }
        let ahead = bytes.get(tag..)?;
        let (first, after) = ahead.split_first()?;
        let (written, after) = after.split_at_checked(name.len())?;
        if *first != b'<' || after.first() != Some(&b'>') || !equal_names(written, name.as_bytes()) {
            return None;
        }
        let is_expected = !self.is_empty
            && self.fault.is_none()
            && !self.open.is_empty()
            && self.open.len() < self.options.max_depth
            && name.len() <= self.options.max_name
            && tag::is_simple(name.as_bytes())
            && self.is_bound(self.default, namespace);
        if !is_expected || self.budget == 0 {
            return None;
        }
        let start = tag + name.len() + b"<>".len();
        let run = run(self.text, start)?;
        let end = self.text.as_bytes().get(run.end..)?.strip_prefix(b"</")?;
        let (written, after) = end.split_at_checked(name.len())?;
        if run.has_carriage_returns || after.first() != Some(&b'>') || !equal_names(written, name.as_bytes()) {
            return None;
        }
        let text = self.text.get(start..run.end)?;
        self.budget -= 1;
        self.attributes.clear();
        self.end_tag = run.end;
        self.at = run.end + name.len() + b"</>".len();
        Some(text)
    }

    /// The local names of the open elements, outermost first.
    pub fn open_names(&self) -> impl DoubleEndedIterator<Item = &'t str> {
        self.open.iter().map(Open::local)
    }

    /// The names of the open elements with their prefixes, outermost first.
    pub(crate) fn written_names(&self) -> impl Iterator<Item = &'t str> {
        self.open.iter().map(|open| open.name)
    }

    /// Whether the element has an end tag of its own.
    pub(crate) fn may_have_content(&self) -> bool {
        !self.is_empty
    }

    /// The start of the element's start tag, in bytes.
    #[must_use]
    pub fn start_tag(&self) -> usize {
        self.open.last().map_or(0, |open| open.start as usize)
    }

    /// The text of the document in this range of bytes.
    #[must_use]
    pub fn written(&self, range: std::ops::Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    /// The current position in bytes: the start of the content behind a start tag.
    #[must_use]
    pub fn position(&self) -> usize {
        self.at
    }

    /// The text from `start` to the last end tag that was read.
    #[must_use]
    pub fn written_since(&self, start: usize) -> &'t str {
        self.text.get(start..self.end_tag).unwrap_or_default()
    }
}

const BYTE_ORDER_MARK: &str = "\u{FEFF}";

fn too_long(most: usize) -> Fault {
    Fault::Error(XmlError::without_position(XmlErrorKind::TooLarge, format!("more than {most} bytes of text")))
}

#[cfg(test)]
mod tests;

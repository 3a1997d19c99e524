//! Reading a document from its start to its end, keeping nothing of what was passed: for messages, which are read once and may be large.
//!
//! A [`Document`](super::Document) is built of what it reads. What is wrong is told by a second look at the token where it stopped.

mod ahead;
mod element;
mod fault;
mod state;
mod tag;
mod text;

use std::borrow::Cow;
use std::cell::Cell;

use memchr::memmem;

pub(crate) use self::element::Place;
use self::state::{NO_NAMESPACE, Namespace, Open, XML};
pub use self::state::{PullReader, same};
use super::XML_NAMESPACE;
use super::characters;
use super::error::{XmlError, XmlErrorKind};
use super::namespaces::Scope;
use super::options::ParseOptions;
use super::references::{check_characters, normalise_line_ends, resolve};
use super::tokens::check_declaration;

/// The XML declaration of nearly all messages, which need not be taken apart.
const USUAL_DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>";

/// What stands directly inside an element.
#[derive(Debug)]
pub enum Pulled<'t> {
    /// The start of an element.
    Start,
    /// Part of a text, references resolved; or a CDATA section.
    Text(Cow<'t, str>),
    /// A comment or a processing instruction.
    Other,
}

/// What was read.
pub(crate) enum PullStep<'t> {
    Start,
    End,
    Text(Cow<'t, str>),
    Other,
}

impl<'t> PullReader<'t> {
    /// A reader of a whole document.
    pub fn new(text: &'t str, options: &'t ParseOptions) -> Self {
        Self::of_part(text, &[], options)
    }

    /// A reader of an element that was cut out of a document where these declarations applied.
    pub(crate) fn of_part(text: &'t str, inherited: &'t [(Option<String>, String)], options: &'t ParseOptions) -> Self {
        let start = beginning(text, options);
        let mut reader = Self {
            text,
            options,
            inherited,
            start: start.as_ref().copied().unwrap_or_default(),
            at: start.as_ref().copied().unwrap_or_default(),
            open: Vec::new(),
            attributes: Vec::new(),
            scope: Scope::default(),
            namespaces: Vec::new(),
            default: NO_NAMESPACE,
            declared: Vec::new(),
            is_empty: false,
            end_tag: 0,
            budget: options.max_nodes,
            has_failed: start.is_err(),
            has_forbidden_references: false,
            declarations: 0,
            compared: Cell::new((NO_NAMESPACE, 0, 0)),
        };
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

    /// Goes behind the start tag of the root element; `false` if there is none.
    pub fn root(&mut self) -> bool {
        loop {
            match self.step() {
                Some(PullStep::Start) => return true,
                Some(_) => {}
                None => return false,
            }
        }
    }

    /// How many elements are open, the element included: what [`content`](Self::content) wants.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.len()
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
            PullStep::Start => Some(Pulled::Start),
            PullStep::Text(text) => Some(Pulled::Text(text)),
            PullStep::Other => Some(Pulled::Other),
            PullStep::End => None,
        }
    }

    /// The text of the element if it is all that the element holds, and counts as it is written. The element is passed then; if it is
    /// not so, nothing is read.
    pub fn plain_text(&mut self) -> Option<&'t str> {
        if self.is_empty {
            self.step()?;
            return Some("");
        }
        let run = text::run(self.text, self.at)?;
        let name = self.open.last()?.name;
        let behind = self.text.as_bytes().get(run.end..)?.strip_prefix(b"</")?;
        let (end, behind) = behind.split_at_checked(name.len())?;
        if run.has_carriage_returns || behind.first() != Some(&b'>') || !same(end, name.as_bytes()) {
            return None;
        }
        let text = self.text.get(self.at..run.end)?;
        self.end_tag = run.end;
        self.at = run.end + b"</".len() + name.len() + b">".len();
        self.close()?;
        Some(text)
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
        if !self.has_failed && self.open.is_empty() && self.has_root() {
            return Ok(());
        }
        beginning(self.text, self.options)?;
        let mut again = Self::of_part(self.text, self.inherited, self.options);
        while (again.at < self.at || again.is_empty) && again.step().is_some() {}
        Err(again.fault())
    }

    /// Whether a reference stood for a character that XML 1.0 forbids.
    pub(crate) fn has_forbidden_references(&self) -> bool {
        self.has_forbidden_references
    }

    /// Counts a node that only some readers keep.
    pub(crate) fn spend_one(&mut self) -> bool {
        self.spend(1).is_some()
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

    /// Whether the element is in `namespace`; the empty one is none. It is compared once for all elements that are in it by the same
    /// declaration, so that the text of `namespace` has to stay where it is as long as this reads.
    #[must_use]
    pub fn is_in(&self, namespace: &str) -> bool {
        self.open.last().is_some_and(|open| self.is_bound(open.namespace, namespace))
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

    /// The text of the element that comes next, if it is called so, and is in `namespace` by default, and is written as plainly as can be:
    /// `<name>text</name>`, with nothing but white space before it. It is passed then; if it is not so, nothing is read. As all that is large
    /// consists of such, they are read without a look at anything else. The namespace is compared as by [`is_in`](Self::is_in).
    #[inline]
    pub fn plain_element(&mut self, name: &str, namespace: &str) -> Option<&'t str> {
        let bytes = self.text.as_bytes();
        let mut tag = self.at;
        while bytes.get(tag).copied().is_some_and(characters::is_white_space) {
            tag += 1;
        }
        let ahead = bytes.get(tag..)?;
        let (first, behind) = ahead.split_first()?;
        let (written, behind) = behind.split_at_checked(name.len())?;
        if *first != b'<' || behind.first() != Some(&b'>') || !same(written, name.as_bytes()) {
            return None;
        }
        let is_expected = !self.is_empty
            && !self.has_failed
            && !self.open.is_empty()
            && self.open.len() < self.options.max_depth
            && name.len() <= self.options.max_name
            && tag::is_simple(name.as_bytes())
            && self.is_bound(self.default, namespace);
        if !is_expected || self.budget == 0 {
            return None;
        }
        let start = tag + name.len() + b"<>".len();
        let run = text::run(self.text, start)?;
        let end = self.text.as_bytes().get(run.end..)?.strip_prefix(b"</")?;
        let (written, behind) = end.split_at_checked(name.len())?;
        if run.has_carriage_returns || behind.first() != Some(&b'>') || !same(written, name.as_bytes()) {
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
    pub fn open_names(&self) -> impl Iterator<Item = &'t str> {
        self.open.iter().map(Open::local)
    }

    /// Where the element's start tag begins, in bytes.
    #[must_use]
    pub fn start_tag(&self) -> usize {
        self.open.last().map_or(0, |open| open.start as usize)
    }

    /// The document's text between two places.
    #[must_use]
    pub fn written(&self, range: std::ops::Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    /// Where what is read next begins, in bytes: behind a start tag, where the element's content does.
    #[must_use]
    pub fn position(&self) -> usize {
        self.at
    }

    /// What is written between `start` and the last end tag that was read.
    #[must_use]
    pub fn written_since(&self, start: usize) -> &'t str {
        self.text.get(start..self.end_tag).unwrap_or_default()
    }

    /// Reads on to the next thing that counts; `None` at the end of the document, or of what is well-formed of it.
    pub(crate) fn step(&mut self) -> Option<PullStep<'t>> {
        if self.has_failed || self.at == self.text.len() && !self.is_empty {
            return None;
        }
        let at = self.at;
        let step = self.read();
        if step.is_none() {
            // What is wrong begins here.
            (self.has_failed, self.at) = (true, at);
        }
        step
    }

    fn read(&mut self) -> Option<PullStep<'t>> {
        if self.is_empty {
            self.is_empty = false;
            self.end_tag = self.at;
            return self.close();
        }
        let ahead = self.text.as_bytes().get(self.at..)?;
        match ahead {
            [b'<', b'/', ..] => self.end(),
            [b'<', b'!', ..] => self.declaration_or_comment(),
            [b'<', b'?', ..] => self.processing_instruction(),
            [b'<', ..] => self.start().map(|()| PullStep::Start),
            [b'&', ..] => self.reference(),
            _ => self.character_data(),
        }
    }

    /// Ends the innermost element.
    fn close(&mut self) -> Option<PullStep<'t>> {
        let open = self.open.pop()?;
        if open.declares {
            self.scope.leave();
            self.namespaces.truncate(open.namespaces_around as usize);
            self.default = open.default_around;
        }
        self.attributes.clear();
        Some(PullStep::End)
    }

    fn end(&mut self) -> Option<PullStep<'t>> {
        let name = self.open.last()?.name;
        let bytes = self.text.as_bytes();
        let mut at = self.at + b"</".len();
        if !same(bytes.get(at..at + name.len())?, name.as_bytes()) {
            return None;
        }
        at += name.len();
        while bytes.get(at).copied().is_some_and(characters::is_white_space) {
            at += 1;
        }
        if bytes.get(at) != Some(&b'>') {
            return None;
        }
        self.end_tag = self.at;
        self.at = at + 1;
        self.close()
    }

    /// Character data up to the next mark. Around the root it is white space.
    fn character_data(&mut self) -> Option<PullStep<'t>> {
        let run = text::run(self.text, self.at)?;
        let text = self.text.get(self.at..run.end)?;
        if self.open.is_empty() && !characters::is_only_white_space(text) {
            return None;
        }
        self.at = run.end;
        Some(if self.open.is_empty() {
            PullStep::Other
        } else if run.has_carriage_returns {
            PullStep::Text(normalise_line_ends(text))
        } else {
            PullStep::Text(Cow::Borrowed(text))
        })
    }

    fn reference(&mut self) -> Option<PullStep<'t>> {
        let inside = self.text.get(self.at + 1..)?;
        let length = memchr::memchr3(b';', b'&', b'<', inside.as_bytes())?;
        let body = inside.get(..length)?;
        if self.open.is_empty() || inside.as_bytes().get(length) != Some(&b';') {
            return None;
        }
        let resolved = match body {
            "amp" => Cow::Borrowed("&"),
            "lt" => Cow::Borrowed("<"),
            "gt" => Cow::Borrowed(">"),
            "quot" => Cow::Borrowed("\""),
            "apos" => Cow::Borrowed("'"),
            body => {
                let resolved = resolve(self.text, self.at, body, self.options.forbidden_references).ok()?;
                self.has_forbidden_references |= resolved.forbidden;
                Cow::Owned(resolved.character.to_string())
            }
        };
        self.at += b"&;".len() + length;
        Some(PullStep::Text(resolved))
    }

    /// What begins with `<!`: a comment or a CDATA section.
    fn declaration_or_comment(&mut self) -> Option<PullStep<'t>> {
        let ahead = self.text.get(self.at..)?;
        if let Some(inside) = ahead.strip_prefix("<![CDATA[") {
            let part = inside.get(..memmem::find(inside.as_bytes(), b"]]>")?)?;
            if self.open.is_empty() || check_characters(self.text, self.at, part).is_err() {
                return None;
            }
            self.at += b"<![CDATA[".len() + part.len() + b"]]>".len();
            return Some(PullStep::Text(normalise_line_ends(part)));
        }
        let inside = ahead.strip_prefix("<!--")?;
        // Two hyphens end it, or it is none.
        let part = inside.get(..memmem::find(inside.as_bytes(), b"--")?)?;
        if !inside.get(part.len()..)?.starts_with("-->") || check_characters(self.text, self.at, part).is_err() {
            return None;
        }
        self.at += b"<!--".len() + part.len() + b"-->".len();
        self.beside()
    }

    fn processing_instruction(&mut self) -> Option<PullStep<'t>> {
        if self.at == self.start && self.text.get(self.at..).is_some_and(|text| text.starts_with(USUAL_DECLARATION)) {
            self.at += USUAL_DECLARATION.len();
            return Some(PullStep::Other);
        }
        let inside = self.text.get(self.at + b"<?".len()..)?;
        let part = inside.get(..memmem::find(inside.as_bytes(), b"?>")?)?;
        let target = part.split([' ', '\t', '\r', '\n']).next()?;
        if target == "xml" {
            let is_first = self.at == self.start;
            if !is_first || check_declaration(self.text, part.get(target.len()..)?, self.at + b"<?xml".len()).is_err() {
                return None;
            }
            self.at += b"<??>".len() + part.len();
            return Some(PullStep::Other);
        }
        let is_valid = super::is_name(target)
            && !target.eq_ignore_ascii_case("xml")
            && check_characters(self.text, self.at, part).is_ok();
        if !is_valid {
            return None;
        }
        self.at += b"<??>".len() + part.len();
        self.beside()
    }

    /// What stands beside the elements counts among the nodes where it is inside the root.
    fn beside(&mut self) -> Option<PullStep<'t>> {
        if !self.open.is_empty() {
            self.spend(1)?;
        }
        Some(PullStep::Other)
    }

    /// Whether the root element began.
    fn has_root(&self) -> bool {
        !self.open.is_empty() || self.end_tag > 0
    }

    fn spend(&mut self, amount: usize) -> Option<()> {
        self.budget = self.budget.checked_sub(amount)?;
        Some(())
    }
}

const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// Where the document begins, behind a byte order mark.
fn beginning(text: &str, options: &ParseOptions) -> Result<usize, XmlError> {
    if u32::try_from(text.len()).is_err() || text.len() > options.max_bytes {
        let most = options.max_bytes.min(u32::MAX as usize);
        return Err(XmlError::of_all(XmlErrorKind::TooLarge, format!("more than {most} bytes of text")));
    }
    Ok(if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 })
}

#[cfg(test)]
mod tests;

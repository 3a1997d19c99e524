//! Building the tree: quick-xml finds the tokens, everything it does not check is checked here.

use std::borrow::Cow;
use std::collections::HashSet;

use quick_xml::events::Event;

use super::characters::{self, is_only_white_space};
use super::error::{XmlError, XmlErrorKind};
use super::namespaces::Scope;
use super::references::{attribute_value, check_characters, normalise_line_ends, resolve};
use super::tag::{RawAttribute, Tag, check_declaration};
use super::tree::{AttributeData, Content, DeclarationData, ElementData, NodeData, Piece, Tree};
use super::{XML_NAMESPACE, XMLNS_NAMESPACE};

/// Bounds and leniencies of [`Document::parse`](super::Document::parse).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseOptions {
    /// How deep elements may be nested; the root is at depth 1. Default 256.
    pub max_depth: usize,
    /// How many nodes, attributes and namespace declarations there may be in all. Each takes up to about 150 bytes, so this
    /// bounds memory beside the text. Default 10 million.
    pub max_nodes: usize,
    /// How many attributes and namespace declarations one element may have. Default 1024.
    pub max_attributes: usize,
    /// What to do with numeric references to characters that XML 1.0 forbids. Default: refuse.
    pub forbidden_references: ForbiddenReferences,
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self {
            max_depth: 256,
            max_nodes: 10_000_000,
            max_attributes: 1024,
            forbidden_references: ForbiddenReferences::Refuse,
        }
    }
}

impl ParseOptions {
    /// The defaults, but references to forbidden characters are kept and flagged: for answers of genuine servers.
    #[must_use]
    pub fn keeping_forbidden_references() -> Self {
        Self {
            forbidden_references: ForbiddenReferences::KeepAndFlag,
            ..Self::default()
        }
    }
}

/// What to do with a numeric reference to a character that XML 1.0 forbids, such as `&#x1;` or `&#0;`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ForbiddenReferences {
    /// Refuse the document: it is not well-formed.
    #[default]
    Refuse,
    /// Keep the character, and say so in [`Document::has_forbidden_references`](super::Document::has_forbidden_references).
    /// References that stand for no character at all (surrogates, beyond U+10FFFF) are refused still.
    KeepAndFlag,
}

const BYTE_ORDER_MARK: &str = "\u{FEFF}";

pub(super) fn read(
    text: &str,
    inherited: &[(Option<String>, String)],
    options: &ParseOptions,
) -> Result<Tree, XmlError> {
    if u32::try_from(text.len()).is_err() {
        return Err(XmlError::of_all(
            XmlErrorKind::TooLarge,
            "more than 4 GiB of text",
        ));
    }
    let start = if text.starts_with(BYTE_ORDER_MARK) {
        BYTE_ORDER_MARK.len()
    } else {
        0
    };
    let mut tokens = quick_xml::Reader::from_str(text.get(start..).unwrap_or_default());
    let mut builder = Builder::new(text, options);
    builder.inherit(inherited);
    let mut at = start;
    loop {
        let event = tokens.read_event();
        let end = start + usize::try_from(tokens.buffer_position()).unwrap_or(usize::MAX);
        let token = text.get(at..end).unwrap_or_default();
        match event {
            Ok(Event::Eof) => break,
            Ok(event) => builder.token(&event, token, at, at == start)?,
            Err(error) => {
                let place = start + usize::try_from(tokens.error_position()).unwrap_or(0);
                return Err(XmlError::at(
                    text,
                    place.max(at),
                    XmlErrorKind::Malformed,
                    shortened(&error.to_string()),
                ));
            }
        }
        at = end;
    }
    builder.finish()
}

struct Builder<'t> {
    text: &'t str,
    options: &'t ParseOptions,
    tree: Tree,
    scope: Scope<'t>,
    /// The open elements, innermost last.
    open: Vec<u32>,
    /// Character data collected since the last node: one piece as written, or already in the decoded text.
    pending: Option<Piece>,
    /// How many more nodes and attributes there may be.
    budget: usize,
    /// Where the namespace of the prefix `xml` stands in the list, once it is used.
    xml_namespace: Option<u32>,
}

impl<'t> Builder<'t> {
    fn new(text: &'t str, options: &'t ParseOptions) -> Self {
        Self {
            text,
            options,
            tree: Tree::default(),
            scope: Scope::default(),
            open: Vec::new(),
            pending: None,
            budget: options.max_nodes,
            xml_namespace: None,
        }
    }

    /// Puts declarations that apply from outside in force.
    fn inherit(&mut self, inherited: &'t [(Option<String>, String)]) {
        let mut declarations = Vec::new();
        for (prefix, namespace) in inherited {
            let piece = self.store(Cow::Owned(namespace.clone()), 0);
            self.tree.namespaces.push(piece);
            declarations.push((
                prefix.as_deref().unwrap_or_default(),
                Some(narrow(self.tree.namespaces.len() - 1)),
            ));
        }
        self.scope.enter(&declarations);
        self.tree.inherited = inherited.to_vec();
    }

    fn fail<T>(&self, at: usize, message: impl Into<String>) -> Result<T, XmlError> {
        Err(XmlError::at(
            self.text,
            at,
            XmlErrorKind::Malformed,
            message,
        ))
    }

    fn token(
        &mut self,
        event: &Event<'_>,
        token: &'t str,
        at: usize,
        is_first: bool,
    ) -> Result<(), XmlError> {
        if !matches!(event, Event::Text(_) | Event::GeneralRef(_)) {
            self.flush_text(at)?;
        }
        match event {
            Event::Start(_) => self.start(inside(token, 1, 1), at, token.len(), false),
            Event::Empty(_) => self.start(inside(token, 1, 2), at, token.len(), true),
            Event::End(_) => self.end(at, token.len()),
            Event::Text(_) => self.character_data(token, at),
            Event::GeneralRef(_) => self.reference(inside(token, 1, 1), at),
            Event::CData(_) => self.cdata(inside(token, 9, 3), at),
            Event::Comment(_) => self.comment(inside(token, 4, 3), at),
            Event::PI(_) => self.processing_instruction(inside(token, 2, 2), at),
            Event::Decl(_) if is_first => check_declaration(self.text, inside(token, 5, 2), at + 5),
            Event::Decl(_) => self.fail(at, "the XML declaration may only stand at the very start"),
            Event::DocType(_) => {
                let message = "a document type declaration is not accepted";
                Err(XmlError::at(self.text, at, XmlErrorKind::Doctype, message))
            }
            Event::Eof => Ok(()),
        }
    }

    fn finish(mut self) -> Result<Tree, XmlError> {
        self.flush_text(self.text.len())?;
        if let Some(element) = self
            .open
            .last()
            .and_then(|index| self.tree.elements.get(*index as usize))
        {
            let name = self.tree.piece(self.text, element.local);
            return self.fail(
                self.text.len(),
                format!("the element `{name}` is not closed"),
            );
        }
        if self.tree.elements.is_empty() {
            return Err(XmlError::of_all(
                XmlErrorKind::NoRoot,
                "there is no element in the document",
            ));
        }
        Ok(self.tree)
    }

    fn spend(&mut self, at: usize, amount: usize) -> Result<(), XmlError> {
        let Some(left) = self.budget.checked_sub(amount) else {
            let message = format!("more than {} nodes and attributes", self.options.max_nodes);
            return Err(XmlError::at(self.text, at, XmlErrorKind::TooLarge, message));
        };
        self.budget = left;
        Ok(())
    }

    fn source(&self, part: &str, at: usize) -> Piece {
        debug_assert!(at + part.len() <= self.text.len());
        Piece::Source(narrow(at), narrow(at + part.len()))
    }

    fn store(&mut self, part: Cow<'_, str>, at: usize) -> Piece {
        match part {
            Cow::Borrowed(part) => self.source(part, at),
            Cow::Owned(part) => {
                let start = self.tree.decoded.len();
                self.tree.decoded.push_str(&part);
                Piece::Decoded(narrow(start), narrow(start + part.len()))
            }
        }
    }

    /// Adds a node to the innermost open element. Outside the root only comments and processing instructions come here, and
    /// they are not kept.
    fn add(&mut self, content: Content, at: usize) -> Result<(), XmlError> {
        let Some(parent) = self.open.last().copied() else {
            return Ok(());
        };
        self.spend(at, 1)?;
        let index = narrow(self.tree.nodes.len());
        self.tree.nodes.push(NodeData { content, next: 0 });
        if let Some(parent) = self.tree.elements.get_mut(parent as usize) {
            let previous = std::mem::replace(&mut parent.last_child, index);
            if previous == 0 {
                parent.first_child = index;
            } else if let Some(previous) = self.tree.nodes.get_mut(previous as usize) {
                previous.next = index;
            }
        }
        Ok(())
    }

    fn character_data(&mut self, part: &'t str, at: usize) -> Result<(), XmlError> {
        if self.open.is_empty() {
            if is_only_white_space(part) {
                return Ok(());
            }
            let offset = part
                .bytes()
                .take_while(|byte| characters::is_white_space(*byte))
                .count();
            return self.fail(at + offset, "text outside the root element");
        }
        check_characters(self.text, at, part)?;
        if let Some(offset) = part.find("]]>") {
            return self.fail(at + offset, "`]]>` in text; write `]]&gt;`");
        }
        let normal = normalise_line_ends(part);
        self.append_text(normal, at);
        Ok(())
    }

    fn reference(&mut self, body: &str, at: usize) -> Result<(), XmlError> {
        if self.open.is_empty() {
            return self.fail(at, "text outside the root element");
        }
        let resolved = resolve(self.text, at, body, self.options.forbidden_references)?;
        self.tree.forbidden_references |= resolved.forbidden;
        self.append_text(Cow::Owned(resolved.character.to_string()), at);
        Ok(())
    }

    /// Joins character data and references that follow one another into one text node.
    fn append_text(&mut self, part: Cow<'_, str>, at: usize) {
        self.pending = Some(match self.pending {
            None => self.store(part, at),
            Some(Piece::Decoded(start, _)) => {
                self.tree.decoded.push_str(&part);
                Piece::Decoded(start, narrow(self.tree.decoded.len()))
            }
            Some(earlier) => {
                let start = self.tree.decoded.len();
                let earlier = self.tree.piece(self.text, earlier).to_owned();
                self.tree.decoded.push_str(&earlier);
                self.tree.decoded.push_str(&part);
                Piece::Decoded(narrow(start), narrow(self.tree.decoded.len()))
            }
        });
    }

    fn flush_text(&mut self, at: usize) -> Result<(), XmlError> {
        match self.pending.take() {
            Some(piece) => self.add(Content::Text(piece), at),
            None => Ok(()),
        }
    }

    fn cdata(&mut self, part: &'t str, at: usize) -> Result<(), XmlError> {
        if self.open.is_empty() {
            return self.fail(at, "text outside the root element");
        }
        check_characters(self.text, at + 9, part)?;
        let piece = self.store(normalise_line_ends(part), at + 9);
        self.add(Content::CData(piece), at)
    }

    fn comment(&mut self, part: &'t str, at: usize) -> Result<(), XmlError> {
        check_characters(self.text, at + 4, part)?;
        if let Some(offset) = part.find("--") {
            return self.fail(at + 4 + offset, "`--` in a comment");
        }
        if part.ends_with('-') {
            return self.fail(at, "a comment that ends in `--->`");
        }
        if self.open.is_empty() {
            return Ok(());
        }
        let piece = self.store(normalise_line_ends(part), at + 4);
        self.add(Content::Comment(piece), at)
    }

    fn processing_instruction(&mut self, part: &'t str, at: usize) -> Result<(), XmlError> {
        let length = part
            .bytes()
            .position(characters::is_white_space)
            .unwrap_or(part.len());
        let (target, rest) = part.split_at(length);
        if !characters::is_name(target) {
            return self.fail(
                at + 2,
                "a processing instruction needs a name without colon as its target",
            );
        }
        if target.eq_ignore_ascii_case("xml") {
            return self.fail(at + 2, "the target `xml` is reserved");
        }
        let data = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        let data_at = at + 2 + (part.len() - data.len());
        check_characters(self.text, data_at, data)?;
        if self.open.is_empty() {
            return Ok(());
        }
        let target = self.source(target, at + 2);
        let data = self.store(normalise_line_ends(data), data_at);
        self.add(Content::ProcessingInstruction { target, data }, at)
    }

    fn end(&mut self, at: usize, length: usize) -> Result<(), XmlError> {
        let Some(element) = self.open.pop() else {
            return self.fail(at, "an end tag without start tag");
        };
        self.scope.leave();
        if let Some(element) = self.tree.elements.get_mut(element as usize) {
            element.inner.1 = narrow(at);
            element.span.1 = narrow(at + length);
        }
        Ok(())
    }

    fn start(
        &mut self,
        inside: &'t str,
        at: usize,
        length: usize,
        is_empty: bool,
    ) -> Result<(), XmlError> {
        if self.open.is_empty() && !self.tree.elements.is_empty() {
            return self.fail(at, "a second root element");
        }
        if self.open.len() >= self.options.max_depth {
            let message = format!("elements nested deeper than {}", self.options.max_depth);
            return Err(XmlError::at(self.text, at, XmlErrorKind::TooDeep, message));
        }
        let mut tag = Tag::new(inside, at + 1);
        let Some((prefix, local)) = characters::split_qualified_name(tag.name) else {
            return self.fail(tag.name_at, "not a valid element name");
        };
        let first_declaration = narrow(self.tree.declarations.len());
        let (attributes, declarations) = self.attributes(&mut tag, at)?;
        self.scope.enter(&declarations);
        let namespace = self.resolve_prefix(prefix, tag.name_at, true)?;
        let first_attribute = narrow(self.tree.attributes.len());
        self.add_attributes(&attributes)?;
        let index = narrow(self.tree.elements.len());
        let parent = self.open.last().copied();
        if parent.is_some() {
            self.add(Content::Element(index), at)?;
        } else {
            // The root takes place 0 of the nodes, so that 0 can mean "none" elsewhere.
            self.spend(at, 1)?;
            self.tree.nodes.push(NodeData {
                content: Content::Element(0),
                next: 0,
            });
        }
        let local_at = tag.name_at + (tag.name.len() - local.len());
        let after = narrow(at + length);
        let element = ElementData {
            prefix: prefix.map(|prefix| self.source(prefix, tag.name_at)),
            local: self.source(local, local_at),
            namespace,
            attributes: first_attribute..narrow(self.tree.attributes.len()),
            declarations: first_declaration..narrow(self.tree.declarations.len()),
            parent,
            first_child: 0,
            last_child: 0,
            span: (narrow(at), after),
            inner: (after, after),
        };
        self.tree.elements.push(element);
        if is_empty {
            self.scope.leave();
        } else {
            self.open.push(index);
        }
        Ok(())
    }

    /// Reads the attributes of a tag; namespace declarations go into the tree at once, the others wait for them.
    #[allow(
        clippy::type_complexity,
        reason = "two lists that belong together for three lines"
    )]
    fn attributes(
        &mut self,
        tag: &mut Tag<'t>,
        at: usize,
    ) -> Result<(Vec<RawAttribute<'t>>, Vec<(&'t str, Option<u32>)>), XmlError> {
        let mut attributes = Vec::new();
        let mut declarations = Vec::new();
        let mut names = HashSet::new();
        while let Some(attribute) = tag.next_attribute(self.text)? {
            if names.len() >= self.options.max_attributes {
                let message = format!(
                    "more than {} attributes on one element",
                    self.options.max_attributes
                );
                return Err(XmlError::at(self.text, at, XmlErrorKind::TooLarge, message));
            }
            self.spend(at, 1)?;
            if !names.insert(attribute.name) {
                return self.fail(
                    attribute.name_at,
                    format!("the attribute `{}` twice", attribute.name),
                );
            }
            match attribute.name.strip_prefix("xmlns") {
                Some("") => declarations.push(self.declaration(&attribute, "")?),
                Some(rest) if rest.starts_with(':') => {
                    let prefix = rest.get(1..).unwrap_or_default();
                    declarations.push(self.declaration(&attribute, prefix)?);
                }
                _ => attributes.push(attribute),
            }
        }
        Ok((attributes, declarations))
    }

    /// Checks one namespace declaration against the constraints of Namespaces in XML 1.0 sections 3 and 5.
    fn declaration(
        &mut self,
        attribute: &RawAttribute<'t>,
        prefix: &'t str,
    ) -> Result<(&'t str, Option<u32>), XmlError> {
        let (value, flagged) = attribute_value(
            self.text,
            attribute.value_at,
            attribute.value,
            self.options.forbidden_references,
        )?;
        self.tree.forbidden_references |= flagged;
        let is_default = attribute.name == "xmlns";
        let problem = if !is_default && !characters::is_name(prefix) {
            Some("not a valid prefix")
        } else if prefix == "xmlns" {
            Some("the prefix `xmlns` may not be declared")
        } else if (prefix == "xml") != (value == XML_NAMESPACE) {
            Some("the prefix `xml` and its namespace belong to each other alone")
        } else if value == XMLNS_NAMESPACE {
            Some("nothing may be bound to the namespace of `xmlns`")
        } else if !is_default && value.is_empty() {
            Some("a prefix may not be undeclared")
        } else {
            None
        };
        if let Some(problem) = problem {
            return self.fail(attribute.name_at, problem);
        }
        let namespace = if value.is_empty() {
            None
        } else {
            let piece = self.store(value, attribute.value_at);
            self.tree.namespaces.push(piece);
            Some(narrow(self.tree.namespaces.len() - 1))
        };
        let prefix_piece =
            (!is_default).then(|| self.source(prefix, attribute.name_at + "xmlns:".len()));
        self.tree.declarations.push(DeclarationData {
            prefix: prefix_piece,
            namespace,
        });
        Ok((prefix, namespace))
    }

    fn add_attributes(&mut self, attributes: &[RawAttribute<'t>]) -> Result<(), XmlError> {
        let first = self.tree.attributes.len();
        for attribute in attributes {
            let Some((prefix, local)) = characters::split_qualified_name(attribute.name) else {
                return self.fail(attribute.name_at, "not a valid attribute name");
            };
            let namespace = self.resolve_prefix(prefix, attribute.name_at, false)?;
            let (value, flagged) = attribute_value(
                self.text,
                attribute.value_at,
                attribute.value,
                self.options.forbidden_references,
            )?;
            self.tree.forbidden_references |= flagged;
            let value = self.store(value, attribute.value_at);
            let local_at = attribute.name_at + (attribute.name.len() - local.len());
            let data = AttributeData {
                prefix: prefix.map(|prefix| self.source(prefix, attribute.name_at)),
                local: self.source(local, local_at),
                namespace,
                value,
            };
            self.tree.attributes.push(data);
        }
        self.check_expanded_names(first, attributes)
    }

    /// No two attributes may have the same namespace and local name (Namespaces in XML 1.0 section 6.3).
    fn check_expanded_names(
        &self,
        first: usize,
        attributes: &[RawAttribute<'t>],
    ) -> Result<(), XmlError> {
        let added = self.tree.attributes.get(first..).unwrap_or_default();
        if added
            .iter()
            .filter(|attribute| attribute.prefix.is_some())
            .count()
            < 2
        {
            return Ok(());
        }
        let mut names = HashSet::new();
        for (data, raw) in added.iter().zip(attributes) {
            let namespace = self.tree.namespace(self.text, data.namespace);
            if !names.insert((namespace, self.tree.piece(self.text, data.local))) {
                return self.fail(
                    raw.name_at,
                    format!(
                        "the attribute `{}` repeats another by its namespace",
                        raw.name
                    ),
                );
            }
        }
        Ok(())
    }

    fn resolve_prefix(
        &mut self,
        prefix: Option<&str>,
        at: usize,
        is_element: bool,
    ) -> Result<Option<u32>, XmlError> {
        match prefix {
            None if is_element => Ok(self.scope.resolve("")),
            None => Ok(None),
            Some("xml") => {
                let index = self.xml_namespace.unwrap_or_else(|| {
                    self.tree.namespaces.push(Piece::XmlNamespace);
                    narrow(self.tree.namespaces.len() - 1)
                });
                self.xml_namespace = Some(index);
                Ok(Some(index))
            }
            Some("xmlns") => self.fail(at, "the prefix `xmlns` is reserved"),
            Some(prefix) => match self.scope.resolve(prefix) {
                Some(namespace) => Ok(Some(namespace)),
                None => self.fail(at, format!("the prefix `{prefix}` is not declared")),
            },
        }
    }
}

/// What is left of a token without its marks at both ends.
fn inside(token: &str, before: usize, after: usize) -> &str {
    token
        .len()
        .checked_sub(after)
        .and_then(|end| token.get(before..end))
        .unwrap_or_default()
}

/// Messages may quote names of any length.
fn shortened(message: &str) -> String {
    message.chars().take(200).collect()
}

/// The length of the text is checked to fit, and nothing in the tree outgrows the text.
fn narrow(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

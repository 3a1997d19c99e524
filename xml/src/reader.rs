//! Building the tree: what is in each token is checked here.

use std::borrow::Cow;

use super::characters::{self, is_only_white_space};
use super::error::{XmlError, XmlErrorKind};
use super::namespaces::Scope;
use super::options::ParseOptions;
use super::references::{check_characters, normalise_line_ends, resolve};
use super::tag::check_declaration;
use super::tokens::{Token, TokenKind, Tokens};
use super::tree::{NodeContent, NodeData, Piece, Tree};

const BYTE_ORDER_MARK: &str = "\u{FEFF}";

pub(super) fn read(
    text: &str,
    inherited: &[(Option<String>, String)],
    options: &ParseOptions,
) -> Result<Tree, XmlError> {
    let start = beginning(text, options)?;
    let mut tokens = Tokens::new(text, start);
    let mut builder = Builder::new(text, options, Keeps::All);
    builder.inherit(inherited);
    while let Some(token) = next(&mut tokens, text)? {
        match builder.token(&token, token.at == start)? {
            Told::Text(part) => builder.append_text(part, token.at),
            Told::CData(part) => {
                let piece = builder.store(part, token.at + 9);
                builder.add(NodeContent::CData(piece), token.at)?;
            }
            Told::Start | Told::End | Told::Other | Told::Around => {}
        }
    }
    builder.finish()
}

pub(super) fn next<'t>(tokens: &mut Tokens<'t>, text: &str) -> Result<Option<Token<'t>>, XmlError> {
    tokens.read().map_err(|stopped| XmlError::at(text, stopped.at, XmlErrorKind::Malformed, stopped.message))
}

/// What a token says.
pub(super) enum Told<'t> {
    /// An element begins.
    Start,
    /// One ends.
    End,
    /// Part of a text, references resolved.
    Text(Cow<'t, str>),
    /// The content of a CDATA section.
    CData(Cow<'t, str>),
    /// A comment or a processing instruction.
    Other,
    /// Something outside the root element.
    Around,
}

/// Where the document begins, behind a byte order mark.
pub(super) fn beginning(text: &str, options: &ParseOptions) -> Result<usize, XmlError> {
    if u32::try_from(text.len()).is_err() || text.len() > options.max_bytes {
        let most = options.max_bytes.min(u32::MAX as usize);
        return Err(XmlError::of_all(XmlErrorKind::TooLarge, format!("more than {most} bytes of text")));
    }
    Ok(if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 })
}

pub(super) struct Builder<'t> {
    pub(super) text: &'t str,
    pub(super) options: &'t ParseOptions,
    pub(super) tree: Tree,
    pub(super) scope: Scope<'t>,
    /// The open elements, innermost last.
    pub(super) open: Vec<u32>,
    /// Character data collected since the last node: one piece as written, or already in the decoded text.
    pub(super) pending: Option<Piece>,
    /// How many more nodes and attributes there may be.
    pub(super) budget: usize,
    /// Where the namespace of the prefix `xml` stands in the list, once it is used.
    pub(super) xml_namespace: Option<u32>,
    /// What is built.
    pub(super) keeps: Keeps,
    /// Lengths of the namespaces and the decoded text before each open element, where only those are kept.
    pub(super) before: Vec<(usize, usize)>,
}

/// What a [`Builder`] builds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keeps {
    /// The tree of the whole document.
    All,
    /// The open elements only: each goes when it ends. Texts, and the nodes between elements, are checked and not kept; values of
    /// attributes are kept as written.
    OpenElements,
}

impl<'t> Builder<'t> {
    pub(super) fn new(text: &'t str, options: &'t ParseOptions, keeps: Keeps) -> Self {
        Self {
            text,
            options,
            tree: Tree::default(),
            scope: Scope::default(),
            open: Vec::new(),
            pending: None,
            budget: options.max_nodes,
            xml_namespace: None,
            keeps,
            before: Vec::new(),
        }
    }

    /// Puts declarations that apply from outside in force.
    fn inherit(&mut self, inherited: &'t [(Option<String>, String)]) {
        let mut declarations = Vec::new();
        for (prefix, namespace) in inherited {
            let piece = self.store(Cow::Owned(namespace.clone()), 0);
            self.tree.namespaces.push(piece);
            declarations.push((prefix.as_deref().unwrap_or_default(), Some(narrow(self.tree.namespaces.len() - 1))));
        }
        self.scope.enter(&declarations);
        self.tree.inherited = inherited.to_vec();
    }

    pub(super) fn fail<T>(&self, at: usize, message: impl Into<String>) -> Result<T, XmlError> {
        Err(XmlError::at(self.text, at, XmlErrorKind::Malformed, message))
    }

    /// Checks a token, and builds what it adds but for texts.
    pub(super) fn token(&mut self, token: &Token<'t>, is_first: bool) -> Result<Told<'t>, XmlError> {
        let (inside, at, length) = (token.inside(), token.at, token.text.len());
        if !matches!(token.kind, TokenKind::Text | TokenKind::Reference) {
            self.flush_text(at)?;
        }
        let beside = if self.open.is_empty() { Told::Around } else { Told::Other };
        match token.kind {
            TokenKind::Start => self.start(inside, at, length, false).map(|()| Told::Start),
            TokenKind::Empty => {
                // The pull parser is asked about this element first, and ends it itself.
                let is_ended = self.keeps == Keeps::All;
                self.start(inside, at, length, is_ended).map(|()| Told::Start)
            }
            TokenKind::End => self.end(at, length).map(|()| Told::End),
            TokenKind::Text => Ok(self.character_data(inside, at)?.map_or(Told::Around, Told::Text)),
            TokenKind::Reference => self.reference(inside, at).map(Told::Text),
            TokenKind::CData => self.cdata(inside, at).map(Told::CData),
            TokenKind::Comment => self.comment(inside, at).map(|()| beside),
            TokenKind::Instruction => match inside.strip_prefix("xml") {
                Some(declared) if declared.is_empty() || declared.starts_with([' ', '\t', '\r', '\n']) => {
                    if !is_first {
                        return self.fail(at, "the XML declaration may only stand at the very start");
                    }
                    check_declaration(self.text, declared, at + 5).map(|()| Told::Around)
                }
                _ => self.processing_instruction(inside, at).map(|()| beside),
            },
            TokenKind::DocumentType => {
                let message = "a document type declaration is not accepted";
                Err(XmlError::at(self.text, at, XmlErrorKind::Doctype, message))
            }
        }
    }

    pub(super) fn finish(mut self) -> Result<Tree, XmlError> {
        self.flush_text(self.text.len())?;
        if let Some(element) = self.open.last().and_then(|index| self.tree.elements.get(*index as usize)) {
            let name = self.tree.piece(self.text, element.local);
            return self.fail(self.text.len(), format!("the element `{name}` is not closed"));
        }
        if self.tree.elements.is_empty() {
            return Err(XmlError::of_all(XmlErrorKind::NoRoot, "there is no element in the document"));
        }
        Ok(self.tree)
    }

    pub(super) fn spend(&mut self, at: usize, amount: usize) -> Result<(), XmlError> {
        let Some(left) = self.budget.checked_sub(amount) else {
            let message = format!("more than {} nodes and attributes", self.options.max_nodes);
            return Err(XmlError::at(self.text, at, XmlErrorKind::TooLarge, message));
        };
        self.budget = left;
        Ok(())
    }

    pub(super) fn source(&self, part: &str, at: usize) -> Piece {
        debug_assert!(at + part.len() <= self.text.len());
        Piece::Source(narrow(at), narrow(at + part.len()))
    }

    pub(super) fn store(&mut self, part: Cow<'_, str>, at: usize) -> Piece {
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
    pub(super) fn add(&mut self, content: NodeContent, at: usize) -> Result<(), XmlError> {
        let Some(parent) = self.open.last().copied() else {
            return Ok(());
        };
        self.spend(at, 1)?;
        if self.keeps == Keeps::OpenElements {
            return Ok(());
        }
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

    /// Character data as it counts; `None` is white space outside the root element.
    fn character_data(&self, part: &'t str, at: usize) -> Result<Option<Cow<'t, str>>, XmlError> {
        if self.open.is_empty() {
            if is_only_white_space(part) {
                return Ok(None);
            }
            let offset = part.bytes().take_while(|byte| characters::is_white_space(*byte)).count();
            return self.fail(at + offset, "text outside the root element");
        }
        check_characters(self.text, at, part)?;
        if part.contains(']')
            && let Some(offset) = part.find("]]>")
        {
            return self.fail(at + offset, "`]]>` in text; write `]]&gt;`");
        }
        Ok(Some(normalise_line_ends(part)))
    }

    /// What a reference stands for.
    fn reference(&mut self, body: &str, at: usize) -> Result<Cow<'t, str>, XmlError> {
        if self.open.is_empty() {
            return self.fail(at, "text outside the root element");
        }
        let resolved = resolve(self.text, at, body, self.options.forbidden_references)?;
        self.tree.forbidden_references |= resolved.forbidden;
        Ok(Cow::Owned(resolved.character.to_string()))
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
            Some(piece) => self.add(NodeContent::Text(piece), at),
            None => Ok(()),
        }
    }

    /// The content of a CDATA section as it counts.
    fn cdata(&self, part: &'t str, at: usize) -> Result<Cow<'t, str>, XmlError> {
        if self.open.is_empty() {
            return self.fail(at, "text outside the root element");
        }
        check_characters(self.text, at + 9, part)?;
        Ok(normalise_line_ends(part))
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
        if self.keeps == Keeps::OpenElements {
            return self.spend(at, 1);
        }
        let piece = self.store(normalise_line_ends(part), at + 4);
        self.add(NodeContent::Comment(piece), at)
    }

    fn processing_instruction(&mut self, part: &'t str, at: usize) -> Result<(), XmlError> {
        let length = part.bytes().position(characters::is_white_space).unwrap_or(part.len());
        let (target, rest) = part.split_at(length);
        if !crate::is_name(target) {
            return self.fail(at + 2, "a processing instruction needs a name without colon as its target");
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
        if self.keeps == Keeps::OpenElements {
            return self.spend(at, 1);
        }
        let target = self.source(target, at + 2);
        let data = self.store(normalise_line_ends(data), data_at);
        self.add(NodeContent::ProcessingInstruction { target, data }, at)
    }
}

/// The length of the text is checked to fit, and nothing in the tree outgrows the text.
pub(super) fn narrow(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

//! The tree of a document, and its construction from a reader's steps. It is one list of nodes with indices in place
//! of pointers.

use std::borrow::Cow;
use std::ops::Range;

use super::characters::{self, normalise_line_ends};
use super::error::XmlError;
use super::options::ParseOptions;
use super::pull::{PullReader, PullStep, WrittenName, XML, narrow, position_in};

/// A part of the document's text or of the decoded text beside it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    /// As written in the document.
    Source(u32, u32),
    /// Changed by references or line ends: in [`Tree::decoded`].
    Decoded(u32, u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum NodeContent {
    /// An index into [`Tree::elements`].
    Element(u32),
    Text(Piece),
    CData(Piece),
    Comment(Piece),
    ProcessingInstruction {
        target: Piece,
        data: Piece,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct NodeData {
    pub(super) content: NodeContent,
    /// The next sibling; 0 is the root, which is no sibling, and means none.
    pub(super) next: u32,
}

#[derive(Clone, Debug)]
pub(super) struct ElementData {
    pub(super) prefix: Option<Piece>,
    pub(super) local: Piece,
    /// An index into [`Tree::namespaces`].
    pub(super) namespace: Option<u32>,
    pub(super) attributes: Range<u32>,
    pub(super) declarations: Range<u32>,
    pub(super) parent: Option<u32>,
    /// Indices into [`Tree::nodes`]; 0 means none.
    pub(super) first_child: u32,
    pub(super) last_child: u32,
    /// Bytes from the `<` of the start tag to the `>` of the end tag.
    pub(super) span: (u32, u32),
    /// Bytes between start and end tag; empty for an empty-element tag.
    pub(super) inner: (u32, u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeData {
    pub(super) prefix: Option<Piece>,
    pub(super) local: Piece,
    pub(super) namespace: Option<u32>,
    pub(super) value: Piece,
}

/// `xmlns="…"` (no prefix) or `xmlns:prefix="…"`.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeclarationData {
    pub(super) prefix: Option<Piece>,
    /// An index into [`Tree::namespaces`]; `None` undeclares the default namespace.
    pub(super) namespace: Option<u32>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<NodeData>,
    pub(super) elements: Vec<ElementData>,
    pub(super) attributes: Vec<AttributeData>,
    pub(super) declarations: Vec<DeclarationData>,
    pub(super) namespaces: Vec<Piece>,
    pub(super) decoded: String,
    pub(super) forbidden_references: bool,
    /// Declarations in force around a part that was cut out of another document.
    pub(super) inherited: Vec<(Option<String>, String)>,
}

impl Tree {
    pub(super) fn piece<'d>(&'d self, text: &'d str, piece: Piece) -> &'d str {
        let (from, start, end) = match piece {
            Piece::Source(start, end) => (text, start, end),
            Piece::Decoded(start, end) => (self.decoded.as_str(), start, end),
        };
        from.get(start as usize..end as usize).unwrap_or_default()
    }

    pub(super) fn namespace<'d>(&'d self, text: &'d str, index: Option<u32>) -> Option<&'d str> {
        match index? {
            XML => Some(super::XML_NAMESPACE),
            index => self.namespaces.get(index as usize).map(|piece| self.piece(text, *piece)),
        }
    }
}

/// Reads a document; `inherited` are declarations in force around it.
pub(super) fn read(
    text: &str,
    inherited: &[(Option<String>, String)],
    options: &ParseOptions,
) -> Result<Tree, XmlError> {
    let mut reader = PullReader::of_part(text, inherited, options);
    let mut builder = Builder { text, tree: Tree::default(), open: Vec::new(), pending: None };
    for (_, namespace) in inherited {
        let piece = builder.stored(namespace);
        builder.tree.namespaces.push(piece);
    }
    builder.tree.inherited = inherited.to_vec();
    loop {
        let at = reader.position();
        let Some(step) = reader.step() else { break };
        let written = reader.written(at..reader.position());
        match step {
            PullStep::Text(part) if !written.starts_with('<') => {
                builder.append(part);
                continue;
            }
            _ => builder.flush(&mut reader, at),
        }
        match step {
            PullStep::Start => builder.start(&reader, at),
            PullStep::End => builder.end(&reader),
            PullStep::Text(part) => {
                let piece = builder.piece(part);
                builder.add(NodeContent::CData(piece));
                reader.spend(1, at);
            }
            PullStep::Other if builder.open.is_empty() => {}
            PullStep::Other => builder.comment_or_instruction(written),
        }
    }
    builder.flush(&mut reader, text.len());
    builder.tree.forbidden_references = reader.has_forbidden_references();
    reader.finish().map(|()| builder.tree)
}

struct Builder<'t> {
    text: &'t str,
    tree: Tree,
    /// Innermost last.
    open: Vec<u32>,
    /// Character data since the last node.
    pending: Option<Piece>,
}

impl<'t> Builder<'t> {
    /// Parts of the text are stored by their position, other texts by a copy.
    fn piece(&mut self, part: impl Into<Cow<'t, str>>) -> Piece {
        let part = part.into();
        if let Cow::Borrowed(part) = part
            && let Some(start) = position_in(self.text, part)
        {
            return Piece::Source(narrow(start), narrow(start + part.len()));
        }
        self.stored(&part)
    }

    fn stored(&mut self, part: &str) -> Piece {
        let start = self.tree.decoded.len();
        self.tree.decoded.push_str(part);
        Piece::Decoded(narrow(start), narrow(self.tree.decoded.len()))
    }

    /// Joins successive character data and references into one text node.
    fn append(&mut self, part: Cow<'t, str>) {
        self.pending = Some(match self.pending {
            None => self.piece(part),
            Some(Piece::Decoded(start, _)) => {
                self.tree.decoded.push_str(&part);
                Piece::Decoded(start, narrow(self.tree.decoded.len()))
            }
            Some(earlier) => {
                let earlier = self.tree.piece(self.text, earlier).to_owned();
                self.stored(&(earlier + &part))
            }
        });
    }

    /// A text beyond the limit is a fault of the reader, which then reads no further.
    fn flush(&mut self, reader: &mut PullReader<'_>, at: usize) {
        if let Some(piece) = self.pending.take() {
            self.add(NodeContent::Text(piece));
            reader.spend(1, at);
        }
    }

    fn add(&mut self, content: NodeContent) {
        let index = narrow(self.tree.nodes.len());
        self.tree.nodes.push(NodeData { content, next: 0 });
        let parent = self.open.last().and_then(|parent| self.tree.elements.get_mut(*parent as usize));
        let Some(parent) = parent else { return };
        let previous = std::mem::replace(&mut parent.last_child, index);
        if previous == 0 {
            parent.first_child = index;
        } else if let Some(previous) = self.tree.nodes.get_mut(previous as usize) {
            previous.next = index;
        }
    }

    fn start(&mut self, reader: &PullReader<'t>, at: usize) {
        let first_declaration = narrow(self.tree.declarations.len());
        for (prefix, uri) in reader.declared() {
            let namespace = uri.map(|uri| {
                let piece = self.piece(uri);
                self.tree.namespaces.push(piece);
                narrow(self.tree.namespaces.len() - 1)
            });
            let prefix = (!prefix.is_empty()).then(|| self.piece(prefix));
            self.tree.declarations.push(DeclarationData { prefix, namespace });
        }
        let first_attribute = narrow(self.tree.attributes.len());
        for (WrittenName { name, local, namespace }, value) in reader.written_attributes() {
            let data = AttributeData {
                prefix: self.prefix(name, local),
                local: self.piece(local),
                namespace,
                value: self.piece(value),
            };
            self.tree.attributes.push(data);
        }
        let index = narrow(self.tree.elements.len());
        // The root is node 0, so that 0 can mean "none" elsewhere.
        self.add(NodeContent::Element(index));
        let WrittenName { name, local, namespace } = reader.written_name();
        let after = narrow(reader.position());
        let element = ElementData {
            prefix: self.prefix(name, local),
            local: self.piece(local),
            namespace,
            attributes: first_attribute..narrow(self.tree.attributes.len()),
            declarations: first_declaration..narrow(self.tree.declarations.len()),
            parent: self.open.last().copied(),
            first_child: 0,
            last_child: 0,
            span: (narrow(at), after),
            inner: (after, after),
        };
        self.tree.elements.push(element);
        self.open.push(index);
    }

    fn prefix(&mut self, name: &'t str, local: &str) -> Option<Piece> {
        let length = (name.len() - local.len()).checked_sub(":".len())?;
        name.get(..length).map(|prefix| self.piece(prefix))
    }

    fn end(&mut self, reader: &PullReader<'_>) {
        let element = self.open.pop().and_then(|index| self.tree.elements.get_mut(index as usize));
        if let Some(element) = element {
            element.inner.1 = narrow(reader.end_tag());
            element.span.1 = narrow(reader.position());
        }
    }

    fn comment_or_instruction(&mut self, written: &'t str) {
        if let Some(content) = written.strip_prefix("<!--").and_then(|content| content.strip_suffix("-->")) {
            let piece = self.piece(normalise_line_ends(content));
            return self.add(NodeContent::Comment(piece));
        }
        let content = written.strip_prefix("<?").and_then(|content| content.strip_suffix("?>")).unwrap_or_default();
        let length = content.bytes().position(characters::is_white_space).unwrap_or(content.len());
        let (target, rest) = content.split_at(length);
        let data = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        let (target, data) = (self.piece(target), self.piece(normalise_line_ends(data)));
        self.add(NodeContent::ProcessingInstruction { target, data });
    }
}

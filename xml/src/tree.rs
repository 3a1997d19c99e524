//! How a document is stored: one text, one list of nodes, no pointers between them but indices.

use std::ops::Range;

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
    /// The next sibling; 0 (which is the root, nobody's sibling) means none.
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
    /// The index of the parent in [`Tree::elements`].
    pub(super) parent: Option<u32>,
    /// First and last child in [`Tree::nodes`]; 0 means none.
    pub(super) first_child: u32,
    pub(super) last_child: u32,
    /// Bytes from the `<` of the start tag to the `>` of the end tag.
    pub(super) span: (u32, u32),
    /// Bytes between start and end tag; both ends the same for an empty-element tag.
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

/// The place of the namespace of the prefix `xml`, which nothing declares.
pub(super) const XML: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<NodeData>,
    pub(super) elements: Vec<ElementData>,
    pub(super) attributes: Vec<AttributeData>,
    pub(super) declarations: Vec<DeclarationData>,
    pub(super) namespaces: Vec<Piece>,
    pub(super) decoded: String,
    pub(super) forbidden_references: bool,
    /// Declarations that apply from outside, for a part cut out of another document.
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

/// The length of the text is checked to fit, and nothing in the tree outgrows the text.
pub(super) fn narrow(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

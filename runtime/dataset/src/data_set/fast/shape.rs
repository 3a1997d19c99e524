//! The shapes of rows, learned from rows that the plain reader has read.

use std::collections::HashMap;

use super::super::read_rows::{RowReader, state_of, usual_id};
use super::bytes::starts_with;
use super::start_tag::StartTag;
use crate::table::{Mapping, RowState};
use crate::vocabulary::{DIFFGR, MSDATA, XSI};
use asmx_xml::pull::{WrittenAttribute, written_tag};
use asmx_xml::{Element, Node, XML_NAMESPACE};

const MOST_SHAPES: usize = 64;
/// The greatest number and length of learned edges from one node of a row.
const MOST_EDGES: usize = 12;
const LONGEST_EDGE: usize = 512;
const LONGEST_USUAL: usize = 64;

/// Rows of one table whose start tags differ only in their number, with the cells seen in them.
///
/// Rows of one shape have equal attributes and namespaces, except for `diffgr:id` and `msdata:rowOrder`, so a name has one meaning
/// in all of them.
#[derive(Debug)]
pub(super) struct RowShape {
    pub(super) table: usize,
    pub(super) state: RowState,
    name: Box<[u8]>,
    pub(super) start: StartTag,
    cells: Vec<CellShape>,
    by_name: HashMap<Box<[u8]>, u32>,
    /// The expected edge from each node: after the start tag's attributes, then inside and after each cell.
    expected_edges: Vec<ExpectedEdge>,
    /// Every edge seen, by node.
    nodes: Vec<Vec<Edge>>,
    slots: u32,
}

#[derive(Clone, Debug)]
struct CellShape {
    name: Box<[u8]>,
    column: u32,
    /// The column's place among the columns of this shape.
    slot: u32,
}

#[derive(Clone, Debug)]
struct Edge {
    tags: Box<[u8]>,
    step: Step,
}

/// The edge that was followed last from a node, in one piece of memory.
#[derive(Clone, Debug)]
struct ExpectedEdge {
    tags: [u8; LONGEST_USUAL],
    /// 0 if there is no edge.
    length: usize,
    step: Step,
    misses: u8,
}

impl ExpectedEdge {
    const NONE: Self = Self { tags: [0; LONGEST_USUAL], length: 0, step: Step::ROW_END, misses: 0 };
    /// The number of misses in a row after which another edge becomes the expected one.
    const MOST_MISSES: u8 = 2;

    fn replace(&mut self, edge: &Edge) {
        if let Some(tags) = self.tags.get_mut(..edge.tags.len()) {
            tags.copy_from_slice(&edge.tags);
            self.length = edge.tags.len();
            self.step = edge.step;
            self.misses = 0;
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) next: Next,
    pub(super) node: u32,
    /// The cell's column, by its place among those of this shape, and by its place in the table.
    pub(super) slot: u32,
    pub(super) column: u32,
}

impl Step {
    const ROW_END: Self = Self { next: Next::RowEnd, node: 0, slot: 0, column: 0 };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Text,
    /// The mark-up after an empty cell.
    Empty,
    RowEnd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Miss {
    /// The text ends too early to tell.
    Incomplete,
    /// The mark-up is for the plain reader.
    Unusual,
}

/// The node after the attributes of the start tag.
pub(super) const AFTER_START: u32 = 0;

const fn content_node(cell: u32) -> u32 {
    1 + 2 * cell
}

const fn end_node(cell: u32) -> u32 {
    2 + 2 * cell
}

impl RowShape {
    pub(super) fn slots(&self) -> u32 {
        self.slots
    }

    /// The expected edge from `node` if `rest` starts with it: its step and length.
    #[inline]
    pub(super) fn follow(&mut self, node: u32, rest: &[u8]) -> Option<(Step, usize)> {
        let expected_edge = self.expected_edges.get_mut(node as usize)?;
        let tags = expected_edge.tags.get(..expected_edge.length).filter(|tags| !tags.is_empty())?;
        if starts_with(rest, tags) {
            expected_edge.misses = 0;
            return Some((expected_edge.step, expected_edge.length));
        }
        None
    }

    /// [`Self::follow`] without prediction. New mark-up becomes an edge.
    pub(super) fn follow_rarer(&mut self, node: u32, rest: &[u8]) -> Result<(Step, usize), Miss> {
        let known = self.nodes.get(node as usize).map_or(&[][..], Vec::as_slice);
        if let (Some(edge), Some(expected_edge)) =
            (known.iter().find(|edge| rest.starts_with(&edge.tags)), self.expected_edges.get_mut(node as usize))
        {
            expected_edge.misses += 1;
            if expected_edge.misses >= ExpectedEdge::MOST_MISSES || expected_edge.length == 0 {
                expected_edge.replace(edge);
            }
            return Ok((edge.step, edge.tags.len()));
        }
        let mut reader = MarkUp { rest, at: 0 };
        let step = self.read(node, &mut reader)?;
        let tags = rest.get(..reader.at).ok_or(Miss::Unusual)?;
        if let (Some(edges), Some(expected_edge)) =
            (self.nodes.get_mut(node as usize), self.expected_edges.get_mut(node as usize))
            && edges.len() < MOST_EDGES
            && tags.len() <= LONGEST_EDGE
        {
            let edge = Edge { tags: tags.into(), step };
            if expected_edge.length == 0 {
                expected_edge.replace(&edge);
            }
            edges.push(edge);
        }
        Ok((step, reader.at))
    }

    fn read(&self, node: u32, reader: &mut MarkUp<'_>) -> Result<Step, Miss> {
        if node == AFTER_START {
            reader.white_space();
            if reader.takes(b"/>")? {
                return Ok(Step::ROW_END);
            }
            reader.take(b">")?;
        } else if node % 2 == 1 {
            let cell = self.cells.get((node / 2) as usize).ok_or(Miss::Unusual)?;
            reader.take(b"</")?;
            reader.take(&cell.name)?;
            reader.take(b">")?;
        }
        reader.white_space();
        reader.take(b"<")?;
        if reader.takes(b"/")? {
            reader.take(&self.name)?;
            reader.take(b">")?;
            return Ok(Step::ROW_END);
        }
        let name = reader.name()?;
        let number = *self.by_name.get(name).ok_or(Miss::Unusual)?;
        let cell = self.cells.get(number as usize).ok_or(Miss::Unusual)?;
        let (slot, column) = (cell.slot, cell.column);
        // White space in a value is kept, with `xml:space` or without.
        if reader.takes(b">")? || reader.takes(b" xml:space=\"preserve\">")? {
            return Ok(Step { next: Next::Text, node: content_node(number), slot, column });
        }
        if reader.takes(b"/>")? || reader.takes(b" />")? {
            return Ok(Step { next: Next::Empty, node: end_node(number), slot, column });
        }
        Err(Miss::Unusual)
    }

    /// Learns the shape of a row of the document that `reader` has just read, and its cells.
    pub(super) fn learn(shapes: &mut Vec<Self>, reader: &mut RowReader, row: Element<'_>) {
        let Some(table) = reader.known_table(row).filter(|table| !reader.has_text_column(*table)) else {
            return;
        };
        let Some(found) = Self::of(reader, row, table) else {
            return;
        };
        let known = shapes.iter().position(|shape| shape.start.is_same_tag(&found.start));
        let shape = match known {
            Some(known) => shapes.get_mut(known),
            None if shapes.len() < MOST_SHAPES => {
                shapes.push(found);
                shapes.last_mut()
            }
            None => None,
        };
        if let Some(shape) = shape {
            for child in row.elements() {
                shape.learn_cell(reader, child);
            }
        }
    }

    /// The shape of a row without cells; `None` if its attributes hold more than its number.
    fn of(reader: &RowReader, row: Element<'_>, table: usize) -> Option<Self> {
        let tag = row.start_tag();
        let (name, raw) = attributes(tag)?;
        let (mut id, mut order, mut state) = (None, None, RowState::Unchanged);
        for (raw, attribute) in raw.iter().zip(row.attributes()) {
            match (attribute.namespace, attribute.name) {
                (Some(DIFFGR), "id") => id = Some((raw, attribute.value)),
                (Some(MSDATA), "rowOrder") => order = Some(raw),
                (Some(DIFFGR), "hasChanges") => state = state_of(Some(attribute.value)),
                (Some(MSDATA), name) if name.starts_with("hidden") => return None,
                (Some(DIFFGR | XSI | XML_NAMESPACE | MSDATA), _) => {}
                _ => return None,
            }
        }
        let ((id, id_value), order) = (id?, order?);
        let number: u32 = order.value.parse().ok().filter(|number: &u32| number.to_string() == order.value)?;
        let id_number = number.checked_add(1)?.to_string();
        let is_usual = id_value == usual_id(reader.content.tables.get(table)?.name(), number);
        let before = id.value.strip_suffix(id_number.as_str()).filter(|_| is_usual)?;
        let id_at = id.value_at + before.len();
        let start =
            StartTag::new(tag, id_at..id_at + id_number.len(), order.value_at..order.value_at + order.value.len())?;
        Some(Self {
            table,
            state,
            name: name.as_bytes().into(),
            start,
            cells: Vec::new(),
            by_name: HashMap::new(),
            expected_edges: vec![ExpectedEdge::NONE],
            nodes: vec![Vec::new()],
            slots: 0,
        })
    }

    fn learn_cell(&mut self, reader: &mut RowReader, child: Element<'_>) {
        let Some((name, _)) = attributes(child.start_tag()) else {
            return;
        };
        let is_plain = child.attributes().all(|attribute| attribute.namespace == Some(XML_NAMESPACE))
            && child.declarations().next().is_none()
            && !child.children().any(|node| matches!(node, Node::Element(_)));
        if !is_plain || self.by_name.contains_key(name.as_bytes()) {
            return;
        }
        let column = reader.known_column(self.table, Mapping::Element, child.name());
        let (Some(Ok(column)), Ok(cell)) = (column.map(u32::try_from), u32::try_from(self.cells.len())) else {
            return;
        };
        // Two names may mean one column.
        let slot = self.cells.iter().find(|known| known.column == column).map_or(self.slots, |known| known.slot);
        self.slots = self.slots.max(slot + 1);
        self.by_name.insert(name.as_bytes().into(), cell);
        self.cells.push(CellShape { name: name.as_bytes().into(), column, slot });
        self.expected_edges.extend([ExpectedEdge::NONE, ExpectedEdge::NONE]);
        self.nodes.extend([Vec::new(), Vec::new()]);
    }
}

/// The name in a start tag and its attributes as written, without namespace declarations.
fn attributes(tag: &str) -> Option<(&str, Vec<WrittenAttribute<'_>>)> {
    let (name, mut attributes) = written_tag(tag)?;
    attributes.retain(|attribute| attribute.name != "xmlns" && !attribute.name.starts_with("xmlns:"));
    Some((name, attributes))
}

struct MarkUp<'t> {
    rest: &'t [u8],
    at: usize,
}

impl<'t> MarkUp<'t> {
    fn ahead(&self) -> &'t [u8] {
        self.rest.get(self.at..).unwrap_or_default()
    }

    fn white_space(&mut self) {
        self.at += self.ahead().iter().take_while(|byte| asmx_xml::characters::is_white_space(**byte)).count();
    }

    fn takes(&mut self, expected: &[u8]) -> Result<bool, Miss> {
        let ahead = self.ahead();
        if ahead.starts_with(expected) {
            self.at += expected.len();
            return Ok(true);
        }
        if expected.starts_with(ahead) { Err(Miss::Incomplete) } else { Ok(false) }
    }

    fn take(&mut self, expected: &[u8]) -> Result<(), Miss> {
        if self.takes(expected)? { Ok(()) } else { Err(Miss::Unusual) }
    }

    fn name(&mut self) -> Result<&'t [u8], Miss> {
        let ends = |byte: &u8| matches!(byte, b'>' | b'/') || asmx_xml::characters::is_white_space(*byte);
        let length = self.ahead().iter().position(ends).ok_or(Miss::Incomplete)?;
        let name = self.ahead().get(..length).unwrap_or_default();
        self.at += length;
        Ok(name)
    }
}

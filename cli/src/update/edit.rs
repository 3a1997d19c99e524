//! Edits the text of a spec element by element. Unchanged elements keep their text, with white space and comments.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::ops::Range;

use asmx_codegen::elements::{Build as _, Element};
use asmx_codegen::read::xml::tag_end;
use asmx_import::write::layout::{self, WIDTH, attribute, attributes};
use roxmltree::{Attribute, Node};

use super::changes::Lines;
use super::trees::{Key, aligned, key, key_of};

/// A child in the rewritten content of an element.
enum Piece<'a, 'i, 'e> {
    /// Unchanged.
    Old(Node<'a, 'i>),
    /// With new text.
    Edited(Node<'a, 'i>, String),
    /// Inserted.
    New(&'e Element),
}

/// A child element with the text that belongs to it.
struct Chunk {
    /// White space and comments before it.
    lead: Range<usize>,
    /// The end of the last comment in `lead`; its start if there is none.
    comments_end: usize,
    start: usize,
    end: usize,
    /// The end of a trailing comment on the same line.
    trailing_end: usize,
    tag: String,
}

/// The text of a spec, and the lines of people that the edit removes.
pub(super) struct Editor<'t> {
    pub(super) text: &'t str,
    newline: &'static str,
    /// Removed lines that people may have written, by item.
    pub(super) losses: Lines,
}

impl<'t> Editor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        Self { text, newline, losses: Lines::new() }
    }

    pub(super) fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    /// The new text of an element that changes from `base` to `theirs`. Parts that are equal in both stay as written.
    pub(super) fn merged(&mut self, node: Node<'_, '_>, base: &Element, theirs: &Element) -> String {
        if base == theirs {
            return self.slice(node.range()).to_owned();
        }
        if node.tag_name().name() != theirs.name {
            self.note_replaced(node);
            return self.written(theirs, self.margin(node));
        }
        let pieces = self.pieces(node, base, theirs);
        let tag = self.start_tag(node, base, theirs);
        let text = self.assemble(node, &tag, pieces);
        let is_long = self.column(node) + text.chars().count() > WIDTH && !text.contains('\n');
        let is_part = !matches!(&*theirs.name, "service" | "area" | "common" | "group" | "operation");
        let has_no_comments = !node.descendants().any(|one| one.is_comment() || one.is_pi());
        if is_long && is_part && has_no_comments { self.written(theirs, self.margin(node)) } else { text }
    }

    /// The children in text order, or in the order of `theirs` if that differs from `base`. New ones follow their predecessor in `theirs`.
    fn pieces<'a, 'i, 'e>(
        &mut self,
        node: Node<'a, 'i>,
        base: &Element,
        theirs: &'e Element,
    ) -> Vec<Piece<'a, 'i, 'e>> {
        let nodes: Vec<Node<'a, 'i>> = node.children().filter(Node::is_element).collect();
        let (old, new): (Vec<&Element>, Vec<&Element>) = (base.elements().collect(), theirs.elements().collect());
        let positions = positions(&nodes, &old);
        let partners = aligned(&old, &new);
        // Each with the position of an old element, and its rank there: the element, optional ones after it, new ones after it.
        let mut pieces: Vec<(Option<usize>, u8, Piece<'a, 'i, 'e>)> = Vec::new();
        let mut last = None;
        for (element, partner) in new.into_iter().zip(&partners) {
            let before = partner.and_then(|number| old.get(number).copied());
            let position = partner.and_then(|number| positions.get(number).copied().flatten());
            let node = position.and_then(|position| nodes.get(position).copied());
            let (rank, piece) = match (before, node) {
                (Some(before), Some(node)) if before == element => (0, Piece::Old(node)),
                (Some(before), Some(node)) => (0, Piece::Edited(node, self.merged(node, before, element))),
                // Unchanged, but written in an unusual form.
                (Some(before), None) if before == element => continue,
                _ => (2, Piece::New(element)),
            };
            last = if rank == 0 { position } else { last };
            pieces.push((last, rank, piece));
        }
        let mut retained: Vec<Option<usize>> =
            pieces.iter().filter(|(_, rank, _)| *rank == 0).map(|(position, ..)| *position).collect();
        if partners.iter().flatten().is_sorted() {
            retained.sort_unstable();
        }
        let order = std::iter::once(None).chain(retained).enumerate().map(|(number, position)| (position, number));
        let order: HashMap<Option<usize>, usize> = order.collect();
        // Optional children in the text stay after their predecessors.
        let known: HashSet<usize> = positions.into_iter().flatten().collect();
        let mut last = None;
        for (position, node) in nodes.into_iter().enumerate() {
            if order.contains_key(&Some(position)) {
                last = Some(position);
            } else if !known.contains(&position) {
                pieces.push((last, 1, Piece::Old(node)));
            }
        }
        pieces.sort_by_key(|(position, rank, _)| (order.get(position).copied(), *rank));
        pieces.into_iter().map(|(.., piece)| piece).collect()
    }

    /// The start tag of an element without `>`, where attributes change from `old` to `new`.
    fn start_tag(&self, node: Node<'_, '_>, old: &Element, new: &Element) -> String {
        let start = node.range().start;
        let (content, is_empty) = tag_end(self.text, start);
        let end = content - if is_empty { 2 } else { 1 };
        let end = start + self.slice(start..end).trim_end().len();
        let written: Vec<Attribute<'_, '_>> = node.attributes().filter(|one| one.namespace().is_none()).collect();
        let name_end = start + 1 + node.tag_name().name().len();
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        for one in &written {
            let range = one.range();
            match new.attribute(one.name()) {
                None => {
                    let before = start + self.slice(start..range.start).trim_end().len();
                    edits.push((before..range.end, String::new()));
                }
                Some(value) if value != one.value() && old.attribute(one.name()) != Some(value) => {
                    edits.push((range, attribute(one.name(), value)));
                }
                Some(_) => {}
            }
        }
        let mut at = name_end;
        for (name, value) in attributes(new) {
            match written.iter().find(|one| one.name() == name) {
                Some(one) => at = at.max(one.range().end),
                None if old.attribute(name) == Some(value) => {}
                None => edits.push((at..at, format!(" {}", attribute(name, value)))),
            }
        }
        // Insertions at the end of a deleted range go after it.
        edits.sort_by_key(|(range, _)| (range.end, range.start == range.end));
        let mut text = String::new();
        let mut done = start;
        for (range, new) in edits {
            text.push_str(self.slice(done..range.start.max(done)));
            text.push_str(&new);
            done = range.end.max(done);
        }
        text.push_str(self.slice(done..end));
        text
    }

    /// An element with a new start tag and new content. Comments before removed children stay.
    fn assemble(&mut self, node: Node<'_, '_>, tag: &str, pieces: Vec<Piece<'_, '_, '_>>) -> String {
        let (chunks, tail) = self.chunks(node);
        let retained = pieces.iter().filter_map(|piece| match piece {
            Piece::Old(node) | Piece::Edited(node, _) => Some(node.range().start),
            Piece::New(_) => None,
        });
        let retained: HashSet<usize> = retained.collect();
        for child in node.children().filter(|child| child.is_element() && !retained.contains(&child.range().start)) {
            self.note_removed(child);
        }
        let mut orphans: BTreeMap<usize, Range<usize>> = BTreeMap::new();
        for chunk in chunks.iter().filter(|chunk| !retained.contains(&chunk.start)) {
            if chunk.comments_end > chunk.lead.start {
                orphans.insert(chunk.start, chunk.lead.start..chunk.comments_end);
            }
        }
        let has_comments = !orphans.is_empty() || self.slice(tail.clone()).contains("<!--");
        if pieces.is_empty() && !has_comments {
            return format!("{tag}/>");
        }
        let mut text = format!("{tag}>");
        let start = text.len();
        let margin = self.inner_margin(node, &chunks);
        let gaps = self.gaps(&chunks, &retained);
        for piece in pieces {
            match piece {
                Piece::New(element) => {
                    let blanks = self.blanks(gaps.as_ref(), element, text.len() == start, &margin);
                    text.push_str(&blanks);
                    let is_inline = blanks.is_empty();
                    let written = if is_inline { layout::line(element) } else { None };
                    text.push_str(&written.unwrap_or_else(|| self.written(element, &margin)));
                }
                Piece::Old(node) => self.put(&chunks, node, self.slice(node.range()), &mut orphans, &mut text),
                Piece::Edited(node, edited) => self.put(&chunks, node, &edited, &mut orphans, &mut text),
            }
        }
        for orphan in orphans.into_values() {
            text.push_str(self.slice(orphan));
        }
        if chunks.is_empty() && tail.is_empty() {
            text.push_str(self.newline);
            text.push_str(self.margin(node));
        }
        text.push_str(self.slice(tail));
        text.push_str("</");
        text.push_str(node.tag_name().name());
        text.push('>');
        text
    }

    /// Appends an element with the text that belongs to it, after leftover comments of removed ones.
    fn put(
        &self,
        chunks: &[Chunk],
        node: Node<'_, '_>,
        inner: &str,
        orphans: &mut BTreeMap<usize, Range<usize>>,
        text: &mut String,
    ) {
        let Ok(number) = chunks.binary_search_by_key(&node.range().start, |chunk| chunk.start) else { return };
        let Some(chunk) = chunks.get(number) else { return };
        let later = orphans.split_off(&chunk.start);
        for orphan in std::mem::replace(orphans, later).into_values() {
            text.push_str(self.slice(orphan));
        }
        text.push_str(self.slice(chunk.lead.start..chunk.start));
        text.push_str(inner);
        text.push_str(self.slice(chunk.end..chunk.trailing_end));
    }

    /// Splits the content of an element into children and the rest.
    fn chunks(&self, node: Node<'_, '_>) -> (Vec<Chunk>, Range<usize>) {
        let (content, is_empty) = tag_end(self.text, node.range().start);
        if is_empty {
            return (Vec::new(), content..content);
        }
        let end = self.slice(node.range()).rfind("</").map_or(content, |at| node.range().start + at);
        let mut chunks: Vec<Chunk> = Vec::new();
        let (mut last_end, mut comments_end, mut is_same_line) = (content, None, false);
        for child in node.children().filter(|child| child.is_element() || child.is_comment() || child.is_pi()) {
            let range = child.range();
            if child.is_element() {
                chunks.push(Chunk {
                    lead: last_end..range.start,
                    comments_end: comments_end.take().unwrap_or(last_end),
                    start: range.start,
                    end: range.end,
                    trailing_end: range.end,
                    tag: child.tag_name().name().to_owned(),
                });
                (last_end, is_same_line) = (range.end, true);
                continue;
            }
            is_same_line &= !self.slice(last_end..range.start).contains('\n');
            match chunks.last_mut().filter(|_| is_same_line) {
                Some(chunk) => {
                    chunk.trailing_end = range.end;
                    last_end = range.end;
                }
                None => comments_end = Some(range.end),
            }
        }
        (chunks, last_end..end)
    }

    /// Whether an empty line precedes elements, by tag; retained elements decide first. `None` if everything is on one line.
    fn gaps<'c>(&self, chunks: &'c [Chunk], retained: &HashSet<usize>) -> Option<HashMap<&'c str, bool>> {
        let lines = |chunk: &Chunk| self.slice(chunk.comments_end..chunk.start).matches('\n').count();
        if !chunks.is_empty() && chunks.iter().all(|chunk| lines(chunk) == 0) {
            return None;
        }
        let mut gaps = HashMap::new();
        for is_retained in [true, false] {
            for chunk in chunks.iter().skip(1).filter(|chunk| retained.contains(&chunk.start) == is_retained) {
                gaps.entry(chunk.tag.as_str()).or_insert_with(|| lines(chunk) > 1);
            }
        }
        Some(gaps)
    }

    /// White space before a new element, as its siblings have it; empty in a one-line document.
    fn blanks(&self, gaps: Option<&HashMap<&str, bool>>, new: &Element, is_first: bool, margin: &str) -> String {
        let Some(gaps) = gaps else { return String::new() };
        let line = format!("{}{margin}", self.newline);
        let of_siblings = gaps.get(new.name.as_str()).copied();
        let has_gap = of_siblings.unwrap_or_else(|| matches!(&*new.name, "operation" | "common"));
        if has_gap && !is_first { format!("{}{line}", self.newline) } else { line }
    }

    /// An element in the writer's layout, with the margin and line breaks of the text.
    fn written(&self, element: &Element, margin: &str) -> String {
        let indent = margin.chars().count();
        let text = layout::fragment(element, indent);
        let mut lines = text.split('\n');
        let mut all = lines.next().unwrap_or_default().to_owned();
        for line in lines {
            let content = line.trim_start_matches(' ');
            let depth = (line.len() - content.len()).saturating_sub(indent);
            let blanks = if margin.contains('\t') { "\t".repeat(depth / 2) } else { " ".repeat(depth) };
            all.extend([self.newline, if content.is_empty() { "" } else { margin }, &blanks, content]);
        }
        all
    }

    /// The number of characters before an element on its line.
    fn column(&self, node: Node<'_, '_>) -> usize {
        let before = self.slice(0..node.range().start);
        before.rsplit('\n').next().unwrap_or_default().chars().count()
    }

    pub(super) fn margin(&self, node: Node<'_, '_>) -> &'t str {
        self.margin_at(node.range().start)
    }

    fn margin_at(&self, position: usize) -> &'t str {
        let start = self.slice(0..position).rfind('\n').map_or(0, |at| at + 1);
        let line = self.slice(start..self.text.len());
        let content = line.trim_start_matches([' ', '\t']);
        self.slice(start..start + line.len() - content.len())
    }

    fn inner_margin(&self, node: Node<'_, '_>, chunks: &[Chunk]) -> String {
        let on_line = chunks.iter().find(|chunk| self.slice(chunk.comments_end..chunk.start).contains('\n'));
        let margin = self.margin(node);
        let step = if margin.contains('\t') { "\t" } else { "  " };
        on_line.map_or_else(|| format!("{margin}{step}"), |chunk| self.margin_at(chunk.start).to_owned())
    }
}

/// For each element of the base, its index among the elements of the text.
fn positions(nodes: &[Node<'_, '_>], base: &[&Element]) -> Vec<Option<usize>> {
    if nodes.iter().map(|node| node.tag_name().name()).eq(base.iter().map(|element| element.name.as_str())) {
        return (0..base.len()).map(Some).collect();
    }
    let mut positions: HashMap<Key<'_>, VecDeque<usize>> = HashMap::new();
    for (position, node) in nodes.iter().enumerate() {
        positions.entry(key(node.tag_name().name(), node.attribute("name"))).or_default().push_back(position);
    }
    base.iter().map(|element| positions.get_mut(&key_of(element)).and_then(VecDeque::pop_front)).collect()
}

//! The canonical layout of a spec: the one in which [`spec_text`](asmx_import::spec_text) writes a model.
//!
//! Attributes are in the order of the format. An element that fits on one line is on one line. In any other, each child has a line of its own.
//! Comments stay where they are: before an element, or at the end of a line. Of several empty lines one stays.

mod comments;
mod words;

use roxmltree::Node;

use asmx_codegen::diagnostic::{Diagnostics, Source};
use asmx_codegen::read::{self, format as rules};
use asmx_import::write::layout::{self, Block, Content, Item, Thing};

/// Lays out the text of a spec. It means the same afterwards, and laying it out again changes nothing. A byte order mark and the kind of
/// line end stay. `file_name` is for messages only.
///
/// # Errors
///
/// The file cannot be read as XML, or elements, attributes or texts are not where they belong. A name that does not exist is no error here.
pub fn format(file_name: &str, bytes: &[u8]) -> Result<String, Diagnostics> {
    let read::Reading { source, mistakes, .. } = read::read(file_name, bytes);
    if !mistakes.is_empty() {
        return Err(Diagnostics::new(source, mistakes));
    }
    let has_mark = bytes.starts_with("\u{FEFF}".as_bytes());
    let newline = if source.text.contains("\r\n") { "\r\n" } else { "\n" };
    // As XML has it: every kind of line end is the same.
    let source = Source::new(file_name, source.text.replace("\r\n", "\n").replace('\r', "\n"));
    let tree = match read::xml::parse(&source) {
        Ok(tree) => tree,
        Err(mistake) => return Err(Diagnostics::new(source, vec![*mistake])),
    };
    let text = &source.text;
    let start = if text.starts_with("<?xml ") { text.find("?>").map_or(0, |end| end + "?>".len()) } else { 0 };
    let laid_out = layout::document(start > 0, &items(text, tree.root(), start, text.len()));
    let mark = if has_mark { "\u{FEFF}" } else { "" };
    Ok(format!("{mark}{}", laid_out.replace('\n', newline)))
}

/// An element as it is to be laid out.
fn block<'a>(text: &'a str, node: Node<'a, 'a>) -> Block<'a> {
    let name = node.tag_name().name();
    let rule = rules::rule(name);
    let place = |name: &str| rule.and_then(|rule| rule.attributes().position(|known| known.name == name));
    let (mut attributes, mut for_editors) = (Vec::new(), Vec::new());
    for attribute in node.attributes() {
        match attribute.namespace() {
            None => attributes.push((attribute.name(), attribute.value())),
            Some(_) => for_editors.push((text.get(attribute.range_qname()).unwrap_or_default(), attribute.value())),
        }
    }
    attributes.sort_by_key(|(name, _)| place(name).unwrap_or(usize::MAX));
    let start = node.range().start;
    let (inside, is_empty) = read::xml::tag_end(text, start);
    let tag = text.get(start..inside).unwrap_or_default();
    for_editors.splice(0..0, declarations(tag, node));
    let content = if is_empty {
        Content::Nothing
    } else if rule.is_some_and(|rule| rule.text) {
        words::content(text, node)
    } else {
        let end = text.get(node.range()).and_then(|element| element.rfind("</")).map_or(inside, |end| start + end);
        let items = items(text, node, inside, end);
        if items.is_empty() { Content::Nothing } else { Content::Items(items) }
    };
    Block { name, attributes, for_editors, content }
}

/// The prefixes that a tag declares, as they stand in it.
fn declarations<'a>(tag: &'a str, node: Node<'a, 'a>) -> Vec<(&'a str, &'a str)> {
    let declared = node.namespaces().filter_map(|namespace| {
        let name = namespace.name().filter(|name| *name != "xml")?;
        let at = tag.match_indices("xmlns:").find_map(|(at, found)| {
            let rest = tag.get(at + found.len()..)?.strip_prefix(name)?;
            rest.trim_start().starts_with('=').then_some(at)
        })?;
        Some((tag.get(at..at + "xmlns:".len() + name.len())?, namespace.uri()))
    });
    declared.collect()
}

/// What stands in an element, or in the document, between two places of the text.
fn items<'a>(text: &'a str, parent: Node<'a, 'a>, start: usize, end: usize) -> Vec<Item<'a>> {
    let nodes: Vec<Node<'a, 'a>> = parent.children().filter(|child| !child.is_text()).collect();
    let starts = nodes.iter().map(|node| node.range().start).chain([end]);
    let ends = [start].into_iter().chain(nodes.iter().map(|node| node.range().end));
    // The line ends before each of them, and behind the last.
    let lines: Vec<usize> =
        ends.zip(starts).map(|(end, start)| text.get(end..start).unwrap_or_default().matches('\n').count()).collect();
    let behind = comments::behind(&nodes, &lines, parent.is_element());
    let items = nodes.iter().zip(lines).zip(behind).map(|((node, lines), is_behind)| Item {
        gap: lines > 1,
        thing: match (node.is_element(), is_behind) {
            (true, _) => Thing::Element(block(text, *node)),
            (false, true) => Thing::Behind(comments::verbatim(text, *node)),
            (false, false) => Thing::Comment(comments::lines(text, *node)),
        },
    });
    items.collect()
}

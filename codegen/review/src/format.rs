//! The canonical layout of a spec: the one in which [`spec_text`](asmx_import::spec_text) writes a model.
//!
//! Attributes are in the order of the format. An element that fits on one line is on one line. In any other, each child has a line of its own.
//! Comments stay where they are: before an element, or at the end of a line. Of several empty lines one stays.

use asmx_codegen::diagnostic::{Diagnostics, Source};
use asmx_codegen::elements::{Element, XMLNode};
use asmx_codegen::read::{self, format as rules};
use asmx_import::write::layout::{self, GAP};
use roxmltree::Node;

/// Lays out the text of a spec. The meaning stays, and a second call changes nothing. A byte order mark and the kind of line end are kept.
/// `file_name` is for messages only.
///
/// # Errors
///
/// The file is not XML, or elements, attributes or texts are misplaced. Unknown names are not checked.
pub fn format(file_name: &str, bytes: &[u8]) -> Result<String, Diagnostics> {
    let read::Reading { source, mistakes, .. } = read::read(file_name, bytes);
    if !mistakes.is_empty() {
        return Err(Diagnostics::new(source, mistakes));
    }
    let has_mark = bytes.starts_with("\u{FEFF}".as_bytes());
    let newline = if source.text.contains("\r\n") { "\r\n" } else { "\n" };
    // As in XML, a line end is one line feed.
    let source = Source::new(file_name, source.text.replace("\r\n", "\n").replace('\r', "\n"));
    let tree = match read::xml::parse(&source) {
        Ok(tree) => tree,
        Err(mistake) => return Err(Diagnostics::new(source, vec![*mistake])),
    };
    let text = &source.text;
    let start = if text.starts_with("<?xml ") { text.find("?>").map_or(0, |end| end + "?>".len()) } else { 0 };
    let laid_out = layout::document(start > 0, &nodes(text, tree.root(), start, text.len()));
    let mark = if has_mark { "\u{FEFF}" } else { "" };
    Ok(format!("{mark}{}", laid_out.replace('\n', newline)))
}

fn element(text: &str, node: Node<'_, '_>) -> Element {
    let name = node.tag_name().name();
    let mut element = Element::new(name);
    for attribute in node.attributes() {
        // Attributes for editors have a prefix.
        let name =
            if attribute.namespace().is_none() { Some(attribute.name()) } else { text.get(attribute.range_qname()) };
        element.attributes.insert(name.unwrap_or_default().to_owned(), attribute.value().to_owned());
    }
    let start = node.range().start;
    let (content_start, is_empty) = read::xml::tag_end(text, start);
    element.attributes.extend(declarations(text.get(start..content_start).unwrap_or_default(), node));
    if rules::rule(name).is_some_and(|rule| rule.text) {
        element.children.extend(node.children().map(|child| match child.text().filter(|_| child.is_text()) {
            Some(words) => XMLNode::Text(words.to_owned()),
            None => comment(child, text.get(child.range()).unwrap_or_default()),
        }));
    } else if !is_empty {
        let end =
            text.get(node.range()).and_then(|element| element.rfind("</")).map_or(content_start, |end| start + end);
        element.children = nodes(text, node, content_start, end);
    }
    element
}

/// A comment or processing instruction, of which `markup` is the text.
fn comment(node: Node<'_, '_>, markup: &str) -> XMLNode {
    let between = |start: &str, end: &str| markup.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
    match node.pi() {
        Some(instruction) => {
            XMLNode::ProcessingInstruction(instruction.target.to_owned(), instruction.value.map(str::to_owned))
        }
        None => XMLNode::Comment(between("<!--", "-->").unwrap_or_default().to_owned()),
    }
}

/// The prefixes that a tag declares, in its own text.
fn declarations<'a>(tag: &'a str, node: Node<'a, 'a>) -> impl Iterator<Item = (String, String)> + use<'a> {
    node.namespaces().filter_map(move |namespace| {
        let name = namespace.name().filter(|name| *name != "xml")?;
        let at = tag.match_indices("xmlns:").find_map(|(at, found)| {
            let rest = tag.get(at + found.len()..)?.strip_prefix(name)?;
            rest.trim_start().starts_with('=').then_some(at)
        })?;
        Some((tag.get(at..at + "xmlns:".len() + name.len())?.to_owned(), namespace.uri().to_owned()))
    })
}

/// The children of an element or of the document, between two offsets of the text, each after the white space that it needs.
fn nodes(text: &str, parent: Node<'_, '_>, start: usize, end: usize) -> Vec<XMLNode> {
    let nodes: Vec<Node<'_, '_>> = parent.children().filter(|child| !child.is_text()).collect();
    let starts = nodes.iter().map(|node| node.range().start).chain([end]);
    let ends = [start].into_iter().chain(nodes.iter().map(|node| node.range().end));
    // Line ends before each node, and after the last one.
    let lines: Vec<usize> =
        ends.zip(starts).map(|(end, start)| text.get(end..start).unwrap_or_default().matches('\n').count()).collect();
    let trailing_nodes = trailing(&nodes, &lines, parent.is_element());
    let all = nodes.iter().zip(lines).zip(trailing_nodes).flat_map(|((node, lines), is_trailing)| {
        let blanks = if lines > 1 { Some(GAP) } else { (!node.is_element()).then_some("\n") };
        let node = match (node.is_element(), is_trailing) {
            (true, _) => XMLNode::Element(element(text, *node)),
            (false, true) => comment(*node, &lines_of(text, *node, 0)),
            (false, false) => comment(*node, &lines_of(text, *node, margin(text, *node))),
        };
        let blanks = blanks.filter(|_| !is_trailing).map(|blanks| XMLNode::Text(blanks.to_owned()));
        blanks.into_iter().chain([node])
    });
    all.collect()
}

/// Whether each node is a comment at the end of a line. `lines` has the number of line ends before each node, and after the last one;
/// `has_tag`: a start tag comes before the first node.
fn trailing(nodes: &[Node<'_, '_>], lines: &[usize], has_tag: bool) -> Vec<bool> {
    let mut trailing_nodes = vec![false; nodes.len()];
    // Whether only comments come between the last node and a line end.
    let mut ends = true;
    for (number, node) in nodes.iter().enumerate().rev() {
        let count = |number: usize| lines.get(number).copied().unwrap_or_default();
        let is_last = number + 1 == nodes.len();
        let is_before_comment = nodes.get(number + 1).is_some_and(|next| !next.is_element());
        ends = is_last || count(number + 1) > 0 || (is_before_comment && ends);
        // A comment that is the only content of an element gets its own line.
        let has_something_before = number > 0 || (has_tag && !(is_last && count(number + 1) == 0));
        if let Some(is_trailing) = trailing_nodes.get_mut(number) {
            *is_trailing = !node.is_element() && ends && has_something_before && count(number) == 0;
        }
    }
    trailing_nodes
}

/// The number of blanks before a node, if nothing else precedes it on its line.
fn margin(text: &str, node: Node<'_, '_>) -> usize {
    let start = node.range().start;
    let line = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let before = text.get(line..start).unwrap_or_default();
    before.len() - before.trim_start_matches([' ', '\t']).len()
}

/// The lines of a comment, without blanks at their ends, and without `margin` blanks before all but the first.
fn lines_of(text: &str, node: Node<'_, '_>, margin: usize) -> String {
    let lines = text.get(node.range()).unwrap_or_default().split('\n').enumerate().map(|(number, line)| {
        let blanks = line.bytes().take(if number == 0 { 0 } else { margin });
        let cut = blanks.take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        line.get(cut..).unwrap_or_default().trim_end()
    });
    lines.collect::<Vec<_>>().join("\n")
}

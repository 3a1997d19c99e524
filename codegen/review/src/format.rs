//! The canonical layout of a spec: the one in which [`spec_text`](asmx_import::spec_text) writes a model.
//!
//! Attributes are in the order of the format. An element that fits on one line is on one line. In any other, each child has a line of its own.
//! Comments stay where they are: before an element, or at the end of a line. Of several empty lines one stays.

use asmx_codegen::diagnostic::{Diagnostics, Source};
use asmx_codegen::read::{self, format as rules};
use asmx_import::write::layout::{self, Block, Content, Item, Thing, escaped};
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
    let laid_out = layout::document(start > 0, &items(text, tree.root(), start, text.len()));
    let mark = if has_mark { "\u{FEFF}" } else { "" };
    Ok(format!("{mark}{}", laid_out.replace('\n', newline)))
}

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
    let (content_start, is_empty) = read::xml::tag_end(text, start);
    let tag = text.get(start..content_start).unwrap_or_default();
    for_editors.splice(0..0, declarations(tag, node));
    let content = if is_empty {
        Content::Nothing
    } else if rule.is_some_and(|rule| rule.text) {
        words(text, node)
    } else {
        let end =
            text.get(node.range()).and_then(|element| element.rfind("</")).map_or(content_start, |end| start + end);
        let items = items(text, node, content_start, end);
        if items.is_empty() { Content::Nothing } else { Content::Items(items) }
    };
    Block { name, attributes, for_editors, content }
}

/// The prefixes that a tag declares, in its own text.
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

/// The children of an element or of the document, between two offsets of the text.
fn items<'a>(text: &'a str, parent: Node<'a, 'a>, start: usize, end: usize) -> Vec<Item<'a>> {
    let nodes: Vec<Node<'a, 'a>> = parent.children().filter(|child| !child.is_text()).collect();
    let starts = nodes.iter().map(|node| node.range().start).chain([end]);
    let ends = [start].into_iter().chain(nodes.iter().map(|node| node.range().end));
    // Line ends before each node, and after the last one.
    let lines: Vec<usize> =
        ends.zip(starts).map(|(end, start)| text.get(end..start).unwrap_or_default().matches('\n').count()).collect();
    let trailing_nodes = trailing(&nodes, &lines, parent.is_element());
    let items = nodes.iter().zip(lines).zip(trailing_nodes).map(|((node, lines), is_trailing)| Item {
        gap: lines > 1,
        thing: match (node.is_element(), is_trailing) {
            (true, _) => Thing::Element(block(text, *node)),
            (false, true) => Thing::Behind(verbatim(text, *node)),
            (false, false) => Thing::Comment(comment_lines(text, *node)),
        },
    });
    items.collect()
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

/// The lines of a comment, without the indentation of its first line.
fn comment_lines(text: &str, node: Node<'_, '_>) -> Vec<String> {
    let start = node.range().start;
    let line = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let before = text.get(line..start).unwrap_or_default();
    let margin = before.len() - before.trim_start_matches([' ', '\t']).len();
    let lines = text.get(node.range()).unwrap_or_default().split('\n').enumerate().map(|(number, line)| {
        let blanks = line.bytes().take(if number == 0 { 0 } else { margin });
        let cut = blanks.take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        line.get(cut..).unwrap_or_default().trim_end().to_owned()
    });
    lines.collect()
}

fn verbatim(text: &str, node: Node<'_, '_>) -> Vec<String> {
    text.get(node.range()).unwrap_or_default().split('\n').map(|line| line.trim_end().to_owned()).collect()
}

/// The paragraphs of a text element, separated as in [`paragraphs`](asmx_codegen::read::paragraphs). A comment stays between its words. It is
/// alone on a line only between paragraphs, because an empty line begins a paragraph.
fn words<'a>(text: &str, node: Node<'_, '_>) -> Content<'a> {
    let mut paragraphs = Paragraphs { all: vec![Vec::new()], ..Paragraphs::default() };
    for child in node.children() {
        if child.is_text() {
            child.text().unwrap_or_default().chars().for_each(|character| paragraphs.take(character));
        } else {
            paragraphs.take_comment(text.get(child.range()).unwrap_or_default());
        }
    }
    paragraphs.end_word();
    paragraphs.all.retain(|paragraph| !paragraph.is_empty());
    if paragraphs.all.is_empty() { Content::Nothing } else { Content::Words(paragraphs.all) }
}

#[derive(Default)]
struct Paragraphs {
    all: Vec<Vec<String>>,
    /// The current word, with comments that adjoin it.
    word: String,
    /// Whether the word has text beside comments.
    has_text: bool,
    /// Whether the last word is only comments, so that the next word joins it.
    waits_for_word: bool,
    /// Whether the line has text beside blanks and comments.
    line_has_text: bool,
}

impl Paragraphs {
    fn take(&mut self, character: char) {
        if !character.is_whitespace() {
            self.word = escaped(std::mem::take(&mut self.word), character);
            (self.has_text, self.line_has_text) = (true, true);
            return;
        }
        self.end_word();
        if character == '\n' {
            let ends_paragraph = !self.line_has_text && self.all.last().is_some_and(|last| !last.is_empty());
            if ends_paragraph {
                self.all.push(Vec::new());
                self.waits_for_word = false;
            }
            self.line_has_text = false;
        }
    }

    fn take_comment(&mut self, comment: &str) {
        self.word.push_str(comment);
    }

    fn end_word(&mut self) {
        let (word, has_text) = (std::mem::take(&mut self.word), std::mem::take(&mut self.has_text));
        let Some(paragraph) = self.all.last_mut().filter(|_| !word.is_empty()) else { return };
        match paragraph.last_mut() {
            Some(last) if !has_text || self.waits_for_word => {
                last.push(' ');
                last.push_str(&word);
                self.waits_for_word &= !has_text;
            }
            _ => {
                paragraph.push(word);
                self.waits_for_word = !has_text;
            }
        }
    }
}

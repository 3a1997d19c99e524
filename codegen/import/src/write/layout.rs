//! The layout of specs: an element that fits goes on one line; otherwise each child has its own line.
//!
//! Imports write this layout, and `fmt` gives it to specs that people wrote. Attributes are in the order of the format. Among the children of an element,
//! a text is the white space before the next child: [`GAP`] stands for an empty line. A comment without white space before it ends a line.

use std::fmt::Write as _;

use asmx_codegen::elements::{Element, XMLNode};
use asmx_codegen::read::format;

pub use super::words::WIDTH;
use super::words::{Paragraph, fill, markup, push_escaped, words};

/// White space with an empty line.
pub const GAP: &str = "\n\n";

/// Elements that always span several lines.
const LONG: &[&str] = &["service", "area", "operation", "group", "common", "columns", "choice"];

enum Content<'e> {
    Nothing,
    Words(Vec<Paragraph>),
    Nodes(&'e [XMLNode]),
}

impl<'e> Content<'e> {
    fn of(element: &'e Element) -> Self {
        if !format::rule(&element.name).is_some_and(|rule| rule.text) {
            return if element.children.is_empty() { Self::Nothing } else { Self::Nodes(&element.children) };
        }
        let words = words(&element.children);
        if words.is_empty() { Self::Nothing } else { Self::Words(words) }
    }
}

/// The text of an element at an indentation, without the indentation of the first line and without the final line break.
#[must_use]
pub fn fragment(element: &Element, indent: usize) -> String {
    let mut text = String::new();
    write(element, indent, &mut text);
    text
}

/// An element on one line, however long; `None` if its content needs several lines.
#[must_use]
pub fn line(element: &Element) -> Option<String> {
    one_line(element, &Content::of(element), usize::MAX)
}

fn write(element: &Element, indent: usize, out: &mut String) {
    let content = Content::of(element);
    if let Some(line) = one_line(element, &content, WIDTH.saturating_sub(indent)) {
        out.push_str(&line);
        return;
    }
    write_tag(element, indent, out);
    match content {
        Content::Nothing => {
            out.push_str("/>");
            return;
        }
        Content::Words(paragraphs) => {
            out.push_str(">\n");
            for (number, paragraph) in paragraphs.iter().enumerate() {
                out.push_str(if number > 0 { "\n" } else { "" });
                fill(paragraph, indent + 2, out);
            }
        }
        Content::Nodes(nodes) => {
            out.push('>');
            write_nodes(nodes, indent + 2, true, out);
            out.push('\n');
        }
    }
    out.push_str(&" ".repeat(indent));
    let _ = write!(out, "</{}>", element.name);
}

/// The start tag without `>`, with attributes on as many lines as they need. Those for editors start a line of their own.
fn write_tag(element: &Element, indent: usize, out: &mut String) {
    out.push('<');
    out.push_str(&element.name);
    let margin = indent + 1 + element.name.chars().count();
    let mut column = margin;
    let mut is_for_editors = false;
    for (name, value) in attributes(element) {
        let begins_line = name.contains(':') && !is_for_editors;
        is_for_editors |= begins_line;
        let attribute = attribute(name, value);
        let length = attribute.chars().count() + 1;
        if column > margin && (begins_line || column + length > WIDTH) {
            out.push('\n');
            out.push_str(&" ".repeat(margin));
            column = margin;
        }
        out.push(' ');
        out.push_str(&attribute);
        column += length;
    }
}

/// The attributes in the order of the format. Those for editors come last: declarations of prefixes, then attributes with a prefix.
#[must_use]
pub fn attributes(element: &Element) -> Vec<(&str, &str)> {
    let rule = format::rule(&element.name);
    let position = |name: &str| rule.and_then(|rule| rule.attributes().position(|known| known.name == name));
    let mut all: Vec<(&str, &str)> =
        element.attributes.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    all.sort_by_key(|(name, _)| match name.split_once(':') {
        None => (0, position(name)),
        Some(("xmlns", _)) => (1, None),
        Some(_) => (2, None),
    });
    all
}

/// One line, if the element fits and may be on one.
fn one_line(element: &Element, content: &Content<'_>, width: usize) -> Option<String> {
    let name = element.name.as_str();
    let content_line = match content {
        Content::Nothing => None,
        Content::Words(_) | Content::Nodes(_) if LONG.contains(&name) => return None,
        Content::Words(paragraphs) => {
            let [words] = paragraphs.as_slice() else { return None };
            let line = words.join(" ");
            if line.contains('\n') {
                return None;
            }
            Some(line)
        }
        Content::Nodes(nodes) => {
            let mut nodes = nodes.iter().filter(|node| node.as_text().is_none());
            let is_one = nodes.clone().nth(1).is_none();
            let lines = nodes.try_fold(String::new(), |lines, node| {
                let child = node.as_element().filter(|_| is_one || name != "structure")?;
                Some(lines + &one_line(child, &Content::of(child), width)?)
            });
            Some(lines?)
        }
    };
    let mut line = format!("<{name}");
    for (name, value) in attributes(element) {
        line.push(' ');
        line.push_str(&attribute(name, value));
    }
    match content_line {
        Some(content_line) => drop(write!(line, ">{content_line}</{name}>")),
        None => line.push_str("/>"),
    }
    (line.chars().count() <= width).then_some(line)
}

/// A document: the root element and the comments beside it.
#[must_use]
pub fn document(is_declared: bool, nodes: &[XMLNode]) -> String {
    let mut text = String::new();
    if is_declared {
        text.push_str("<?xml version=\"1.0\" encoding=\"utf-8\"?>");
    }
    write_nodes(nodes, 0, is_declared, &mut text);
    text.push('\n');
    text
}

/// Elements and comments on lines of their own. `is_behind` says whether something precedes them.
fn write_nodes(nodes: &[XMLNode], indent: usize, is_behind: bool, out: &mut String) {
    let (mut blanks, mut is_first) = ("", true);
    for node in nodes {
        if let Some(text) = node.as_text() {
            blanks = text;
            continue;
        }
        let ends_line = node.as_element().is_none() && blanks.is_empty();
        if ends_line {
            out.push(' ');
        } else {
            let has_gap = blanks == GAP && (indent == 0 || !is_first);
            if is_behind || !is_first {
                out.push_str(if has_gap { GAP } else { "\n" });
            }
            out.push_str(&" ".repeat(indent));
        }
        match node.as_element() {
            Some(element) => write(element, indent, out),
            None => write_lines(&markup(node), if ends_line { 0 } else { indent }, out),
        }
        (blanks, is_first) = ("", false);
    }
}

fn write_lines(lines: &str, indent: usize, out: &mut String) {
    for (number, line) in lines.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
            out.push_str(&" ".repeat(if line.is_empty() { 0 } else { indent }));
        }
        out.push_str(line);
    }
}

pub fn attribute(name: &str, value: &str) -> String {
    let mut text = format!("{name}=\"");
    for character in value.chars() {
        match character {
            '"' => text.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(text, "&#{};", u32::from(character));
            }
            character => push_escaped(character, &mut text),
        }
    }
    text.push('"');
    text
}

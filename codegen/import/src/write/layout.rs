//! The layout of specs: an element that fits goes on one line; otherwise each child has its own line.
//!
//! Imports write this layout, and `fmt` gives it to specs that people wrote.

use std::fmt::Write as _;

/// Maximum line length, exceeded only by a single long word.
pub const WIDTH: usize = 120;

/// Elements that always span several lines.
const LONG: &[&str] = &["service", "area", "operation", "group", "common", "columns", "choice"];

#[derive(Debug)]
pub struct Block<'a> {
    pub name: &'a str,
    pub attributes: Vec<(&'a str, &'a str)>,
    /// Attributes for editors (namespace declarations, schema location). They start a line of their own.
    pub for_editors: Vec<(&'a str, &'a str)>,
    pub content: Content<'a>,
}

#[derive(Debug)]
pub enum Content<'a> {
    Nothing,
    /// Paragraphs of words, written as they are.
    Words(Vec<Vec<String>>),
    Items(Vec<Item<'a>>),
}

#[derive(Debug)]
pub struct Item<'a> {
    /// Whether an empty line precedes it.
    pub gap: bool,
    pub thing: Thing<'a>,
}

#[derive(Debug)]
pub enum Thing<'a> {
    Element(Block<'a>),
    /// A comment or processing instruction on lines of its own, without the indentation of the first line.
    Comment(Vec<String>),
    /// A comment at the end of a line.
    Behind(Vec<String>),
}

impl Block<'_> {
    /// The text at an indentation, without the indentation of the first line and without the final line break.
    pub fn fragment(&self, indent: usize) -> String {
        let mut text = String::new();
        self.write(indent, &mut text);
        text
    }

    fn write(&self, indent: usize, out: &mut String) {
        if let Some(line) = self.one_line(WIDTH.saturating_sub(indent)) {
            out.push_str(&line);
            return;
        }
        self.write_tag(indent, out);
        match &self.content {
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
            Content::Items(items) => {
                out.push('>');
                write_items(items, indent + 2, true, out);
                out.push('\n');
            }
        }
        out.push_str(&" ".repeat(indent));
        let _ = write!(out, "</{}>", self.name);
    }

    /// The start tag without `>`, with attributes on as many lines as they need.
    fn write_tag(&self, indent: usize, out: &mut String) {
        out.push('<');
        out.push_str(self.name);
        let margin = indent + 1 + self.name.chars().count();
        let mut column = margin;
        let mut put = |name: &str, value: &str, begins_line: bool| {
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
        };
        for (name, value) in &self.attributes {
            put(name, value, false);
        }
        for (number, (name, value)) in self.for_editors.iter().enumerate() {
            put(name, value, number == 0);
        }
    }

    /// One line, if the element fits and may be on one.
    pub fn one_line(&self, width: usize) -> Option<String> {
        let is_long = LONG.contains(&self.name);
        let mut line = format!("<{}", self.name);
        for (name, value) in self.attributes.iter().chain(&self.for_editors) {
            line.push(' ');
            line.push_str(&attribute(name, value));
        }
        match &self.content {
            Content::Nothing => line.push_str("/>"),
            Content::Words(paragraphs) => {
                let [words] = paragraphs.as_slice() else { return None };
                if is_long || words.iter().any(|word| word.contains('\n')) {
                    return None;
                }
                let _ = write!(line, ">{}</{}>", words.join(" "), self.name);
            }
            Content::Items(items) => {
                if is_long || (self.name == "structure" && items.len() > 1) {
                    return None;
                }
                line.push('>');
                for item in items {
                    let Thing::Element(element) = &item.thing else { return None };
                    line.push_str(&element.one_line(width)?);
                }
                let _ = write!(line, "</{}>", self.name);
            }
        }
        (line.chars().count() <= width).then_some(line)
    }
}

/// A document: the root element and the comments beside it.
pub fn document(is_declared: bool, items: &[Item<'_>]) -> String {
    let mut text = String::new();
    if is_declared {
        text.push_str("<?xml version=\"1.0\" encoding=\"utf-8\"?>");
    }
    write_items(items, 0, is_declared, &mut text);
    text.push('\n');
    text
}

/// Items on lines of their own. `is_behind` says whether something precedes them.
fn write_items(items: &[Item<'_>], indent: usize, is_behind: bool, out: &mut String) {
    for (number, item) in items.iter().enumerate() {
        if let Thing::Behind(lines) = &item.thing {
            out.push(' ');
            write_lines(lines, 0, out);
            continue;
        }
        if is_behind || number > 0 {
            let has_gap = item.gap && (indent == 0 || number > 0);
            out.push_str(if has_gap { "\n\n" } else { "\n" });
        }
        out.push_str(&" ".repeat(indent));
        match &item.thing {
            Thing::Element(element) => element.write(indent, out),
            Thing::Comment(lines) | Thing::Behind(lines) => write_lines(lines, indent, out),
        }
    }
}

fn write_lines(lines: &[String], indent: usize, out: &mut String) {
    for (number, line) in lines.iter().enumerate() {
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

pub fn words(paragraph: &str) -> Vec<String> {
    paragraph.split_whitespace().map(|word| word.chars().fold(String::new(), escaped)).collect()
}

pub fn escaped(mut text: String, character: char) -> String {
    push_escaped(character, &mut text);
    text
}

fn push_escaped(character: char, out: &mut String) {
    match character {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        // Characters that XML does not allow.
        '\u{0}'..'\u{20}' | '\u{FFFE}' | '\u{FFFF}' => out.push(char::REPLACEMENT_CHARACTER),
        character => out.push(character),
    }
}

fn fill(words: &[String], indent: usize, out: &mut String) {
    let mut column = 0;
    for word in words {
        // Only the last line of a comment counts for what follows.
        let last_line = word.rsplit('\n').next().unwrap_or_default().chars().count();
        let first_line = word.split('\n').next().unwrap_or_default().chars().count();
        if column > 0 && column + 1 + first_line > WIDTH {
            out.push('\n');
            column = 0;
        }
        if column == 0 {
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column = if word.contains('\n') { last_line } else { column + first_line };
    }
    out.push('\n');
}

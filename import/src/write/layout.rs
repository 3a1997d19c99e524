//! The layout of a spec: an element that fits on one line is on one line, in any other each child has a line of its own.
//!
//! It is the only layout: specs that are made from a model have it, and `fmt` gives it to specs that people wrote.

use std::fmt::Write as _;

/// Lines are not longer than this, but for a single word that is.
pub const WIDTH: usize = 120;

/// Elements that are never on one line with their content.
const LONG: &[&str] = &["service", "area", "operation", "group", "common", "columns", "choice"];

#[derive(Debug)]
pub struct Block<'a> {
    pub name: &'a str,
    pub attributes: Vec<(&'a str, &'a str)>,
    /// Attributes that are for editors: declared prefixes, the place of the schema. They begin a line.
    pub for_editors: Vec<(&'a str, &'a str)>,
    pub content: Content<'a>,
}

#[derive(Debug)]
pub enum Content<'a> {
    Nothing,
    /// Paragraphs of words, which are written as they are.
    Words(Vec<Vec<String>>),
    Items(Vec<Item<'a>>),
}

#[derive(Debug)]
pub struct Item<'a> {
    /// Whether an empty line stands before it.
    pub gap: bool,
    pub thing: Thing<'a>,
}

#[derive(Debug)]
pub enum Thing<'a> {
    Element(Block<'a>),
    /// A comment, or what else is no element, with a line of its own: its lines, without the blanks before the first one.
    Comment(Vec<String>),
    /// The same at the end of a line.
    Behind(Vec<String>),
}

impl Block<'_> {
    /// What it looks like behind so many blanks, without them and without the last line end.
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

    /// The start tag without its end, its attributes on as many lines as they need.
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

    /// All of it on one line, if it fits and reads well there.
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

/// A document: its outermost element, and what stands beside it.
pub fn document(is_declared: bool, items: &[Item<'_>]) -> String {
    let mut text = String::new();
    if is_declared {
        text.push_str("<?xml version=\"1.0\" encoding=\"utf-8\"?>");
    }
    write_items(items, 0, is_declared, &mut text);
    text.push('\n');
    text
}

/// Things below one another; `is_behind` tells whether something stands before them.
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
        // What XML has no place for.
        '\u{0}'..'\u{20}' | '\u{FFFE}' | '\u{FFFF}' => out.push(char::REPLACEMENT_CHARACTER),
        character => out.push(character),
    }
}

fn fill(words: &[String], indent: usize, out: &mut String) {
    let mut column = 0;
    for word in words {
        // Only the last line of a comment has something behind it.
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

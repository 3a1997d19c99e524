//! The elements of a spec as a person writes them: on one line where they fit, else a line each.

use std::fmt::Write as _;

/// Lines are not longer than this, but for a single word that is.
pub(crate) const WIDTH: usize = 120;

/// Elements that are never on one line with their content.
const LONG: &[&str] = &["service", "area", "operation", "group", "common", "columns", "choice"];

/// An element.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Element>,
    paragraphs: Vec<String>,
}

impl Element {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, attributes: Vec::new(), children: Vec::new(), paragraphs: Vec::new() }
    }

    /// The same with an attribute.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// The same with an attribute, if there is a value.
    pub(crate) fn with_some(self, name: &'static str, value: Option<impl Into<String>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The same with an attribute that says `true`, if it is.
    pub(crate) fn with_flag(self, name: &'static str, is_set: bool) -> Self {
        self.with_some(name, is_set.then_some("true"))
    }

    /// The same with more children.
    pub(crate) fn children(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// The same with `<doc>`, unless there are no words, and one `<undocumented>` for each thing that is left open.
    pub(crate) fn described(self, doc: &[String], undocumented: &[String]) -> Self {
        let doc = (!doc.is_empty()).then(|| Self::text("doc", doc));
        let open = undocumented.iter().map(|words| Self::text("undocumented", std::slice::from_ref(words)));
        self.children(doc.into_iter().chain(open))
    }

    /// An element of text.
    pub(crate) fn text(name: &'static str, paragraphs: &[String]) -> Self {
        Self { paragraphs: paragraphs.to_vec(), ..Self::new(name) }
    }

    /// Its name.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// The value of an attribute.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// Its attributes in order.
    pub(crate) fn attributes(&self) -> &[(&'static str, String)] {
        &self.attributes
    }

    /// Its child elements in order.
    pub(crate) fn elements(&self) -> &[Self] {
        &self.children
    }

    /// The same without an attribute.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.attributes.retain(|(known, _)| *known != name);
        self
    }

    /// The same with only those children.
    pub(crate) fn only(mut self, is_kept: impl Fn(&Self) -> bool) -> Self {
        self.children.retain(is_kept);
        self
    }

    /// What it looks like behind so many blanks, without them and without the last line end.
    pub(crate) fn fragment(&self, indent: usize) -> String {
        let mut text = String::new();
        self.write(indent, &mut text);
        text.trim_start_matches(' ').trim_end_matches('\n').to_owned()
    }

    /// All of it on one line, however long.
    pub(crate) fn line(&self) -> Option<String> {
        self.one_line(usize::MAX)
    }

    /// The document whose root it is.
    pub(crate) fn document(&self) -> String {
        let mut text = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
        self.write(0, &mut text);
        text
    }

    fn write(&self, indent: usize, out: &mut String) {
        let blanks = " ".repeat(indent);
        if let Some(line) = self.one_line(WIDTH.saturating_sub(indent)) {
            out.push_str(&blanks);
            out.push_str(&line);
            out.push('\n');
            return;
        }
        out.push_str(&blanks);
        self.write_tag(indent, out);
        if self.children.is_empty() && self.paragraphs.is_empty() {
            out.push_str("/>\n");
            return;
        }
        out.push_str(">\n");
        for (number, paragraph) in self.paragraphs.iter().enumerate() {
            if number > 0 {
                out.push('\n');
            }
            fill(&escaped(paragraph), indent + 2, out);
        }
        let mut before = None;
        for child in &self.children {
            if self.has_gap(before, child.name) {
                out.push('\n');
            }
            child.write(indent + 2, out);
            before = Some(child.name);
        }
        out.push_str(&blanks);
        let _ = writeln!(out, "</{}>", self.name);
    }

    /// Whether an empty line stands between two children: between the parts of a service, and between operations.
    fn has_gap(&self, before: Option<&'static str>, name: &'static str) -> bool {
        let kind = |name: &str| match name {
            "doc" | "undocumented" => 0,
            "port" => 1,
            "enum" | "structure" | "array" => 2,
            "group" | "common" => 3,
            _ => 4,
        };
        match (self.name, before) {
            ("service", Some(before)) => kind(before) != kind(name) || name == "area",
            ("area", Some(_)) => name == "operation",
            _ => false,
        }
    }

    /// The start tag without its end, its attributes on as many lines as they need.
    fn write_tag(&self, indent: usize, out: &mut String) {
        out.push('<');
        out.push_str(self.name);
        let margin = indent + 1 + self.name.chars().count();
        let mut column = margin;
        for (number, (name, value)) in self.attributes.iter().enumerate() {
            let attribute = attribute(name, value);
            let length = attribute.chars().count() + 1;
            if number > 0 && column + length > WIDTH {
                out.push('\n');
                out.push_str(&" ".repeat(margin));
                column = margin;
            }
            out.push(' ');
            out.push_str(&attribute);
            column += length;
        }
    }

    /// All of it on one line, if it fits and reads well there.
    fn one_line(&self, width: usize) -> Option<String> {
        let is_long = LONG.contains(&self.name) || (self.name == "structure" && self.children.len() > 1);
        let has_content = !self.children.is_empty() || !self.paragraphs.is_empty();
        if (is_long && has_content) || self.paragraphs.len() > 1 {
            return None;
        }
        let mut line = format!("<{}", self.name);
        for (name, value) in &self.attributes {
            line.push(' ');
            line.push_str(&attribute(name, value));
        }
        if has_content {
            line.push('>');
            for paragraph in &self.paragraphs {
                line.push_str(&escaped(paragraph));
            }
            for child in &self.children {
                line.push_str(&child.one_line(width)?);
            }
            let _ = write!(line, "</{}>", self.name);
        } else {
            line.push_str("/>");
        }
        (line.chars().count() <= width).then_some(line)
    }
}

/// An attribute as it stands in a tag.
pub(crate) fn attribute(name: &str, value: &str) -> String {
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

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        push_escaped(character, &mut out);
    }
    out
}

fn push_escaped(character: char, out: &mut String) {
    match character {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '\t' | '\n' | '\r' => out.push(character),
        // What XML has no place for.
        '\u{0}'..'\u{20}' | '\u{FFFE}' | '\u{FFFF}' => out.push(char::REPLACEMENT_CHARACTER),
        character => out.push(character),
    }
}

/// Words on as many lines as they need.
fn fill(text: &str, indent: usize, out: &mut String) {
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
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
        column += length;
    }
    out.push('\n');
}

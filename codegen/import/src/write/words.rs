//! The words of documentation in a spec, with comments among them.

use asmx_codegen::elements::XMLNode;

/// Maximum line length, exceeded only by a single long word.
pub const WIDTH: usize = 120;

/// Its words as they are written. A word may contain comments.
pub(super) type Paragraph = Vec<String>;

/// The paragraphs of a text element, separated as in [`paragraphs`](asmx_codegen::read::paragraphs). A comment stays between its words. It is
/// alone on a line only between paragraphs, because an empty line begins a paragraph.
pub(super) fn words(nodes: &[XMLNode]) -> Vec<Paragraph> {
    let mut paragraphs = Paragraphs { all: vec![Vec::new()], ..Paragraphs::default() };
    for node in nodes {
        match node.as_text() {
            Some(text) => text.chars().for_each(|character| paragraphs.take(character)),
            None => paragraphs.word.push_str(&markup(node)),
        }
    }
    paragraphs.end_word();
    paragraphs.all.retain(|paragraph| !paragraph.is_empty());
    paragraphs.all
}

#[derive(Default)]
struct Paragraphs {
    all: Vec<Paragraph>,
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
            push_escaped(character, &mut self.word);
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

pub(super) fn push_escaped(character: char, out: &mut String) {
    match character {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        // Characters that XML does not allow.
        '\u{0}'..'\u{20}' | '\u{FFFE}' | '\u{FFFF}' => out.push(char::REPLACEMENT_CHARACTER),
        character => out.push(character),
    }
}

/// A comment or processing instruction.
pub(super) fn markup(node: &XMLNode) -> String {
    match node {
        XMLNode::Comment(text) => format!("<!--{text}-->"),
        XMLNode::ProcessingInstruction(name, Some(content)) => format!("<?{name} {content}?>"),
        XMLNode::ProcessingInstruction(name, None) => format!("<?{name}?>"),
        XMLNode::Element(_) | XMLNode::Text(_) | XMLNode::CData(_) => String::new(),
    }
}

/// Writes a paragraph on lines of their own.
pub(super) fn fill(words: &[String], indent: usize, out: &mut String) {
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

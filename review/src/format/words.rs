//! Words of documentation, with the comments among them.

use roxmltree::Node;

use asmx_import::write::layout::{Content, escaped};

/// The paragraphs of an element of text, as [`paragraphs`](asmx_codegen::read::paragraphs) parts them. A comment stays between its words; it is
/// never alone on a line, which would begin a paragraph, unless it stands between two.
pub(super) fn content<'a>(text: &str, node: Node<'_, '_>) -> Content<'a> {
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

/// The paragraphs so far.
#[derive(Default)]
struct Paragraphs {
    all: Vec<Vec<String>>,
    /// The word so far, with comments that stand in it without blanks between.
    word: String,
    /// Whether that word has more than comments.
    has_text: bool,
    /// Whether the last word of the last paragraph is comments, to which the next word belongs.
    waits_for_word: bool,
    /// Whether the line so far has more than blanks and comments.
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

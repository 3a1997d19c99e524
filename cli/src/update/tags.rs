use std::ops::Range;

use asmx_codegen::elements::{Build as _, Element};
use asmx_codegen::read::xml::tag_end;
use asmx_import::write::layout::{attribute, attributes};
use roxmltree::{Attribute, Node};

use super::edit::Editor;

impl Editor<'_> {
    /// The start tag of an element without `>`, where attributes change from `old` to `new`.
    pub(super) fn start_tag(&self, node: Node<'_, '_>, old: &Element, new: &Element) -> String {
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
}

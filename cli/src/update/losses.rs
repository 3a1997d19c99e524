//! Finds what people wrote in the old text and the new text lacks.

use std::ops::Range;

use roxmltree::Node;

use super::changes::{COMMON, Item};
use super::edit::Editor;

impl Editor<'_> {
    /// Notes the content of a removed element or comment, and a trailing comment.
    pub(super) fn note_removed(&mut self, node: Node<'_, '_>) {
        if node.has_tag_name("area") {
            // Its operations are items of their own.
            node.children().filter(|child| !child.is_text()).for_each(|child| self.note_removed(child));
            return;
        }
        let siblings = std::iter::successors(node.next_sibling(), Node::next_sibling);
        let mut end = node.range().end;
        for comment in siblings.take_while(|one| !one.is_element()).filter(|one| !one.is_text()) {
            if self.slice(end..comment.range().start).contains('\n') {
                break;
            }
            end = comment.range().end;
        }
        if may_be_by_hand(node) || end > node.range().end {
            self.note(node, node.range().start..end);
        }
    }

    pub(super) fn note_replaced(&mut self, node: Node<'_, '_>) {
        if may_be_by_hand(node) {
            self.note(node, node.range());
        }
    }

    fn note(&mut self, node: Node<'_, '_>, range: Range<usize>) {
        let indent = self.margin(node).len();
        let lines = self.slice(range).lines().map(|line| {
            let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
            line.get(blanks.min(indent)..).unwrap_or_default().trim_end().to_owned()
        });
        let lines: Vec<String> = lines.collect();
        self.losses.entry(item(node)).or_default().extend(lines);
    }
}

fn item(node: Node<'_, '_>) -> (Item, String) {
    let item = node.ancestors().find_map(|one| {
        let item = Item::of(one.tag_name().name())?;
        Some((item, one.attribute("name").unwrap_or(COMMON).to_owned()))
    });
    item.unwrap_or((Item::Service, String::new()))
}

/// Whether people may have written an element: no document declares it, or not necessarily.
fn may_be_by_hand(node: Node<'_, '_>) -> bool {
    const ELEMENTS: &[&str] = &["doc", "undocumented", "limit", "columns"];
    const ATTRIBUTES: &[&str] = &["role", "rust", "row", "deprecated", "variant-of", "open"];
    node.descendants().any(|one| {
        one.is_comment()
            || one.is_pi()
            || ELEMENTS.contains(&one.tag_name().name())
            || ATTRIBUTES.iter().any(|name| one.has_attribute(*name))
            || one.attribute("effect").is_some_and(|effect| effect != "write")
    })
}

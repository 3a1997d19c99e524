//! Finds what people wrote in the old text and what the new text does not have.

use std::ops::Range;

use roxmltree::Node;

use super::edit::Editor;

impl Editor<'_> {
    /// What was lost since this was last asked.
    pub(super) fn take_lost(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lost)
    }

    /// Notes what an element said that goes, with the comment behind it on its line.
    pub(super) fn remove(&mut self, node: Node<'_, '_>) {
        let others = std::iter::successors(node.next_sibling(), roxmltree::Node::next_sibling);
        let (start, mut end) = (node.range().start, node.range().end);
        for comment in others.take_while(|other| !other.is_element()).filter(|other| !other.is_text()) {
            if self.slice(end..comment.range().start).contains('\n') {
                break;
            }
            end = comment.range().end;
        }
        if may_be_written(node) || end > node.range().end {
            self.note(start..end, self.margin(node).len());
        }
    }

    /// Notes what an element said that another one stands for.
    pub(super) fn lose(&mut self, node: Node<'_, '_>) {
        if may_be_written(node) {
            self.note(node.range(), self.margin(node).len());
        }
    }

    fn note(&mut self, range: Range<usize>, indent: usize) {
        for line in self.slice(range).lines() {
            let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
            self.lost.push(line.get(blanks.min(indent)..).unwrap_or_default().trim_end().to_owned());
        }
    }
}

/// Whether an element says what no document does, or what a document may not have said.
fn may_be_written(node: Node<'_, '_>) -> bool {
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

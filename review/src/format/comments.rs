//! Comments between elements, and processing instructions, which are treated like them.

use roxmltree::Node;

/// Which of the nodes of a parent are comments at the end of a line. `lines` has the number of line ends before each, and behind the last;
/// `has_tag` tells whether a start tag stands before the first.
pub(super) fn behind(nodes: &[Node<'_, '_>], lines: &[usize], has_tag: bool) -> Vec<bool> {
    let mut behind = vec![false; nodes.len()];
    // Whether a line ends behind what was looked at last, but for comments.
    let mut ends = true;
    for (number, node) in nodes.iter().enumerate().rev() {
        let count = |number: usize| lines.get(number).copied().unwrap_or_default();
        let is_last = number + 1 == nodes.len();
        let is_before_comment = nodes.get(number + 1).is_some_and(|next| !next.is_element());
        ends = is_last || count(number + 1) > 0 || (is_before_comment && ends);
        // A comment that is all of an element has a line of its own.
        let has_something_before = number > 0 || (has_tag && !(is_last && count(number + 1) == 0));
        if let Some(is_behind) = behind.get_mut(number) {
            *is_behind = !node.is_element() && ends && has_something_before && count(number) == 0;
        }
    }
    behind
}

/// The lines of a comment, without the blanks that its first line begins with.
pub(super) fn lines(text: &str, node: Node<'_, '_>) -> Vec<String> {
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

/// The lines of a comment as they are.
pub(super) fn verbatim(text: &str, node: Node<'_, '_>) -> Vec<String> {
    text.get(node.range()).unwrap_or_default().split('\n').map(|line| line.trim_end().to_owned()).collect()
}

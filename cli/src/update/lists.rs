//! Lists of parameters: those of operations, of groups, and the common ones.

use asmx_import::write::xml::Element;
use roxmltree::Node;

/// The elements that can stand among parameters.
pub(super) const ENTRIES: &[&str] = &["param", "use", "attribute", "text", "mixed", "choice", "any", "any-attributes"];

/// A parameter as it is now, and its number among those before.
pub(super) type Parameter = (Element, Option<usize>);

/// Something that lists parameters: an operation, a group, what is common.
pub(super) struct List<'a, 'i> {
    /// The elements that list them, and whether they stand where the list is written.
    pub(super) entries: Vec<(Node<'a, 'i>, bool)>,
    /// The parameters that they were.
    pub(super) old: Vec<Element>,
    /// The parameters that they are.
    pub(super) new: Vec<Parameter>,
}

/// The list that an element has inside it.
pub(super) fn list_of<'a, 'i>(node: Node<'a, 'i>, old: Vec<Element>, new: Vec<Parameter>) -> List<'a, 'i> {
    List { entries: entries(node).map(|node| (node, true)).collect(), old, new }
}

/// Whether an element stands among parameters.
pub(super) fn is_entry(node: Node<'_, '_>) -> bool {
    node.is_element() && ENTRIES.contains(&node.tag_name().name())
}

/// The elements of parameters inside an element.
pub(super) fn entries<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(|child| is_entry(*child))
}

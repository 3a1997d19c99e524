//! The spec of a model as a tree of elements, in the order and the forms of a text.

use std::collections::{HashMap, HashSet};

use asmx_codegen::elements::{Build, Element, XMLNode};
use asmx_codegen::model::{ArrayType, Operation, Service};
use asmx_import::write::keys::Keys;
use asmx_import::write::operations::ResultStyle;
use asmx_import::write::{self, operations, service_with};
use roxmltree::Node;

use super::align::is_type;

/// The numbers of leading request and response headers that all operations share.
pub(super) type Common = (usize, usize);

/// The spec of a model. `common` is the number of headers that it states for all operations, and `style` the way to write a result.
pub(super) fn tree(
    service: &Service,
    keys: &Keys<'_>,
    is_imported: bool,
    common: Common,
    style: impl Fn(&Operation) -> ResultStyle,
) -> Element {
    let mut of_all = service.operations.first().map(|operation| operation.messages.clone()).unwrap_or_default();
    of_all.request_headers.truncate(common.0);
    of_all.response_headers.truncate(common.1);
    let own = |operation: &Operation| {
        let mut operation = operation.clone();
        let messages = &mut operation.messages;
        messages.request_headers.drain(..common.0.min(messages.request_headers.len()));
        messages.response_headers.drain(..common.1.min(messages.response_headers.len()));
        operations::operation(service, keys, &operation, style(&operation), 0)
    };
    service_with(service, keys, is_imported, &operations::headers(&of_all), own)
}

/// The service with common parameters copied into each operation.
pub(super) fn apart(service: &Service) -> Service {
    let mut service = service.clone();
    let common = std::mem::take(&mut service.common);
    for operation in &mut service.operations {
        operation.parameters.splice(..0, common.iter().cloned());
    }
    service
}

pub(super) fn children<'a, 'i>(node: Node<'a, 'i>, name: &str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

pub(super) fn operations_of<'a, 'i>(root: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    children(root, "area").flat_map(|area| children(area, "operation"))
}

pub(super) fn operations_in(tree: &Element) -> impl Iterator<Item = &Element> {
    let areas = tree.elements().filter(|one| one.name == "area");
    areas.flat_map(Build::elements).filter(|one| one.name == "operation")
}

pub(super) fn operations_mut(tree: &mut Element) -> impl Iterator<Item = &mut Element> {
    let areas = tree.elements_mut().filter(|one| one.name == "area");
    areas.flat_map(Build::elements_mut).filter(|one| one.name == "operation")
}

/// Type names that `theirs` no longer has.
pub(super) fn gone(base: &Element, theirs: &Element) -> HashSet<String> {
    let names = |tree: &Element| -> HashSet<String> {
        let types = tree.elements().filter(|one| is_type(&one.name));
        types.filter_map(|one| one.attribute("name")).map(str::to_owned).collect()
    };
    let left = names(theirs);
    names(base).into_iter().filter(|name| !left.contains(name)).collect()
}

pub(super) fn names_one_of(node: Node<'_, '_>, gone: &HashSet<String>) -> bool {
    node.descendants().any(|one| one.attribute("type").is_some_and(|name| gone.contains(name)))
}

/// Adds arrays that the text declares without using them: those that are used now, and those that cannot stay. `declared` are the text's arrays with
/// types of the new model.
pub(super) fn add_unused_arrays(
    base: &mut Element,
    theirs: &Element,
    root: Node<'_, '_>,
    gone: &HashSet<String>,
    (keys, declared): (&Keys<'_>, &HashMap<&str, &ArrayType>),
) {
    fn arrays(tree: &Element) -> HashMap<String, Element> {
        let arrays = tree.elements().filter(|one| one.name == "array");
        arrays.filter_map(|one| Some((one.attribute("name")?.to_owned(), one.clone()))).collect()
    }
    let (before, mut after) = (arrays(base), arrays(theirs));
    for node in children(root, "array") {
        let name = node.attribute("name").unwrap_or_default();
        let is_same = |now: &Element| declared.get(name).is_some_and(|array| write::array(keys, array) == *now);
        let unused = match after.remove(name) {
            _ if before.contains_key(name) => continue,
            Some(now) if is_same(&now) => now,
            None if !names_one_of(node, gone) => continue,
            _ => Element::new("array").with("name", name),
        };
        base.children.push(XMLNode::Element(unused));
    }
}

/// Sorts types, arrays and groups as in the text, since their order means nothing; new types go last.
pub(super) fn arrange(tree: &mut Element, root: Node<'_, '_>) {
    let is_declared = |name: &str| is_type(name) || name == "group";
    let nodes = || root.children().filter(|node| is_declared(node.tag_name().name())).enumerate();
    let positions: HashMap<(bool, Option<&str>), usize> =
        nodes().map(|(position, node)| ((node.has_tag_name("group"), node.attribute("name")), position)).collect();
    let last = nodes()
        .filter(|(_, node)| !node.has_tag_name("group"))
        .map(|(position, _)| position + 1)
        .last()
        .unwrap_or_default();
    let key = |one: &Element| match one.name.as_str() {
        "doc" | "undocumented" => (0, 0),
        "port" => (1, 0),
        "common" => (3, 0),
        "area" => (4, 0),
        tag => {
            (2, positions.get(&(tag == "group", one.attribute("name"))).map_or(2 * last, |position| 2 * position + 1))
        }
    };
    tree.children.sort_by_key(|node| node.as_element().map(key));
}

//! The spec of a model as a tree of elements, in the order and the forms of a text; pairs of elements of two trees.

use std::collections::{HashMap, HashSet, VecDeque};

use asmx_codegen::elements::{Build, Element, XMLNode};
use asmx_codegen::model::{ArrayType, Operation, Service};
use asmx_import::write::keys::{Keys, encoded};
use asmx_import::write::operations::ResultStyle;
use asmx_import::write::{self, operations, service_with};
use roxmltree::Node;

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

/// The styles of results in a text, by the names of operations.
pub(super) struct Styles<'a>(HashMap<&'a str, Written>);

struct Written {
    style: ResultStyle,
    /// Whether the result is one of several outputs.
    is_one_of_several: bool,
}

impl<'a> Styles<'a> {
    pub(super) fn of(root: Node<'a, '_>) -> Self {
        let written = operations_of(root).filter_map(|operation| {
            let element = children(operation, "result").next();
            let outputs = children(operation, "output").count();
            let style = match element {
                Some(element) if element.has_attribute("type") => ResultStyle::Type,
                Some(_) => ResultStyle::Kind,
                None if outputs > 0 && !operation.has_attribute("result") => ResultStyle::Output,
                None => ResultStyle::Shortest,
            };
            let is_one_of_several = outputs + usize::from(element.is_some()) > 1;
            Some((operation.attribute("name")?, Written { style, is_one_of_several }))
        });
        Self(written.collect())
    }

    /// The style of an operation's result. Outputs of which one is left become a result.
    pub(super) fn style(&self, operation: &Operation) -> ResultStyle {
        let Some(written) = self.0.get(encoded(&operation.name).as_str()) else { return ResultStyle::Shortest };
        let is_left = written.is_one_of_several && operation.lone_output().is_some();
        if is_left && written.style == ResultStyle::Output { ResultStyle::Shortest } else { written.style }
    }
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
pub(super) fn removed_types(base: &Element, theirs: &Element) -> HashSet<String> {
    let names = |tree: &Element| -> HashSet<String> {
        let types = tree.elements().filter(|one| is_type(&one.name));
        types.filter_map(|one| one.attribute("name")).map(str::to_owned).collect()
    };
    &names(base) - &names(theirs)
}

pub(super) fn names_one_of(node: Node<'_, '_>, removed: &HashSet<String>) -> bool {
    node.descendants().any(|one| one.attribute("type").is_some_and(|name| removed.contains(name)))
}

/// Adds arrays that the text declares without using them: those that are used now, and those that cannot stay. `declared` are the text's arrays with
/// types of the new model.
pub(super) fn add_unused_arrays(
    base: &mut Element,
    theirs: &Element,
    root: Node<'_, '_>,
    removed: &HashSet<String>,
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
            None if !names_one_of(node, removed) => continue,
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

/// Elements that may stand among parameters.
const ENTRIES: &[&str] = &["param", "use", "attribute", "text", "mixed", "choice", "any", "any-attributes"];

pub(super) fn is_entry(element: &str) -> bool {
    ENTRIES.contains(&element)
}

pub(super) fn is_type(element: &str) -> bool {
    matches!(element, "enum" | "structure" | "dataset" | "array")
}

/// Identifies an element among its siblings: a tag (one for all forms of a kind) and a name.
pub(super) type Key<'a> = (&'a str, Option<&'a str>);

pub(super) fn key<'a>(element: &'a str, name: Option<&'a str>) -> Key<'a> {
    let tag = match element {
        "attribute" if name.is_some() => "param",
        other if is_type(other) => "type",
        other => other,
    };
    (tag, name)
}

/// For each new element, the index of its old version. Among elements with one key, equal ones are paired first, the rest in order.
pub(super) fn aligned(old: &[&Element], new: &[&Element]) -> Vec<Option<usize>> {
    let mut partners = vec![None; new.len()];
    let mut free: HashMap<Key<'_>, VecDeque<usize>> = HashMap::new();
    for (number, element) in old.iter().enumerate() {
        free.entry(key_of(element)).or_default().push_back(number);
    }
    for is_equal in [true, false] {
        for (element, partner) in new.iter().zip(&mut partners).filter(|(_, partner)| partner.is_none()) {
            let Some(free) = free.get_mut(&key_of(element)) else { continue };
            let is_one = |number: &usize| !is_equal || old.get(*number) == Some(element);
            *partner = free.iter().position(is_one).and_then(|position| free.remove(position));
        }
    }
    partners
}

pub(super) fn key_of(element: &Element) -> Key<'_> {
    key(&element.name, element.attribute("name"))
}

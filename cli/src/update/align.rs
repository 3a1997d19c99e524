//! Pairs the elements of two lists.

use std::collections::{HashMap, VecDeque};

use asmx_codegen::elements::{Build as _, Element};

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

pub(super) fn children(element: &Element) -> Vec<&Element> {
    element.elements().collect()
}

/// For each new element, the index of its old version. Among elements with one key, equal ones are paired first, the rest in order.
pub(super) fn aligned(old: &[&Element], new: &[&Element]) -> Vec<Option<usize>> {
    let mut found = vec![None; new.len()];
    let mut free: HashMap<Key<'_>, VecDeque<usize>> = HashMap::new();
    for (number, element) in old.iter().enumerate() {
        free.entry(key_of(element)).or_default().push_back(number);
    }
    for is_equal in [true, false] {
        for (element, found) in new.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
            let Some(free) = free.get_mut(&key_of(element)) else { continue };
            let is_one = |number: &usize| !is_equal || old.get(*number) == Some(element);
            *found = free.iter().position(is_one).and_then(|position| free.remove(position));
        }
    }
    found
}

pub(super) fn key_of(element: &Element) -> Key<'_> {
    key(&element.name, element.attribute("name"))
}

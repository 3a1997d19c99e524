//! Pairs the elements of two lists.

use std::collections::{HashMap, VecDeque};

use asmx_import::write::xml::Element;

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
pub(super) fn aligned(old: &[Element], new: &[Element]) -> Vec<Option<usize>> {
    let (mut found, mut is_free) = (vec![None; new.len()], vec![true; old.len()]);
    for is_equal in [true, false] {
        let key = |element| (key_of(element), Some(element).filter(|_| is_equal));
        let mut known: HashMap<_, VecDeque<usize>> = HashMap::new();
        for ((number, element), _) in old.iter().enumerate().zip(&is_free).filter(|(_, is_free)| **is_free) {
            known.entry(key(element)).or_default().push_back(number);
        }
        for (element, found) in new.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
            *found = known.get_mut(&key(element)).and_then(VecDeque::pop_front);
            if let Some(slot) = found.and_then(|number| is_free.get_mut(number)) {
                *slot = false;
            }
        }
    }
    found
}

pub(super) fn key_of(element: &Element) -> Key<'_> {
    key(element.name(), element.get("name"))
}

//! Pairs the elements of two lists.

use std::collections::HashMap;

use asmx_import::write::xml::Element;

/// For each new element the number of the one that it was: of the same tag and name, the first of several being the first.
pub(super) fn aligned(old: &[&Element], new: &[&Element]) -> Vec<Option<usize>> {
    let keys = |elements: &[&Element]| {
        keys(elements.iter().map(|element| (element.name().to_owned(), element.get("name").map(str::to_owned))))
    };
    let known: HashMap<_, usize> = keys(old).into_iter().enumerate().map(|(number, key)| (key, number)).collect();
    keys(new).into_iter().map(|key| known.get(&key).copied()).collect()
}

/// A tag, a name, and how many of both came before.
pub(super) type Key = ((String, Option<String>), usize);

/// Keys of which each is there once.
pub(super) fn keys(elements: impl Iterator<Item = (String, Option<String>)>) -> Vec<Key> {
    let mut seen: HashMap<(String, Option<String>), usize> = HashMap::new();
    elements
        .map(|key| {
            let before = seen.entry(key.clone()).or_default();
            *before += 1;
            (key, *before)
        })
        .collect()
}

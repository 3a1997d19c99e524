//! Lists the differences between the spec before and after, item by item.

use std::borrow::Cow;
use std::collections::HashMap;

use asmx_codegen::elements::{Build as _, Element};

use super::align::{is_entry, is_type};
use super::changes::{COMMON, Change, Changes, Item, Lines, NOT_IN_DOCUMENT, Outcome, differences, line, without};
use super::trees::operations_in;

/// Adds the differences between two trees. `details` are further sentences about changed items; `losses` is what people wrote in them.
pub(super) fn report(changes: &mut Changes, before: &Element, after: &Element, mut details: Lines, mut losses: Lines) {
    const ITEMS: &[Item] =
        &[Item::Service, Item::Port, Item::Area, Item::Common, Item::Group, Item::Operation, Item::Type];
    for item in ITEMS {
        let (before, after) = (items(before, *item), items(after, *item));
        let old: HashMap<&str, &Element> = before.iter().map(|(name, element)| (*name, &**element)).collect();
        let new: HashMap<&str, &Element> = after.iter().map(|(name, element)| (*name, &**element)).collect();
        let added = after.iter().filter(|(name, _)| !old.contains_key(name));
        let mut all: Vec<Change> = Vec::new();
        for (name, element) in before.iter().chain(added) {
            let key = (*item, (*name).to_owned());
            let (outcome, mut sentences) = match (old.get(name), new.get(name)) {
                (Some(old), Some(new)) => (Outcome::Changed, changed(*item, old, new)),
                (Some(_), None) => (Outcome::Removed, removed(*item, element)),
                _ => (Outcome::Added, added_details(*item, element)),
            };
            if outcome == Outcome::Changed {
                sentences.extend(details.remove(&key).unwrap_or_default());
            }
            let losses = losses.remove(&key).unwrap_or_default();
            all.push(Change { item: *item, names: vec![key.1], outcome, details: sentences, losses });
        }
        if *item == Item::Operation {
            all.sort_by_key(|change| change.outcome == Outcome::Removed);
        }
        for change in all {
            changes.add(change);
        }
    }
}

/// The items of a kind, by name. The common parameters always exist.
fn items(tree: &Element, item: Item) -> Vec<(&str, Cow<'_, Element>)> {
    let of = |is_one: &dyn Fn(&str) -> bool| {
        let all = tree.elements().filter(|one| is_one(&one.name));
        all.map(|one| (named_in(one), Cow::Borrowed(one))).collect()
    };
    match item {
        Item::Service => vec![(named_in(tree), Cow::Owned(without(tree, |one| one.name != "doc")))],
        Item::Port => of(&|name| name == "port"),
        Item::Area => of(&|name| name == "area"),
        Item::Group => of(&|name| name == "group"),
        Item::Type => of(&is_type),
        Item::Common => {
            let common = tree.elements().find(|one| one.name == "common").map(Cow::Borrowed);
            vec![(COMMON, common.unwrap_or_else(|| Cow::Owned(Element::new("common"))))]
        }
        Item::Operation => operations_in(tree).map(|one| (named_in(one), Cow::Borrowed(one))).collect(),
    }
}

fn named_in(element: &Element) -> &str {
    element.attribute("name").unwrap_or_default()
}

fn changed(item: Item, old: &Element, new: &Element) -> Vec<String> {
    match item {
        // Reported with their operations.
        Item::Area | Item::Group => Vec::new(),
        _ if old.name != new.name => vec![format!("it is `{}` now, it was `{}`", new.name, old.name)],
        _ => differences(old, new),
    }
}

fn removed(item: Item, element: &Element) -> Vec<String> {
    let why = match item {
        Item::Port => line(element),
        Item::Operation => NOT_IN_DOCUMENT.to_owned(),
        Item::Area => "all its operations were removed".to_owned(),
        Item::Group => "no operation uses all its parameters together".to_owned(),
        Item::Service | Item::Common | Item::Type => return Vec::new(),
    };
    vec![why]
}

fn added_details(item: Item, element: &Element) -> Vec<String> {
    let children = element.elements().filter(|one| one.name != "doc");
    match item {
        Item::Type => {
            let names: Vec<&str> = children.map(|one| one.attribute("name").unwrap_or(&one.name)).collect();
            let of = element.attribute("type").map_or_else(|| named(&names), str::to_owned);
            vec![if of.is_empty() { element.name.clone() } else { format!("{} of {of}", element.name) }]
        }
        Item::Operation => {
            let parameters = children.filter(|one| is_entry(&one.name));
            let parameters: Vec<&str> = parameters.map(|one| one.attribute("name").unwrap_or(&one.name)).collect();
            let result = element.elements().find(|one| matches!(&*one.name, "result" | "output"));
            let result = result.and_then(|one| one.attribute("type").or_else(|| one.attribute("kind")));
            let result = element.attribute("result").or(result).filter(|kind| *kind != "none");
            let takes = (!parameters.is_empty()).then(|| format!("takes {}", named(&parameters)));
            takes.into_iter().chain(result.map(|kind| format!("returns {kind}"))).collect()
        }
        _ => vec![line(element)],
    }
}

/// A list of names, shortened to one line.
fn named(names: &[&str]) -> String {
    const MOST: usize = 12;
    let first: Vec<&str> = names.iter().copied().take(MOST).collect();
    let more = names.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    first.join(", ") + &more
}

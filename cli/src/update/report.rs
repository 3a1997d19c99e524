//! Reports an update: the differences between the spec before and after, item by item, and decisions for a person.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use asmx_codegen::elements::{Build as _, Element};
use asmx_codegen::model::{Member, Operation, Service};
use asmx_import::import::credentials::{owned, sentences};
use asmx_import::import::{LOOK_LIKE_READS, SEND_BY_NAME, is_send_by_name, looks_like_read};
use asmx_import::write::keys::encoded;

use super::changes::{
    COMMON, Change, Changes, Item, Lines, NOT_IN_DOCUMENT, Outcome, TITLES, differences, line, without,
};
use super::merge::{EVERY_OPERATION, Model};
use super::trees::{is_entry, operations_in};

/// Adds the differences between two trees. `details` are further sentences about changed items; `losses` is what people wrote in them.
pub(super) fn report(changes: &mut Changes, before: &Element, after: &Element, mut details: Lines, mut losses: Lines) {
    for (item, _) in TITLES {
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
    match item {
        Item::Service => vec![(named_in(tree), Cow::Owned(without(tree, |one| one.name != "doc")))],
        Item::Common => {
            let common = tree.elements().find(|one| one.name == "common").map(Cow::Borrowed);
            vec![(COMMON, common.unwrap_or_else(|| Cow::Owned(Element::new("common"))))]
        }
        Item::Operation => operations_in(tree).map(|one| (named_in(one), Cow::Borrowed(one))).collect(),
        Item::Port | Item::Area | Item::Group | Item::Type => {
            let all = tree.elements().filter(|one| Item::of(&one.name) == Some(item));
            all.map(|one| (named_in(one), Cow::Borrowed(one))).collect()
        }
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

/// Decisions for a person after an update.
pub(super) fn to_review(old: &Service, model: &Model, becomes_imported: bool) -> Vec<String> {
    let known: HashSet<&str> = old.operations.iter().map(|operation| operation.name.as_str()).collect();
    let is_added = |operation: &&Operation| !known.contains(operation.name.as_str());
    let added: Vec<&Operation> = model.service.operations.iter().filter(is_added).collect();
    let mut notes = model.notes.clone();
    let mut by_name = |sentence: &str, is_one: fn(&Operation) -> bool| {
        let names = added.iter().filter(|operation| is_one(operation)).map(|operation| encoded(&operation.name));
        let names: Vec<String> = names.collect();
        if !names.is_empty() {
            notes.push(format!("{sentence}: {}", names.join(", ")));
        }
    };
    by_name(SEND_BY_NAME, is_send_by_name);
    by_name(LOOK_LIKE_READS, looks_like_read);
    for operation in added.iter().filter(|_| model.service.areas.len() > 1) {
        if let Some(area) = model.service.areas.get(operation.area) {
            let name = encoded(&operation.name);
            notes.push(format!("{name} went into the area {} because of its position in the document", area.name));
        }
    }
    notes.extend(sentences(new_credentials(old, &model.service)));
    if becomes_imported {
        notes.push(
            "the spec is now marked imported=\"true\" because the document lacks documentation that other specs need: write the \
             documentation, then remove the attribute"
                .to_owned(),
        );
    }
    notes
}

/// New members, parameters and headers that the import considers credentials or secrets, with their owners.
fn new_credentials<'a>(old: &'a Service, new: &'a Service) -> Vec<(&'a str, &'a Member)> {
    let known: HashSet<(&str, &str)> =
        owned(old, EVERY_OPERATION).into_iter().map(|(owner, member)| (owner, member.name.as_str())).collect();
    // A former common parameter may now belong to each operation.
    let is_known = |owner: &str, name: &str| known.contains(&(owner, name)) || known.contains(&(EVERY_OPERATION, name));
    let is_new = |(owner, member): &(&str, &Member)| !is_known(owner, &member.name);
    owned(new, EVERY_OPERATION).into_iter().filter(is_new).collect()
}

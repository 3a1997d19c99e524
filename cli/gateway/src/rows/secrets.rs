//! Members of results that are secret, and what a result without them lacks.

use std::collections::HashSet;

use asmx_runtime::json;
use asmx_types::{Member, Operation, Place, Structure, Type};
use serde_json::Value as Json;

/// The most paths that are listed.
const MOST: usize = 20;

/// The paths of the members of a result that are secret: at most 20. A structure is looked at once.
#[must_use]
pub fn secret_members(operation: &Operation) -> Vec<String> {
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    add_secrets(operation.outputs, "", &mut known, &mut found);
    found
}

/// Whether a result may have secret members.
pub(crate) fn has_secrets(operation: &Operation) -> bool {
    !secret_members(operation).is_empty()
}

fn add_secrets(members: &[Member], path: &str, known: &mut HashSet<*const Structure>, found: &mut Vec<String>) {
    for member in members {
        if found.len() >= MOST {
            return;
        }
        let inner = joined(path, &json::key(member));
        if let Place::Choice(alternatives) = member.place {
            add_secrets(alternatives, path, known, found);
        } else if member.holds_secret() {
            if !found.contains(&inner) {
                found.push(inner);
            }
        } else {
            add_of_kind(member.kind, &inner, known, found);
        }
    }
}

fn add_of_kind(kind: Type, path: &str, known: &mut HashSet<*const Structure>, found: &mut Vec<String>) {
    match kind {
        Type::Structure(structure) if known.insert(std::ptr::from_ref(structure)) => {
            add_secrets(structure.members(), path, known, found);
            structure.derived().iter().for_each(|derived| add_secrets(derived.members(), path, known, found));
        }
        Type::Array(array) if array.alternatives.is_empty() => add_of_kind(array.item, path, known, found),
        Type::Array(array) => add_secrets(array.alternatives, path, known, found),
        _ => {}
    }
}

/// Adds the paths of values that a result has and that it lacks without its secrets.
pub(crate) fn add_hidden(full: &Json, visible: &Json, path: &str, found: &mut Vec<String>) {
    match (full, visible) {
        (Json::Object(members), Json::Object(visible_members)) => {
            for (name, value) in members.iter().filter(|(_, value)| !value.is_null()) {
                let path = joined(path, name);
                match visible_members.get(name) {
                    Some(other) => add_hidden(value, other, &path, found),
                    None if found.len() >= MOST || found.contains(&path) => {}
                    None => found.push(path),
                }
            }
        }
        (Json::Array(items), Json::Array(visible_items)) => {
            items.iter().zip(visible_items).for_each(|(item, other)| add_hidden(item, other, path, found));
        }
        _ => {}
    }
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

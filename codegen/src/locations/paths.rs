//! The paths of items.

use std::collections::BTreeMap;

use crate::model::{Member, NamedType};

/// Items below a longer path, in bytes, have no path: else a long name would be repeated for each of them. Names of services are far shorter.
const LONGEST_PARENT: usize = 400;

/// The path of an item inside another one; `None` if the path of the other one is too long.
#[must_use]
pub fn path_inside(parent: &str, label: &str) -> Option<String> {
    (parent.len() <= LONGEST_PARENT).then(|| format!("{parent}/{label}"))
}

#[must_use]
pub fn operation_path(name: &str) -> String {
    format!("operations/{name}")
}

/// The paths of types, in order. Types that share a name have their Rust name in the path.
#[must_use]
pub fn type_paths(types: &[NamedType]) -> Vec<String> {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for named in types {
        *count.entry(&named.name).or_default() += 1;
    }
    let label = |named: &NamedType| {
        let is_alone = count.get(named.name.as_str()) == Some(&1);
        if is_alone { named.name.clone() } else { named.rust_name.clone() }
    };
    types.iter().map(|named| format!("types/{}", label(named))).collect()
}

/// The path of an array type that no member has.
#[must_use]
pub fn array_path(name: &str) -> String {
    format!("types/{name}")
}

/// The last part of the path of a member: its name, or its field if it has none.
#[must_use]
pub fn member_label(member: &Member) -> &str {
    if member.name.is_empty() { &member.field } else { &member.name }
}

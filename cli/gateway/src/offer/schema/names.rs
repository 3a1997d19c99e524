//! Names of definitions.

use std::collections::HashSet;
use std::fmt::Write as _;

/// A name of letters, digits, `.`, `-` and `_` that is not taken.
pub(super) fn free(name: &str, in_use: &mut HashSet<String>) -> String {
    let mut valid = String::with_capacity(name.len());
    for character in name.chars() {
        if character.is_ascii_alphanumeric() || matches!(character, '.' | '-' | '_') {
            valid.push(character);
        } else {
            // Writing to a String cannot fail.
            let _ = write!(valid, "_x{:04X}_", u32::from(character));
        }
    }
    if valid.is_empty() {
        valid.push_str("Part");
    }
    take(&valid, in_use)
}

/// Takes the name, or the name with the first number that makes it free.
pub(crate) fn take(name: &str, in_use: &mut HashSet<String>) -> String {
    let is_free = |name: &String| !in_use.contains(name);
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let free = std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default();
    in_use.insert(free.clone());
    free
}

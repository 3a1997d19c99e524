//! Names of definitions.

use std::collections::HashSet;
use std::fmt::Write as _;

/// Names that no type of a service gets.
const OWN: [&str; 4] = ["DataSet", "Table", "Xml", "Problem"];
/// The beginning of the names of scalars.
const SCALAR: &str = "xs.";

/// A name of letters, digits, `.`, `-` and `_`, as `OpenAPI` wants them, that is not taken.
pub(super) fn free(name: &str, taken: &mut HashSet<String>) -> String {
    let mut plain = String::with_capacity(name.len());
    for character in name.chars() {
        if character.is_ascii_alphanumeric() || matches!(character, '.' | '-' | '_') {
            plain.push(character);
        } else {
            // Writing to a String cannot fail.
            let _ = write!(plain, "_x{:04X}_", u32::from(character));
        }
    }
    if plain.is_empty() {
        plain.push_str("Part");
    }
    let numbered = (2..).map(|number| format!("{plain}_{number}"));
    let free = std::iter::once(plain.clone())
        .chain(numbered)
        .find(|name| !OWN.contains(&name.as_str()) && !name.starts_with(SCALAR) && !taken.contains(name));
    let free = free.unwrap_or_default();
    taken.insert(free.clone());
    free
}

//! Names of sheets.

use std::collections::{HashMap, HashSet};

/// In characters.
const LONGEST: usize = 31;

/// The names of the sheets of a file. They differ also where upper and lower case are equal.
#[derive(Debug, Default)]
pub(super) struct SheetNames {
    /// In lower case.
    used: HashSet<String>,
    /// The last number of each name, in lower case.
    numbers: HashMap<String, usize>,
}

impl SheetNames {
    /// A free name for a sheet of a table: its own, with `_` in place of characters that names of sheets lack, cut, and with a number if it is taken.
    pub(super) fn next(&mut self, table: &str) -> String {
        let allowed = |character: char| {
            if character.is_control() || matches!(character, '[' | ']' | ':' | '*' | '?' | '/' | '\\') {
                '_'
            } else {
                character
            }
        };
        let clean: String = table.chars().map(allowed).take(LONGEST).collect();
        let clean = clean.trim().trim_matches('\'');
        // Excel keeps this name for itself.
        let is_reserved = clean.is_empty() || clean.eq_ignore_ascii_case("history");
        let clean = if is_reserved { "Table" } else { clean };
        let mut name = clean.to_owned();
        let number = self.numbers.entry(name.to_lowercase()).or_insert(1);
        while !self.used.insert(name.to_lowercase()) {
            *number += 1;
            let end = format!(" ({number})");
            name = clean.chars().take(LONGEST - end.len()).collect::<String>() + &end;
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_cleaned_and_different() {
        let mut names = SheetNames::default();
        let long = "x".repeat(40);
        let all: Vec<String> = ["Orders", "orders", "ORDERS", "a/b[c]", "", "'", "History", &long, &long]
            .map(|name| names.next(name))
            .into();
        let cut = "x".repeat(31);
        let second = "x".repeat(27) + " (2)";
        let expected =
            ["Orders", "orders (2)", "ORDERS (3)", "a_b_c_", "Table", "Table (2)", "Table (3)", &cut, &second];
        assert_eq!(all, expected);
    }
}

//! Names of sheets.

use std::collections::{HashMap, HashSet};

/// In characters.
const LONGEST: usize = 31;

/// The names of the sheets of a file. They differ also where upper and lower case are equal.
#[derive(Debug, Default)]
pub(super) struct SheetNames {
    /// In lower case.
    used: HashSet<String>,
    /// The last number of each name, in lower case, and its kind of end.
    numbers: HashMap<String, usize>,
}

impl SheetNames {
    /// A free name for the first sheet of a table: its own, with `_` in place of characters that names of sheets lack, cut, and with a number if it is
    /// taken.
    pub(super) fn of_table(&mut self, table: &str) -> String {
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
        if self.used.insert(clean.to_lowercase()) {
            return clean.to_owned();
        }
        self.numbered(clean, |number| format!("~{number}"))
    }

    /// A free name for a sheet that continues the table of another one.
    pub(super) fn continuation(&mut self, first: &str) -> String {
        self.numbered(first, |number| format!(" ({number})"))
    }

    fn numbered(&mut self, name: &str, end: fn(usize) -> String) -> String {
        let number = self.numbers.entry(name.to_lowercase() + &end(0)).or_insert(1);
        loop {
            *number += 1;
            let end = end(*number);
            let next = name.chars().take(LONGEST - end.len()).collect::<String>() + &end;
            if self.used.insert(next.to_lowercase()) {
                return next;
            }
        }
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
            .map(|name| names.of_table(name))
            .into();
        let cut = "x".repeat(31);
        let second = "x".repeat(29) + "~2";
        let expected = ["Orders", "orders~2", "ORDERS~3", "a_b_c_", "Table", "Table~2", "Table~3", &cut, &second];
        assert_eq!(all, expected);
        let continuations = ["Orders", "Orders", "orders~2"].map(|first| names.continuation(first));
        assert_eq!(continuations, ["Orders (2)", "Orders (3)", "orders~2 (2)"]);
        assert_eq!(names.of_table("Orders (2)"), "Orders (2)~2");
    }
}

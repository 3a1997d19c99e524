//! Gives names so that no two are the same.

use std::collections::{HashMap, HashSet};

/// The names that are taken.
#[derive(Default, Clone)]
pub(super) struct Names {
    taken: HashSet<String>,
    /// For each name that collided, the last number that was put behind it.
    numbers: HashMap<String, u32>,
}

impl Names {
    pub(super) fn contains(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    pub(super) fn insert(&mut self, name: impl Into<String>) {
        self.taken.insert(name.into());
    }

    /// Gives the name, or the first with a number behind it that nobody has. `joint` stands before the number; `is_free` may know of
    /// more that a name must not be.
    pub(super) fn give(&mut self, name: &str, joint: &str, is_free: impl Fn(&str) -> bool) -> String {
        let mut given = name.to_owned();
        if self.taken.contains(name) || !is_free(name) {
            let base = name.trim_matches('_');
            let number = self.numbers.entry(base.to_owned()).or_insert(1);
            loop {
                *number = number.saturating_add(1);
                given = format!("{base}{joint}{number}");
                if (!self.taken.contains(&given) && is_free(&given)) || *number == u32::MAX {
                    break;
                }
            }
        }
        self.taken.insert(given.clone());
        given
    }
}

impl Extend<String> for Names {
    fn extend<I: IntoIterator<Item = String>>(&mut self, names: I) {
        self.taken.extend(names);
    }
}

impl FromIterator<String> for Names {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> Self {
        Self { taken: names.into_iter().collect(), numbers: HashMap::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn a_name_that_is_taken_gets_the_first_free_number() {
        let mut names: Names = ["a".to_owned(), "a3".to_owned()].into_iter().collect();
        let given = ["a", "a", "b", "b"].map(|name| names.give(name, "", |name| name != "b2"));
        assert_eq!(given, ["a2", "a4", "b", "b3"]);
        assert_eq!(names.give("a_", "_", |_| true), "a_");
    }
}

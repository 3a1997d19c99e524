//! The names of one scope, of which no two are the same: given where they can be chosen, reported where they are stated.

use std::collections::HashMap;

/// The names that are taken, and what took each.
#[derive(Debug, Clone)]
pub struct Scope<T = ()> {
    taken: HashMap<String, T>,
    /// For each name that collided, the last number that was put behind it.
    numbers: HashMap<String, u32>,
}

impl<T> Default for Scope<T> {
    fn default() -> Self {
        Self { taken: HashMap::new(), numbers: HashMap::new() }
    }
}

impl<T> Scope<T> {
    /// Whether something has the name.
    pub fn contains(&self, name: &str) -> bool {
        self.taken.contains_key(name)
    }

    /// What has the name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.taken.get(name)
    }

    /// Takes a name. If something has it, that keeps it and is returned.
    pub fn take(&mut self, name: &str, by: T) -> Option<&T> {
        if self.contains(name) {
            return self.get(name);
        }
        self.taken.insert(name.to_owned(), by);
        None
    }
}

impl Scope {
    /// Takes a name, whoever has it.
    pub fn insert(&mut self, name: impl Into<String>) {
        self.taken.insert(name.into(), ());
    }

    /// Gives the name, or the first with a number behind it that nothing has. `joint` stands before the number; `is_free` may know of
    /// more that a name must not be.
    pub fn give(&mut self, name: &str, joint: &str, is_free: impl Fn(&str) -> bool) -> String {
        let mut given = name.to_owned();
        if self.contains(name) || !is_free(name) {
            let base = name.trim_matches('_');
            let number = self.numbers.entry(base.to_owned()).or_insert(1);
            loop {
                *number = number.saturating_add(1);
                given = format!("{base}{joint}{number}");
                if (!self.taken.contains_key(&given) && is_free(&given)) || *number == u32::MAX {
                    break;
                }
            }
        }
        self.insert(given.as_str());
        given
    }
}

impl<S: Into<String>> Extend<S> for Scope {
    fn extend<I: IntoIterator<Item = S>>(&mut self, names: I) {
        self.taken.extend(names.into_iter().map(|name| (name.into(), ())));
    }
}

impl<S: Into<String>> FromIterator<S> for Scope {
    fn from_iter<I: IntoIterator<Item = S>>(names: I) -> Self {
        let mut scope = Self::default();
        scope.extend(names);
        scope
    }
}

#[cfg(test)]
mod tests {
    use super::Scope;

    #[test]
    fn a_name_that_is_taken_gets_the_first_free_number() {
        let mut names: Scope = ["a", "a3"].into_iter().collect();
        let given = ["a", "a", "b", "b"].map(|name| names.give(name, "", |name| name != "b2"));
        assert_eq!(given, ["a2", "a4", "b", "b3"]);
        assert_eq!(names.give("a_", "_", |_| true), "a_");
    }
}

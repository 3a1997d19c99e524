//! The names of one scope, each used once. Names are given where the generator may choose, and reported where the spec states them.

use std::collections::HashMap;

/// The names in use, each with its owner.
#[derive(Debug, Clone)]
pub struct Scope<T = ()> {
    taken: HashMap<String, T>,
    /// The last number given to each name that collided.
    numbers: HashMap<String, u32>,
}

impl<T> Default for Scope<T> {
    fn default() -> Self {
        Self { taken: HashMap::new(), numbers: HashMap::new() }
    }
}

impl<T> Scope<T> {
    pub fn contains(&self, name: &str) -> bool {
        self.taken.contains_key(name)
    }

    /// The owner of a name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.taken.get(name)
    }

    /// Takes a name, or returns its present owner.
    pub fn take(&mut self, name: &str, by: T) -> Option<&T> {
        if self.contains(name) {
            return self.get(name);
        }
        self.taken.insert(name.to_owned(), by);
        None
    }
}

impl Scope {
    /// Takes a name even if it is in use.
    pub fn insert(&mut self, name: impl Into<String>) {
        self.taken.insert(name.into(), ());
    }

    /// Gives the name, or the name with the first free number. `joint` precedes the number; `is_free` may refuse further names.
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

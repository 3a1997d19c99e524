//! Enumerations.

use super::Namespace;

/// An enumeration. It is open: a service may send texts that it does not list.
#[non_exhaustive]
#[derive(Debug)]
pub struct Enumeration {
    /// Name on the wire.
    pub name: &'static str,
    /// Namespace of the name.
    pub namespace: Namespace,
    /// Its values, exact text; the first is the default.
    pub values: &'static [&'static str],
    /// What each value means, in Markdown; empty where the spec says nothing, and as a whole if it says nothing of any.
    pub meanings: &'static [&'static str],
    /// Whether a value is a set of them, separated by blanks in one text (.NET's `[Flags]`).
    pub flags: bool,
}

impl Enumeration {
    /// An enumeration.
    pub const fn new(name: &'static str, values: &'static [&'static str]) -> Self {
        Self { name, namespace: Namespace::Service, values, meanings: &[], flags: false }
    }

    /// States the namespace of its name.
    #[must_use]
    pub const fn namespace(mut self, namespace: Namespace) -> Self {
        self.namespace = namespace;
        self
    }

    /// Makes a value a set of values.
    #[must_use]
    pub const fn flags(mut self) -> Self {
        self.flags = true;
        self
    }

    /// States what its values mean, in their order.
    #[must_use]
    pub const fn meanings(mut self, meanings: &'static [&'static str]) -> Self {
        self.meanings = meanings;
        self
    }

    /// Every value with its meaning.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let meanings = self.meanings.iter().copied().chain(std::iter::repeat(""));
        self.values.iter().copied().zip(meanings)
    }

    /// Whether it lists the text; of a set of values, each of them.
    #[must_use]
    pub fn lists(&self, text: &str) -> bool {
        if self.flags {
            text.split_ascii_whitespace().all(|text| self.values.contains(&text))
        } else {
            self.values.contains(&text)
        }
    }
}

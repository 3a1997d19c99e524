//! How structures are described.

use super::deferred::Late;
use super::{Member, Namespace, Place, Structure, StructureParts};

impl StructureParts {
    /// The parts of a structure without relatives.
    pub const fn new(members: &'static [Member]) -> Self {
        let (mut index, mut rest) = (0, members);
        let whole = loop {
            match rest {
                [] => break None,
                [first, ..] if matches!(first.place, Place::Text | Place::Mixed) => break Some(index),
                [_, others @ ..] => rest = others,
            }
            index += 1;
        };
        Self { members, base: None, derived: &[], whole }
    }

    /// States the type that it is derived from.
    #[must_use]
    pub const fn base(mut self, base: &'static Structure) -> Self {
        self.base = Some(base);
        self
    }

    /// States the types that are derived from it.
    #[must_use]
    pub const fn derived(mut self, derived: &'static [&'static Structure]) -> Self {
        self.derived = derived;
        self
    }
}

impl Structure {
    /// A structure without relatives.
    pub const fn new(name: &'static str, members: &'static [Member]) -> Self {
        Self::of_parts(name, StructureParts::new(members))
    }

    /// A structure.
    pub const fn of_parts(name: &'static str, parts: StructureParts) -> Self {
        Self { name, namespace: Namespace::Service, is_abstract: false, parts: Late::known(parts) }
    }

    /// A structure whose parts are [stated later](Self::complete); until then it has no members.
    pub const fn incomplete(name: &'static str) -> Self {
        Self { name, namespace: Namespace::Service, is_abstract: false, parts: Late::unknown() }
    }

    /// States the parts of one that was made [incomplete](Self::incomplete). Only the first statement counts.
    pub fn complete(&self, parts: StructureParts) {
        self.parts.state(parts);
    }

    /// States the namespace of its name.
    #[must_use]
    pub const fn namespace(mut self, namespace: Namespace) -> Self {
        self.namespace = namespace;
        self
    }

    /// States that only values of derived types exist.
    #[must_use]
    pub const fn is_abstract(mut self) -> Self {
        self.is_abstract = true;
        self
    }

    /// Its members in order, those of the type that it is derived from first.
    #[must_use]
    pub fn members(&self) -> &'static [Member] {
        self.parts.get().map_or(&[], |parts| parts.members)
    }

    /// The member that is all that stands in its elements, with its position, if one is: its text, or its mixed content.
    #[must_use]
    pub fn whole(&self) -> Option<(usize, &'static Member)> {
        let parts = self.parts.get()?;
        let index = parts.whole?;
        parts.members.get(index).map(|member| (index, member))
    }

    /// The type that it is derived from.
    #[must_use]
    pub fn base(&self) -> Option<&'static Self> {
        self.parts.get().and_then(|parts| parts.base)
    }

    /// The types that are derived from it, also by way of others.
    #[must_use]
    pub fn derived(&self) -> &'static [&'static Self] {
        self.parts.get().map_or(&[], |parts| parts.derived)
    }
}

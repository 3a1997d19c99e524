//! The types that operations need. A subset of a service can then be taken or compiled alone.

use std::collections::BTreeSet;

use crate::model::{Operation, Service, Walk};

/// The types that a derived type needs besides its bases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bases {
    /// None: the members of a base are members of the derived type.
    Alone,
    /// All types derived from the base, because the Rust type of the base names them.
    WithDerived,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Need {
    Nothing,
    /// Its members.
    AsBase,
    /// Its values, for which those of derived types may stand.
    AsValue,
}

pub(crate) struct Reach<'a> {
    service: &'a Service,
    derived: Vec<Vec<usize>>,
    bases: Bases,
}

impl<'a> Reach<'a> {
    pub(crate) fn new(service: &'a Service, bases: Bases) -> Self {
        Self { service, derived: service.derived(), bases }
    }

    /// Indices of the types that the messages of the operations and the common parameters need.
    pub(crate) fn of<'o>(&self, operations: impl IntoIterator<Item = &'o Operation>) -> BTreeSet<usize> {
        let mut waiting = Vec::new();
        let mut visit = |index| waiting.push((index, Need::AsValue));
        self.service.common.each_named(&mut visit);
        operations.into_iter().for_each(|operation| operation.each_named(&mut visit));
        let mut needs = vec![Need::Nothing; self.service.types.len()];
        while let Some((index, need)) = waiting.pop() {
            let Some(known) = needs.get_mut(index).filter(|known| **known < need) else { continue };
            let before = std::mem::replace(known, need);
            let Some(structure) = self.service.structure(index) else { continue };
            if need == Need::AsValue {
                let derived = self.derived.get(index).into_iter().flatten();
                waiting.extend(derived.map(|derived| (*derived, Need::AsValue)));
            }
            if before == Need::Nothing {
                let base_need = if self.bases == Bases::Alone { Need::AsBase } else { Need::AsValue };
                waiting.extend(structure.base.map(|base| (base, base_need)));
                structure.members.each_named(&mut |index| waiting.push((index, Need::AsValue)));
            }
        }
        needs.iter().enumerate().filter(|(_, need)| **need != Need::Nothing).map(|(index, _)| index).collect()
    }
}

pub(crate) fn named_in(part: &impl Walk) -> BTreeSet<usize> {
    let mut named = BTreeSet::new();
    part.each_named(&mut |number| {
        named.insert(number);
    });
    named
}

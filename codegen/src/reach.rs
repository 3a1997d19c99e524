//! Which types operations need. A part of a service can then be taken or compiled without the rest.

use std::collections::BTreeSet;

use crate::model::{
    ArrayType, Member, NamedType, NamedTypeKind, Operation, Place, ResultKind, Service, Structure, Type,
};

/// What of a base's relatives is needed where a type derived from it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bases {
    /// Nothing but the base: its members are those of the derived type too.
    Alone,
    /// All types that are derived from the base: Rust of the base names them.
    WithDerived,
}

/// How much of a type is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Need {
    Nothing,
    /// Its members.
    AsBase,
    /// Its values, for which those of derived types may stand.
    AsValue,
}

/// The types of a service, with those that are derived from each.
pub(crate) struct Reach<'a> {
    service: &'a Service,
    derived: Vec<Vec<usize>>,
    bases: Bases,
}

impl<'a> Reach<'a> {
    pub(crate) fn new(service: &'a Service, bases: Bases) -> Self {
        let mut derived = vec![Vec::new(); service.types.len()];
        for (index, named) in service.types.iter().enumerate() {
            let base = structure(Some(named)).and_then(|structure| structure.base);
            if let Some(of_base) = base.and_then(|base| derived.get_mut(base)) {
                of_base.push(index);
            }
        }
        Self { service, derived, bases }
    }

    /// Indices of the types that the operations need, by their messages, and by the common parameters.
    pub(crate) fn of<'o>(&self, operations: impl IntoIterator<Item = &'o Operation>) -> BTreeSet<usize> {
        let mut waiting = Vec::new();
        let mut seen = |index| waiting.push((index, Need::AsValue));
        self.service.common.iter().for_each(|member| each_of_member(member, &mut seen));
        for operation in operations {
            each_of_operation(operation, &mut seen);
        }
        let mut needs = vec![Need::Nothing; self.service.types.len()];
        while let Some((index, need)) = waiting.pop() {
            let Some(known) = needs.get_mut(index).filter(|known| **known < need) else { continue };
            let before = std::mem::replace(known, need);
            let Some(structure) = structure(self.service.types.get(index)) else { continue };
            if need == Need::AsValue {
                let derived = self.derived.get(index).into_iter().flatten();
                waiting.extend(derived.map(|derived| (*derived, Need::AsValue)));
            }
            if before == Need::Nothing {
                let base_need = if self.bases == Bases::Alone { Need::AsBase } else { Need::AsValue };
                waiting.extend(structure.base.map(|base| (base, base_need)));
                let mut seen = |index| waiting.push((index, Need::AsValue));
                structure.members.iter().for_each(|member| each_of_member(member, &mut seen));
            }
        }
        needs.iter().enumerate().filter(|(_, need)| **need != Need::Nothing).map(|(index, _)| index).collect()
    }
}

fn structure(named: Option<&NamedType>) -> Option<&Structure> {
    match &named?.kind {
        NamedTypeKind::Structure(structure) => Some(structure),
        NamedTypeKind::Enumeration(_) | NamedTypeKind::DataSet(_) => None,
    }
}

/// Indices of the types that a type names, without what those need.
pub(crate) fn named_in_type(kind: &Type) -> BTreeSet<usize> {
    let mut named = BTreeSet::new();
    each_of_type(kind, &mut |index| {
        named.insert(index);
    });
    named
}

/// The same of the alternatives of an array.
pub(crate) fn named_in(array: &ArrayType) -> BTreeSet<usize> {
    let mut named = BTreeSet::new();
    for alternative in &array.alternatives {
        each_of_member(alternative, &mut |index| {
            named.insert(index);
        });
    }
    named
}

/// Visits the types that the messages of an operation name.
fn each_of_operation(operation: &Operation, visit: &mut impl FnMut(usize)) {
    let messages = &operation.messages;
    let members = operation.parameters.iter().chain(&operation.outputs);
    let members = members.chain(&messages.request_headers).chain(&messages.response_headers);
    members.for_each(|member| each_of_member(member, visit));
    if let ResultKind::Typed(kind) = &operation.result.kind {
        each_of_type(kind, visit);
    }
}

pub(crate) fn each_of_member(member: &Member, visit: &mut impl FnMut(usize)) {
    each_of_type(&member.kind, visit);
    if let Place::Choice(alternatives) = &member.place {
        for alternative in alternatives {
            each_of_member(alternative, visit);
        }
    }
}

pub(crate) fn each_of_type(kind: &Type, visit: &mut impl FnMut(usize)) {
    match kind {
        Type::Named(index) => visit(*index),
        Type::Array(array) => {
            each_of_type(&array.item, visit);
            for alternative in &array.alternatives {
                each_of_member(alternative, visit);
            }
        }
        Type::List(item) => each_of_type(item, visit),
        Type::Scalar(_) | Type::Any | Type::Xml(_) => {}
    }
}

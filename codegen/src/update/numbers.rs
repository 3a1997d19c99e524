//! Changes the indices of types in a model when its list of types changes.

use crate::model::{ArrayType, Member, NamedType, NamedTypeKind, Operation, Place, ResultKind, Type};

/// Gives a type the new number of each that it names.
pub(crate) fn of_type(kind: &mut Type, number: &impl Fn(usize) -> usize) {
    match kind {
        Type::Named(index) => *index = number(*index),
        Type::List(item) => of_type(item, number),
        Type::Array(array) => of_array(array, number),
        Type::Scalar(_) | Type::Any | Type::Xml(_) => {}
    }
}

/// The same for an array.
pub(crate) fn of_array(array: &mut ArrayType, number: &impl Fn(usize) -> usize) {
    of_type(&mut array.item, number);
    of_members(&mut array.alternatives, number);
}

/// The same for members.
pub(crate) fn of_members(members: &mut [Member], number: &impl Fn(usize) -> usize) {
    for member in members {
        of_type(&mut member.kind, number);
        if let Place::Choice(alternatives) = &mut member.place {
            of_members(alternatives, number);
        }
    }
}

/// The same for a type that has a name.
pub(crate) fn of_named(named: &mut NamedType, number: &impl Fn(usize) -> usize) {
    if let NamedTypeKind::Structure(structure) = &mut named.kind {
        structure.base = structure.base.map(number);
        of_members(&mut structure.members, number);
    }
}

/// The same for an operation.
pub(crate) fn of_operation(operation: &mut Operation, number: &impl Fn(usize) -> usize) {
    of_members(&mut operation.parameters, number);
    of_members(&mut operation.outputs, number);
    of_members(&mut operation.messages.request_headers, number);
    of_members(&mut operation.messages.response_headers, number);
    if let ResultKind::Typed(kind) = &mut operation.result.kind {
        of_type(kind, number);
    }
}

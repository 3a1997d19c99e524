//! Finds and sets parameters by their roles.

use super::Value;
use super::field::Field;
use super::typed_request::TypedRequest;
use crate::operation::{Member, Operation, Role, Type};

/// An operation lacks a parameter with a required role, or the parameter does not accept the value.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{operation} has no parameter with the role {role:?} that takes the value")]
pub struct MissingRole {
    /// The operation.
    pub operation: &'static str,
    /// The role.
    pub role: Role,
}

pub(crate) fn position(operation: &Operation, role: Role) -> Option<usize> {
    operation.parameters.iter().position(|parameter| parameter.role == Some(role))
}

pub(crate) fn is_array(operation: &Operation, role: Role) -> bool {
    let position = position(operation, role).and_then(|position| operation.parameters.get(position));
    position.is_some_and(|parameter| matches!(parameter.kind, Type::Array(_)))
}

pub(crate) fn set<R: TypedRequest>(
    request: &mut R,
    role: Role,
    value: impl Into<Value<'static>>,
) -> Result<(), MissingRole> {
    let operation = request.operation();
    let missing = MissingRole { operation: operation.name, role };
    let position = position(operation, role);
    let parameter = position.and_then(|position| operation.parameters.get(position));
    let mut setting = Setting { position, parameter, value: Some(value.into()), is_set: false };
    request.visit_mut(&mut |field| setting.pass(field));
    if setting.is_set { Ok(()) } else { Err(missing) }
}

pub(crate) fn set_if_there<R: TypedRequest>(request: &mut R, role: Role, text: String) -> Result<(), MissingRole> {
    if position(request.operation(), role).is_none() { Ok(()) } else { set(request, role, text) }
}

/// A value on its way to its field. It is independent of the request's type, so it is compiled once.
struct Setting {
    /// The number of fields before it.
    position: Option<usize>,
    parameter: Option<&'static Member>,
    value: Option<Value<'static>>,
    is_set: bool,
}

impl Setting {
    fn pass(&mut self, field: &mut dyn Field) {
        match self.position {
            Some(0) => {
                let value = self.value.take().zip(self.parameter);
                self.is_set = value.is_some_and(|(value, parameter)| field.set_member(parameter, value).is_ok());
                self.position = None;
            }
            position => self.position = position.map(|position| position - 1),
        }
    }
}

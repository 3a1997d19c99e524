//! Enumerations and structures that the spec names.

use heck::ToShoutySnakeCase as _;

use super::file::{File, literal};
use super::{documentation, parameter};
use crate::model::{EnumerationValue, NamedType, NamedTypeKind, Parameter, Service};
use crate::names::{self, ident};

/// Whether the type is an enumeration.
pub(super) fn is_enumeration(named: &NamedType) -> bool {
    matches!(named.kind, NamedTypeKind::Enumeration(_))
}

/// The name of the type's descriptor (`COLOR`).
pub(super) fn static_name(named: &NamedType) -> String {
    ident(&named.rust_name.to_shouty_snake_case())
}

/// A named type.
pub(super) fn push(file: &mut File, service: &Service, index: usize, named: &NamedType) {
    match &named.kind {
        NamedTypeKind::Enumeration(values) => enumeration(file, named, values),
        NamedTypeKind::Structure(members) => structure(file, service, (index, named), members),
    }
}

fn enumeration(file: &mut File, named: &NamedType, values: &[EnumerationValue]) {
    file.line(0, "rt::enumeration! {");
    file.docs(1, documentation::of_enumeration(named));
    let (name, descriptor) = (ident(&named.rust_name), static_name(named));
    file.line(1, format!("pub enum {name} = {descriptor}, {} {{", literal(&named.name)));
    for value in values {
        file.docs(2, documentation::of_enumeration_value(value));
        file.line(2, format!("{} = {},", ident(&value.variant), literal(&value.name)));
    }
    file.line(1, format!("}} else {}", unknown(values)));
    file.line(0, "}");
}

/// The variant for all other texts: a name that no value has.
fn unknown(values: &[EnumerationValue]) -> String {
    let is_taken = |name: &str| values.iter().any(|value| value.variant == name);
    let free = names::UNKNOWN.into_iter().find(|name| !is_taken(name)).map(str::to_owned);
    free.unwrap_or_else(|| names::free(names::UNKNOWN[0], "", is_taken))
}

fn structure(file: &mut File, service: &Service, (index, named): (usize, &NamedType), members: &[Parameter]) {
    file.line(0, "rt::structure! {");
    file.docs(1, documentation::of_structure(named, members));
    let (name, descriptor) = (ident(&named.rust_name), static_name(named));
    file.line(1, format!("pub struct {name} = {descriptor}, {} {{", literal(&named.name)));
    for member in members {
        parameter::push_member(file, service, index, member);
    }
    file.line(1, "}");
    file.line(0, "}");
}

//! Parameters of requests and members of structures: a field with its documentation, each in a line.

use asmx_types::rules::array_name;
use asmx_types::xml_name::decode_local_name;

use super::file::{File, literal};
use super::wsdl::array_type_name;
use super::{documentation, named_type, rust_type};
use crate::model::{ArrayType, NamedTypeKind, Parameter, Presence, Scalar, Service, Type};
use crate::names::ident;

/// `pub begin_date: Option<String> = "BeginDate";`
pub(super) fn push(file: &mut File, service: &Service, parameter: &Parameter) {
    let stated = renamed_items(service, &parameter.kind).then(|| stated(service, &parameter.kind, false));
    push_field(file, parameter, &rust_type::of_parameter(service, parameter), stated);
}

/// The same for a member of a structure, which always has a value if its type is a value type.
pub(super) fn push_member(file: &mut File, service: &Service, owner: usize, member: &Parameter) {
    // The descriptor of a structure that holds itself cannot be told by way of its Rust type, which is told by the descriptor.
    let is_circular = structure_in(&member.kind).is_some_and(|inner| reaches(service, inner, owner, &mut Vec::new()));
    let is_stated = is_circular || renamed_items(service, &member.kind);
    let stated = is_stated.then(|| stated(service, &member.kind, true));
    push_field(file, member, &rust_type::of_member(service, member), stated);
}

fn push_field(file: &mut File, parameter: &Parameter, kind: &str, stated: Option<String>) {
    file.docs(2, documentation::of_parameter(parameter));
    let stated = stated.map(|stated| format!(" as {stated}")).unwrap_or_default();
    let unusual = unusual(parameter, !kind.starts_with("Option<"));
    file.line(2, format!("pub {}: {kind} = {}{stated}{unusual};", ident(&parameter.field), literal(&parameter.name)));
}

/// A common parameter: `"Username": Option<String>, role(rt::Role::Username);`
pub(super) fn push_common(file: &mut File, service: &Service, parameter: &Parameter) {
    file.docs(2, documentation::of_parameter(parameter));
    let (name, kind) = (literal(&parameter.name), rust_type::of_parameter(service, parameter));
    let stated = renamed_items(service, &parameter.kind).then(|| stated(service, &parameter.kind, false));
    let stated = stated.map(|stated| format!(" as {stated}")).unwrap_or_default();
    file.line(2, format!("{name}: {kind}{stated}{};", unusual(parameter, false)));
}

/// The named type that a type is or holds items of.
fn structure_in(kind: &Type) -> Option<usize> {
    match kind {
        Type::Scalar(_) => None,
        Type::Named(index) => Some(*index),
        Type::Array(array) => structure_in(&array.item),
    }
}

/// Whether a value of one named type can hold one of another, itself included.
fn reaches(service: &Service, from: usize, to: usize, seen: &mut Vec<usize>) -> bool {
    if from == to {
        return true;
    }
    if seen.contains(&from) {
        return false;
    }
    seen.push(from);
    let members = match service.types.get(from).map(|named| &named.kind) {
        Some(NamedTypeKind::Structure(members)) => members.as_slice(),
        Some(NamedTypeKind::Enumeration(_)) | None => &[],
    };
    members.iter().filter_map(|member| structure_in(&member.kind)).any(|inner| reaches(service, inner, to, seen))
}

/// What is not the same for most parameters: `, required, role(rt::Role::RowDelimiter)`.
fn unusual(parameter: &Parameter, holds_its_value: bool) -> String {
    let mut words = String::new();
    match parameter.presence {
        Presence::Required if !holds_its_value => words.push_str(", required"),
        Presence::Nullable => words.push_str(", nullable"),
        Presence::Required | Presence::Optional => {}
    }
    if parameter.secret {
        words.push_str(", secret");
    }
    if let Some(role) = parameter.role {
        // The runtime's roles are those of the model.
        words.extend([", role(rt::Role::", &format!("{role:?}"), ")"]);
    }
    words
}

/// An array whose type has a name that the runtime does not find by itself, because another one has that: as a result it is the
/// name of the root over GET and POST.
pub(super) fn named_array(service: &Service, array: &ArrayType) -> Option<String> {
    let name = decode_local_name(&array_type_name(service, array)).into_owned();
    let kind = Type::Array(Box::new(array.clone()));
    (name != type_name(service, &kind)).then(|| {
        let nullable = if array.nullable_items { ".nullable_items()" } else { "" };
        let (item, item_name) = (stated(service, &array.item, false), literal(&array.item_name));
        format!("rt::Type::Array(&rt::ArrayType::new({item}, {item_name}){nullable}.named({}))", literal(&name))
    })
}

/// The name that the runtime finds by itself.
fn type_name(service: &Service, kind: &Type) -> String {
    match kind {
        Type::Scalar(scalar) => scalar.name().to_owned(),
        Type::Named(index) => service.types.get(*index).map(|named| named.name.clone()).unwrap_or_default(),
        Type::Array(array) => array_name(&type_name(service, &array.item)),
    }
}

/// Whether it is an array whose items are not called after their type, which the Rust type alone does not tell.
fn renamed_items(service: &Service, kind: &Type) -> bool {
    let Type::Array(array) = kind else { return false };
    let usual = match &array.item {
        Type::Scalar(scalar) => scalar.name(),
        Type::Named(index) => service.types.get(*index).map_or("", |named| named.name.as_str()),
        Type::Array(_) => "",
    };
    array.item_name != usual
}

/// A type as a descriptor has it; `beside_types` where the descriptors of named types are in scope.
fn stated(service: &Service, kind: &Type, beside_types: bool) -> String {
    match kind {
        Type::Scalar(Scalar::String) => "rt::Type::STRING".to_owned(),
        Type::Scalar(scalar) => format!("rt::Type::Scalar(rt::Scalar::{scalar:?})"),
        Type::Named(index) => service.types.get(*index).map_or_else(String::new, |named| {
            if !beside_types {
                return format!("<{} as rt::FieldType>::TYPE", ident(&named.rust_name));
            }
            let variant = if named_type::is_enumeration(named) { "Enumeration" } else { "Structure" };
            format!("rt::Type::{variant}(&{})", named_type::static_name(named))
        }),
        Type::Array(array) => {
            let (item, name) = (stated(service, &array.item, beside_types), literal(&array.item_name));
            let nullable = if array.nullable_items { ".nullable_items()" } else { "" };
            format!("rt::Type::Array(&rt::ArrayType::new({item}, {name}){nullable})")
        }
    }
}

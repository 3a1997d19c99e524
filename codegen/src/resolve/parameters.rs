//! One parameter, or one member of a structure: its type, presence and role.

use super::rust_names::{self, Case};
use super::types::Index;
use super::wire_name;
use crate::diagnostic::{Code, Diagnostic, quoted};
use crate::model::{ArrayType, Member, Presence, Role, Scalar, Type};
use crate::read::ast::{Flag, Param};
use asmx_types::xml_name::decode_local_name;

/// A parameter and where it is written.
#[derive(Clone)]
pub(super) struct Resolved<'a> {
    pub(super) spec: &'a Param,
    pub(super) model: Member,
    /// Whether the type is right: if not, `model` has another one in its place, and nothing is to be said of it.
    pub(super) is_typed: bool,
}

/// A parameter of an operation, of a group, or of every operation.
pub(super) fn parameter<'a>(spec: &'a Param, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> Resolved<'a> {
    let mut resolved = resolve(spec, index, mistakes);
    resolved.model.role = spec.role.as_ref().and_then(|role| Role::named(&role.value));
    if let Some(role) = spec.role.as_ref().filter(|_| resolved.model.role.is_some()) {
        let misfit = resolved.model.role.and_then(|role| misfit(role, &resolved.model.kind));
        if let Some((what, help)) = misfit.filter(|_| resolved.is_typed) {
            mistakes.push(
                Diagnostic::new(
                    Code::RoleNotString,
                    spec.type_name.span,
                    format!("the parameter {} has the role `{}` and is {what}", quoted(&spec.name.value), role.value),
                )
                .also(role.span, "the role")
                .help(help),
            );
        }
        if resolved.model.role == Some(Role::Password) && !resolved.model.secret {
            mistakes.push(
                Diagnostic::new(
                    Code::PasswordNotSecret,
                    role.span,
                    format!("the password {} would be shown in logs", quoted(&spec.name.value)),
                )
                .help("add `secret=\"true\"`"),
            );
        }
    }
    resolved
}

/// A member of a structure.
pub(super) fn member<'a>(spec: &'a Param, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> Resolved<'a> {
    if let Some(role) = &spec.role {
        mistakes.push(
            Diagnostic::new(
                Code::RoleOnMember,
                role.span,
                format!("the member {} has a role", quoted(&spec.name.value)),
            )
            .help("only a parameter can have one: remove it"),
        );
    }
    resolve(spec, index, mistakes)
}

fn resolve<'a>(spec: &'a Param, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> Resolved<'a> {
    wire_name(&spec.name, "a parameter", mistakes);
    let found = index.find(&spec.type_name, mistakes);
    let is_typed = found.is_some();
    let item = found.unwrap_or(Type::Scalar(Scalar::String));
    let (kind, presence) = if Flag::is_set(spec.array) {
        array(spec, item, is_typed, index, mistakes)
    } else {
        let presence = if is_typed { single(spec, &item, index, mistakes) } else { Presence::Optional };
        (item, presence)
    };
    let model = Member {
        field: rust_names::rust_name(&spec.name, spec.rust.as_ref(), Case::Member, mistakes),
        doc: spec.doc.clone(),
        secret: Flag::is_set(spec.secret),
        undocumented: spec.undocumented.clone(),
        ..Member::element(&decode_local_name(&spec.name.value), kind, presence)
    };
    Resolved { spec, model, is_typed }
}

fn array(
    spec: &Param,
    item: Type,
    is_typed: bool,
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> (Type, Presence) {
    if let Some(name) = &spec.item {
        wire_name(name, "an array's items", mistakes);
    }
    let is_value = index.is_value(&item);
    if let Some(nullable) = spec.nullable.filter(|flag| flag.value && is_typed && !is_value) {
        mistakes.push(
            Diagnostic::new(
                Code::NullableReference,
                nullable.span,
                format!("items of type {} may be null in any case", quoted(&spec.type_name.value)),
            )
            .help("remove `nullable`"),
        );
    }
    let presence = if Flag::is_set(spec.required) { Presence::Required } else { Presence::Optional };
    let item_name = decode_local_name(&spec.item.as_ref().unwrap_or(&spec.type_name).value);
    let array = ArrayType::of(item, &item_name, !is_value || Flag::is_set(spec.nullable));
    (Type::Array(Box::new(array)), presence)
}

fn single(spec: &Param, kind: &Type, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> Presence {
    if let Some(item) = &spec.item {
        mistakes.push(
            Diagnostic::new(
                Code::ItemWithoutArray,
                item.span,
                format!("{} names items and is no array", quoted(&spec.name.value)),
            )
            .help("add `array=\"true\"`, or remove `item`"),
        );
    }
    let nullable = spec.nullable.filter(|flag| flag.value);
    if !index.is_value(kind) {
        if let Some(nullable) = nullable {
            mistakes.push(
                Diagnostic::new(
                    Code::NullableReference,
                    nullable.span,
                    format!("a value of type {} can be absent in any case", quoted(&spec.type_name.value)),
                )
                .help("remove `nullable`; absent means null"),
            );
        }
        return if Flag::is_set(spec.required) { Presence::Required } else { Presence::Optional };
    }
    match (nullable, spec.required) {
        (Some(nullable), Some(required)) if required.value => {
            mistakes.push(
                Diagnostic::new(
                    Code::RequiredAndNullable,
                    required.span,
                    format!("{} must be given and may be null", quoted(&spec.name.value)),
                )
                .also(nullable.span, "may be null")
                .help("keep one of the two"),
            );
            Presence::Nullable
        }
        (Some(_), _) => Presence::Nullable,
        (None, Some(required)) if !required.value => {
            mistakes.push(
                Diagnostic::new(
                    Code::OptionalValueType,
                    required.span,
                    format!("a value of type {} cannot be absent", quoted(&spec.type_name.value)),
                )
                .help("the service would read 0 or false: remove `required`, or write `nullable=\"true\"` if it takes null"),
            );
            Presence::Required
        }
        (None, _) => Presence::Required,
    }
}

/// What a parameter with a role is, for people; `None` if it can have the role.
fn misfit(role: Role, kind: &Type) -> Option<(&'static str, &'static str)> {
    let string = Type::Scalar(Scalar::String);
    let is_list = matches!(kind, Type::Array(array) if array.item == string);
    let is_moment = matches!(kind, Type::Scalar(Scalar::Date | Scalar::DateTime));
    match role {
        _ if *kind == string => None,
        Role::FieldNames | Role::FieldValues if is_list => None,
        Role::BeginDate | Role::EndDate if is_moment => None,
        Role::FieldNames | Role::FieldValues => {
            Some(("neither a string nor an array of strings", "write `type=\"string\"`, or remove the role"))
        }
        Role::BeginDate | Role::EndDate => Some((
            "neither a string nor a date",
            "write `type=\"string\"`, `date` or `dateTime` without `array`, or remove the role",
        )),
        _ => Some(("not a string", "write `type=\"string\"` without `array`, or remove the role")),
    }
}

//! The Rust type of every type of the model: of fields and of results.

use super::named_type;
use crate::model::{ArrayType, Column, Parameter, Presence, ResultKind, Scalar, Service, Type};
use crate::names::ident;

/// A type where it cannot be null: `i32`, `String`, `Address`, `Vec<…>`.
fn plain(service: &Service, kind: &Type) -> String {
    match kind {
        Type::Scalar(scalar) => scalar_type(*scalar).to_owned(),
        Type::Named(index) => service.types.get(*index).map(|named| ident(&named.rust_name)).unwrap_or_default(),
        Type::Array(array) => format!("Vec<{}>", item(service, array)),
    }
}

fn item(service: &Service, array: &ArrayType) -> String {
    let item = plain(service, &array.item);
    if array.nullable_items { option(&item) } else { item }
}

/// The type of a request's field. Every one may be missing until it is checked before sending.
pub(super) fn of_parameter(service: &Service, parameter: &Parameter) -> String {
    option(&plain(service, &parameter.kind))
}

/// The type of a structure's field. A value type always has a value, as in .NET: a structure is read more often than written.
pub(super) fn of_member(service: &Service, member: &Parameter) -> String {
    let plain = plain(service, &member.kind);
    let is_value = member.presence == Presence::Required && is_value_type(service, &member.kind);
    if is_value { plain } else { option(&plain) }
}

/// The type of a column's field in a row.
pub(super) fn column(column: &Column) -> String {
    let plain = scalar_type(column.kind);
    if column.required { plain.to_owned() } else { option(plain) }
}

/// Whether .NET holds the type by value, so that it is never absent: what is not given has the type's default.
fn is_value_type(service: &Service, kind: &Type) -> bool {
    kind.kind(|index| service.types.get(index).is_some_and(named_type::is_enumeration)).is_value()
}

/// What awaiting a call gives.
pub(super) fn result(service: &Service, kind: &ResultKind) -> String {
    match kind {
        ResultKind::None => "()".to_owned(),
        ResultKind::String => "rt::Text".to_owned(),
        ResultKind::Delimited => "rt::DelimitedText".to_owned(),
        ResultKind::DataSet => "rt::DataSet".to_owned(),
        ResultKind::Xml => "rt::XmlDocument".to_owned(),
        ResultKind::Integers => "rt::Integers".to_owned(),
        ResultKind::Typed(kind) => format!("rt::Typed<{}>", plain(service, kind)),
    }
}

fn option(plain: &str) -> String {
    format!("Option<{plain}>")
}

const fn scalar_type(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::String => "String",
        Scalar::Boolean => "bool",
        Scalar::Byte => "i8",
        Scalar::UnsignedByte => "u8",
        Scalar::Short => "i16",
        Scalar::UnsignedShort => "u16",
        Scalar::Int => "i32",
        Scalar::UnsignedInt => "u32",
        Scalar::Long => "i64",
        Scalar::UnsignedLong => "u64",
        Scalar::Float => "f32",
        Scalar::Double => "f64",
        Scalar::Integer => "rt::xsd::Integer",
        Scalar::Decimal => "rt::xsd::Decimal",
        Scalar::DateTime => "rt::xsd::DateTime",
        Scalar::Date => "rt::xsd::Date",
        Scalar::Time => "rt::xsd::Time",
        Scalar::Duration => "rt::xsd::Duration",
        Scalar::Base64Binary => "rt::xsd::Base64Binary",
        Scalar::HexBinary => "rt::xsd::HexBinary",
        Scalar::AnyUri => "rt::xsd::AnyUri",
        Scalar::QName => "rt::xsd::QName",
        Scalar::Guid => "rt::xsd::Guid",
        Scalar::Char => "rt::xsd::Char",
    }
}

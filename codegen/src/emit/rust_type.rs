//! The Rust type of every type of the model: of fields and of results.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::{ArrayType, Column, Member, Presence, ResultKind, Scalar, Service, Type, XmlKind, kinds};
use crate::names::ident;

/// A type where it cannot be null: `i32`, `String`, `Address`, `Vec<…>`.
fn plain(service: &Service, kind: &Type) -> TokenStream {
    match kind {
        Type::Scalar(scalar) => scalar_type(*scalar),
        Type::Named(index) => service.types.get(*index).map_or_else(TokenStream::new, |named| {
            let name = ident(&named.rust_name);
            quote!(#name)
        }),
        Type::Array(array) => {
            let item = item(service, array);
            quote!(Vec<#item>)
        }
        Type::Xml(XmlKind::DataSet) => quote!(rt::DataSet),
        Type::Xml(XmlKind::DataTable) => quote!(rt::DataTable),
        // Not typed yet: a service that has such a type is refused before.
        Type::List(_) | Type::Any | Type::Xml(_) => quote!(String),
    }
}

fn item(service: &Service, array: &ArrayType) -> TokenStream {
    let item = plain(service, &array.item);
    if array.nullable_items { option(&item) } else { item }
}

/// The type of a request's field. Every one may be missing until it is checked before sending.
pub(super) fn of_parameter(service: &Service, parameter: &Member) -> TokenStream {
    option(&plain(service, &parameter.kind))
}

/// The type of a structure's field. A value type always has a value, as in .NET: a structure is read more often than written.
pub(super) fn of_member(service: &Service, member: &Member) -> TokenStream {
    let plain = plain(service, &member.kind);
    if holds_its_value(service, member) { plain } else { option(&plain) }
}

/// Whether a structure's field always has a value.
pub(super) fn holds_its_value(service: &Service, member: &Member) -> bool {
    member.presence == Presence::Required && is_value_type(service, &member.kind)
}

/// The type of a column's field in a row.
pub(super) fn column(column: &Column) -> TokenStream {
    let plain = scalar_type(column.kind);
    if column.required { plain } else { option(&plain) }
}

/// Whether .NET holds the type by value, so that it is never absent: what is not given has the type's default.
fn is_value_type(service: &Service, kind: &Type) -> bool {
    kind.kind(kinds(&service.types)).is_value()
}

/// What awaiting a call gives.
pub(super) fn result(service: &Service, kind: &ResultKind) -> TokenStream {
    match kind {
        ResultKind::None => quote!(()),
        ResultKind::String => quote!(rt::Text),
        ResultKind::Delimited => quote!(rt::DelimitedText),
        ResultKind::DataSet => quote!(rt::DataSet),
        ResultKind::Xml => quote!(rt::XmlDocument),
        ResultKind::Integers => quote!(rt::Integers),
        ResultKind::Typed(kind) => {
            let kind = plain(service, kind);
            quote!(rt::Typed<#kind>)
        }
        // Not typed yet, as above.
        ResultKind::Message => quote!(rt::Message),
    }
}

fn option(plain: &TokenStream) -> TokenStream {
    quote!(Option<#plain>)
}

fn scalar_type(scalar: Scalar) -> TokenStream {
    match scalar {
        Scalar::Boolean => quote!(bool),
        Scalar::Byte => quote!(i8),
        Scalar::UnsignedByte => quote!(u8),
        Scalar::Short => quote!(i16),
        Scalar::UnsignedShort => quote!(u16),
        Scalar::Int => quote!(i32),
        Scalar::UnsignedInt => quote!(u32),
        Scalar::Long => quote!(i64),
        Scalar::UnsignedLong => quote!(u64),
        Scalar::Float => quote!(f32),
        Scalar::Double => quote!(f64),
        Scalar::Integer => quote!(rt::xsd::Integer),
        Scalar::Decimal => quote!(rt::xsd::Decimal),
        Scalar::DateTime => quote!(rt::xsd::DateTime),
        Scalar::Date => quote!(rt::xsd::Date),
        Scalar::Time => quote!(rt::xsd::Time),
        Scalar::Duration => quote!(rt::xsd::Duration),
        Scalar::Base64Binary => quote!(rt::xsd::Base64Binary),
        Scalar::HexBinary => quote!(rt::xsd::HexBinary),
        Scalar::AnyUri => quote!(rt::xsd::AnyUri),
        Scalar::QName => quote!(rt::xsd::QName),
        Scalar::Guid => quote!(rt::xsd::Guid),
        Scalar::Char => quote!(rt::xsd::Char),
        // .NET holds the others as texts, as it holds strings.
        _ => quote!(String),
    }
}

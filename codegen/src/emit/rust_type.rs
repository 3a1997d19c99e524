//! The Rust type of every type of the model: of fields, of setters' arguments and of results.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::{ArrayType, Column, Parameter, Presence, ResultKind, Scalar, Service, Type};
use crate::names::ident;

/// A type where it cannot be null: `i32`, `::std::string::String`, `Address`, `::std::vec::Vec<…>`.
pub(super) fn plain(service: &Service, kind: &Type) -> TokenStream {
    match kind {
        Type::Scalar(scalar) => scalar_type(*scalar),
        Type::Named(index) => named(service, *index),
        Type::Array(array) => array_type(service, array),
    }
}

/// The type of an array's items.
pub(super) fn item(service: &Service, array: &ArrayType) -> TokenStream {
    let item = plain(service, &array.item);
    if array.nullable_items { option(&item) } else { item }
}

/// The type of a field. `unchecked` is set where required values cannot be arguments of `new`, so that they may be missing.
pub(super) fn field(service: &Service, parameter: &Parameter, unchecked: bool) -> TokenStream {
    let plain = plain(service, &parameter.kind);
    if holds_its_value(service, parameter, unchecked) { plain } else { option(&plain) }
}

/// The type of a column's field in a row.
pub(super) fn column(column: &Column) -> TokenStream {
    let plain = scalar_type(column.kind);
    if column.required { plain } else { option(&plain) }
}

/// Whether the field always has a value: required, and of a value type.
pub(super) fn holds_its_value(service: &Service, parameter: &Parameter, unchecked: bool) -> bool {
    parameter.presence == Presence::Required && !unchecked && is_value_type(service, &parameter.kind)
}

/// Whether .NET holds the type by value, so that it is never absent: what is not given has the type's default.
pub(super) fn is_value_type(service: &Service, kind: &Type) -> bool {
    kind.kind(|index| service.types.get(index).is_some_and(super::data_types::is_enumeration)).is_value()
}

/// What awaiting a call gives.
pub(super) fn result(service: &Service, kind: &ResultKind) -> TokenStream {
    match kind {
        ResultKind::None => quote!(()),
        ResultKind::String => quote!(::asmx_runtime::Text),
        ResultKind::Delimited => quote!(::asmx_runtime::DelimitedText),
        ResultKind::DataSet => quote!(::asmx_runtime::DataSet),
        ResultKind::Xml => quote!(::asmx_runtime::XmlDocument),
        ResultKind::Integers => quote!(::asmx_runtime::Integers),
        ResultKind::Typed(kind) => {
            let value = plain(service, kind);
            quote!(::asmx_runtime::Typed<#value>)
        }
    }
}

pub(super) fn option(plain: &TokenStream) -> TokenStream {
    quote!(::std::option::Option<#plain>)
}

fn array_type(service: &Service, array: &ArrayType) -> TokenStream {
    let item = item(service, array);
    quote!(::std::vec::Vec<#item>)
}

/// The Rust name of a type that the spec names.
fn named(service: &Service, index: usize) -> TokenStream {
    let name = service.types.get(index).map(|named| ident(&named.rust_name));
    quote!(#name)
}

fn scalar_type(scalar: Scalar) -> TokenStream {
    match scalar {
        Scalar::String => quote!(::std::string::String),
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
        Scalar::Integer => quote!(::asmx_runtime::xsd::Integer),
        Scalar::Decimal => quote!(::asmx_runtime::xsd::Decimal),
        Scalar::DateTime => quote!(::asmx_runtime::xsd::DateTime),
        Scalar::Date => quote!(::asmx_runtime::xsd::Date),
        Scalar::Time => quote!(::asmx_runtime::xsd::Time),
        Scalar::Duration => quote!(::asmx_runtime::xsd::Duration),
        Scalar::Base64Binary => quote!(::asmx_runtime::xsd::Base64Binary),
        Scalar::HexBinary => quote!(::asmx_runtime::xsd::HexBinary),
        Scalar::AnyUri => quote!(::asmx_runtime::xsd::AnyUri),
        Scalar::QName => quote!(::asmx_runtime::xsd::QName),
        Scalar::Guid => quote!(::asmx_runtime::xsd::Guid),
        Scalar::Char => quote!(::asmx_runtime::xsd::Char),
    }
}

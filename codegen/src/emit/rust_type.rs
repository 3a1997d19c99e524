//! The Rust type of every model type, in fields and results.

use proc_macro2::TokenStream;
use quote::quote;

use super::service_types::{Owner, ServiceTypes};
use crate::model::{ArrayType, Column, Content, Member, Place, Presence, Scalar, Type, XmlKind};
use crate::names::ident;

/// The type of a value that cannot be null: `i32`, `String`, `Address`, `Vec<…>`.
pub(super) fn non_null(service: &ServiceTypes<'_>, kind: &Type) -> TokenStream {
    match kind {
        Type::Scalar(scalar) => scalar_type(*scalar),
        Type::Named(index) => {
            let own = service.types.get(*index).map_or("", |named| &named.rust_name);
            let name = ident(service.any_name(*index).unwrap_or(own));
            quote!(#name)
        }
        Type::Array(array) => {
            let item = item(service, array);
            quote!(Vec<#item>)
        }
        Type::List(item) => {
            let item = non_null(service, item);
            quote!(Vec<#item>)
        }
        Type::Any => quote!(rt::AnyValue),
        Type::Xml(XmlKind::DataSet) => quote!(rt::DataSet),
        Type::Xml(XmlKind::DataTable) => quote!(rt::DataTable),
        Type::Xml(_) => quote!(rt::XmlFragment),
    }
}

/// The type of one value of a member that has a type of its own.
pub(super) fn single(service: &ServiceTypes<'_>, member: &Member) -> TokenStream {
    match member.content {
        Some(Content::Xml) => quote!(rt::XmlText),
        Some(Content::Json) => quote!(rt::JsonText),
        None => non_null(service, &member.kind),
    }
}

fn item(service: &ServiceTypes<'_>, array: &ArrayType) -> TokenStream {
    let item = if array.alternatives.is_empty() {
        non_null(service, &array.item)
    } else {
        let name = ident(service.item_name(array));
        quote!(#name)
    };
    if array.nullable_items { option(&item) } else { item }
}

/// The type of a request's field. Every field may be missing until the check before sending.
pub(super) fn of_parameter<'m>(service: &ServiceTypes<'m>, owner: Owner, parameter: &'m Member) -> TokenStream {
    of_field(service, owner, parameter, false)
}

/// The type of a structure's field. A value type always has a value, as in .NET, because structures are read more often than written.
pub(super) fn of_member<'m>(service: &ServiceTypes<'m>, owner: Owner, member: &'m Member) -> TokenStream {
    of_field(service, owner, member, member.presence == Presence::Required && service.is_value(&member.kind))
}

fn of_field<'m>(service: &ServiceTypes<'m>, owner: Owner, member: &'m Member, has_value: bool) -> TokenStream {
    let value = value(service, owner, member);
    if member.place == Place::AnyAttributes {
        return value;
    }
    let value = if is_many(member) { repeated(member, &value) } else { value };
    let value = if service.is_boxed(owner, member) { boxed(&value) } else { value };
    if is_many(member) {
        return value;
    }
    match member.presence {
        Presence::OptionalNullable => quote!(rt::Nillable<#value>),
        _ if has_value => value,
        _ => option(&value),
    }
}

/// A box that the compiler does not look into.
pub(super) fn boxed(value: &TokenStream) -> TokenStream {
    quote!(rt::Boxed<#value>)
}

/// The result of a getter: the value if there is one, or all values of a repeated field.
pub(super) fn getter_type(service: &ServiceTypes<'_>, owner: Owner, member: &Member) -> TokenStream {
    let value = value(service, owner, member);
    if is_many(member) {
        let item = if member.presence.is_nullable() { option(&value) } else { value };
        return quote!(&[#item]);
    }
    let value = match member.kind {
        Type::Scalar(scalar) if member.content.is_none() && member.place != Place::AnyAttributes => borrowed(scalar),
        _ => quote!(&#value),
    };
    option(&value)
}

/// A scalar as a getter returns it: a copy if it is cheap.
fn borrowed(scalar: Scalar) -> TokenStream {
    use Scalar::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    use Scalar::{UnsignedByte, UnsignedInt, UnsignedLong, UnsignedShort};
    let kind = scalar_type(scalar);
    match scalar.base() {
        Boolean | Byte | UnsignedByte | Short | UnsignedShort | Int | UnsignedInt | Long | UnsignedLong | Float
        | Double | Char => kind,
        _ if kind.to_string() == "String" => quote!(&str),
        _ => quote!(&#kind),
    }
}

/// The type of a choice's alternative; a chosen alternative has a value.
pub(super) fn of_alternative(service: &ServiceTypes<'_>, alternative: &Member) -> TokenStream {
    let value = single(service, alternative);
    if alternative.repeated {
        repeated(alternative, &value)
    } else if alternative.presence.is_nullable() {
        option(&value)
    } else {
        value
    }
}

/// The type of an alternative that may be null, without null.
pub(super) fn of_nullable_alternative(service: &ServiceTypes<'_>, alternative: &Member) -> Option<TokenStream> {
    let is_nullable = !alternative.repeated && alternative.presence.is_nullable();
    is_nullable.then(|| single(service, alternative))
}

fn value(service: &ServiceTypes<'_>, owner: Owner, member: &Member) -> TokenStream {
    match member.place {
        Place::Element | Place::Attribute | Place::Text => single(service, member),
        Place::Choice(_) => {
            let name = ident(service.choice_name(owner, &member.field));
            quote!(#name)
        }
        Place::Mixed | Place::AnyElements => quote!(rt::XmlFragment),
        Place::AnyAttributes => quote!(rt::Attributes),
    }
}

/// Whether there may be several values. Undeclared elements count as several, however many there are.
fn is_many(member: &Member) -> bool {
    member.repeated || member.place == Place::AnyElements
}

fn repeated(member: &Member, value: &TokenStream) -> TokenStream {
    let item = if member.presence.is_nullable() { option(value) } else { value.clone() };
    quote!(Vec<#item>)
}

pub(super) fn column(column: &Column) -> TokenStream {
    let kind = scalar_type(column.kind);
    if column.required { kind } else { option(&kind) }
}

fn option(kind: &TokenStream) -> TokenStream {
    quote!(Option<#kind>)
}

fn scalar_type(scalar: Scalar) -> TokenStream {
    match scalar.base() {
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
        // .NET holds the other scalars as strings.
        _ => quote!(String),
    }
}

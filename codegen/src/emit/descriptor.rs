//! The constant descriptions that the runtime works off: types, parameters, results.

use asmx_types::rules::array_name;
use asmx_types::xml_name::decode_local_name;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::wsdl::array_type_name;
use super::{data_types, rust_type, text};
use crate::model::{ArrayType, Column, Parameter, Presence, ResultKind, Role, Scalar, Service, Type};

/// `&[::asmx_runtime::Parameter::new(…), …]`
pub(super) fn parameters(service: &Service, parameters: &[Parameter]) -> TokenStream {
    let each = parameters.iter().map(|one| parameter(service, one));
    quote!(&[#(#each),*])
}

/// `::asmx_runtime::Parameter::new("BeginDate", ::asmx_runtime::Type::STRING)` and what is unusual about it.
fn parameter(service: &Service, parameter: &Parameter) -> TokenStream {
    let name = &parameter.name;
    let kind = type_value(service, &parameter.kind);
    let presence = match parameter.presence {
        Presence::Required if !rust_type::is_value_type(service, &parameter.kind) => Some(quote!(.required())),
        Presence::Nullable => Some(quote!(.nullable())),
        Presence::Required | Presence::Optional => None,
    };
    let role = parameter.role.map(role_value).map(|role| quote!(.role(#role)));
    let secret = parameter.secret.then(|| quote!(.secret()));
    quote!(::asmx_runtime::Parameter::new(#name, #kind) #presence #role #secret)
}

/// A value of `::asmx_runtime::Type`.
pub(super) fn type_value(service: &Service, kind: &Type) -> TokenStream {
    match kind {
        Type::Scalar(scalar) => scalar_value(*scalar),
        Type::Named(index) => named_value(service, *index),
        Type::Array(array) => array_value(service, array),
    }
}

fn scalar_value(scalar: Scalar) -> TokenStream {
    match scalar {
        Scalar::String => quote!(::asmx_runtime::Type::STRING),
        Scalar::Int => quote!(::asmx_runtime::Type::INT),
        Scalar::Long => quote!(::asmx_runtime::Type::LONG),
        other => {
            let variant = scalar_variant(other);
            quote!(::asmx_runtime::Type::Scalar(::asmx_runtime::Scalar::#variant))
        }
    }
}

/// The runtime's scalars have the names of the model's.
fn scalar_variant(scalar: Scalar) -> Ident {
    format_ident!("{scalar:?}")
}

fn named_value(service: &Service, index: usize) -> TokenStream {
    let Some(named) = service.types.get(index) else {
        return TokenStream::new();
    };
    let name = data_types::static_name(named);
    if data_types::is_enumeration(named) {
        quote!(::asmx_runtime::Type::Enumeration(&#name))
    } else {
        quote!(::asmx_runtime::Type::Structure(&#name))
    }
}

fn array_value(service: &Service, array: &ArrayType) -> TokenStream {
    if array.item == Type::Scalar(Scalar::String) && array.item_name == "string" && array.nullable_items {
        return quote!(::asmx_runtime::Type::STRING_ARRAY);
    }
    let (item, item_name) = (type_value(service, &array.item), &array.item_name);
    let nullable = array.nullable_items.then(|| quote!(.nullable_items()));
    quote!(::asmx_runtime::Type::Array(&::asmx_runtime::ArrayType::new(#item, #item_name) #nullable))
}

/// An array as a result, whose root element over GET and POST has the type's name.
fn array_result(service: &Service, array: &ArrayType) -> TokenStream {
    let plain = array_name(&type_name(service, &array.item));
    let name = decode_local_name(&array_type_name(service, array)).into_owned();
    if name == plain {
        return array_value(service, array);
    }
    let (item, item_name) = (type_value(service, &array.item), &array.item_name);
    let nullable = array.nullable_items.then(|| quote!(.nullable_items()));
    quote!(::asmx_runtime::Type::Array(&::asmx_runtime::ArrayType::new(#item, #item_name) #nullable.named(#name)))
}

/// The name that the runtime finds by itself.
fn type_name(service: &Service, kind: &Type) -> String {
    match kind {
        Type::Scalar(scalar) => scalar.name().to_owned(),
        Type::Named(index) => service.types.get(*index).map(|named| named.name.clone()).unwrap_or_default(),
        Type::Array(array) => array_name(&type_name(service, &array.item)),
    }
}

/// A value of `::asmx_runtime::ResultShape`.
pub(super) fn result_shape(service: &Service, kind: &ResultKind) -> TokenStream {
    match kind {
        ResultKind::None => quote!(::asmx_runtime::ResultShape::None),
        ResultKind::String => quote!(::asmx_runtime::ResultShape::String),
        ResultKind::Delimited => quote!(::asmx_runtime::ResultShape::Delimited),
        ResultKind::DataSet => quote!(::asmx_runtime::ResultShape::DataSet),
        ResultKind::Xml => quote!(::asmx_runtime::ResultShape::Xml),
        ResultKind::Integers => quote!(::asmx_runtime::ResultShape::Integers),
        ResultKind::Typed(Type::Array(array)) => {
            let kind = array_result(service, array);
            quote!(::asmx_runtime::ResultShape::Typed(#kind))
        }
        ResultKind::Typed(kind) => {
            let kind = type_value(service, kind);
            quote!(::asmx_runtime::ResultShape::Typed(#kind))
        }
    }
}

/// `&[::asmx_runtime::DeclaredColumn::new("BookNumber", ::asmx_runtime::Scalar::Long), …]`
pub(super) fn columns(columns: &[Column]) -> TokenStream {
    let each = columns.iter().map(column);
    quote!(&[#(#each),*])
}

fn column(column: &Column) -> TokenStream {
    let (name, kind, doc) = (&column.name, scalar_variant(column.kind), text::plain(&column.doc));
    let required = column.required.then(|| quote!(.required()));
    let doc = (!doc.is_empty()).then(|| quote!(.doc(#doc)));
    quote!(::asmx_runtime::DeclaredColumn::new(#name, ::asmx_runtime::Scalar::#kind) #required #doc)
}

fn role_value(role: Role) -> TokenStream {
    match role {
        Role::Username => quote!(::asmx_runtime::Role::Username),
        Role::Password => quote!(::asmx_runtime::Role::Password),
        Role::RowDelimiter => quote!(::asmx_runtime::Role::RowDelimiter),
        Role::ColumnDelimiter => quote!(::asmx_runtime::Role::ColumnDelimiter),
        Role::TextQualifier => quote!(::asmx_runtime::Role::TextQualifier),
        Role::BeginDate => quote!(::asmx_runtime::Role::BeginDate),
        Role::EndDate => quote!(::asmx_runtime::Role::EndDate),
        Role::FieldNames => quote!(::asmx_runtime::Role::FieldNames),
        Role::FieldValues => quote!(::asmx_runtime::Role::FieldValues),
        Role::Records => quote!(::asmx_runtime::Role::Records),
        Role::SentRowDelimiter => quote!(::asmx_runtime::Role::SentRowDelimiter),
        Role::SentColumnDelimiter => quote!(::asmx_runtime::Role::SentColumnDelimiter),
        Role::SentTextQualifier => quote!(::asmx_runtime::Role::SentTextQualifier),
        Role::MimeMessage => quote!(::asmx_runtime::Role::MimeMessage),
        Role::MimeBoundary => quote!(::asmx_runtime::Role::MimeBoundary),
    }
}

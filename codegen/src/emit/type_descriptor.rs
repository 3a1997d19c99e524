//! Types in descriptors.

use heck::ToShoutySnakeCase as _;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::file::variant;
use super::service_types::ServiceTypes;
use crate::model::{ArrayType, NamedType, NamedTypeKind, Namespace, Scalar, Type, naming};
use crate::names::{self, ident};

/// The name of a type's descriptor (`COLOR`).
pub(super) fn static_name(named: &NamedType) -> Ident {
    ident(&named.rust_name.to_shouty_snake_case())
}

pub(super) fn choice_static(choice: &str) -> Ident {
    ident(&names::constant_name(choice).unwrap_or_default())
}

pub(super) fn of(service: &ServiceTypes<'_>, kind: &Type) -> TokenStream {
    match kind {
        Type::Scalar(Scalar::String) => quote!(rt::Type::STRING),
        Type::Scalar(scalar) => {
            let scalar = variant(scalar);
            quote!(rt::Type::Scalar(rt::Scalar::#scalar))
        }
        Type::Named(index) => service.types.get(*index).map_or_else(TokenStream::new, |named| {
            let descriptor = static_name(named);
            match named.kind {
                NamedTypeKind::Enumeration(_) => quote!(rt::Type::Enumeration(&#descriptor)),
                NamedTypeKind::Structure(_) => quote!(rt::Type::Structure(&#descriptor)),
                NamedTypeKind::DataSet(_) => quote!(rt::Type::DataSet(&#descriptor)),
            }
        }),
        Type::Array(array) => {
            let array = of_array(service, array);
            quote!(rt::Type::Array(&#array))
        }
        Type::List(item) => {
            let item = of(service, item);
            quote!(rt::Type::List(&rt::ListType::new(#item)))
        }
        Type::Any => quote!(rt::Type::Any),
        Type::Xml(kind) => {
            let kind = variant(kind);
            quote!(rt::Type::Xml(rt::XmlKind::#kind))
        }
    }
}

fn of_array(service: &ServiceTypes<'_>, array: &ArrayType) -> TokenStream {
    let (item, item_name) = (of(service, &array.item), &array.item_name);
    let nullable = array.nullable_items.then(|| quote!(.nullable_items()));
    let is_elsewhere = array.namespace != Namespace::Service || array.item_namespace != Namespace::Service;
    let namespaces = is_elsewhere.then(|| {
        let (own, items) = (namespace(&array.namespace), namespace(&array.item_namespace));
        quote!(.namespaces(#own, #items))
    });
    let name = service.array_names().unusual(array).map(|name| quote!(.named(#name)));
    let alternatives = (!array.alternatives.is_empty()).then(|| {
        let alternatives = choice_static(service.item_name(array));
        quote!(.alternatives(&#alternatives))
    });
    quote!(rt::ArrayType::new(#item, #item_name) #nullable #namespaces #name #alternatives)
}

/// The type, unless it follows from the Rust type.
pub(super) fn explicit(service: &ServiceTypes<'_>, kind: &Type) -> Option<TokenStream> {
    (!is_implied(service, kind)).then(|| of(service, kind))
}

/// Whether the runtime derives it from the Rust type.
fn is_implied(service: &ServiceTypes<'_>, kind: &Type) -> bool {
    match kind {
        Type::Scalar(scalar) => !scalar.is_unchecked() && !scalar.has_base(),
        Type::Named(_) | Type::Any | Type::Xml(_) => true,
        Type::List(_) => false,
        Type::Array(array) => {
            let is_named = match &array.item {
                Type::Array(_) | Type::List(_) => false,
                Type::Named(index) => service.types.get(*index).is_some_and(|named| !named.anonymous),
                Type::Scalar(_) | Type::Any | Type::Xml(_) => true,
            };
            is_named
                && array.item_name == naming::decoded(&service.types).of(&array.item)
                && array.alternatives.is_empty()
                && [&array.namespace, &array.item_namespace]
                    .into_iter()
                    .all(|namespace| *namespace == Namespace::Service)
                && service.array_names().unusual(array).is_none()
                && is_implied(service, &array.item)
        }
    }
}

/// `rt::Namespace::Of("urn:zoo")`
pub(super) fn namespace(namespace: &Namespace) -> TokenStream {
    match namespace {
        Namespace::Service => quote!(rt::Namespace::Service),
        Namespace::None => quote!(rt::Namespace::None),
        Namespace::Of(uri) => quote!(rt::Namespace::Of(#uri)),
    }
}

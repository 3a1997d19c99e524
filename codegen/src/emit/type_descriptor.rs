//! Types as descriptors have them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::choice;
use super::layout::Layout;
use super::named_type;
use super::service_types::ServiceTypes;
use crate::model::{ArrayType, NamedType, NamedTypeKind, Namespace, Scalar, Type, naming};

/// A type as a descriptor has it.
pub(super) fn of(service: &ServiceTypes<'_>, kind: &Type) -> TokenStream {
    match kind {
        Type::Scalar(Scalar::String) => quote!(rt::Type::STRING),
        Type::Scalar(scalar) => {
            // The runtime's scalars are those of the model.
            let scalar = word(&format!("{scalar:?}"));
            quote!(rt::Type::Scalar(rt::Scalar::#scalar))
        }
        Type::Named(index) => service.types.get(*index).map_or_else(TokenStream::new, |named| {
            let descriptor = named_type::static_name(named);
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
            let kind = word(&format!("{kind:?}"));
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
        let alternatives = choice::static_name(service.item_name(array));
        quote!(.alternatives(&#alternatives))
    });
    quote!(rt::ArrayType::new(#item, #item_name) #nullable #namespaces #name #alternatives)
}

/// The type where its Rust type does not tell it.
pub(super) fn stated(service: &ServiceTypes<'_>, kind: &Type) -> Option<TokenStream> {
    (!is_told(service, kind)).then(|| of(service, kind))
}

/// Whether the runtime finds it out by the Rust type.
fn is_told(service: &ServiceTypes<'_>, kind: &Type) -> bool {
    match kind {
        Type::Scalar(scalar) => !scalar.is_unchecked(),
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
                && [&array.namespace, &array.item_namespace].into_iter().all(|one| *one == Namespace::Service)
                && service.array_names().unusual(array).is_none()
                && is_told(service, &array.item)
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

/// The types of the service that a value of any type may say it is of, if there is such a value: those with a name, and arrays.
pub(super) fn of_service(service: &ServiceTypes<'_>, layout: &Layout) -> Option<TokenStream> {
    if !service.has_any() {
        return None;
    }
    let has_name = |named: &NamedType| !named.anonymous && !matches!(named.kind, NamedTypeKind::DataSet(_));
    let named = service.types.iter().enumerate().filter(|(_, named)| has_name(named));
    let own: Vec<Type> = named.map(|(index, _)| Type::Named(index)).collect();
    let mut arrays: Vec<ArrayType> = service.arrays().into_iter().cloned().collect();
    for kind in &own {
        let Type::Named(index) = kind else { continue };
        let Some(named) = service.types.get(*index) else { continue };
        // A declared array of that name comes first. .NET declares an array in the namespace of its items.
        let is_of =
            |array: &ArrayType| array.item == *kind && array.name.is_none() && array.namespace == named.namespace;
        if !arrays.iter().any(is_of) {
            let array = ArrayType::of(kind.clone(), &named.name, !named.kind.kind().is_value());
            let (namespace, item_namespace) = (named.namespace.clone(), named.namespace.clone());
            arrays.push(ArrayType { item_namespace, namespace, ..array });
        }
    }
    let types = own.into_iter().chain(arrays.into_iter().map(|array| Type::Array(Box::new(array))));
    let types = types.map(|kind| {
        let (condition, kind) = (layout.condition_of_type(&kind), of(service, &kind));
        quote!(#condition #kind)
    });
    let types: Vec<TokenStream> = types.collect();
    (!types.is_empty()).then(|| quote!(.types(&[#(#types),*])))
}

fn word(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

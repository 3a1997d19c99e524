//! The descriptor of the service, and its client.

use heck::ToShoutySnakeCase as _;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::file::{File, docs};
use super::service_types::ServiceTypes;
use super::{documentation, messages, parameter, text, type_descriptor};
use crate::model::{ArrayType, NamedType, NamedTypeKind, Service, Type};
use crate::names::ident;

pub(super) fn descriptor_name(service: &Service) -> Ident {
    ident(&service.names.client.to_shouty_snake_case())
}

pub(super) fn push(file: &mut File, service: &ServiceTypes<'_>, source_name: &str) {
    push_descriptor(file, service, source_name);
    let (client, descriptor) = (ident(&service.names.client), descriptor_name(service));
    let docs = docs(documentation::of_client(service));
    file.push_call("client", quote!(#docs #[service(#descriptor)] pub struct #client;));
}

fn push_descriptor(file: &mut File, service: &ServiceTypes<'_>, source_name: &str) {
    let (descriptor, name, path) = (descriptor_name(service), &service.name, &service.path);
    let docs = docs([format!("The descriptor of {}.", text::code(name))]);
    let doc = documentation::doc(&service.doc);
    let common = service.common.iter().map(|common| parameter::descriptor(service, common));
    let areas = service.areas.iter().map(|area| {
        let (name, title, doc) = (&area.name, &area.title, documentation::area_doc(&area.doc));
        quote!(rt::Area::new(#name, #title, #doc))
    });
    let operations = service.operations.iter().map(|operation| {
        let descriptor = ident(&operation.names.descriptor);
        quote!(&#descriptor)
    });
    let namespace = service.namespace.as_ref().map(|namespace| quote!(.namespace(#namespace)));
    let ports = service.ports.iter().map(messages::port);
    let ports = (!service.ports.is_empty()).then(|| quote!(.ports(&[#(#ports),*])));
    let types = types(service);
    let wsdl = format!("../{}", super::wsdl_file(source_name));
    file.push(quote! {
        #docs
        pub static #descriptor: rt::Service =
            rt::Service::new(#name, #path, #doc, &[#(#common),*], &[#(#areas),*], &[#(#operations),*])
                #namespace
                #ports
                #types
                .wsdl(include_str!(#wsdl));
    });
}

/// The types that a value of any type may have, if the service has such values: named types and arrays.
fn types(service: &ServiceTypes<'_>) -> Option<TokenStream> {
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
    let types: Vec<TokenStream> = types.map(|kind| type_descriptor::of(service, &kind)).collect();
    (!types.is_empty()).then(|| quote!(.types(&[#(#types),*])))
}

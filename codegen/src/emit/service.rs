//! The descriptor of the service, and its client.

use heck::ToShoutySnakeCase as _;
use proc_macro2::Ident;
use quote::quote;

use super::file::{File, docs};
use super::layout::{Layout, Module};
use super::service_types::ServiceTypes;
use super::{descriptor, documentation, messages, parameter, text, type_descriptor};
use crate::model::Service;
use crate::names::ident;

/// The name of the service's descriptor (`EMAIL_CAMPAIGN`).
pub(super) fn descriptor_name(service: &Service) -> Ident {
    ident(&service.names.client.to_shouty_snake_case())
}

/// The descriptor, and the client's struct.
pub(super) fn push(file: &mut File, service: &ServiceTypes<'_>, source_name: &str, layout: &Layout) {
    push_descriptor(file, service, source_name, layout);
    let (client, descriptor) = (ident(&service.names.client), descriptor_name(service));
    let docs = docs(documentation::of_client(service));
    file.push_call("client", quote!(#docs #[service(#descriptor)] pub struct #client;));
}

fn push_descriptor(file: &mut File, service: &ServiceTypes<'_>, source_name: &str, layout: &Layout) {
    let (descriptor, name, path) = (descriptor_name(service), &service.name, &service.path);
    let docs = docs([format!("The descriptor of {}.", text::code(name))]);
    let doc = descriptor::service_doc(service);
    let common = service.common.iter().map(|common| parameter::descriptor(service, common));
    let areas = service.areas.iter().zip(&layout.areas).map(|(area, module)| {
        let condition = Module::condition(module);
        let (name, title, doc) = (&area.name, &area.title, descriptor::area_doc(&area.doc));
        quote!(#condition rt::Area::new(#name, #title, #doc))
    });
    let operations = service.operations.iter().map(|operation| {
        let (condition, descriptor) = (layout.condition_of(operation), ident(&operation.names.descriptor));
        quote!(#condition &#descriptor)
    });
    let namespace = service.namespace.as_ref().map(|namespace| quote!(.namespace(#namespace)));
    let ports = service.ports.iter().map(messages::port);
    let ports = (!service.ports.is_empty()).then(|| quote!(.ports(&[#(#ports),*])));
    let types = type_descriptor::of_service(service, layout);
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

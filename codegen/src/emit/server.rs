//! The trait for those who implement the service. It has a method for every operation.

use proc_macro2::TokenStream;
use quote::quote;

use super::file::{File, docs};
use super::layout::Layout;
use super::service_types::ServiceTypes;
use super::{documentation, result, service};
use crate::model::Operation;
use crate::names::ident;

/// The trait as a whole.
pub(super) fn push(file: &mut File, model: &ServiceTypes<'_>, layout: &Layout) {
    let docs = docs(documentation::of_trait(model));
    let (client, descriptor) = (ident(&model.names.client), service::descriptor_name(model));
    let dispatch = ident(&model.names.dispatch);
    let head = quote!(#docs #[service(#descriptor, #client, #dispatch)]);
    push_methods(file, model, &head, &model.operations, |operation| layout.condition_of(operation));
}

/// The trait with these methods, `head` before it and a condition before each.
pub(super) fn push_methods(
    file: &mut File,
    service: &ServiceTypes<'_>,
    head: &TokenStream,
    operations: &[Operation],
    condition: impl Fn(&Operation) -> TokenStream,
) {
    let service_trait = ident(&service.names.service_trait);
    let methods = operations.iter().map(|operation| {
        let method = ident(&operation.names.method);
        let (request, result) = result::served(service, operation);
        let condition = condition(operation);
        quote!(#condition fn #method(&self, request: #request) -> rt::ServiceFuture<'_, #result>;)
    });
    file.push_call("service", quote!(#head pub trait #service_trait { #(#methods)* }));
}

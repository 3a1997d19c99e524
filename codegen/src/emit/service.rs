//! What exists once per service on the caller's side: the contract, the descriptor and the client.

use heck::ToShoutySnakeCase as _;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{descriptor, documentation, lints, rust_type, text};
use crate::model::{Area, Operation, Service};
use crate::names::ident;

/// Names the runtime's contract: a runtime of another contract is one compile error here.
pub(super) fn contract() -> TokenStream {
    quote!(
        const _: () = ::asmx_runtime::generated::CONTRACT_1;
    )
}

/// The name of the service's descriptor (`EMAIL_CAMPAIGN`).
pub(super) fn descriptor_name(service: &Service) -> Ident {
    ident(&service.names.client.to_shouty_snake_case())
}

/// `pub static EMAIL_CAMPAIGN: ::asmx_runtime::Service = …;` and the lists it holds.
pub(super) fn descriptor(service: &Service, source_name: &str) -> TokenStream {
    let (name, path, static_name) = (&service.name, &service.path, descriptor_name(service));
    let docs = text::doc_attributes(documentation::of_service(service));
    let doc = text::plain(&service.doc);
    let common = descriptor::parameters(service, &service.common);
    let areas = service.areas.iter().map(area);
    let operations = service.operations.iter().map(|operation| ident(&operation.names.descriptor));
    let namespace = service.namespace.as_ref().map(|namespace| quote!(.namespace(#namespace)));
    let wsdl = super::wsdl_file(source_name);
    quote! {
        #docs
        pub static #static_name: ::asmx_runtime::Service =
            ::asmx_runtime::Service::new(#name, #path, #doc, COMMON, AREAS, OPERATIONS) #namespace
            .wsdl(::std::include_str!(#wsdl));
        static COMMON: &[::asmx_runtime::Parameter] = #common;
        static AREAS: &[::asmx_runtime::Area] = &[#(#areas),*];
        static OPERATIONS: &[&::asmx_runtime::Operation] = &[#(&#operations),*];
    }
}

fn area(area: &Area) -> TokenStream {
    let (name, title, doc) = (&area.name, &area.title, text::plain(&area.doc));
    quote!(::asmx_runtime::Area::new(#name, #title, #doc))
}

/// The client struct, and its methods.
pub(super) fn client(service: &Service) -> [TokenStream; 2] {
    let methods = service.operations.iter().map(|operation| client_method(service, operation));
    let general = general_methods(service);
    let (allow, methods) =
        (lints::of_methods(&service.operations), client_impl(service, &quote!(#general #(#methods)*)));
    [client_struct(service), quote!(#allow #methods)]
}

fn client_struct(service: &Service) -> TokenStream {
    let client = ident(&service.names.client);
    let docs = text::doc_attributes([
        format!("A client of {}: one method for every operation. Cheap to clone.", text::code(&service.name)),
        String::new(),
        "A method takes the operation's request and gives a prepared call, which is made when it is awaited."
            .to_owned(),
    ]);
    quote! {
        #docs
        #[derive(Clone, Debug)]
        pub struct #client { client: ::asmx_runtime::Client }
        impl ::std::convert::From<::asmx_runtime::Client> for #client {
            fn from(client: ::asmx_runtime::Client) -> Self { Self { client } }
        }
    }
}

/// The client's `impl` around some of its methods.
pub(super) fn client_impl(service: &Service, methods: &TokenStream) -> TokenStream {
    let client = ident(&service.names.client);
    quote!(impl #client { #methods })
}

/// What every client has: how to make one, and what it stands on.
fn general_methods(service: &Service) -> TokenStream {
    let (descriptor, dispatch) = (descriptor_name(service), ident(&service.names.dispatch));
    let service_trait = ident(&service.names.service_trait);
    let in_process = format!(" A client of a [`{service_trait}`] in this process: no socket, no transport.");
    let opener = format!(
        " Serves a [`{service_trait}`] that is opened for every incoming call, by its credentials for example."
    );
    quote! {
        /// Settings of a client that calls the service over the network.
        pub fn builder() -> ::asmx_runtime::Builder<Self> {
            ::asmx_runtime::Builder::new(&#descriptor)
        }
        #[doc = #in_process]
        #[must_use]
        pub fn in_process(service: impl #service_trait + 'static) -> Self {
            let dispatch = #dispatch(::std::sync::Arc::new(service));
            Self { client: ::asmx_runtime::Client::in_process(&#descriptor, ::std::sync::Arc::new(dispatch)) }
        }
        #[doc = #opener]
        #[must_use]
        pub fn opener(
            open: impl ::std::ops::Fn(
                &::asmx_runtime::Incoming,
            ) -> ::std::result::Result<::std::sync::Arc<dyn #service_trait>, ::asmx_runtime::Fault>
            + ::std::marker::Send + ::std::marker::Sync + 'static,
        ) -> ::asmx_runtime::Opener {
            ::asmx_runtime::Opener::new(&#descriptor, move |incoming| {
                open(incoming).map(|service| ::std::sync::Arc::new(#dispatch(service)) as _)
            })
        }
        /// The client without types, which calls operations by their descriptors.
        #[must_use]
        pub fn client(&self) -> &::asmx_runtime::Client {
            &self.client
        }
    }
}

/// `pub fn reports_get_blocks(&self, request: ReportsGetBlocks) -> ::asmx_runtime::Prepared<…> { … }`
pub(super) fn client_method(service: &Service, operation: &Operation) -> TokenStream {
    let docs = text::doc_attribute(&documentation::of_client_method(operation));
    let deprecated = lints::deprecated(operation.deprecated.as_deref());
    let (method, request) = (ident(&operation.names.method), ident(&operation.names.request));
    let result = rust_type::result(service, &operation.result.kind);
    quote! {
        #docs
        #deprecated
        pub fn #method(&self, request: #request) -> ::asmx_runtime::Prepared<#result> {
            ::asmx_runtime::Prepared::new(&self.client, ::std::boxed::Box::new(request))
        }
    }
}

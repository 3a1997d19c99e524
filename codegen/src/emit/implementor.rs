//! What exists once per service on the implementor's side: the trait, and the way from an erased call to its methods.

use proc_macro2::TokenStream;
use quote::quote;

use super::{documentation, lints, rust_type, text};
use crate::model::{Operation, Service};
use crate::names::ident;

/// The trait and the dispatch.
pub(super) fn items(service: &Service) -> [TokenStream; 3] {
    [service_trait(service, &service.operations), dispatch_struct(service), dispatch_impl(service, &service.operations)]
}

/// The trait, with a method for each of `operations`.
pub(super) fn service_trait(service: &Service, operations: &[Operation]) -> TokenStream {
    let service_trait = ident(&service.names.service_trait);
    let allow = lints::of_methods(operations);
    let docs = text::doc_attributes([
        format!("What implementors of {} provide: one method for every operation.", text::code(&service.name)),
        String::new(),
        "A method that is left out answers that the operation is not implemented.".to_owned(),
    ]);
    let methods = operations.iter().map(|operation| service_method(service, operation));
    quote! {
        #docs
        #allow
        pub trait #service_trait: ::std::marker::Send + ::std::marker::Sync { #(#methods)* }
    }
}

/// `fn reports_get_blocks(&self, request: ReportsGetBlocks) -> ::asmx_runtime::Answer<'_, …> { … }`
fn service_method(service: &Service, operation: &Operation) -> TokenStream {
    let docs = text::doc_attribute(&documentation::of_service_method(operation));
    let (method, request, name) = (ident(&operation.names.method), ident(&operation.names.request), &operation.name);
    let result = rust_type::result(service, &operation.result.kind);
    quote! {
        #docs
        fn #method(&self, request: #request) -> ::asmx_runtime::Answer<'_, #result> {
            let _ = request;
            ::asmx_runtime::generated::not_implemented(#name)
        }
    }
}

fn dispatch_struct(service: &Service) -> TokenStream {
    let (dispatch, service_trait) = (ident(&service.names.dispatch), ident(&service.names.service_trait));
    quote!(struct #dispatch(::std::sync::Arc<dyn #service_trait>);)
}

/// Leads from an erased call to the trait's methods, with a line for each of `operations`.
pub(super) fn dispatch_impl(service: &Service, operations: &[Operation]) -> TokenStream {
    let dispatch = ident(&service.names.dispatch);
    let allow = lints::of_dispatch(operations);
    let lines = operations.iter().map(dispatch_line);
    quote! {
        impl ::asmx_runtime::generated::Dispatch for #dispatch {
            #allow
            fn dispatch<'a>(
                &'a self,
                request: &dyn ::asmx_runtime::Request,
            ) -> ::std::result::Result<::asmx_runtime::generated::Answering<'a>, ::asmx_runtime::Error> {
                use ::asmx_runtime::generated::{answer, read};
                ::std::result::Result::Ok(match request.operation().name {
                    #(#lines,)*
                    name => return ::std::result::Result::Err(::asmx_runtime::generated::unknown_operation(name)),
                })
            }
        }
    }
}

/// `"Reports_GetBlocks" => answer(self.0.reports_get_blocks(read(request)?))`
fn dispatch_line(operation: &Operation) -> TokenStream {
    let (name, method) = (&operation.name, ident(&operation.names.method));
    quote!(#name => answer(self.0.#method(read(request)?)))
}

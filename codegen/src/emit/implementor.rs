//! What exists once per service on the implementor's side: the trait, and the way from an erased call to its methods.

use proc_macro2::TokenStream;
use quote::quote;

use super::{documentation, lints, rust_type, text};
use crate::model::{Operation, Service};
use crate::names::ident;

/// The trait and the dispatch.
pub(super) fn items(service: &Service) -> [TokenStream; 3] {
    [documented_trait(service), dispatch_struct(service), dispatch_impl(service)]
}

fn documented_trait(service: &Service) -> TokenStream {
    let docs = text::doc_attributes([
        format!("What implementors of {} provide: one method for every operation.", text::code(&service.name)),
        String::new(),
        "A method that is left out answers that the operation is not implemented.".to_owned(),
    ]);
    let allow = lints::of_methods(&service.operations);
    let methods = service.operations.iter().map(|operation| service_method(service, operation)).collect();
    let service_trait = service_trait(service, &methods);
    quote!(#docs #allow #service_trait)
}

/// The trait around some of its methods.
pub(super) fn service_trait(service: &Service, methods: &TokenStream) -> TokenStream {
    let service_trait = ident(&service.names.service_trait);
    quote!(pub trait #service_trait: ::std::marker::Send + ::std::marker::Sync { #methods })
}

/// `fn reports_get_blocks(&self, request: ReportsGetBlocks) -> ::asmx_runtime::Answer<'_, …> { … }`
pub(super) fn service_method(service: &Service, operation: &Operation) -> TokenStream {
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

/// Leads from an erased call to the trait's methods, with a line for each.
fn dispatch_impl(service: &Service) -> TokenStream {
    let dispatch = ident(&service.names.dispatch);
    let allow = lints::of_dispatch(&service.operations);
    let lines = service.operations.iter().map(dispatch_line);
    quote! {
        impl ::asmx_runtime::generated::Dispatch for #dispatch {
            #allow
            fn dispatch<'a>(
                &'a self,
                request: &dyn ::asmx_runtime::Request,
            ) -> ::std::result::Result<::asmx_runtime::generated::Answering<'a>, ::asmx_runtime::Error> {
                use ::asmx_runtime::generated::{answer, read};
                let service = &*self.0;
                ::std::result::Result::Ok(match request.operation().name {
                    #(#lines,)*
                    name => return ::std::result::Result::Err(::asmx_runtime::generated::unknown_operation(name)),
                })
            }
        }
    }
}

/// `"Reports_GetBlocks" => answer(service.reports_get_blocks(read(request)?))`
fn dispatch_line(operation: &Operation) -> TokenStream {
    let (name, method) = (&operation.name, ident(&operation.names.method));
    quote!(#name => answer(service.#method(read(request)?)))
}

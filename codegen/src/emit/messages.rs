//! How the messages of an operation look, where that does not follow from its name; and where operations are called.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::service_types::ServiceTypes;
use super::{parameter, result, type_descriptor};
use crate::model::{Messages, Name, Operation, Port, Style, Transport};

/// `#[messages(rt::Messages::PLAIN.style(rt::Style::Bare))] #[request_header(…)]`, where they are not as usual.
pub(super) fn attributes(service: &ServiceTypes<'_>, operation: &Operation) -> Option<TokenStream> {
    let messages = &operation.messages;
    if *messages == Messages::default() && !result::is_offered_beyond_rules(service, operation) {
        return None;
    }
    let style = match messages.style {
        Style::Wrapped => None,
        Style::Bare => Some(quote!(.style(rt::Style::Bare))),
        Style::Rpc => Some(quote!(.style(rt::Style::Rpc))),
    };
    let elements = (messages.request.is_some() || messages.response.is_some()).then(|| {
        let (request, response) = (wrapper(messages.request.as_ref()), wrapper(messages.response.as_ref()));
        quote!(.elements(#request, #response))
    });
    let action = messages.action.as_ref().map(|action| quote!(.action(#action)));
    let location = messages.location.as_ref().map(|location| quote!(.location(#location)));
    let one_way = messages.one_way.then(|| quote!(.one_way()));
    let request_headers = messages.request_headers.iter().map(|header| parameter::descriptor(service, header));
    let response_headers = messages.response_headers.iter().map(|header| parameter::descriptor(service, header));
    Some(quote! {
        #[messages(rt::Messages::PLAIN #style #elements #action #location #one_way)]
        #(#[request_header(#request_headers)])*
        #(#[response_header(#response_headers)])*
    })
}

/// `Some(rt::Name { name: "Search", namespace: rt::Namespace::Service })`
fn wrapper(name: Option<&Name>) -> TokenStream {
    let Some(Name { name, namespace }) = name else { return quote!(None) };
    let namespace = type_descriptor::namespace(namespace);
    quote!(Some(rt::Name { name: #name, namespace: #namespace }))
}

/// `rt::Transport::Soap11`
pub(super) fn transport(transport: Transport) -> TokenStream {
    let name = Ident::new(&format!("{transport:?}"), Span::call_site());
    quote!(rt::Transport::#name)
}

/// `rt::Port { name: "ShopSoap", transport: rt::Transport::Soap11, path: "/shop.asmx" }`
pub(super) fn port(port: &Port) -> TokenStream {
    let Port { name, transport, path } = port;
    let transport = self::transport(*transport);
    quote!(rt::Port { name: #name, transport: #transport, path: #path })
}

//! The messages of operations: their outputs in Rust and in the descriptor, their unusual properties, and their ports.

use proc_macro2::TokenStream;
use quote::quote;

use asmx_types::rules::Kind;

use super::file::{File, docs, variant};
use super::service_types::{Owner, ServiceTypes};
use super::{choice, documentation, parameter, rust_type, type_descriptor};
use crate::model::{
    Member, Messages, Name, OnContradiction, Operation, Port, Scalar, Service, Style, Transport, Type, XmlKind, kinds,
};
use crate::names::ident;

pub(super) fn rust_type(service: &ServiceTypes<'_>, operation: &Operation) -> TokenStream {
    if let Some(output) = &operation.names.output {
        let output = ident(output);
        return quote!(#output);
    }
    let Some(output) = operation.outputs.first() else { return quote!(()) };
    if output.repeated {
        // A repeated element is never a choice, so the operation's index does not matter.
        return typed(&rust_type::of_member(service, Owner::Output(0), output));
    }
    result_type(service, operation).unwrap_or_else(|| typed(&rust_type::single(service, output)))
}

/// The runtime's type for a lone result of that kind: text, integers, a DataSet, a document. Others are `Typed`.
fn result_type(service: &ServiceTypes<'_>, operation: &Operation) -> Option<TokenStream> {
    let output = operation.lone_output().filter(|output| !output.repeated && output.content.is_none())?;
    Some(match &output.kind {
        // A DataSet has its own null, so it needs no `Typed`.
        kind if is_data_set(service, kind) => rust_type::non_null(service, kind),
        Type::Scalar(Scalar::String) if operation.is_delimited() => quote!(rt::DelimitedText),
        Type::Scalar(Scalar::String) => quote!(rt::Text),
        kind if kind.is_integers() => quote!(rt::Integers),
        // Other presence than usual is that of a value among others, which may be any XML.
        Type::Xml(XmlKind::Content) if usual_result(service, operation).is_some() => quote!(rt::XmlDocument),
        _ => return None,
    })
}

fn usual_result<'m>(service: &Service, operation: &'m Operation) -> Option<&'m Member> {
    operation.usual_result(|kind| service.is_value(kind))
}

fn is_data_set(service: &Service, kind: &Type) -> bool {
    kind.kind(kinds(&service.types)) == Kind::Xml(XmlKind::DataSet)
}

fn typed(kind: &TokenStream) -> TokenStream {
    quote!(rt::Typed<#kind>)
}

/// The argument and the result of a method of the trait: with headers, if the operation declares any.
pub(super) fn served(service: &ServiceTypes<'_>, operation: &Operation) -> (TokenStream, TokenStream) {
    let (request, result) = (ident(&operation.names.request), rust_type(service, operation));
    let Messages { request_headers, response_headers, .. } = &operation.messages;
    if request_headers.is_empty() && response_headers.is_empty() {
        (quote!(#request), result)
    } else {
        (quote!(rt::WithHeaders<#request>), quote!(rt::WithHeaders<#result>))
    }
}

pub(super) fn push_outputs(file: &mut File, service: &ServiceTypes<'_>, index: usize, operation: &Operation) {
    let Some(output) = &operation.names.output else { return };
    let (docs, output) = (docs(documentation::of_outputs(operation)), ident(output));
    let fields = operation.outputs.iter().map(|output| parameter::output(service, index, output));
    file.push_call("output", quote!(#docs pub struct #output { #(#fields)* }));
    choice::push_all(file, service, Owner::Output(index), &operation.outputs);
}

/// The stated strictness of a client. If a spec states nothing, no result and a usual result that is a text, integers, a DataSet or a document
/// are what its author expects in usual messages over SOAP: everything else is an error. Contradictions of other results are noted.
pub(super) fn on_contradiction(service: &ServiceTypes<'_>, operation: &Operation) -> OnContradiction {
    let is_expected = || match usual_result(service, operation) {
        Some(result) => result.content.is_some() || result_type(service, operation).is_some(),
        None => operation.outputs.is_empty(),
    };
    let is_usual = operation.messages == Messages::default() && operation.transports.over_soap();
    let default = if is_usual && is_expected() { OnContradiction::Error } else { OnContradiction::Note };
    operation.on_contradiction.unwrap_or(default)
}

/// The strictness that the runtime derives from the Rust type of the result.
fn derived_on_contradiction(service: &ServiceTypes<'_>, operation: &Operation) -> OnContradiction {
    let is_strict = operation.messages == Messages::default()
        && (operation.outputs.is_empty() || result_type(service, operation).is_some());
    if is_strict { OnContradiction::Error } else { OnContradiction::Note }
}

/// `on_contradiction(rt::OnContradiction::Note)`, unless it follows from the type of the result.
pub(super) fn stated_on_contradiction(service: &ServiceTypes<'_>, operation: &Operation) -> Option<TokenStream> {
    let expected = on_contradiction(service, operation);
    let word = variant(&expected);
    (expected != derived_on_contradiction(service, operation))
        .then(|| quote!(on_contradiction(rt::OnContradiction::#word)))
}

pub(super) fn is_carried_by_http(service: &Service, parameter: &Member) -> bool {
    parameter.hindrance(kinds(&service.types)).is_none()
}

/// The only part of a response, unless the runtime derives it: its name (`#[result("Found")]`), or all of it (`#[output(…)]`).
pub(super) fn stated_output(service: &ServiceTypes<'_>, operation: &Operation) -> Option<TokenStream> {
    let output = operation.lone_output()?;
    let is_usual =
        output.doc.is_empty() && usual_result(service, operation).is_some_and(|result| result.content.is_none());
    let usual_name = format!("{}Result", operation.name);
    let name = Some(&output.name).filter(|name| **name != usual_name);
    match name {
        None if is_usual => None,
        Some(name) if is_usual && derived_on_contradiction(service, operation) == OnContradiction::Error => {
            Some(quote!(#[result(#name)]))
        }
        _ => {
            let output = parameter::descriptor(service, output);
            Some(quote!(#[output(#output)]))
        }
    }
}

/// `#[messages(rt::Messages::PLAIN.style(rt::Style::Bare))] #[request_header(…)]`, if the messages are unusual.
pub(super) fn attributes(service: &ServiceTypes<'_>, operation: &Operation) -> Option<TokenStream> {
    let messages = &operation.messages;
    if *messages == Messages::default() {
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
    let name = variant(&transport);
    quote!(rt::Transport::#name)
}

/// `rt::Port { name: "ShopSoap", transport: rt::Transport::Soap11, path: "/shop.asmx" }`
pub(super) fn port(port: &Port) -> TokenStream {
    let Port { name, transport, path } = port;
    let transport = self::transport(*transport);
    quote!(rt::Port { name: #name, transport: #transport, path: #path })
}

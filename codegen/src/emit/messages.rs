//! The messages of operations: their outputs in Rust and in the descriptor, their unusual properties, and their ports.

use proc_macro2::TokenStream;
use quote::quote;

use asmx_types::rules::Kind;

use super::file::{File, docs};
use super::service_types::{Owner, ServiceTypes};
use super::{choice, documentation, parameter, rust_type, type_descriptor};
use crate::model::{
    ArrayType, Member, Messages, Name, OnContradiction, Operation, Port, Presence, ResultForm, Scalar, Service, Style,
    Transport, Type, XmlKind, kinds,
};
use crate::names::ident;

pub(super) fn rust_type(service: &ServiceTypes<'_>, operation: &Operation) -> TokenStream {
    if let Some(output) = &operation.names.output {
        let output = ident(output);
        return quote!(#output);
    }
    let Some(only) = operation.outputs.first() else { return quote!(()) };
    if only.repeated {
        // A repeated element is never a choice, so the operation's index does not matter.
        return typed(&rust_type::of_member(service, Owner::Output(0), only));
    }
    match (&only.kind, operation.result) {
        // A DataSet has its own null, so it needs no `Typed`.
        (kind, _) if is_data_set(service, kind) => rust_type::plain(service, kind),
        _ if operation.is_delimited() => quote!(rt::DelimitedText),
        _ if only.content.is_some() => typed(&rust_type::single(service, only)),
        (Type::Scalar(Scalar::String), ResultForm::Word | ResultForm::Parts) => quote!(rt::Text),
        (Type::Array(array), ResultForm::Word | ResultForm::Parts) if **array == ArrayType::integers() => {
            quote!(rt::Integers)
        }
        (Type::Xml(XmlKind::Content), ResultForm::Word) => quote!(rt::XmlDocument),
        (kind, _) => typed(&rust_type::plain(service, kind)),
    }
}

/// Whether it is a DataSet, typed or untyped.
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

pub(super) fn is_message(service: &Service, operation: &Operation) -> bool {
    let has_no_shape = match operation.result {
        ResultForm::Word => false,
        ResultForm::Type => !operation.outputs.iter().any(|result| is_data_set(service, &result.kind)),
        ResultForm::Parts => true,
    };
    has_no_shape || operation.messages != Messages::default()
}

/// The stated strictness of a client. If it states nothing, a result by a short word or a DataSet in usual messages
/// over SOAP is what its author expects: everything else is an error. Contradictions of other results are noted.
pub(super) fn on_contradiction(service: &Service, operation: &Operation) -> OnContradiction {
    let result = operation.outputs.first();
    let is_expected = match operation.result {
        ResultForm::Word => true,
        // Content stands beside a word.
        ResultForm::Type => result.is_some_and(|one| one.content.is_some() || is_data_set(service, &one.kind)),
        ResultForm::Parts => false,
    };
    let is_usual = operation.messages == Messages::default() && operation.transports.over_soap();
    let usual = if is_expected && is_usual { OnContradiction::Error } else { OnContradiction::Note };
    operation.on_contradiction.unwrap_or(usual)
}

/// The strictness that the runtime derives from the Rust type of the result.
fn derived_on_contradiction(service: &Service, operation: &Operation) -> OnContradiction {
    let is_strict = operation.names.output.is_none()
        && operation.messages == Messages::default()
        && operation.outputs.first().is_none_or(|only| {
            let is_plain = !only.repeated && only.content.is_none();
            is_plain && (is_data_set(service, &only.kind) || has_type_of_its_own(operation, only))
        });
    if is_strict { OnContradiction::Error } else { OnContradiction::Note }
}

/// Whether a lone result has one of the runtime's types: `rt::Text`, `rt::Integers`, `rt::XmlDocument`.
fn has_type_of_its_own(operation: &Operation, only: &Member) -> bool {
    match (&only.kind, operation.result) {
        (Type::Scalar(Scalar::String), ResultForm::Word | ResultForm::Parts)
        | (Type::Xml(XmlKind::Content), ResultForm::Word) => true,
        (Type::Array(array), ResultForm::Word | ResultForm::Parts) => **array == ArrayType::integers(),
        _ => false,
    }
}

/// `on_contradiction(rt::OnContradiction::Note)`, unless it follows from the type of the result.
pub(super) fn stated_on_contradiction(service: &Service, operation: &Operation) -> Option<TokenStream> {
    let due = on_contradiction(service, operation);
    let word = match due {
        OnContradiction::Error => quote!(Error),
        OnContradiction::Note => quote!(Note),
    };
    (due != derived_on_contradiction(service, operation)).then(|| quote!(on_contradiction(rt::OnContradiction::#word)))
}

pub(super) fn is_carried_by_http(service: &Service, parameter: &Member) -> bool {
    parameter.hindrance(kinds(&service.types)).is_none()
}

/// The only part of a response that is described part by part, unless the runtime derives it.
pub(super) fn stated_output(service: &ServiceTypes<'_>, operation: &Operation) -> Option<TokenStream> {
    if operation.names.output.is_some() || !is_message(service, operation) {
        return None;
    }
    let only = operation.outputs.first()?;
    let presence = if service.is_value(&only.kind) { Presence::Required } else { Presence::Optional };
    let usual = Member::element(&usual_element(operation), only.kind.clone(), presence)
        .with(|facets| facets.role = only.role.filter(|_| operation.is_delimited()));
    let is_usual = Member { field: String::new(), undocumented: Vec::new(), ..only.clone() } == usual;
    (!is_usual).then(|| parameter::descriptor(service, only))
}

fn usual_element(operation: &Operation) -> String {
    format!("{}Result", operation.name)
}

/// The name of a lone result's element, unless it follows from the operation's name.
pub(super) fn unusual_element(operation: &Operation) -> Option<&str> {
    let name = operation.outputs.first().map(|result| result.name.as_str())?;
    Some(name).filter(|name| *name != usual_element(operation))
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
    let name = ident(&format!("{transport:?}"));
    quote!(rt::Transport::#name)
}

/// `rt::Port { name: "ShopSoap", transport: rt::Transport::Soap11, path: "/shop.asmx" }`
pub(super) fn port(port: &Port) -> TokenStream {
    let Port { name, transport, path } = port;
    let transport = self::transport(*transport);
    quote!(rt::Port { name: #name, transport: #transport, path: #path })
}

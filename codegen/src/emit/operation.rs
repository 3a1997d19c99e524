//! One operation: its request struct, its implementations and its descriptor.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::record::Record;
use super::{descriptor, documentation, row, rust_type, text};
use crate::model::{Effect, Operation, Parameter, Role, Service, Type};
use crate::names::ident;

/// Everything that exists once per operation, but for its lines in the client and in the trait.
pub(super) fn request_items(service: &Service, index: usize, operation: &Operation) -> TokenStream {
    let (request, descriptor) = (ident(&operation.names.request), ident(&operation.names.descriptor));
    let docs = text::doc_attributes(documentation::of_operation(service, index, operation));
    let record =
        Record::request(service, &request, &operation.parameters, operation.deprecated.as_deref()).items(&docs);
    let fields = operation.parameters.iter().map(|parameter| ident(&parameter.field));
    let answer = rust_type::result(service, &operation.result.kind);
    let description = description(service, operation);
    let takes = takes(operation);
    let row = operation.result.table.as_ref().map(|table| row::items(operation, table));
    quote! {
        #record
        ::asmx_runtime::request!(#request, #descriptor, [#(#fields),*] => #answer);
        #takes
        #row
        #description
    }
}

/// `pub static REPORTS_GET_BLOCKS: ::asmx_runtime::Operation = …;`
fn description(service: &Service, operation: &Operation) -> TokenStream {
    let (name, descriptor) = (&operation.name, ident(&operation.names.descriptor));
    let docs = text::doc_attribute(&format!("The descriptor of {}.", text::code(name)));
    let area = service.areas.get(operation.area).map_or("", |area| area.name.as_str());
    let doc = text::plain(&operation.doc);
    let parameters = descriptor::parameters(service, &operation.parameters);
    let result = descriptor::result_shape(service, &operation.result.kind);
    let effect = effect(operation.effect);
    let peculiarities = peculiarities(service, operation);
    quote! {
        #docs
        pub static #descriptor: ::asmx_runtime::Operation =
            ::asmx_runtime::Operation::new(#name, #area, #doc, #parameters, #result, #effect) #peculiarities;
    }
}

/// `impl ::asmx_runtime::TakesFields for AddGroupMember {}`: what can be made of a request whose parameters have certain roles.
fn takes(operation: &Operation) -> TokenStream {
    let request = ident(&operation.names.request);
    let find = |role: Role| operation.parameters.iter().find(|parameter| parameter.role == Some(role));
    let fields = find(Role::FieldValues).map(|values| {
        if matches!(values.kind, Type::Array(_)) || find(Role::SentColumnDelimiter).is_some() {
            quote!(impl ::asmx_runtime::TakesFields for #request {})
        } else {
            quote!(impl ::asmx_runtime::TakesJoinedFields for #request {})
        }
    });
    let records = find(Role::Records).map(|_| quote!(impl ::asmx_runtime::TakesRecords for #request {}));
    let message = find(Role::MimeMessage).map(|_| quote!(impl ::asmx_runtime::TakesMessage for #request {}));
    quote!(#fields #records #message)
}

fn effect(effect: Effect) -> TokenStream {
    match effect {
        Effect::Read => quote!(::asmx_runtime::Effect::Read),
        Effect::Write => quote!(::asmx_runtime::Effect::Write),
        Effect::Send => quote!(::asmx_runtime::Effect::Send),
    }
}

/// What is not the same for most operations: `.record_limit(20_000).open()`.
fn peculiarities(service: &Service, operation: &Operation) -> TokenStream {
    let element = operation.result.element.as_ref().map(|element| quote!(.result_element(#element)));
    let table = operation.result.table.as_ref();
    let columns = table.map(|table| {
        let columns = descriptor::columns(&table.columns);
        quote!(.columns(#columns))
    });
    let table = table.and_then(|table| table.name.as_ref()).map(|name| quote!(.table(#name)));
    let records = operation.limits.iter().filter_map(|limit| limit.records).min().map(|records| {
        let records = number(records);
        quote!(.record_limit(#records))
    });
    let words: Vec<String> =
        operation.limits.iter().map(|limit| text::plain(&limit.doc)).filter(|words| !words.is_empty()).collect();
    let words = words.join("; ");
    let limit = (!words.is_empty()).then(|| quote!(.limit(#words)));
    let open = operation.open.then(|| quote!(.open()));
    let variant_of = operation.variant_of.and_then(|index| service.operations.get(index)).map(|original| {
        let name = &original.name;
        quote!(.variant_of(#name))
    });
    let deprecated = operation.deprecated.as_ref().map(|why| quote!(.deprecated(#why)));
    let transports = chosen_transports(service, operation);
    quote!(#element #table #columns #records #limit #open #variant_of #deprecated #transports)
}

/// `.transports(&[…])` where the operation is offered on other transports than the runtime finds out by itself.
fn chosen_transports(service: &Service, operation: &Operation) -> Option<TokenStream> {
    let offered = operation.transports;
    let by_http = operation.parameters.iter().all(|parameter| is_carried_by_http(service, parameter));
    let as_derived = offered.soap11 && offered.soap12 && offered.get == by_http && offered.post == by_http;
    let all = [
        (offered.soap11, quote!(::asmx_runtime::Transport::Soap11)),
        (offered.soap12, quote!(::asmx_runtime::Transport::Soap12)),
        (offered.get, quote!(::asmx_runtime::Transport::HttpGet)),
        (offered.post, quote!(::asmx_runtime::Transport::HttpPost)),
    ];
    let chosen = all.into_iter().filter(|(offered, _)| *offered).map(|(_, transport)| transport);
    (!as_derived).then(|| quote!(.transports(&[#(#chosen),*])))
}

/// What the runtime finds out by itself, by the same rule.
fn is_carried_by_http(service: &Service, parameter: &Parameter) -> bool {
    let is_enumeration = |index| service.types.get(index).is_some_and(super::data_types::is_enumeration);
    parameter.kind.hindrance(parameter.presence, is_enumeration).is_none()
}

/// `20_000`: a number as people write it, without a suffix.
fn number(number: u64) -> Literal {
    text::grouped(number, '_').parse().unwrap_or_else(|_| Literal::u64_unsuffixed(number))
}

//! One operation: its request. The runtime's macro makes the descriptor and the client's method from it.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::file::{File, docs, variant};
use super::service_types::{Owner, ServiceTypes};
use super::{choice, documentation, messages, named_type, parameter, text, type_descriptor};
use crate::model::{Member, Operation, Role, Service, Transports, Type};
use crate::names::ident;

/// All items of an operation, except its method of the trait.
pub(super) fn push(file: &mut File, service: &ServiceTypes<'_>, index: usize, operation: &Operation) {
    let (purpose, notes) =
        (docs(documentation::purpose(operation)), docs(documentation::notes(service, index, operation)));
    let (request, description, method) =
        (ident(&operation.names.request), description(service, operation), method(service, operation));
    let fields =
        operation.parameters.iter().map(|parameter| parameter::field(service, Owner::Request(index), parameter));
    let messages = messages::attributes(service, operation);
    let output = messages::stated_output(service, operation);
    file.push_call(
        "operation",
        quote!(#purpose #description #messages #output #notes #method pub struct #request { #(#fields)* }),
    );
    file.push(
        takes(&operation.parameters)
            .into_iter()
            .map(|role_trait| quote!(impl rt::#role_trait for #request {}))
            .collect(),
    );
    choice::push_all(file, service, Owner::Request(index), &operation.parameters);
    messages::push_outputs(file, service, index, operation);
    if let Some(table) = &operation.table {
        named_type::row_of_result(file, operation, table);
    }
}

/// `#[operation(REPORTS_GET_BLOCKS = "Reports_GetBlocks", "delivery", Read, record_limit(20_000))]`
fn description(service: &ServiceTypes<'_>, operation: &Operation) -> TokenStream {
    let (descriptor, name) = (ident(&operation.names.descriptor), &operation.name);
    let area = service.areas.get(operation.area).map_or("", |area| area.name.as_str());
    let effect = variant(&operation.effect);
    let unusual = unusual(service, operation);
    quote!(#[operation(#descriptor = #name, #area, #effect #(, #unusual)*)])
}

/// `#[method(EmailCampaign::reports_get_blocks, rt::DelimitedText)]`
fn method(service: &ServiceTypes<'_>, operation: &Operation) -> TokenStream {
    let (client, method) = (ident(&service.names.client), ident(&operation.names.method));
    let result = messages::rust_type(service, operation);
    let output = operation.lone_output().filter(|output| !output.repeated);
    let explicit = output.and_then(|output| type_descriptor::explicit(service, &output.kind));
    let typed = explicit.map(|kind| quote!(#[typed(#kind)]));
    // Rustdoc renders it as Markdown, the compiler as plain text.
    let deprecated =
        operation.deprecated.as_ref().map(|why| text::markdown(why)).map(|why| quote!(, deprecated = #why));
    quote!(#[method(#client::#method, #result #deprecated)] #typed)
}

/// Traits of the runtime for requests whose parameters have certain roles.
pub(super) fn takes(parameters: &[Member]) -> Vec<Ident> {
    let find = |role: Role| parameters.iter().find(|parameter| parameter.role == Some(role));
    let fields = find(Role::FieldValues).map(|values| {
        let is_told_apart = matches!(values.kind, Type::Array(_)) || find(Role::SentColumnDelimiter).is_some();
        if is_told_apart { "TakesFields" } else { "TakesJoinedFields" }
    });
    let records = find(Role::Records).map(|_| "TakesRecords");
    fields.into_iter().chain(records).map(ident).collect()
}

/// Properties that most operations do not have: `record_limit(20_000)`, `open()`.
fn unusual(service: &ServiceTypes<'_>, operation: &Operation) -> Vec<TokenStream> {
    let mut unusual = Vec::new();
    unusual.extend(documentation::doc(&operation.doc).is_empty().then(|| quote!(undocumented())));
    if let Some(table) = &operation.table {
        let row = ident(&table.row);
        unusual.push(quote!(columns(#row::COLUMNS)));
        unusual.extend(table.name.as_ref().map(|name| quote!(table(#name))));
    }
    unusual.extend(operation.rows.as_ref().map(|path| quote!(rows(#path))));
    let records = operation.limits.iter().filter_map(|limit| limit.records).min().map(number);
    unusual.extend(records.map(|records| quote!(record_limit(#records))));
    unusual.extend(documentation::limits(operation).map(|words| quote!(limit(#words))));
    unusual.extend(operation.open.then(|| quote!(open())));
    let original = operation.variant_of.and_then(|index| service.operations.get(index)).map(|original| &original.name);
    unusual.extend(original.map(|original| quote!(variant_of(#original))));
    unusual.extend(messages::stated_on_contradiction(service, operation));
    unusual.extend(chosen_transports(service, operation));
    unusual.extend(ports(service, operation));
    unusual
}

/// `20_000`, without a type suffix.
fn number(number: u64) -> Literal {
    text::grouped(number, '_').parse().unwrap_or_else(|_| Literal::u64_unsuffixed(number))
}

/// `transports(&[…])`, unless the runtime derives the same transports.
fn chosen_transports(service: &Service, operation: &Operation) -> Option<TokenStream> {
    let offered = operation.transports;
    let by_http = operation.parameters.iter().all(|parameter| messages::is_carried_by_http(service, parameter));
    let as_derived = offered == if by_http { Transports::ALL } else { Transports::SOAP };
    let chosen = offered.iter().map(messages::transport);
    (!as_derived).then(|| quote!(transports(&[#(#chosen),*])))
}

/// `ports(&["OtherSoap"])`, unless all ports offer the operation.
fn ports(service: &Service, operation: &Operation) -> Option<TokenStream> {
    let names = operation.ports.iter().filter_map(|index| service.ports.get(*index)).map(|port| &port.name);
    let names: Vec<&String> = names.collect();
    (!names.is_empty()).then(|| quote!(ports(&[#(#names),*])))
}

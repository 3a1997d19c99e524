//! One operation: its descriptor, its request, and the client's method.

use super::file::{File, literal};
use super::{documentation, named_type, parameter, row, rust_type, text};
use crate::model::{Effect, Operation, Parameter, ResultKind, Role, Service, Type};
use crate::names::ident;

/// Everything that exists once per operation, but for its line in the trait.
pub(super) fn push(file: &mut File, service: &Service, index: usize, operation: &Operation) {
    file.line(0, "rt::operation! {");
    file.docs(1, documentation::purpose(operation));
    file.line(1, descriptor(service, operation));
    file.docs(1, documentation::notes(service, index, operation));
    let request = ident(&operation.names.request);
    if operation.parameters.is_empty() {
        file.line(1, format!("pub struct {request} {{}}"));
    } else {
        file.line(1, format!("pub struct {request} {{"));
        for one in &operation.parameters {
            parameter::push(file, service, one);
        }
        file.line(1, "}");
    }
    if let Some(why) = &operation.deprecated {
        // Rustdoc reads it as Markdown, the compiler shows it as it is.
        file.line(1, format!("#[deprecated = {}]", literal(&text::markdown(why))));
    }
    let (client, method) = (ident(&service.names.client), ident(&operation.names.method));
    let result = rust_type::result(service, &operation.result.kind);
    let stated = match &operation.result.kind {
        ResultKind::Typed(Type::Array(array)) => parameter::named_array(service, array),
        _ => None,
    };
    let stated = stated.map(|kind| format!(" as rt::ResultShape::Typed({kind})")).unwrap_or_default();
    file.line(1, format!("pub fn {client}::{method} -> {result}{stated};"));
    file.line(0, "}");
    for what in takes(operation) {
        file.line(0, format!("impl rt::{what} for {request} {{}}"));
    }
    if let Some(table) = &operation.result.table {
        row::push(file, operation, table);
    }
}

/// `pub static REPORTS_GET_BLOCKS = "Reports_GetBlocks" in "delivery", Read, record_limit(20_000);`
fn descriptor(service: &Service, operation: &Operation) -> String {
    let (descriptor, name) = (ident(&operation.names.descriptor), literal(&operation.name));
    let area = literal(service.areas.get(operation.area).map_or("", |area| area.name.as_str()));
    let effect = match operation.effect {
        Effect::Read => "Read",
        Effect::Write => "Write",
        Effect::Send => "Send",
    };
    let words: Vec<String> = [effect.to_owned()].into_iter().chain(unusual(service, operation)).collect();
    format!("pub static {descriptor} = {name} in {area}, {};", words.join(", "))
}

/// What can be made of a request whose parameters have certain roles: traits of the runtime.
fn takes(operation: &Operation) -> Vec<&'static str> {
    let find = |role: Role| operation.parameters.iter().find(|parameter| parameter.role == Some(role));
    let fields = find(Role::FieldValues).map(|values| {
        let is_told_apart = matches!(values.kind, Type::Array(_)) || find(Role::SentColumnDelimiter).is_some();
        if is_told_apart { "TakesFields" } else { "TakesJoinedFields" }
    });
    let records = find(Role::Records).map(|_| "TakesRecords");
    let message = find(Role::MimeMessage).map(|_| "TakesMessage");
    fields.into_iter().chain(records).chain(message).collect()
}

/// What is not the same for most operations: `record_limit(20_000)`, `open()`.
fn unusual(service: &Service, operation: &Operation) -> Vec<String> {
    let mut unusual = Vec::new();
    if let Some(element) = &operation.result.element {
        unusual.push(format!("result_element({})", literal(element)));
    }
    if let Some(table) = &operation.result.table {
        unusual.push(format!("columns({}::COLUMNS)", ident(&table.row)));
        unusual.extend(table.name.as_ref().map(|name| format!("table({})", literal(name))));
    }
    let records = operation.limits.iter().filter_map(|limit| limit.records).min();
    unusual.extend(records.map(|records| format!("record_limit({})", text::grouped(records, '_'))));
    let words: Vec<String> =
        operation.limits.iter().map(|limit| text::plain(&limit.doc)).filter(|words| !words.is_empty()).collect();
    if !words.is_empty() {
        unusual.push(format!("limit({})", literal(&words.join("; "))));
    }
    if operation.open {
        unusual.push("open()".to_owned());
    }
    let original = operation.variant_of.and_then(|index| service.operations.get(index));
    unusual.extend(original.map(|original| format!("variant_of({})", literal(&original.name))));
    unusual.extend(chosen_transports(service, operation));
    unusual
}

/// `transports(&[…])` where the operation is offered on other transports than the runtime finds out by itself.
fn chosen_transports(service: &Service, operation: &Operation) -> Option<String> {
    let offered = operation.transports;
    let by_http = operation.parameters.iter().all(|parameter| is_carried_by_http(service, parameter));
    let as_derived = offered.soap11 && offered.soap12 && offered.get == by_http && offered.post == by_http;
    let all = [
        (offered.soap11, "rt::Transport::Soap11"),
        (offered.soap12, "rt::Transport::Soap12"),
        (offered.get, "rt::Transport::HttpGet"),
        (offered.post, "rt::Transport::HttpPost"),
    ];
    let chosen: Vec<&str> = all.into_iter().filter(|(offered, _)| *offered).map(|(_, transport)| transport).collect();
    (!as_derived).then(|| format!("transports(&[{}])", chosen.join(", ")))
}

/// What the runtime finds out by itself, by the same rule.
fn is_carried_by_http(service: &Service, parameter: &Parameter) -> bool {
    let is_enumeration = |index| service.types.get(index).is_some_and(named_type::is_enumeration);
    parameter.kind.hindrance(parameter.presence, is_enumeration).is_none()
}

//! Operations. The descriptor of each describes all parts of its messages.

use asmx_codegen::emit::{documentation, markdown};
use asmx_codegen::model;
use asmx_types::{Messages, Operation};

use super::texts::{Texts, leak, of_column};
use super::types::Types;

pub(super) fn all(model: &model::Service, types: &mut Types<'_>, texts: &mut Texts) -> Vec<&'static Operation> {
    model.operations.iter().map(|operation| one(model, operation, types, texts).leak()).collect()
}

fn one(model: &model::Service, operation: &model::Operation, types: &mut Types<'_>, texts: &mut Texts) -> Operation {
    let area = model.areas.get(operation.area).map_or("", |area| area.name.as_str());
    let mut descriptor = Operation::new(
        texts.text(&operation.name),
        texts.text(area),
        texts.text(&documentation::doc(&operation.doc)),
        types.members(&operation.parameters, texts),
        operation.effect,
    )
    .outputs(types.members(&operation.outputs, texts))
    .on_contradiction(operation.on_contradiction.unwrap_or_default())
    .messages(messages(&operation.messages, types, texts))
    .transports(leak(operation.transports.iter().collect()))
    .ports(ports(model, operation, texts));
    if let Some(table) = &operation.table {
        descriptor.table = texts.optional_text(table.name.as_ref());
        descriptor.columns = leak(table.columns.iter().map(|column| of_column(column, texts)).collect());
    }
    descriptor.rows = texts.optional_text(operation.rows.as_ref());
    descriptor.record_limit = operation.limits.iter().filter_map(|limit| limit.records).min();
    descriptor.limit = texts.text(&documentation::limits(operation).unwrap_or_default());
    descriptor.open = operation.open;
    let original = operation.variant_of.and_then(|index| model.operations.get(index));
    descriptor.variant_of = texts.optional_text(original.map(|original| &original.name));
    descriptor.deprecated = operation.deprecated.as_ref().map(|why| texts.text(&markdown(why)));
    descriptor
}

fn messages(messages: &model::Messages, types: &mut Types<'_>, texts: &mut Texts) -> &'static Messages {
    if *messages == model::Messages::default() {
        return &Messages::PLAIN;
    }
    let mut descriptor = Messages::PLAIN
        .style(messages.style)
        .elements(
            messages.request.as_ref().map(|name| texts.name(name)),
            messages.response.as_ref().map(|name| texts.name(name)),
        )
        .headers(types.members(&messages.request_headers, texts), types.members(&messages.response_headers, texts));
    descriptor.action = texts.optional_text(messages.action.as_ref());
    descriptor.location = texts.optional_text(messages.location.as_ref());
    descriptor.one_way = messages.one_way;
    Box::leak(Box::new(descriptor))
}

fn ports(model: &model::Service, operation: &model::Operation, texts: &mut Texts) -> &'static [&'static str] {
    let ports = operation.ports.iter().filter_map(|index| model.ports.get(*index));
    leak(ports.map(|port| texts.text(&port.name)).collect())
}

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
    let mut made = Operation::new(
        texts.kept(&operation.name),
        texts.kept(area),
        texts.kept(&documentation::doc(&operation.doc)),
        types.members(&operation.parameters, texts),
        operation.effect,
    )
    .outputs(types.members(&operation.outputs, texts))
    .on_contradiction(operation.on_contradiction.unwrap_or_default())
    .messages(messages(&operation.messages, types, texts))
    .transports(leak(operation.transports.iter().collect()))
    .ports(ports(model, operation, texts));
    if let Some(table) = &operation.table {
        made.table = texts.kept_if(table.name.as_ref());
        made.columns = leak(table.columns.iter().map(|column| of_column(column, texts)).collect());
    }
    made.rows = texts.kept_if(operation.rows.as_ref());
    made.record_limit = operation.limits.iter().filter_map(|limit| limit.records).min();
    made.limit = texts.kept(&documentation::limits(operation).unwrap_or_default());
    made.open = operation.open;
    let original = operation.variant_of.and_then(|index| model.operations.get(index));
    made.variant_of = texts.kept_if(original.map(|original| &original.name));
    made.deprecated = operation.deprecated.as_ref().map(|why| texts.kept(&markdown(why)));
    made
}

fn messages(messages: &model::Messages, types: &mut Types<'_>, texts: &mut Texts) -> &'static Messages {
    if *messages == model::Messages::default() {
        return &Messages::PLAIN;
    }
    let mut made = Messages::PLAIN
        .style(messages.style)
        .elements(
            messages.request.as_ref().map(|name| texts.name(name)),
            messages.response.as_ref().map(|name| texts.name(name)),
        )
        .headers(types.members(&messages.request_headers, texts), types.members(&messages.response_headers, texts));
    made.action = texts.kept_if(messages.action.as_ref());
    made.location = texts.kept_if(messages.location.as_ref());
    made.one_way = messages.one_way;
    Box::leak(Box::new(made))
}

fn ports(model: &model::Service, operation: &model::Operation, texts: &mut Texts) -> &'static [&'static str] {
    let ports = operation.ports.iter().filter_map(|index| model.ports.get(*index));
    leak(ports.map(|port| texts.kept(&port.name)).collect())
}

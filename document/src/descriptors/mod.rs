//! From the model of a service to its descriptors.
//!
//! A model refers to types by index, a descriptor by a `'static` reference. Types come first, because everything else refers to them:
//! structures without members, enumerations and DataSets, then the members; arrays are made when they are first used.

mod texts;
mod types;

use asmx_codegen::emit::{documentation, markdown};
use asmx_codegen::model::{self, Port};
use asmx_types::{Area, Messages, Operation, Service};

use texts::{Texts, leak, of_column};
use types::Types;

pub(crate) fn of_service(model: &model::Service) -> &'static Service {
    let mut texts = Texts::default();
    let mut types = Types::of(model, &mut texts);
    let operations = all_operations(model, &mut types, &mut texts);
    let areas: Vec<Area> = model
        .areas
        .iter()
        .map(|area| {
            Area::new(texts.kept(&area.name), texts.kept(&area.title), texts.kept(&documentation::area_doc(&area.doc)))
        })
        .collect();
    let common = types.members(&model.common, &mut texts);
    let ports = model.ports.iter().map(|port| of_port(port, &mut texts)).collect();
    let service = Service::new(
        texts.kept(&model.name),
        texts.kept(&model.path),
        texts.kept(&documentation::service_doc(model)),
        common,
        leak(areas),
        leak(operations),
    )
    .wsdl(texts.kept(&asmx_codegen::wsdl(model)))
    .ports(leak(ports))
    .types(leak(types.named(&mut texts)));
    match &model.namespace {
        Some(namespace) => service.namespace(texts.kept(namespace)).leak(),
        None => service.leak(),
    }
}

pub(crate) fn of_ports(ports: &[Port]) -> &'static [asmx_types::Port] {
    let mut texts = Texts::default();
    leak(ports.iter().map(|port| of_port(port, &mut texts)).collect())
}

fn of_port(port: &Port, texts: &mut Texts) -> asmx_types::Port {
    asmx_types::Port { name: texts.kept(&port.name), transport: port.transport, path: texts.kept(&port.path) }
}

fn all_operations(model: &model::Service, types: &mut Types<'_>, texts: &mut Texts) -> Vec<&'static Operation> {
    model.operations.iter().map(|operation| self::operation(model, operation, types, texts).leak()).collect()
}

fn operation(
    model: &model::Service,
    operation: &model::Operation,
    types: &mut Types<'_>,
    texts: &mut Texts,
) -> Operation {
    let area = model.areas.get(operation.area).map_or("", |area| area.name.as_str());
    let mut made = Operation::new(
        texts.kept(&operation.name),
        texts.kept(area),
        texts.kept(&documentation::operation_doc(operation)),
        types.members(&operation.parameters, texts),
        operation.effect,
    )
    .outputs(types.members(&operation.outputs, texts))
    .messages(messages(&operation.messages, types, texts))
    .transports(leak(operation.transports.iter().collect()))
    .ports(ports(model, operation, texts));
    if let Some(table) = &operation.table {
        made.table = texts.kept_if(table.name.as_ref());
        made.columns = leak(table.columns.iter().map(|column| of_column(column, texts)).collect());
    }
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

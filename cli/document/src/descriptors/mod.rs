//! From the model of a service to its descriptors.
//!
//! A model refers to types by index, a descriptor by a `'static` reference. Types come first, because everything else refers to them:
//! structures without members, enumerations and DataSets, then the members; arrays are made when they are first used.

mod operations;
mod texts;
mod types;

use asmx_codegen::emit::documentation;
use asmx_codegen::model::{self, Port};
use asmx_types::{Area, LazyText, Service};

use texts::{Texts, leak};
use types::Types;

pub(crate) fn of_service(model: &model::Service) -> &'static Service {
    let mut texts = Texts::default();
    let mut types = Types::of(model, &mut texts);
    let operations = operations::all(model, &mut types, &mut texts);
    let areas: Vec<Area> = model
        .areas
        .iter()
        .map(|area| {
            Area::new(texts.text(&area.name), texts.text(&area.title), texts.text(&documentation::area_doc(&area.doc)))
        })
        .collect();
    let common = types.members(&model.common, &mut texts);
    let ports = model.ports.iter().map(|port| of_port(port, &mut texts)).collect();
    let service = Service::new(
        texts.text(&model.name),
        texts.text(&model.path),
        texts.text(&documentation::doc(&model.doc)),
        common,
        leak(areas),
        leak(operations),
    )
    .lazy_wsdl(lazy_wsdl(model.clone()))
    .ports(leak(ports))
    .types(leak(types.named(&mut texts)));
    match &model.namespace {
        Some(namespace) => service.namespace(texts.text(namespace)).leak(),
        None => service.leak(),
    }
}

fn lazy_wsdl(model: model::Service) -> &'static LazyText {
    Box::leak(Box::new(LazyText::new(Box::new(move || asmx_codegen::wsdl(&model)))))
}

pub(crate) fn of_ports(ports: &[Port]) -> &'static [asmx_types::Port] {
    let mut texts = Texts::default();
    leak(ports.iter().map(|port| of_port(port, &mut texts)).collect())
}

fn of_port(port: &Port, texts: &mut Texts) -> asmx_types::Port {
    asmx_types::Port { name: texts.text(&port.name), transport: port.transport, path: texts.text(&port.path) }
}

//! What exists once per service on the caller's side: the descriptor and the client.

use heck::ToShoutySnakeCase as _;

use super::file::{File, literal};
use super::{documentation, parameter, text};
use crate::model::Service;
use crate::names::ident;

/// The name of the service's descriptor (`EMAIL_CAMPAIGN`).
pub(super) fn descriptor_name(service: &Service) -> String {
    ident(&service.names.client.to_shouty_snake_case())
}

/// The descriptor, and the client's struct.
pub(super) fn push(file: &mut File, service: &Service, source_name: &str) {
    file.line(0, "rt::client! {");
    file.docs(1, documentation::of_service(service));
    let (descriptor, name, path) = (descriptor_name(service), literal(&service.name), literal(&service.path));
    let namespace = service.namespace.as_ref().map(|namespace| format!(", namespace({})", literal(namespace)));
    let wsdl = literal(&format!("../{}", super::wsdl_file(source_name)));
    let namespace = namespace.unwrap_or_default();
    file.line(1, format!("pub static {descriptor} = {name} at {path}{namespace}, wsdl(include_str!({wsdl}));"));
    file.docs(1, documentation::of_client(service));
    file.line(1, format!("pub struct {};", ident(&service.names.client)));
    file.line(1, "common {");
    for common in &service.common {
        parameter::push_common(file, service, common);
    }
    file.line(1, "}");
    file.line(1, "areas {");
    for area in &service.areas {
        file.docs(2, text::paragraphs(&area.doc));
        file.line(2, format!("{} = {};", literal(&area.name), literal(&area.title)));
    }
    file.line(1, "}");
    file.line(1, "operations [");
    for operation in &service.operations {
        file.line(2, format!("{},", ident(&operation.names.descriptor)));
    }
    file.line(1, "]");
    file.line(0, "}");
}

//! Descriptions of operations, for the page.

use asmx_document::documentation;
use asmx_runtime::Transport;
use asmx_types::xml_name::encode_local_name;
use asmx_types::{Content, Effect, Member, Operation, Scalar, Type, outline, plain_text};
use serde_json::{Map, Value as Json, json};

use crate::calls::samples::sample_parameters;
use crate::offer::gateway::{Exposed, Gateway};
use crate::offer::openapi;
use crate::rows::tables::VALUES;

/// The most characters of a description.
const WORDS: usize = 1_000;

/// The most characters of a value that fills a field of JSON.
const SAMPLE: usize = 4_000;

/// The areas with their operations, in the order of the document.
pub(super) fn list(gateway: &Gateway) -> Json {
    let service = gateway.service();
    let summary = |exposed: &Exposed| {
        let operation = exposed.operation;
        json!({
            "name": operation.name,
            "path": openapi::path(operation.name),
            "effect": exposed.effect.name(),
            "isDeprecated": operation.deprecated.is_some(),
            "summary": documentation(operation).lines().next().unwrap_or_default(),
        })
    };
    let of = |area: &str| -> Vec<Json> {
        gateway.exposed().iter().filter(|exposed| exposed.operation.area == area).map(summary).collect()
    };
    let is_known = |exposed: &&Exposed| service.areas.iter().any(|area| area.name == exposed.operation.area);
    let areas = service.areas.iter().map(|area| (area.title, plain_text(area.doc), of(area.name)));
    let without_area = gateway.exposed().iter().filter(|exposed| !is_known(exposed)).map(summary).collect();
    let areas: Vec<Json> = areas
        .chain([("Operations", String::new(), without_area)])
        .filter(|(.., operations)| !operations.is_empty())
        .map(|(title, documentation, operations)| {
            json!({ "title": title, "documentation": documentation, "operations": operations })
        })
        .collect();
    json!({ "name": service.name, "documentation": plain_text(service.doc), "areas": areas })
}

/// An operation with its parameters and the tables of its result.
pub(super) fn of(gateway: &Gateway, exposed: &Exposed) -> Json {
    let (service, operation) = (gateway.service(), exposed.operation);
    let mut schemas = gateway.schemas(WORDS);
    let request = gateway.request_schema(&mut schemas, operation);
    let sample = sample_parameters(service, operation);
    let required: Vec<&Json> = request.get("required").and_then(Json::as_array).into_iter().flatten().collect();
    let properties = request.get("properties").and_then(Json::as_object);
    let parameters = properties.into_iter().flat_map(Map::keys).map(|name| {
        let is_required = required.iter().any(|entry| entry.as_str() == Some(name));
        parameter(name, member(service.common, operation, name), is_required, sample.get(name))
    });
    let tables = gateway.tables(exposed).iter().map(|table| table.name.as_str());
    json!({
        "name": operation.name,
        "documentation": openapi::description(operation),
        "takesQuery": openapi::takes_query(exposed),
        "isOpen": operation.open,
        "recordLimit": operation.record_limit,
        "parameters": parameters.collect::<Vec<_>>(),
        "tables": tables.filter(|name| *name != VALUES).collect::<Vec<_>>(),
        "shell": shell(gateway, operation),
    })
}

/// The arguments of a command for the same call. They name no address, and nothing of the profile.
fn shell(gateway: &Gateway, operation: &Operation) -> Json {
    let target = gateway.target();
    let setup = target.setup();
    json!({
        // Without the patterns of the gateway the description alone says what is a read.
        "isConfirmed": operation.effect != Effect::Read,
        "hasProfile": gateway.has_profile(),
        "address": if setup.endpoint.is_some() { Some("endpoint") } else { setup.base_url.as_ref().map(|_| "base-url") },
        "plainHttp": setup.plain_http,
        "transport": setup.transport.map(Transport::name),
        "port": setup.port,
    })
}

/// The member with that key in a request; `None` for the SOAP headers.
fn member(common: &'static [Member], operation: &'static Operation, name: &str) -> Option<&'static Member> {
    let mut all = operation.parameters.iter().chain(common);
    all.find(|member| encode_local_name(member.name) == name || encode_local_name(member.part_name()) == name)
}

/// `field` is the way in which people fill it in: `text`, `values` of a list, or `json`.
fn parameter(name: &str, member: Option<&'static Member>, is_required: bool, sample: Option<&Json>) -> Json {
    let sample_text = sample.map(|sample| sample.as_str().map_or_else(|| format!("{sample:#}"), str::to_owned));
    let sample_text = sample_text.filter(|text| text.len() <= SAMPLE).unwrap_or_default();
    let Some(member) = member else {
        return json!({ "name": name, "type": "SOAP headers", "field": "json", "isRequired": is_required, "sample": sample_text });
    };
    let values: &[&str] = match member.kind {
        Type::Scalar(Scalar::Boolean) => &["true", "false"],
        Type::Enumeration(enumeration) if !enumeration.flags => enumeration.values,
        _ => &[],
    };
    let field = match member.kind {
        _ if member.repeated => "json",
        Type::Scalar(_) | Type::Enumeration(_) if member.content == Some(Content::Json) => "json",
        Type::Scalar(_) | Type::Enumeration(_) if values.is_empty() => "text",
        Type::Scalar(_) | Type::Enumeration(_) => "values",
        _ => "json",
    };
    json!({
        "name": name,
        "type": outline::type_of(member),
        "field": field,
        "values": values,
        "isRequired": is_required && member.default.is_none(),
        "default": member.default,
        "sample": sample_text,
        "documentation": plain_text(member.doc),
    })
}

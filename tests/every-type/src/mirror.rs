//! Values of requests and responses as JSON, and the other way round, on either side: what one side sends the other receives.

use crate::one_form;
use asmx_runtime::descriptors::Messages;
use asmx_runtime::values::HeaderContent;
use asmx_runtime::{DynamicRequest, Effect, Member, Message, Operation, Request, Service, SoapHeader, Value, json};
use serde_json::{Map, Value as Json, json};

/// An operation that takes those members.
fn taking(name: &'static str, members: &'static [Member]) -> &'static Operation {
    Operation::new(name, "", "", members, Effect::Read).leak()
}

/// The values of those members, as JSON writes them.
///
/// # Errors
///
/// They are of another shape.
pub fn values(
    service: &'static Service,
    members: &'static [Member],
    json: &Json,
) -> Result<Vec<Value<'static>>, String> {
    let object = measured(json).as_object().cloned().unwrap_or_default();
    let parameters =
        json::parameters(service, taking("values", members), &object).map_err(|error| error.to_string())?;
    Ok(values_of(&parameters.request))
}

/// Numbers as texts, which are written in canonical form: a number is sent as JSON has it, and a genuine server writes 1.0 as `1`.
fn measured(json: &Json) -> Json {
    match json {
        Json::Number(number) => number.to_string().into(),
        Json::Array(items) => items.iter().map(measured).collect(),
        Json::Object(members) => members.iter().map(|(name, value)| (name.clone(), measured(value))).collect(),
        json => json.clone(),
    }
}

/// Mirrors headers.
///
/// # Errors
///
/// They are of another shape.
pub fn headers(service: &'static Service, members: &'static [Member], json: &Json) -> Result<Vec<SoapHeader>, String> {
    let messages = Box::leak(Box::new(Messages::PLAIN.headers(members, &[])));
    let operation = Operation::new("headers", "", "", &[], Effect::Read).messages(messages).leak();
    json::headers(service, operation, &measured(json).as_object().cloned().unwrap_or_default())
        .map_err(|error| error.to_string())
}

/// Values of the parts of a response as JSON.
#[must_use]
pub fn json_of_response(service: &'static Service, operation: &'static Operation, values: Vec<Value<'static>>) -> Json {
    json_in(service, operation.outputs, values, operation.messages)
}

/// The values of a request's parameters as JSON.
#[must_use]
pub fn json_of_request(service: &'static Service, request: &dyn Request) -> Json {
    let operation = request.operation();
    if operation.parameters.is_empty() {
        return json!({});
    }
    json_in(service, operation.parameters, values_of(request), operation.messages)
}

fn json_in(
    service: &'static Service,
    members: &'static [Member],
    values: Vec<Value<'static>>,
    messages: &'static Messages,
) -> Json {
    let operation = Operation::new("shown", "", "", &[], Effect::Read).outputs(members);
    let operation = operation.messages(messages).leak();
    let result = json::Results::new(service).as_they_came().result(operation, &Message::new(values));
    one_form::of_parts(service, members, result)
}

/// Values of a request, borrowing nothing.
#[must_use]
pub fn values_of(request: &dyn Request) -> Vec<Value<'static>> {
    request.to_dynamic().into_values()
}

/// A request of those values. They are texts as receivers read them.
#[must_use]
pub fn request(operation: &'static Operation, values: Vec<Value<'static>>) -> DynamicRequest {
    let mut request = DynamicRequest::new(operation);
    for (parameter, value) in operation.parameters.iter().zip(values) {
        request.set(parameter.name, value).unwrap_or_else(|error| panic!("{}: {error}", operation.name));
    }
    request
}

/// Declared headers as JSON, with what names them.
#[must_use]
pub fn json_of_headers(service: &'static Service, headers: &[SoapHeader]) -> Json {
    let mut object = Map::new();
    for header in headers {
        let HeaderContent::Declared(member, value) = &header.content else { continue };
        let shown = json_in(service, std::slice::from_ref(member), vec![value.clone()], &Messages::PLAIN);
        object.extend(shown.as_object().cloned().unwrap_or_default());
    }
    json!(object)
}

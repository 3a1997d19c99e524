//! Requests over GET and POST: parameters by name, in any case and order, every one of them present.

use bytes::Bytes;
use http::{Request, Response};

use super::form::{self, Pair};
use super::media_type::MediaType;
use super::{Received, ServerSettings, encode_fault, refusal, scalar_text};
use crate::Transport;
use crate::fault::Fault;
use crate::incoming::Incoming;
use crate::operation::{InvalidValue, Operation, Parameter, Type};
use crate::request::DynamicRequest;
use crate::value::Value;

/// What a form may be called.
const FORM: &str = "application/x-www-form-urlencoded";

/// Decodes a request for the operation `name`.
pub(super) fn decode(
    settings: &ServerSettings,
    request: &Request<Bytes>,
    transport: Transport,
    name: &str,
) -> Result<Received, Response<Bytes>> {
    let query = request.uri().query().unwrap_or_default();
    if transport == Transport::HttpGet && settings.max_query.is_some_and(|limit| query.len() > limit) {
        return Err(refusal::query_too_long());
    }
    let decoded = operation(settings, name, transport).and_then(|operation| {
        let pairs = match transport {
            Transport::HttpGet => {
                form::pairs(query.as_bytes(), None).into_iter().filter(|(_, value)| value.is_some()).collect()
            }
            _ => posted(request)?,
        };
        parameters(settings, operation, &Given(pairs))
    });
    match decoded {
        Ok(Decoded { operation, common, own, undeclared }) => {
            let incoming = Incoming::of_request(settings.service, operation, transport, request, common, undeclared);
            Ok(Received { incoming, request: DynamicRequest::from_values(operation, own) })
        }
        Err(fault) => Err(encode_fault(settings.error_style, transport, &fault)),
    }
}

fn operation(settings: &ServerSettings, name: &str, transport: Transport) -> Result<&'static Operation, Fault> {
    let operations = || settings.service.operations.iter().copied();
    if let Some(operation) = operations().find(|operation| operation.name == name) {
        if operation.offered_over(transport) {
            return Ok(operation);
        }
    } else if let Some(other) = operations().find(|operation| operation.name.to_lowercase() == name.to_lowercase()) {
        let message = format!(
            "Invalid method name '{name}',  method names are case sensitive.   The method name '{}' with the same name \
             but different casing was found.\nParameter name: methodName",
            other.name
        );
        return Err(Fault::server(message).type_name("System.ArgumentException"));
    }
    let message = format!("{name} Web Service method name is not valid.");
    Err(Fault::server(message).type_name("System.InvalidOperationException"))
}

/// The pairs of a form body; a name without `=` is an empty text here.
fn posted(request: &Request<Bytes>) -> Result<Vec<Pair>, Fault> {
    let media_type = MediaType::of(request.headers());
    if media_type.essence != FORM {
        let message = format!("Request format is invalid: {}.", media_type.raw);
        return Err(Fault::server(message).type_name("System.InvalidOperationException"));
    }
    let pairs = form::pairs(request.body(), media_type.charset());
    Ok(pairs.into_iter().map(|(name, value)| (name, Some(value.unwrap_or_default()))).collect())
}

/// What was sent, by name.
struct Given(Vec<Pair>);

impl Given {
    /// All values of a name, in order; names are compared without case.
    fn values(&self, name: &str) -> Vec<&str> {
        let named = self.0.iter().filter(|(known, _)| same_name(known, name));
        named.filter_map(|(_, value)| value.as_deref()).collect()
    }
}

fn same_name(one: &str, two: &str) -> bool {
    one.eq_ignore_ascii_case(two) || !(one.is_ascii() && two.is_ascii()) && one.to_lowercase() == two.to_lowercase()
}

struct Decoded {
    operation: &'static Operation,
    common: Vec<Value<'static>>,
    own: Vec<Value<'static>>,
    undeclared: Vec<(String, Value<'static>)>,
}

fn parameters(settings: &ServerSettings, operation: &'static Operation, given: &Given) -> Result<Decoded, Fault> {
    let read = |parameters: &[Parameter]| {
        parameters
            .iter()
            .map(|parameter| value(parameter, &given.values(parameter.name)))
            .collect::<Result<Vec<_>, _>>()
    };
    let common = read(settings.service.common)?;
    let own = read(operation.parameters)?;
    let declared = |name: &str| {
        let mut parameters = settings.service.common.iter().chain(operation.parameters);
        parameters.any(|parameter| same_name(parameter.name, name))
    };
    Ok(Decoded { operation, common, own, undeclared: undeclared(given, declared) })
}

/// What nobody declared: a text, or an array where a name is repeated.
fn undeclared(given: &Given, declared: impl Fn(&str) -> bool) -> Vec<(String, Value<'static>)> {
    let mut found: Vec<(String, Vec<Value<'static>>)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for (name, value) in given.0.iter().filter(|(name, _)| !name.is_empty() && !declared(name)) {
        let place = *places.entry(name.to_lowercase()).or_insert(found.len());
        if place == found.len() {
            found.push((name.clone(), Vec::new()));
        }
        if let (Some((_, values)), Some(value)) = (found.get_mut(place), value) {
            values.push(Value::from(value.clone()));
        }
    }
    let one_or_many = |mut values: Vec<Value<'static>>| match (values.len(), values.pop()) {
        (1, Some(only)) => only,
        (_, Some(last)) => {
            values.push(last);
            Value::Array(values)
        }
        (_, None) => Value::Null,
    };
    found.into_iter().map(|(name, values)| (name, one_or_many(values))).collect()
}

fn value(parameter: &Parameter, given: &[&str]) -> Result<Value<'static>, Fault> {
    match parameter.kind {
        // An empty array cannot be sent: this is what the stack does about it.
        Type::Array(_) if given.is_empty() => {
            let message = "Object reference not set to an instance of an object";
            Err(Fault::server(message).type_name("System.NullReferenceException"))
        }
        Type::Array(array) => {
            given.iter().map(|text| scalar(array.item, text)).collect::<Result<_, _>>().map(Value::Array)
        }
        _ if given.is_empty() => {
            let message = format!("Missing parameter: {}.", parameter.name);
            Err(Fault::server(message).type_name("System.InvalidOperationException"))
        }
        kind => scalar(kind, &given.join(",")),
    }
}

fn scalar(kind: Type, text: &str) -> Result<Value<'static>, Fault> {
    let read = match kind {
        Type::Scalar(scalar) => scalar_text::from_http(scalar, text).map(Value::from),
        other => Value::from(text).canonical(other).map(Value::into_owned),
    };
    read.map_err(|InvalidValue { text: shown, .. }| {
        let message = format!("Cannot convert {shown} to {}.\nParameter name: type", scalar_text::clr_name(kind));
        let inner = scalar_text::conversion_failure(kind, text);
        let fault = Fault::server(message).type_name("System.ArgumentException").caused_by(inner.message);
        inner.type_name.into_iter().fold(fault, Fault::type_name)
    })
}

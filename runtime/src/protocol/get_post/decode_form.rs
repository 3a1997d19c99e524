//! Reads requests over GET and POST. Names of parameters ignore case and order, and every parameter must be present (docs/RULES.md, rule 2).

use std::borrow::Cow;
use std::collections::HashMap;

use bytes::Bytes;
use http::Response;
use http::request::Parts;

use super::form;
use crate::Transport;
use crate::fault::Fault;
use crate::operation::{Enumeration, InvalidValue, Member, Operation, Scalar, Type};
use crate::protocol::encode_response::encode_fault;
use crate::protocol::incoming::{Incoming, Received};
use crate::protocol::media_type::MediaType;
use crate::protocol::refusal;
use crate::protocol::routing;
use crate::protocol::server_settings::ServerSettings;
use crate::protocol::value::scalar_text;
use crate::protocol::value::value_budget::ValueBudget;
use crate::value::Value;
use crate::value::request::DynamicRequest;
use crate::xsd::{Base64Binary, HexBinary, Lexical as _};

const FORM: &str = "application/x-www-form-urlencoded";

/// Decodes a request for the operation `name`. `at` is the path of the service in the request.
pub(crate) fn decode(
    settings: &ServerSettings,
    at: &str,
    head: &Parts,
    body: &[u8],
    transport: Transport,
    name: &str,
) -> Result<Received, Response<Bytes>> {
    let query = head.uri.query().unwrap_or_default();
    if transport == Transport::HttpGet && settings.max_query.is_some_and(|limit| query.len() > limit) {
        return Err(refusal::query_too_long());
    }
    let decoded = operation(settings, at, name, transport).and_then(|operation| {
        if transport == Transport::HttpGet {
            return parameters(settings, operation, &Sent { text: query.as_bytes(), charset: None, transport });
        }
        let media_type = MediaType::of(&head.headers);
        if !media_type.is(FORM) {
            let message = format!("Request format is invalid: {}.", media_type.raw);
            return Err(Fault::server(message).type_name("System.InvalidOperationException"));
        }
        parameters(settings, operation, &Sent { text: body, charset: media_type.charset().as_deref(), transport })
    });
    match decoded {
        Ok(Decoded { operation, common, own, undeclared }) => {
            let incoming = Incoming::of_request(settings.service, operation, transport, head, common, undeclared);
            Ok(Received { incoming, request: DynamicRequest::from_values(operation, own) })
        }
        Err(fault) => {
            let response = encode_fault(settings.error_style, transport, &settings.namespace, &fault);
            Err(refusal::because(response, "no operation has that name, or a parameter is missing or cannot be read"))
        }
    }
}

fn operation(
    settings: &ServerSettings,
    at: &str,
    name: &str,
    transport: Transport,
) -> Result<&'static Operation, Fault> {
    let is_at = |operation: &Operation| settings.service.is_at(at, operation, transport);
    let operations = || settings.service.operations.iter().copied().filter(|operation| is_at(operation));
    if let Some(operation) = routing::by_location(settings.service, name, is_at) {
        if operation.offered_over(transport) {
            return Ok(operation);
        }
    } else if let Some(other) = operations().find(|operation| same_name(operation.location(), name)) {
        let message = format!(
            "Invalid method name '{name}',  method names are case sensitive.   The method name '{}' with the same name \
             but different casing was found.\nParameter name: methodName",
            other.location()
        );
        return Err(Fault::server(message).type_name("System.ArgumentException"));
    }
    let message = format!("{name} Web Service method name is not valid.");
    Err(Fault::server(message).type_name("System.InvalidOperationException"))
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

struct Sent<'b> {
    text: &'b [u8],
    charset: Option<&'b str>,
    transport: Transport,
}

impl<'b> Sent<'b> {
    /// Decoded names with encoded values. A name without `=` is ignored in a query, and has an empty value in a form.
    fn pairs(&self) -> impl Iterator<Item = (Cow<'b, str>, &'b [u8])> {
        let (charset, transport) = (self.charset, self.transport);
        form::pairs(self.text).filter_map(move |(name, value)| {
            let value = if transport == Transport::HttpGet { value? } else { value.unwrap_or_default() };
            Some((form::decode(name, charset), value))
        })
    }
}

fn parameters(settings: &ServerSettings, operation: &'static Operation, sent: &Sent<'_>) -> Result<Decoded, Fault> {
    let declared = settings.service.common.iter().chain(operation.parameters);
    let mut names = SentNames {
        declared: declared.map(|parameter| (parameter, SentValues::default())).collect(),
        ..SentNames::default()
    };
    let budget = ValueBudget::of_request(settings.max_values, sent.text.len());
    for (name, value) in sent.pairs() {
        if !budget.take(1) || name.len() > settings.limits.max_name {
            return Err(too_many(sent.transport));
        }
        names.each(&name, |_, values| values.count(value.len()));
        if names.known() > settings.max_form_keys {
            return Err(too_many(sent.transport));
        }
    }
    for (name, value) in sent.pairs() {
        names.each(&name, |sent_as, values| values.add(sent_as, || form::decode(value, sent.charset)));
    }
    let mut values = names.declared.into_iter().map(|(parameter, values)| values.into_value(parameter));
    let common = values.by_ref().take(settings.service.common.len()).collect::<Result<_, _>>()?;
    let own = values.collect::<Result<_, _>>()?;
    let undeclared = names.undeclared.into_iter().map(|(name, values)| (name, values.into_undeclared())).collect();
    Ok(Decoded { operation, common, own, undeclared })
}

/// The values of a request by name, ignoring case.
#[derive(Default)]
struct SentNames {
    declared: Vec<(&'static Member, SentValues)>,
    /// Undeclared names, in order.
    undeclared: Vec<(String, SentValues)>,
    /// Positions in `undeclared`, by name in lower case.
    places: HashMap<String, usize>,
    /// Whether the empty name was sent, which counts as a name.
    empty: bool,
}

impl SentNames {
    fn known(&self) -> usize {
        let declared = self.declared.iter().filter(|(_, values)| values.count > 0).count();
        declared + self.undeclared.len() + usize::from(self.empty)
    }

    fn each(&mut self, name: &str, mut show: impl FnMut(SentAs, &mut SentValues)) {
        let mut is_declared = false;
        let declared = self.declared.iter_mut();
        for (parameter, values) in declared.filter(|(parameter, _)| same_name(parameter.part_name(), name)) {
            is_declared = true;
            show(SentAs::of(parameter), values);
        }
        if is_declared {
            return;
        }
        if name.is_empty() {
            self.empty = true;
            return;
        }
        let index = *self.places.entry(name.to_lowercase()).or_insert(self.undeclared.len());
        if index == self.undeclared.len() {
            self.undeclared.push((name.to_owned(), SentValues::default()));
        }
        if let Some((_, values)) = self.undeclared.get_mut(index) {
            show(SentAs::Undeclared, values);
        }
    }
}

#[derive(Clone, Copy)]
enum SentAs {
    /// Each is an item of that type.
    Items(Type),
    /// They are joined to one text, with commas.
    Text,
    /// Undeclared: one value is a text, several are an array.
    Undeclared,
}

impl SentAs {
    fn of(parameter: &Member) -> Self {
        match parameter.kind {
            Type::Array(array) => Self::Items(array.item),
            kind if parameter.repeated => Self::Items(kind),
            // .NET sends these as arrays of bytes.
            Type::Scalar(Scalar::Base64Binary | Scalar::HexBinary) => Self::Items(Type::Scalar(Scalar::UnsignedByte)),
            _ => Self::Text,
        }
    }
}

/// The values of one name. They are counted first, and then read into exactly the room that they need.
#[derive(Default)]
struct SentValues {
    count: usize,
    /// The number of encoded bytes, with a comma after each value.
    bytes: usize,
    values: Vec<Value<'static>>,
    /// The texts of a parameter that is not an array, joined by commas.
    joined: Option<String>,
    failure: Option<Fault>,
}

impl SentValues {
    fn count(&mut self, bytes: usize) {
        self.count += 1;
        self.bytes += bytes + ",".len();
    }

    fn add<'b>(&mut self, sent_as: SentAs, text: impl FnOnce() -> Cow<'b, str>) {
        let read = match sent_as {
            _ if self.failure.is_some() => return,
            SentAs::Items(item) => scalar(item, text()),
            SentAs::Undeclared => Ok(Value::from(text().into_owned())),
            SentAs::Text => match &mut self.joined {
                None if self.count == 1 => {
                    self.joined = Some(text().into_owned());
                    return;
                }
                None => {
                    let mut joined = String::with_capacity(self.bytes);
                    joined.push_str(&text());
                    self.joined = Some(joined);
                    return;
                }
                Some(joined) => {
                    joined.push(',');
                    joined.push_str(&text());
                    return;
                }
            },
        };
        if self.values.is_empty() {
            self.values.reserve_exact(self.count);
        }
        match read {
            Ok(value) => self.values.push(value),
            Err(fault) => {
                self.values = Vec::new();
                self.failure = Some(fault);
            }
        }
    }

    fn into_value(self, parameter: &Member) -> Result<Value<'static>, Fault> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        match (SentAs::of(parameter), parameter.kind) {
            // An empty array cannot be sent. The observed stack fails with this exception.
            (SentAs::Items(_), _) if self.values.is_empty() => {
                let message = "Object reference not set to an instance of an object";
                Err(Fault::server(message).type_name("System.NullReferenceException"))
            }
            (SentAs::Items(_), Type::Scalar(Scalar::Base64Binary)) if !parameter.repeated => {
                Ok(Value::Text(Cow::Owned(Base64Binary(self.bytes()).lexical().into_owned())))
            }
            (SentAs::Items(_), Type::Scalar(Scalar::HexBinary)) if !parameter.repeated => {
                Ok(Value::Text(Cow::Owned(HexBinary(self.bytes()).lexical().into_owned())))
            }
            (SentAs::Items(_), _) => Ok(Value::Array(self.values)),
            (SentAs::Text | SentAs::Undeclared, kind) => {
                let missing = || {
                    let message = format!("Missing parameter: {}.", parameter.part_name());
                    Fault::server(message).type_name("System.InvalidOperationException")
                };
                scalar(kind, Cow::Owned(self.joined.ok_or_else(missing)?))
            }
        }
    }

    /// The bytes, each sent as a number.
    fn bytes(&self) -> Vec<u8> {
        self.values.iter().filter_map(|value| value.as_text()?.parse().ok()).collect()
    }

    /// The value of an undeclared name: a text, or an array if the name is repeated.
    fn into_undeclared(mut self) -> Value<'static> {
        match self.values.pop() {
            Some(value) if self.values.is_empty() => value,
            Some(last) => {
                self.values.push(last);
                Value::Array(self.values)
            }
            None => Value::Null,
        }
    }
}

/// Reads a set of values, separated by commas. `0` is the empty set.
fn flags(enumeration: &'static Enumeration, text: &str) -> Result<Value<'static>, InvalidValue> {
    if text.trim() == "0" {
        return Ok(Value::Text(Cow::Borrowed("")));
    }
    let values: Vec<&str> = text.split(',').map(str::trim).collect();
    if values.iter().all(|value| enumeration.values.contains(value)) {
        return Ok(Value::from(values.join(" ")));
    }
    Err(InvalidValue::of_enumeration(text, enumeration))
}

/// The fault of a request with too many names or values, in ASP.NET's words for too many names.
fn too_many(transport: Transport) -> Fault {
    let state = "Operation is not valid due to the current state of the object.";
    if transport == Transport::HttpGet {
        return Fault::server(state).type_name("System.InvalidOperationException");
    }
    let fault = Fault::server("The URL-encoded form data is not valid.").type_name("System.Web.HttpException");
    fault.caused_by(state).type_name("System.InvalidOperationException")
}

fn scalar(kind: Type, text: Cow<'_, str>) -> Result<Value<'static>, Fault> {
    let read = match kind {
        Type::Scalar(Scalar::String) => return Ok(Value::from(text.into_owned())),
        Type::Scalar(scalar) => scalar_text::from_http(scalar, &text).map(Value::from),
        Type::Enumeration(enumeration) if enumeration.flags => flags(enumeration, &text),
        other => Value::from(text.as_ref()).canonical(other).map(Value::into_owned),
    };
    read.map_err(|InvalidValue { text, .. }| {
        let message = format!("Cannot convert {text} to {}.\nParameter name: type", scalar_text::clr_name(kind));
        let inner = scalar_text::conversion_failure(kind, &text);
        let fault = Fault::server(message).type_name("System.ArgumentException").caused_by(inner.message);
        inner.type_name.into_iter().fold(fault, Fault::type_name)
    })
}

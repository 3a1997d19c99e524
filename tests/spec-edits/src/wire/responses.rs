//! Responses: what a client reads of them.

use asmx_runtime::protocol::{self, ResponseContext};
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{Content, Message, Operation, SoapHeader, Transport, Value};

use super::meaning::{self, Meaning, Record};
use super::samples::{self, FILLS};
use super::{Call, Version};

/// The first difference between what the client reads of its own service and of the other one, if that says the same; and between what the
/// other one says and what the client reads.
pub(super) fn difference(call: &Call<'_>) -> Option<String> {
    let there = call.operation_there()?;
    let own = context(call.client, call.operation, call.transport);
    let other = context(call.service, there, call.transport);
    let back = |name: &str| call.names.other(name, !call.forward).to_owned();
    let same = |name: &str| name.to_owned();
    for fill in FILLS {
        // What the own service says, and the other one says too.
        let said = sample(&own, fill);
        let Ok(expected) = exchanged(&own, &own, &said) else { continue };
        if let Some(translated) = translated(call, &record(&own, &said, &same), &other)
            && exchanged(&other, &other, &translated).is_ok()
        {
            match exchanged(&other, &own, &translated) {
                Ok(read) => {
                    let (expected, read) = (record(&own, &expected, &same), record(&own, &read, &same));
                    if let Some((name, expected)) = expected.iter().find(|(name, value)| read.get(*name) != Some(value)) {
                        return Some(format!("{name}: {expected:?} is read as {:?}", read.get(name)));
                    }
                }
                Err(error) => return Some(error),
            }
        }
    }
    for fill in FILLS {
        // What the other one may say.
        let said = sample(&other, fill);
        let Ok(expected) = exchanged(&other, &other, &said) else { continue };
        match exchanged(&other, &own, &said) {
            Ok(read) => {
                let said = Meaning::Record(record(&other, &expected, &back));
                let read = Meaning::Record(record(&own, &read, &same));
                if let Some(difference) = meaning::read_otherwise(&said, &read) {
                    return Some(difference);
                }
            }
            Err(error) => return Some(error),
        }
    }
    None
}

fn context(version: &Version, operation: &'static Operation, transport: Transport) -> ResponseContext {
    let (service, namespace) = (version.service, version.namespace.clone());
    ResponseContext { service, operation, transport, namespace, limits: ParseOptions::default() }
}

/// A response with a value for each output and header.
fn sample(context: &ResponseContext, fill: samples::Fill) -> Message {
    let operation = context.operation;
    let outputs = operation.outputs.iter().enumerate();
    let mut message = Message::new(outputs.map(|(place, output)| samples::of_member(output, fill, place)).collect());
    if matches!(context.transport, Transport::Soap11 | Transport::Soap12) {
        let headers = operation.messages.response_headers.iter().enumerate();
        message.headers =
            headers.map(|(place, header)| SoapHeader::new(header, samples::of_member(header, fill, 70 + place))).collect();
    }
    message
}

/// What the receiver reads of what the sender says.
fn exchanged(sender: &ResponseContext, receiver: &ResponseContext, message: &Message) -> Result<Message, String> {
    let content = Content::Message(Box::new(message.clone()));
    let response = protocol::encode_response(sender, &content).map_err(|fault| fault.message())?;
    match protocol::decode_response(receiver, response).map_err(|error| error.to_string())? {
        Content::Message(message) => {
            // Code that was generated has no value of a built-in type for such a text.
            let is_own = |name: &str| receiver.service.types.iter().any(|kind| kind.name() == name);
            let wrong = message.deviations.iter().find(|deviation| {
                deviation.split_once(" is not of its type, ").is_some_and(|(_, kind)| !is_own(kind))
            });
            wrong.map_or_else(|| Ok((*message).clone()), |wrong| Err(wrong.clone()))
        }
        other => Err(format!("no message: {other:?}")),
    }
}

/// All outputs and headers by name. The result is called so, as it is called after its operation.
fn record(context: &ResponseContext, message: &Message, rename: meaning::Rename<'_>) -> Record {
    let usual = context.operation.result_element_name();
    let named = |name: &str| if name == usual { "result".to_owned() } else { rename(name) };
    let outputs = context.operation.outputs.iter();
    let mut record = meaning::record(outputs.zip(&message.outputs), &named);
    let headers = message.headers.iter().filter_map(SoapHeader::declared);
    record.extend(meaning::record(headers, rename).into_iter().map(|(name, value)| (format!("header {name}"), value)));
    record
}

/// The same in the words of the other version; `None` if it cannot say it.
fn translated(call: &Call<'_>, record: &Record, other: &ResponseContext) -> Option<Message> {
    let usual = other.operation.result_element_name();
    let there = |name: &str| if name == "result" { usual.clone() } else { call.there(name).to_owned() };
    let mut message = Message::new(meaning::values(other.operation.outputs, record, &there)?);
    for header in other.operation.messages.response_headers {
        let said = record.iter().find(|(name, _)| name.strip_prefix("header ").is_some_and(|name| call.there(name) == header.name));
        let value = said.map_or(Some(Value::Null), |(_, said)| meaning::value(header, said, &there))?;
        if !value.is_null() {
            message.headers.push(SoapHeader::new(header, value));
        }
    }
    Some(message)
}

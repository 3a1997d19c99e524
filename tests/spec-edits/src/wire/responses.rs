//! Responses as a client reads them.

use asmx_runtime::descriptors::OnContradiction;
use asmx_runtime::protocol::{self, ResponseContext};
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{Deviation, Message, Operation, SoapHeader, Transport, Value};

use super::compare;
use super::meaning::{self, Meaning, Record};
use super::samples::{self, FILLS};
use super::{Call, Version};

/// The first difference between the client's readings of equal responses from both services, and between a response of the other service and the
/// client's reading of it.
pub(super) fn difference(call: &Call<'_>) -> Option<String> {
    let there = call.operation_there()?;
    let own = End::new(call.client, call.operation, call.transport);
    let other = End::new(call.service, there, call.transport);
    let back = |name: &str| call.names.other(name, !call.forward).to_owned();
    let same = |name: &str| name.to_owned();
    // Responses of the own service that the other one can send too.
    for sent in samples(&own) {
        let Ok(expected) = exchanged(&own, &own, &sent) else { continue };
        if let Some(translated) = translated(call, &record(&own, &sent, &same), &other)
            && let Ok(answered) = exchanged(&other, &other, &translated)
        {
            match exchanged(&other, &own, &translated) {
                Ok(read) => {
                    let expected = Meaning::Record(record(&own, &expected, &same));
                    let answered = Meaning::Record(record(&other, &answered, &back));
                    let read = Meaning::Record(record(&own, &read, &same));
                    let difference = compare::answered_otherwise(&expected, &answered, &read, call.forward);
                    if difference.is_some() {
                        return difference;
                    }
                }
                Err(error) => return Some(error),
            }
        }
    }
    // Responses of the other service.
    for sent in samples(&other) {
        let Ok(expected) = exchanged(&other, &other, &sent) else { continue };
        match exchanged(&other, &own, &sent) {
            Ok(read) => {
                let sent = Meaning::Record(record(&other, &expected, &back));
                let read = Meaning::Record(record(&own, &read, &same));
                if let Some(difference) = compare::read_otherwise(&sent, &read) {
                    return Some(difference);
                }
            }
            Err(error) => return Some(error),
        }
    }
    None
}

/// An end of a call.
struct End {
    /// With an operation that notes contradictions, whatever its spec states.
    lenient: ResponseContext,
    /// With the operation of generated code.
    generated: ResponseContext,
}

impl End {
    fn new(version: &Version, operation: &'static Operation, transport: Transport) -> Self {
        let (service, namespace) = (version.service, version.namespace.clone());
        let generated = version.strictness.get(operation.name).copied().unwrap_or(operation.on_contradiction);
        let Operation { name, area, doc, parameters, effect, outputs, messages, transports, ports, .. } = *operation;
        let with = |what: OnContradiction| {
            let operation = Operation::new(name, area, doc, parameters, effect).outputs(outputs).messages(messages);
            operation.transports(transports).ports(ports).on_contradiction(what).leak()
        };
        let of = |operation: &'static Operation| ResponseContext {
            service,
            operation,
            transport,
            namespace: namespace.clone(),
            limits: ParseOptions::default(),
        };
        Self { lenient: of(with(OnContradiction::Note)), generated: of(with(generated)) }
    }
}

/// Several different responses.
fn samples(end: &End) -> Vec<Message> {
    let mut all = Vec::new();
    for message in FILLS.map(|fill| sample(end, fill)) {
        if !all.contains(&message) {
            all.push(message);
        }
    }
    all
}

/// A response with a value for each output and header.
fn sample(end: &End, fill: samples::Fill) -> Message {
    let operation = end.lenient.operation;
    let outputs = operation.outputs.iter().enumerate();
    let mut message = Message::new(outputs.map(|(place, output)| samples::of_member(output, fill, place)).collect());
    if matches!(end.lenient.transport, Transport::Soap11 | Transport::Soap12) {
        let headers = operation.messages.response_headers.iter().enumerate();
        message.headers = headers
            .map(|(place, header)| SoapHeader::new(header, samples::of_member(header, fill, 70 + place)))
            .collect();
    }
    message
}

/// The receiver's reading of a response of the sender.
fn exchanged(sender: &End, receiver: &End, message: &Message) -> Result<Message, String> {
    let response = protocol::encode_response(&sender.lenient, message).map_err(|fault| fault.message())?;
    let read = protocol::decode_response(&receiver.generated, response).map_err(|error| error.to_string())?;
    // Generated code cannot read such a text as a built-in type.
    let is_own = |name: &str| receiver.lenient.service.types.iter().any(|kind| kind.name() == name);
    let is_wrong =
        |deviation: &&str| deviation.split_once(" is not of its type, ").is_some_and(|(_, kind)| !is_own(kind));
    let wrong = read.deviations.iter().map(Deviation::as_str).find(is_wrong).map(str::to_owned);
    wrong.map_or(Ok(read), Err)
}

/// All outputs and headers by name.
fn record(end: &End, message: &Message, rename: meaning::Rename<'_>) -> Record {
    let outputs = end.lenient.operation.outputs;
    let values = message.clone().into_values();
    let mut record = meaning::record(outputs.iter().zip(&values), rename);
    if let [only] = outputs {
        // A lone result can be null, whatever its type.
        record.entry(rename(only.name)).and_modify(|value| *value = value.clone().or_nothing());
    }
    let headers = message.headers.iter().filter_map(SoapHeader::declared);
    record.extend(meaning::record(headers, rename).into_iter().map(|(name, value)| (format!("header {name}"), value)));
    record
}

/// The response with the names of the other version; `None` if that version cannot express it.
fn translated(call: &Call<'_>, record: &Record, other: &End) -> Option<Message> {
    let there = |name: &str| call.there(name).to_owned();
    let operation = other.lenient.operation;
    let mut message = Message::new(meaning::values(operation.outputs, record, &there)?);
    for header in operation.messages.response_headers {
        let sent = record
            .iter()
            .find(|(name, _)| name.strip_prefix("header ").is_some_and(|name| call.there(name) == header.name));
        let value = sent.map_or(Some(Value::Null), |(_, sent)| meaning::value(header, sent, &there))?;
        if !value.is_null() {
            message.headers.push(SoapHeader::new(header, value));
        }
    }
    Some(message)
}

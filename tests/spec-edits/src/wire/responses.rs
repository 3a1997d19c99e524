//! Responses: what a client reads of them.

use asmx_codegen::model::{Messages, ResultKind};
use asmx_runtime::protocol::{self, ResponseContext};
use asmx_runtime::xml::ParseOptions;
use asmx_runtime::{Content, DataSet, Message, Operation, ResultShape, SoapHeader, Text, Transport, Type, Value};

use super::compare;
use super::meaning::{self, Meaning, Record};
use super::samples::{self, FILLS};
use super::{Call, Version};

/// The first difference between what the client reads of its own service and of the other one, if that says the same; and between what the
/// other one says and what the client reads.
pub(super) fn difference(call: &Call<'_>) -> Option<String> {
    let there = call.operation_there()?;
    let own = End::new(call.client, call.operation, call.transport);
    let other = End::new(call.service, there, call.transport);
    let back = |name: &str| call.names.other(name, !call.forward).to_owned();
    let same = |name: &str| name.to_owned();
    // What the own service says, and the other one says too.
    for said in samples(&own) {
        let Ok(expected) = exchanged(&own, &own, &said) else { continue };
        if let Some(translated) = translated(call, &record(&own, &said, &same), &other)
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
    // What the other one may say.
    for said in samples(&other) {
        let Ok(expected) = exchanged(&other, &other, &said) else { continue };
        match exchanged(&other, &own, &said) {
            Ok(read) => {
                let said = Meaning::Record(record(&other, &expected, &back));
                let read = Meaning::Record(record(&own, &read, &same));
                if let Some(difference) = compare::read_otherwise(&said, &read) {
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
    /// With an operation that returns a message, whatever its result is.
    whole: ResponseContext,
    /// With the result that generated code has.
    generated: ResponseContext,
}

impl End {
    fn new(version: &Version, operation: &'static Operation, transport: Transport) -> Self {
        let (service, namespace) = (version.service, version.namespace.clone());
        let whole = ResponseContext { service, operation, transport, namespace, limits: ParseOptions::default() };
        let shape = shape(version, operation).unwrap_or(ResultShape::Message);
        let mut generated = whole.clone();
        if shape != ResultShape::Message {
            let Operation { name, area, doc, parameters, effect, .. } = *operation;
            let mut made = Operation::new(name, area, doc, parameters, shape, effect).transports(operation.transports);
            made.result_element = operation.outputs.first().map(|output| output.name);
            generated.operation = made.leak();
        }
        Self { whole, generated }
    }
}

/// The result that generated code has; `None` if that is a message.
fn shape(version: &Version, operation: &Operation) -> Option<ResultShape> {
    let model = version.model.operations.iter().find(|model| model.name == operation.name)?;
    if model.messages != Messages::default() {
        return None;
    }
    match model.result.kind {
        ResultKind::None => Some(ResultShape::None),
        ResultKind::String => Some(ResultShape::String),
        ResultKind::Delimited => Some(ResultShape::Delimited),
        ResultKind::DataSet => Some(ResultShape::DataSet),
        ResultKind::Xml => Some(ResultShape::Xml),
        ResultKind::Integers => Some(ResultShape::Integers),
        ResultKind::Typed(_) => match operation.outputs.first()?.kind {
            Type::DataSet(declared) => Some(ResultShape::TypedDataSet(declared)),
            _ => None,
        },
        ResultKind::Message => None,
    }
}

/// Responses, each another one.
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
    let operation = end.whole.operation;
    let outputs = operation.outputs.iter().enumerate();
    let mut message = Message::new(outputs.map(|(place, output)| samples::of_member(output, fill, place)).collect());
    if matches!(end.whole.transport, Transport::Soap11 | Transport::Soap12) {
        let headers = operation.messages.response_headers.iter().enumerate();
        message.headers = headers
            .map(|(place, header)| SoapHeader::new(header, samples::of_member(header, fill, 70 + place)))
            .collect();
    }
    message
}

/// What the receiver reads of what the sender says.
fn exchanged(sender: &End, receiver: &End, message: &Message) -> Result<Message, String> {
    let content = Content::Message(Box::new(message.clone()));
    let response = protocol::encode_response(&sender.whole, &content).map_err(|fault| fault.message())?;
    let read = protocol::decode_response(&receiver.generated, response).map_err(|error| error.to_string())?;
    if let Content::Message(message) = read {
        // Code that was generated has no value of a built-in type for such a text.
        let is_own = |name: &str| receiver.whole.service.types.iter().any(|kind| kind.name() == name);
        let wrong = message
            .deviations
            .iter()
            .find(|deviation| deviation.split_once(" is not of its type, ").is_some_and(|(_, kind)| !is_own(kind)));
        return wrong.map_or_else(|| Ok((*message).clone()), |wrong| Err(wrong.clone()));
    }
    Ok(Message::new(value_of(read).into_iter().collect()))
}

/// The value of a result that is no message; `None` where there is none.
fn value_of(content: Content) -> Option<Value<'static>> {
    Some(match content {
        Content::None => return None,
        Content::String(text) => Text::into_option(text).map_or(Value::Null, Value::from),
        Content::Xml(document) if document.is_null() => Value::Null,
        Content::Xml(document) => Value::Xml(document.as_str().to_owned().into()),
        Content::DataSet(data_set) if data_set.is_null() => Value::Null,
        Content::DataSet(data_set) => Value::Xml(content_of(&data_set).into()),
        Content::Integers(integers) if integers.is_null() => Value::Null,
        Content::Integers(integers) => Value::from(integers.as_slice().to_vec()),
        other => panic!("a result of another shape: {other:?}"),
    })
}

fn content_of(data_set: &DataSet) -> String {
    let mut content = String::new();
    data_set.write_content(&mut content);
    content
}

/// All outputs and headers by name.
fn record(end: &End, message: &Message, rename: meaning::Rename<'_>) -> Record {
    let outputs = end.whole.operation.outputs;
    let mut record = meaning::record(outputs.iter().zip(&message.outputs), rename);
    if let [only] = outputs {
        // A result alone can be null, whatever its type is.
        record.entry(rename(only.name)).and_modify(|value| *value = value.clone().or_nothing());
    }
    let headers = message.headers.iter().filter_map(SoapHeader::declared);
    record.extend(meaning::record(headers, rename).into_iter().map(|(name, value)| (format!("header {name}"), value)));
    record
}

/// The same in the words of the other version; `None` if it cannot say it.
fn translated(call: &Call<'_>, record: &Record, other: &End) -> Option<Message> {
    let there = |name: &str| call.there(name).to_owned();
    let operation = other.whole.operation;
    let mut message = Message::new(meaning::values(operation.outputs, record, &there)?);
    for header in operation.messages.response_headers {
        let said = record
            .iter()
            .find(|(name, _)| name.strip_prefix("header ").is_some_and(|name| call.there(name) == header.name));
        let value = said.map_or(Some(Value::Null), |(_, said)| meaning::value(header, said, &there))?;
        if !value.is_null() {
            message.headers.push(SoapHeader::new(header, value));
        }
    }
    Some(message)
}

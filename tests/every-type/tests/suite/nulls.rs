//! Differences that typed values do not keep: a typed null is the null of a value that is always present, and bytes are one value,
//! however a transport writes them.

use asmx_runtime::descriptors::{Place, Presence, Scalar};
use asmx_runtime::xsd::{Base64Binary, HexBinary, Lexical as _};
use asmx_runtime::{DynamicRequest, Member, Message, Operation, Request as _, Transport, Type, Value};

/// The request with the numbers of bytes as their text, and whether there are any.
#[must_use]
pub fn bytes_as_texts(request: &DynamicRequest) -> (DynamicRequest, bool) {
    let (mut request, parameters) = (request.clone(), request.operation().parameters);
    let mut has_bytes = false;
    for (parameter, value) in parameters.iter().zip(request.values().to_vec()) {
        let Value::Array(items) = value else { continue };
        let bytes = || items.iter().map(|item| item.as_text().unwrap().parse().unwrap()).collect::<Vec<u8>>();
        let text = match parameter.kind {
            Type::Scalar(Scalar::Base64Binary) => Base64Binary(bytes()).lexical().into_owned(),
            Type::Scalar(Scalar::HexBinary) => HexBinary(bytes()).lexical().into_owned(),
            _ => continue,
        };
        request.set(parameter.name, text).unwrap();
        has_bytes = true;
    }
    (request, has_bytes)
}

/// The content with every null of such a place stated. Over GET and POST the result itself is told to be null in another way.
#[must_use]
pub fn stated(operation: &Operation, content: Message, transport: Transport) -> Message {
    let headers = content.headers.clone();
    let mut values = content.into_values();
    for (output, value) in operation.outputs.iter().zip(&mut values) {
        if transport.is_soap() || !value.is_null() {
            state(output, value);
        }
    }
    let mut message = Message::new(values);
    message.headers = headers;
    message
}

/// States the nulls in the value of a part.
pub fn state(member: &Member, value: &mut Value<'static>) {
    match value {
        Value::Null if member.presence == Presence::Nullable && member.place == Place::Element && !member.repeated => {
            *value = Value::Nil;
        }
        Value::Array(items) if member.repeated => items.iter_mut().for_each(|item| one(member, item)),
        value => one(member, value),
    }
}

fn one(member: &Member, value: &mut Value<'static>) {
    match member.place {
        Place::Choice(alternatives) => chosen(alternatives, value),
        _ => of_type(member.kind, value),
    }
}

fn chosen(alternatives: &[Member], value: &mut Value<'static>) {
    if let Value::Choice(chosen) = value
        && let Some(alternative) = alternatives.get(chosen.alternative)
    {
        state(alternative, &mut chosen.value);
    }
}

fn of_type(kind: Type, value: &mut Value<'static>) {
    match (kind, value) {
        (_, Value::OfType(typed)) => of_type(typed.kind, &mut typed.value),
        (Type::Structure(structure), Value::Structure(values)) => {
            // Nulls at its end may be left out.
            values.resize_with(structure.members().len(), Value::default);
            structure.members().iter().zip(values).for_each(|(member, value)| state(member, value));
        }
        (Type::Array(array), Value::Array(items)) if array.alternatives.is_empty() => {
            for item in items {
                of_type(array.item, item);
            }
        }
        (Type::Array(array), Value::Array(items)) => items.iter_mut().for_each(|item| chosen(array.alternatives, item)),
        _ => {}
    }
}

//! The echo in each kind of result.

use asmx_runtime::results::table::Table;
use asmx_runtime::{DataSet, Fault, Integers, Member, Message, Operation, Request, Text, Value};

use super::kind::Kind;
use super::listing::Item;
use super::{documents, samples, tables};

/// Tells what was received as `items`. `text` is the listing with the raw values; only a string carries it.
///
/// # Errors
///
/// An XML document cannot hold what was received.
pub fn of_call(request: &dyn Request, items: &[Item], text: impl FnOnce() -> String) -> Result<Message, Fault> {
    let operation = request.operation();
    Ok(match Kind::of(operation) {
        Kind::Nothing => Message::default(),
        Kind::String => Message::from(Text::new(text())),
        Kind::DataSet => Message::from(tables::of_operation(operation.name, items)),
        Kind::Document => {
            let document = documents::of_operation(operation.name, items);
            Message::from(document.map_err(|error| Fault::server(error.to_string()))?)
        }
        Kind::Integers => Message::from(integers_of(items)),
        Kind::Parts => message_of(request),
    })
}

/// A message: of each part the first parameter of its type, or a sample if there is none.
pub fn message_of(request: &dyn Request) -> Message {
    let operation = request.operation();
    let outputs = operation.outputs.iter().zip(0..).map(|(output, number)| {
        let mut parameters = operation.parameters.iter().zip(request.to_dynamic().into_values());
        let is_same = |member: &Member| (member.kind, member.content) == (output.kind, output.content);
        let same = parameters.find(|(parameter, value)| is_same(parameter) && !value.is_null());
        same.map_or_else(|| samples::of_parameter(output, number), |(_, value)| value)
    });
    Message::new(outputs.collect())
}

/// The result for the user `null`. A value type has no null.
pub fn null(operation: &Operation) -> Message {
    if Kind::of(operation) != Kind::Parts {
        return Message::null(operation);
    }
    Message::new(operation.outputs.iter().map(|output| Value::default_of(output.kind)).collect())
}

/// The result for the user `empty`.
pub fn empty(operation: &Operation) -> Message {
    match Kind::of(operation) {
        Kind::String => Message::from(Text::new("")),
        Kind::DataSet => Message::from(DataSet::new(tables::UNNAMED)),
        Kind::Document => Message::from(documents::empty()),
        Kind::Integers => Message::from(Integers::new(Vec::new())),
        _ => null(operation),
    }
}

/// The result for the user `zerorows`: a table without rows, if this kind of result has tables.
pub fn without_rows(operation: &Operation) -> Option<Message> {
    let table = || tables::typed_columns().into_iter().fold(Table::new("Table"), Table::with_column);
    (Kind::of(operation) == Kind::DataSet).then(|| Message::from(DataSet::new(tables::UNNAMED).table(table())))
}

/// The result for the user `huge`: `count` rows, characters or integers, if this kind of result counts.
pub fn huge(operation: &Operation, count: usize, items: &[Item]) -> Option<Message> {
    match Kind::of(operation) {
        Kind::String => Some(Message::from(Text::new("x".repeat(count)))),
        Kind::DataSet => Some(Message::from(tables::huge(count))),
        Kind::Integers => {
            let (step, count) = (first_integer(items), i32::try_from(count).unwrap_or(i32::MAX));
            let multiples = (0..count).map(|index| index.wrapping_mul(step));
            Some(Message::from(Integers::new(multiples.collect::<Vec<_>>())))
        }
        _ => None,
    }
}

/// A kept listing, if this kind of result can carry one.
pub fn of_listing(operation: &Operation, listing: String) -> Option<Message> {
    (Kind::of(operation) == Kind::String).then(|| Message::from(Text::new(listing)))
}

/// The integers of the contract, which depend on the first integer parameter (the campaign's number) and on the credentials.
pub fn integers_of(items: &[Item]) -> Integers {
    let number = first_integer(items);
    if number == 0 {
        return Integers::new(Vec::new());
    }
    let common = |name| items.iter().find(|item| item.name == name);
    let length = |name| common(name).map_or(-1, |item| i32::try_from(item.length).unwrap_or(i32::MAX));
    let checksum = |name| {
        let value = common(name).and_then(|item| item.value.as_deref());
        value.map_or(0, |value| crc32fast::hash(value.as_bytes()).cast_signed())
    };
    Integers::new(vec![
        number,
        number.wrapping_neg(),
        number.wrapping_mul(31),
        0,
        -1,
        i32::MIN,
        i32::MAX,
        length("Username"),
        length("Password"),
        checksum("Username"),
        checksum("Password"),
    ])
}

fn first_integer(items: &[Item]) -> i32 {
    let text = items.iter().find(|item| item.kind == "int").and_then(|item| item.value.as_deref());
    text.and_then(|text| text.parse().ok()).unwrap_or_default()
}

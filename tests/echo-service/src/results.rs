//! The echo in each kind of result.

use asmx_runtime::results::table::Table;
use asmx_runtime::{Content, DataSet, Fault, Integers, Message, Operation, Request, ResultShape, Text, Value};

use super::listing::Item;
use super::{documents, samples, tables};

/// Tells what was received as `items`. `text` is the listing with the raw values; only a string carries it.
///
/// # Errors
///
/// An XML document cannot hold what was received.
pub fn of_call(request: &dyn Request, items: &[Item], text: impl FnOnce() -> String) -> Result<Content, Fault> {
    let operation = request.operation();
    Ok(match operation.result {
        ResultShape::None => Content::None,
        ResultShape::String | ResultShape::Delimited => Content::String(Text::new(text())),
        ResultShape::DataSet | ResultShape::TypedDataSet(_) => {
            Content::DataSet(tables::of_operation(operation.name, items))
        }
        ResultShape::Xml => {
            let document = documents::of_operation(operation.name, items);
            Content::Xml(document.map_err(|error| Fault::server(error.to_string()))?)
        }
        ResultShape::Integers => Content::Integers(integers_of(items)),
        ResultShape::Message => message_of(request),
    })
}

/// A message: of each part the first parameter of its type, or a sample if there is none.
pub fn message_of(request: &dyn Request) -> Content {
    let operation = request.operation();
    let outputs = operation.outputs.iter().zip(0..).map(|(output, number)| {
        let mut parameters = operation.parameters.iter().zip(request.to_dynamic().into_values());
        let same = parameters.find(|(parameter, value)| parameter.kind == output.kind && !value.is_null());
        same.map_or_else(|| samples::of_parameter(output, number), |(_, value)| value)
    });
    Content::Message(Box::new(Message::new(outputs.collect())))
}

/// What the user `null` gets. A value type has no null.
pub fn null(operation: &Operation) -> Content {
    match operation.result {
        ResultShape::Message => {
            let outputs = operation.outputs.iter().map(|output| Value::blank(output.kind));
            Content::Message(Box::new(Message::new(outputs.collect())))
        }
        _ => Content::null(operation),
    }
}

/// What the user `empty` gets.
pub fn empty(operation: &Operation) -> Content {
    match operation.result {
        ResultShape::String | ResultShape::Delimited => Content::String(Text::new("")),
        ResultShape::DataSet | ResultShape::TypedDataSet(_) => Content::DataSet(DataSet::new(tables::UNNAMED)),
        ResultShape::Xml => Content::Xml(documents::empty()),
        ResultShape::Integers => Content::Integers(Integers::new(Vec::new())),
        _ => null(operation),
    }
}

/// What the user `zerorows` gets: a table without rows, if this kind of result has tables.
pub fn without_rows(operation: &Operation) -> Option<Content> {
    let table = || tables::typed_columns().into_iter().fold(Table::new("Table"), Table::with_column);
    operation.result.is_data_set().then(|| Content::DataSet(DataSet::new(tables::UNNAMED).table(table())))
}

/// What the user `huge` gets: `count` rows, characters or integers, if this kind of result counts.
pub fn huge(operation: &Operation, count: usize, items: &[Item]) -> Option<Content> {
    match operation.result {
        ResultShape::String | ResultShape::Delimited => Some(Content::String(Text::new("x".repeat(count)))),
        ResultShape::DataSet | ResultShape::TypedDataSet(_) => Some(Content::DataSet(tables::huge(count))),
        ResultShape::Integers => {
            let (step, count) = (first_integer(items), i32::try_from(count).unwrap_or(i32::MAX));
            let multiples = (0..count).map(|index| index.wrapping_mul(step));
            Some(Content::Integers(Integers::new(multiples.collect::<Vec<_>>())))
        }
        _ => None,
    }
}

/// A kept listing, if this kind of result can carry one.
pub fn of_listing(operation: &Operation, listing: String) -> Option<Content> {
    matches!(operation.result, ResultShape::String | ResultShape::Delimited)
        .then(|| Content::String(Text::new(listing)))
}

/// What the contract says of the first integer parameter (the campaign's number) and the credentials.
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

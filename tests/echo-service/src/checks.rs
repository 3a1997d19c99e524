//! Whether a response of the echo service tells what was sent.

use std::borrow::Cow;

use asmx_runtime::results::table::Row;
use asmx_runtime::values::SinglePart;
use asmx_runtime::xml::Element;
use asmx_runtime::{DataSet, Integers, Message, Operation, Request, Service, Text, Transport, Value, XmlDocument};

use super::documented::undeclared_of;
use super::kind::Kind;
use super::listing::{Item, escape, kind_of, push_items};
use super::results::integers_of;

/// The items that the service must have received: the common parameters, then the request's own, then those that nobody declared and
/// nobody sent. GET and POST cannot leave a string out,
/// so there a string that was not given arrives empty.
pub fn expected(service: &Service, common: &[(&str, &str)], request: &dyn Request, transport: Transport) -> Vec<Item> {
    let mut items = Vec::new();
    let received = |value: Value<'static>| {
        if value.is_null() && !transport.is_soap() { Value::from("") } else { value }
    };
    for parameter in service.common {
        let value = common.iter().find(|(name, _)| *name == parameter.name).map(|(_, value)| (*value).to_owned());
        push_items(&mut items, parameter.name, "string", &received(Value::from(value)));
    }
    for (parameter, value) in request.operation().parameters.iter().zip(request.to_dynamic().into_values()) {
        push_items(&mut items, parameter.name, kind_of(parameter), &received(value));
    }
    for name in undeclared_of(request.operation()) {
        push_items(&mut items, name, "string", &Value::Null);
    }
    items
}

/// Compares a response with what was sent; the error says where they differ. An operation without a result is checked by the
/// listing that the service keeps of it.
///
/// # Errors
///
/// They differ.
pub fn check(operation: &Operation, expected: &[Item], content: &Message) -> Result<(), String> {
    fn part<T: SinglePart>(message: &Message) -> Result<T, String> {
        message.clone().single().map_err(|error| error.to_string())
    }
    match Kind::of(operation) {
        Kind::Nothing => Ok(()),
        Kind::String => check_listing(expected, part::<Text>(content)?.as_str()),
        Kind::Integers => check_integers(expected, &part(content)?),
        Kind::DataSet => check_items(expected, &rows_of(&part(content)?)?),
        Kind::Document => {
            let document = part::<XmlDocument>(content)?.document().map_err(|error| error.to_string())?;
            let root = document.root();
            let parameters = root.elements().find(|element| element.name() == "parameters");
            check_items(expected, &parameters.map_or_else(|| elements_of(root), parameters_of))
        }
        Kind::Parts => Err(format!("a response of an unknown kind: {content:?}")),
    }
}

/// An item as a response tells it; the value is the escaped one, which every transport carries unharmed.
struct Received {
    name: String,
    kind: String,
    length: String,
    escaped: Option<String>,
}

/// The items of a data set: a table of their own, or the rows of the only table that have a kind.
fn rows_of(data_set: &DataSet) -> Result<Vec<Received>, String> {
    let table = data_set.table_named("Echo").or_else(|| data_set.table_named("Table")).ok_or("no table of items")?;
    let text = |row: Row<'_>, name| row.text(name).unwrap_or_default().into_owned();
    let items = table.iter().filter(|row| row.text("Kind").is_some()).map(|row| Received {
        name: text(row, "Name"),
        kind: text(row, "Kind"),
        length: text(row, "Length"),
        escaped: row.text("Escaped").map(Cow::into_owned),
    });
    Ok(items.collect())
}

/// The items of a document that tells them in attributes.
fn parameters_of(parameters: Element<'_>) -> Vec<Received> {
    let attribute = |element: Element<'_>, name| element.attribute(None, name).map(str::to_owned);
    let items = parameters.elements().map(|element| Received {
        name: attribute(element, "name").unwrap_or_default(),
        kind: attribute(element, "kind").unwrap_or_default(),
        length: attribute(element, "length").unwrap_or_default(),
        escaped: attribute(element, "escaped"),
    });
    items.collect()
}

/// The items of a document of plain rows.
fn elements_of(root: Element<'_>) -> Vec<Received> {
    let text = |row: Element<'_>, name| row.element(None, name).map(|element| element.text().into_owned());
    let items = root.elements().filter(|row| row.name() == "Echo").map(|row| Received {
        name: text(row, "Name").unwrap_or_default(),
        kind: text(row, "Kind").unwrap_or_default(),
        length: text(row, "Length").unwrap_or_default(),
        escaped: text(row, "Escaped"),
    });
    items.collect()
}

fn check_items(expected: &[Item], received: &[Received]) -> Result<(), String> {
    if expected.len() != received.len() {
        return Err(format!("{} items were sent, {} received", expected.len(), received.len()));
    }
    for (sent, received) in expected.iter().zip(received) {
        let escaped = sent.value.as_deref().map(escape);
        let same = sent.name == received.name
            && sent.kind == received.kind
            && sent.length.to_string() == received.length
            && escaped == received.escaped;
        if !same {
            return Err(format!("{} was sent as {escaped:?}, received as {:?}", sent.name, received.escaped));
        }
    }
    Ok(())
}

/// Compares the listing line by line up to the facts of the HTTP request.
///
/// # Errors
///
/// They differ.
pub fn check_listing(expected: &[Item], listing: &str) -> Result<(), String> {
    let lines: Vec<_> = listing.lines().skip(2).take_while(|line| !line.starts_with("http.method=")).collect();
    let sent = super::listing::item_lines(expected);
    let sent: Vec<_> = sent.lines().collect();
    match sent.iter().zip(&lines).find(|(sent, received)| sent != received) {
        Some((sent, received)) => Err(format!("sent `{sent}`, received `{received}`")),
        None if sent.len() != lines.len() => Err(format!("{} items were sent, {} received", sent.len(), lines.len())),
        None => Ok(()),
    }
}

fn check_integers(expected: &[Item], integers: &Integers) -> Result<(), String> {
    let sent = integers_of(expected);
    if &sent == integers { Ok(()) } else { Err(format!("expected {sent:?}, received {integers:?}")) }
}

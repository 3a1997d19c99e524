//! Whether an answer of the echo service tells what was sent.

use asmx_runtime::{Content, Request, Service, Transport};

use super::answers::integers_of;
use super::listing::{Item, kind_of, push_items};
use email_campaign_client::{Integers, Value};

/// What the service must have received: the common parameters, then the request's own. GET and POST cannot leave a string out,
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
    for (parameter, value) in request.operation().parameters.iter().zip(request.values()) {
        push_items(&mut items, parameter.name, kind_of(parameter), &received(value.into_owned()));
    }
    for name in super::undeclared_of(request.operation()) {
        push_items(&mut items, name, "string", &Value::Null);
    }
    items
}

/// Compares an answer with what was sent; the error says where they differ. An operation without a result is checked by the
/// listing that the service keeps of it.
pub fn check(expected: &[Item], content: &Content) -> Result<(), String> {
    match content {
        Content::None => Ok(()),
        Content::String(text) => check_listing(expected, text.as_str()),
        Content::Integers(integers) => check_integers(expected, integers),
        Content::DataSet(data_set) => {
            let table = data_set.table_named("Echo").ok_or("no table `Echo`")?;
            let received = table.rows().map(|row| Received {
                name: row.text("Name").unwrap_or_default().to_owned(),
                kind: row.text("Kind").unwrap_or_default().to_owned(),
                length: row.text("Length").unwrap_or_default().to_owned(),
                value: row.text("Value").map(str::to_owned),
            });
            check_items(expected, received.collect())
        }
        Content::Xml(document) => {
            let document = document.document().map_err(|error| error.to_string())?;
            let parameters =
                document.root().elements().find(|element| element.name() == "parameters").ok_or("no parameters")?;
            let attribute =
                |element: asmx_runtime::xml::Element<'_>, name| element.attribute(None, name).map(str::to_owned);
            let received = parameters.elements().map(|element| Received {
                name: attribute(element, "name").unwrap_or_default(),
                kind: attribute(element, "kind").unwrap_or_default(),
                length: attribute(element, "length").unwrap_or_default(),
                value: attribute(element, "value"),
            });
            check_items(expected, received.collect())
        }
        other => Err(format!("an answer of an unknown kind: {other:?}")),
    }
}

/// An item as an answer tells it.
struct Received {
    name: String,
    kind: String,
    length: String,
    value: Option<String>,
}

fn check_items(expected: &[Item], received: Vec<Received>) -> Result<(), String> {
    if expected.len() != received.len() {
        return Err(format!("{} items were sent, {} received", expected.len(), received.len()));
    }
    for (sent, received) in expected.iter().zip(&received) {
        let same = sent.name == received.name
            && sent.kind == received.kind
            && sent.length.to_string() == received.length
            && sent.value == received.value;
        if !same {
            return Err(format!("{} was sent as {:?}, received as {:?}", sent.name, sent.value, received.value));
        }
    }
    Ok(())
}

/// Compares the listing line by line up to the facts of the HTTP request.
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

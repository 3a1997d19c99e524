//! The parameters that the echo service received, as items, and their listing in plain ASCII.

use std::fmt::Write as _;

use asmx_runtime::{Member, Operation, Type, Value};

/// One received parameter, or one item of a received array.
pub struct Item {
    /// The parameter's name, with what follows it for an item or a member.
    pub name: String,
    /// `string`, `int` and so on, or `array`, `structure`, `null`.
    pub kind: &'static str,
    /// UTF-16 code units of the value, items of an array, members of a structure, or -1 for null.
    pub length: i64,
    /// The value, where there is one.
    pub value: Option<String>,
}

impl Item {
    fn null(name: String) -> Self {
        Self { name, kind: "null", length: -1, value: None }
    }

    fn scalar(name: String, kind: &'static str, text: &str) -> Self {
        let length = i64::try_from(text.encode_utf16().count()).unwrap_or(i64::MAX);
        Self { name, kind, length, value: Some(text.to_owned()) }
    }

    fn holder(name: &str, kind: &'static str, held: usize) -> Self {
        Self { name: name.to_owned(), kind, length: i64::try_from(held).unwrap_or(i64::MAX), value: None }
    }
}

/// Appends the items of one parameter. The items of an array are named `Name[0]`, the members of a structure `Name.1`.
pub fn push_items(items: &mut Vec<Item>, name: &str, kind: &'static str, value: &Value<'_>) {
    match value {
        Value::Null | Value::Nil => items.push(Item::null(name.to_owned())),
        Value::Text(text) | Value::Xml(text) => items.push(Item::scalar(name.to_owned(), kind, text)),
        Value::Choice(chosen) => push_items(items, &format!("{name}.{}", chosen.alternative), kind, &chosen.value),
        Value::OfType(typed) => push_items(items, name, kind, &typed.value),
        Value::Extended(extended) => push_items(items, name, kind, &extended.value),
        Value::Attributes(attributes) => {
            for (attribute, text) in attributes {
                items.push(Item::scalar(format!("{name}.{attribute}"), kind, text));
            }
        }
        Value::Array(values) => {
            items.push(Item::holder(name, "array", values.len()));
            for (index, value) in values.iter().enumerate() {
                push_items(items, &format!("{name}[{index}]"), "string", value);
            }
        }
        Value::Structure(values) => {
            items.push(Item::holder(name, "structure", values.len()));
            for (number, value) in (1..).zip(values) {
                push_items(items, &format!("{name}.{number}"), "string", value);
            }
        }
    }
}

/// How the contract names the kind of a parameter.
pub fn kind_of(parameter: &Member) -> &'static str {
    match parameter.kind {
        Type::Scalar(scalar) => scalar.name(),
        _ => "string",
    }
}

/// The part of the HTTP request that is listed.
#[derive(Clone, Default)]
pub struct RequestFacts {
    /// The HTTP method.
    pub method: String,
    /// Path and query as they came.
    pub raw_url: String,
    /// The header `Content-Type`.
    pub content_type: Option<String>,
    /// The header `SOAPAction`, with its quotes.
    pub soap_action: Option<String>,
}

/// The listing of a call: everything up to `--RAW--`.
pub fn listing(operation: &Operation, parameters: usize, items: &[Item], facts: &RequestFacts) -> String {
    let mut out = format!("operation=[{}]\nparameters={parameters}\n{}", operation.name, item_lines(items));
    let header = |value: &Option<String>| {
        value.as_ref().map_or_else(|| "null".to_owned(), |value| format!("[{}]", escape(value)))
    };
    let _ = writeln!(out, "http.method=[{}]\nhttp.rawUrl=[{}]", facts.method, escape(&facts.raw_url));
    let _ = writeln!(out, "http.Content-Type={}", header(&facts.content_type));
    let _ = writeln!(out, "http.SOAPAction={}", header(&facts.soap_action));
    out
}

/// One line an item.
pub fn item_lines(items: &[Item]) -> String {
    let mut out = String::new();
    for item in items {
        let _ = match (&item.value, item.kind) {
            (Some(value), kind) => writeln!(out, "{}=[{}] {kind} {}", item.name, escape(value), item.length),
            (None, "null") => writeln!(out, "{}=null", item.name),
            (None, kind) => writeln!(out, "{}={kind} {}", item.name, item.length),
        };
    }
    out
}

/// The values as they are, after the listing.
pub fn raw_values(items: &[Item]) -> String {
    let mut out = "--RAW--\n".to_owned();
    for item in items {
        if let (Some(value), "string") = (&item.value, item.kind) {
            let _ = writeln!(out, "{}:{}:{value}", item.name, item.length);
        }
    }
    out
}

/// A value in printable ASCII on one line.
pub fn escape(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for unit in value.encode_utf16() {
        match unit {
            0x5c => out.push_str("\\\\"),
            0x0a => out.push_str("\\n"),
            0x0d => out.push_str("\\r"),
            0x09 => out.push_str("\\t"),
            0x20..=0x7e => out.push(char::from(unit.to_le_bytes()[0])),
            other => {
                let _ = write!(out, "\\u{other:04x}");
            }
        }
    }
    out
}

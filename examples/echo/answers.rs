//! The echo in each kind of result.

use std::fmt::Write as _;

use asmx_runtime::Request;
use asmx_runtime::results::Table;
use asmx_runtime::xml;
use email_campaign_client::{DataSet, DelimitedText, Fault, Integers, Text, XmlDocument};

use super::listing::{Item, escape};

/// A kind of result that can tell what was received.
pub trait EchoResult: Sized + Send {
    /// Tells what was received: `text` is the listing and the raw values.
    fn echo(operation: &str, items: &[Item], text: String, request: &dyn Request) -> Result<Self, Fault>;

    /// The null result.
    fn null() -> Self;

    /// The empty result.
    fn empty() -> Self;

    /// A result of `count` rows, characters or integers.
    fn huge(count: usize, request: &dyn Request) -> Self;

    /// A stored listing, if this kind of result can carry one.
    fn listing(_listing: String) -> Option<Self> {
        None
    }
}

impl EchoResult for Text {
    fn echo(_: &str, _: &[Item], text: String, _: &dyn Request) -> Result<Self, Fault> {
        Ok(Self::new(text))
    }

    fn null() -> Self {
        Self::null()
    }

    fn empty() -> Self {
        Self::new("")
    }

    fn huge(count: usize, _: &dyn Request) -> Self {
        Self::new("x".repeat(count))
    }

    fn listing(listing: String) -> Option<Self> {
        Some(Self::new(listing))
    }
}

impl EchoResult for DelimitedText {
    fn echo(operation: &str, items: &[Item], text: String, request: &dyn Request) -> Result<Self, Fault> {
        Text::echo(operation, items, text, request).map(plain)
    }

    fn null() -> Self {
        plain(Text::null())
    }

    fn empty() -> Self {
        plain(Text::new(""))
    }

    fn huge(count: usize, request: &dyn Request) -> Self {
        plain(Text::huge(count, request))
    }

    fn listing(listing: String) -> Option<Self> {
        Text::listing(listing).map(plain)
    }
}

/// The listing is not delimited by what the caller asked for: the text alone travels.
fn plain(text: Text) -> DelimitedText {
    DelimitedText::from(text)
}

impl EchoResult for () {
    fn echo(_: &str, _: &[Item], _: String, _: &dyn Request) -> Result<Self, Fault> {
        Ok(())
    }

    fn null() -> Self {}

    fn empty() -> Self {}

    fn huge(_: usize, _: &dyn Request) -> Self {}
}

impl EchoResult for Integers {
    fn echo(_: &str, items: &[Item], _: String, _: &dyn Request) -> Result<Self, Fault> {
        Ok(integers_of(items))
    }

    fn null() -> Self {
        Self::null()
    }

    fn empty() -> Self {
        Self::new(Vec::new())
    }

    fn huge(count: usize, request: &dyn Request) -> Self {
        let job_id = request.values().first().and_then(|value| value.as_text()?.parse().ok()).unwrap_or_default();
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        Self::new((0..count).map(|index| index.wrapping_mul(job_id)).collect::<Vec<_>>())
    }
}

/// What the contract says of the campaign's number and the credentials.
pub fn integers_of(items: &[Item]) -> Integers {
    let job_id = number(items, "JobID");
    if job_id == 0 {
        return Integers::new(Vec::new());
    }
    let common = |name| items.iter().find(|item| item.name == name);
    let length = |name| common(name).map_or(-1, |item| i32::try_from(item.length).unwrap_or(i32::MAX));
    let checksum = |name| {
        let value = common(name).and_then(|item| item.value.as_deref());
        value.map_or(0, |value| crc32fast::hash(value.as_bytes()).cast_signed())
    };
    Integers::new(vec![
        job_id,
        job_id.wrapping_neg(),
        job_id.wrapping_mul(31),
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

fn number(items: &[Item], name: &str) -> i32 {
    let text = items.iter().find(|item| item.name == name).and_then(|item| item.value.as_deref());
    text.and_then(|text| text.parse().ok()).unwrap_or_default()
}

impl EchoResult for XmlDocument {
    fn echo(operation: &str, items: &[Item], _: String, _: &dyn Request) -> Result<Self, Fault> {
        let mut document = format!("<echo operation=\"{operation}\"><parameters>");
        for item in items {
            push_parameter(&mut document, item);
        }
        document.push_str("</parameters></echo>");
        Self::parse(&document).map_err(|error| Fault::server(error.to_string()))
    }

    fn null() -> Self {
        Self::null()
    }

    fn empty() -> Self {
        Self::parse("<empty/>").unwrap_or_default()
    }

    fn huge(_: usize, _: &dyn Request) -> Self {
        Self::empty()
    }
}

fn push_parameter(out: &mut String, item: &Item) {
    let _ = write!(out, "<param name=\"{}\" kind=\"{}\" length=\"{}\"", item.name, item.kind, item.length);
    let Some(value) = &item.value else {
        out.push_str(" />");
        return;
    };
    for (attribute, text) in [("escaped", escape(value).as_str()), ("value", value)] {
        let _ = write!(out, " {attribute}=\"");
        xml::escape_attribute(out, text);
        out.push('"');
    }
    out.push('>');
    xml::escape_text(out, value);
    out.push_str("</param>");
}

impl EchoResult for DataSet {
    fn echo(_: &str, items: &[Item], _: String, _: &dyn Request) -> Result<Self, Fault> {
        Ok(Self::new("NewDataSet").table(echo_table(items)))
    }

    fn null() -> Self {
        Self::null()
    }

    fn empty() -> Self {
        Self::new("NewDataSet")
    }

    fn huge(count: usize, _: &dyn Request) -> Self {
        let mut table = Table::new("Table").column("Id", "xs:int").column("Email", "xs:string");
        for index in 0..count {
            table = table.row([Some(index.to_string()), Some(format!("user{index}@example.test"))]);
        }
        Self::new("NewDataSet").table(table)
    }
}

/// One row per item.
fn echo_table(items: &[Item]) -> Table {
    let mut table = Table::new("Echo").column("Name", "xs:string").column("Kind", "xs:string").column("Length", "xs:int");
    table = table.column("Value", "xs:string").column("Escaped", "xs:string");
    for item in items {
        let escaped = item.value.as_deref().map(escape);
        let length = Some(item.length.to_string());
        table = table.row([Some(item.name.clone()), Some(item.kind.to_owned()), length, item.value.clone(), escaped]);
    }
    table
}

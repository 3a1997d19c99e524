//! The echo in each kind of result.

use asmx_runtime::Request;
use email_campaign_client::{DataSet, DelimitedText, Fault, Integers, Text, XmlDocument};

use super::listing::Item;
use super::{documents, tables};

/// A kind of result that can tell what was received.
pub trait EchoResult: Sized + Send {
    /// Tells what was received: `text` is the listing and the raw values.
    fn echo(operation: &str, items: &[Item], text: String) -> Result<Self, Fault>;

    /// The null result.
    fn null() -> Self;

    /// The empty result.
    fn empty() -> Self;

    /// A table without rows, if this kind of result has tables.
    fn without_rows() -> Option<Self> {
        None
    }

    /// A result of `count` rows, characters or integers, if this kind of result counts.
    fn huge(_count: usize, _request: &dyn Request) -> Option<Self> {
        None
    }

    /// A stored listing, if this kind of result can carry one.
    fn listing(_listing: String) -> Option<Self> {
        None
    }
}

impl EchoResult for Text {
    fn echo(_: &str, _: &[Item], text: String) -> Result<Self, Fault> {
        Ok(Self::new(text))
    }

    fn null() -> Self {
        Self::null()
    }

    fn empty() -> Self {
        Self::new("")
    }

    fn huge(count: usize, _: &dyn Request) -> Option<Self> {
        Some(Self::new("x".repeat(count)))
    }

    fn listing(listing: String) -> Option<Self> {
        Some(Self::new(listing))
    }
}

impl EchoResult for DelimitedText {
    fn echo(operation: &str, items: &[Item], text: String) -> Result<Self, Fault> {
        Text::echo(operation, items, text).map(plain)
    }

    fn null() -> Self {
        plain(Text::null())
    }

    fn empty() -> Self {
        plain(Text::new(""))
    }

    fn huge(count: usize, request: &dyn Request) -> Option<Self> {
        Text::huge(count, request).map(plain)
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
    fn echo(_: &str, _: &[Item], _: String) -> Result<Self, Fault> {
        Ok(())
    }

    fn null() -> Self {}

    fn empty() -> Self {}
}

impl EchoResult for Integers {
    fn echo(_: &str, items: &[Item], _: String) -> Result<Self, Fault> {
        Ok(integers_of(items))
    }

    fn null() -> Self {
        Self::null()
    }

    fn empty() -> Self {
        Self::new(Vec::new())
    }

    fn huge(count: usize, request: &dyn Request) -> Option<Self> {
        let job_id = request.values().first().and_then(|value| value.as_text()?.parse().ok()).unwrap_or_default();
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        Some(Self::new((0..count).map(|index| index.wrapping_mul(job_id)).collect::<Vec<_>>()))
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
    fn echo(operation: &str, items: &[Item], _: String) -> Result<Self, Fault> {
        documents::of_operation(operation, items).map_err(|error| Fault::server(error.to_string()))
    }

    fn null() -> Self {
        Self::null()
    }

    fn empty() -> Self {
        documents::empty().unwrap_or_default()
    }
}

impl EchoResult for DataSet {
    fn echo(operation: &str, items: &[Item], _: String) -> Result<Self, Fault> {
        Ok(tables::of_operation(operation, items))
    }

    fn null() -> Self {
        Self::null()
    }

    fn empty() -> Self {
        Self::new(tables::UNNAMED)
    }

    fn without_rows() -> Option<Self> {
        Some(Self::new(tables::UNNAMED).table(tables::typed::without_rows("Table")))
    }

    fn huge(count: usize, _: &dyn Request) -> Option<Self> {
        Some(tables::huge(count))
    }
}

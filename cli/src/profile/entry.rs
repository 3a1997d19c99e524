//! Values of settings that may be secret: texts, or where to find them.

use std::fmt;

use toml::{Table, Value};

use super::mistake::{Mistake, form};

/// A value as a profile states it.
pub enum Entry {
    /// The text itself. `${NAME}` in it stands for a variable of the environment.
    Text(String),
    /// The content of a file.
    File(String),
    /// The first line that a command prints.
    Command(String),
    /// The answer of a person.
    Prompt,
}

/// An HTTP header.
pub struct Header {
    /// Its value.
    pub value: Entry,
    /// Whether the value is no secret.
    pub is_plain: bool,
}

const FORM: &str = "a text, or one of { file = \"…\" }, { command = \"…\" }, { prompt = true }";
const HEADER: &str = "a text, or one of { value = \"…\" }, { file = \"…\" }, { command = \"…\" }, { prompt = true }, each of them also with \
                      `plain = true`";

impl Entry {
    pub(super) fn of(path: &str, value: Value) -> Result<Self, Mistake> {
        let entry = match value {
            Value::String(text) => Some(Self::Text(text)),
            Value::Table(mut table) => Self::of_table(&mut table).filter(|_| table.is_empty()),
            _ => None,
        };
        let example = match path {
            "base-url" | "endpoint" => "\"https://…\"",
            "proxy" => "\"http://…\"",
            _ => "{ prompt = true }",
        };
        entry.ok_or_else(|| form(path, FORM, example))
    }

    fn of_table(table: &mut Table) -> Option<Self> {
        let (name, value) = table.iter().next()?;
        let entry = match (name.as_str(), value) {
            ("file", Value::String(file)) => Self::File(file.clone()),
            ("command", Value::String(command)) => Self::Command(command.clone()),
            ("prompt", Value::Boolean(true)) => Self::Prompt,
            _ => return None,
        };
        let name = name.clone();
        table.remove(&name);
        Some(entry)
    }
}

impl Header {
    /// Also `{ value = "…" }`, and any form with `plain = true`.
    pub(super) fn of(path: &str, value: Value) -> Result<Self, Mistake> {
        let name = path.split_once('.').map_or(path, |(_, name)| name);
        if !is_header_name(name) {
            let why = "a name has letters, digits and `-`, without colon and blanks. It is not shown, because it may hold a secret; write \
                       `X-Api-Key = { file = \"key\" }`";
            return Err(Mistake::Setting(format!("a name in `http-headers` is not that of an HTTP header: {why}")));
        }
        let mut is_plain = is_plain(name);
        let mistake = || form(path, HEADER, "{ value = \"shop\", plain = true }");
        let Value::Table(mut table) = value else {
            return Entry::of(path, value).map(|value| Self { value, is_plain }).map_err(|_| mistake());
        };
        match table.remove("plain") {
            None => {}
            Some(Value::Boolean(flag)) => is_plain = flag,
            Some(_) => return Err(mistake()),
        }
        let entry = match table.remove("value") {
            Some(text @ Value::String(_)) if table.is_empty() => text,
            Some(_) => return Err(mistake()),
            None => Value::Table(table),
        };
        Entry::of(path, entry).map(|value| Self { value, is_plain }).map_err(|_| mistake())
    }
}

/// A token of RFC 9110.
fn is_header_name(name: &str) -> bool {
    let is_of_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_of_token)
}

/// Whether a header of this name holds no secret, unless a profile says so.
fn is_plain(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["accept", "content-"].iter().any(|begin| name.starts_with(begin))
        || ["host", "soapaction", "user-agent"].contains(&name.as_str())
}

/// The value may be a secret.
impl fmt::Debug for Entry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Entry")
    }
}

impl fmt::Debug for Header {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Header").field("is_plain", &self.is_plain).finish_non_exhaustive()
    }
}

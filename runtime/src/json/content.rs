//! XML, and strings that hold XML or JSON.

use serde_json::Value as Json;

use super::names::{ANY, INNER, MIXED};
use super::numbers::to_xml_text;
use super::parse::parse;
use crate::operation::{Content, Scalar, Type};
use crate::results::{is_xml, read_json};

/// The JSON of a text in the place of a value, such as a text of a query: the value that the text holds, or else the text itself. `True` and
/// `False` are booleans, because .NET and PowerShell write them so.
pub fn of_text(kind: Type, content: Option<Content>, text: &str) -> Json {
    let item = match kind {
        Type::Array(array) => array.item,
        Type::List(list) => list.item,
        kind => kind,
    };
    match (content, item) {
        (Some(Content::Json), _) => parse(text.as_bytes()).unwrap_or_else(|_| Json::from(text)),
        (Some(Content::Xml), _) => json(Content::Xml, text),
        (None, Type::Scalar(Scalar::Boolean)) if text.eq_ignore_ascii_case("true") => true.into(),
        (None, Type::Scalar(Scalar::Boolean)) if text.eq_ignore_ascii_case("false") => false.into(),
        (None, _) => Json::from(text),
    }
}

/// The value that a text holds. A text that is not what it claims is a string.
pub(super) fn json(content: Content, text: &str) -> Json {
    match content {
        Content::Json => read_json(text).unwrap_or_else(|_| Json::from(text)),
        Content::Xml if is_xml(text) => [(INNER.to_owned(), Json::from(text))].into_iter().collect(),
        Content::Xml => Json::from(text),
    }
}

/// The text that holds a value. XML may be in a string; a string of JSON gets its quotes.
pub(super) fn text(content: Content, json: &Json) -> Option<String> {
    match content {
        Content::Json => Some(to_xml_text(json)),
        Content::Xml => xml(json),
    }
}

pub(super) fn xml(json: &Json) -> Option<String> {
    match json {
        Json::String(xml) => Some(xml.clone()),
        Json::Object(object) if object.is_empty() => Some(String::new()),
        Json::Object(object) if object.len() == 1 => {
            let inner = object.get(INNER).or_else(|| object.get(MIXED)).and_then(Json::as_str);
            inner.map(str::to_owned).or_else(|| {
                let elements = object.get(ANY)?.as_array()?;
                elements.iter().map(Json::as_str).collect()
            })
        }
        _ => None,
    }
}

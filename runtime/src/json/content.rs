//! XML, and strings that hold XML or JSON.

use serde_json::Value as Json;

use super::names::{ANY, INNER, MIXED};
use crate::operation::Content;
use crate::results::{JsonText, is_xml, read_json};

/// The JSON of a text in the place of a member, such as a text of a query: the value that the text holds, or else the text itself.
pub fn of_text(content: Option<Content>, text: &str) -> Json {
    content.map_or_else(|| Json::from(text), |content| json(content, text))
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
        Content::Json => Some(JsonText::from(json).into_text()),
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

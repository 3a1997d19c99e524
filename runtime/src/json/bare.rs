//! Results as GET and POST return them.

use serde_json::{Map, Value as Json, json};

use super::names::INNER;
use super::write::Writer;
use crate::operation::{Operation, Service};
use crate::protocol::value::document::is_document;
use crate::value::Value;
use crate::value::content::Content;
use crate::value::field::Field;

/// A result as GET and POST return it, as JSON: of a [message](crate::Message) the value of its first part, without the part's name, and
/// null if there is none. A document of any kind is `{"$inner": "<xml/>"}`, because its root is its own; a null of a value type is `""`, because
/// it comes as an empty element.
pub fn bare_result(service: &Service, operation: &Operation, content: &Content) -> Json {
    let Content::Message(message) = content else { return super::result(service, operation, content) };
    match (operation.outputs.first(), message.outputs.first()) {
        (Some(output), Some(value)) if is_document(output.kind) && !value.is_null() => {
            json!({ INNER: (value as &dyn Field).all_text() })
        }
        (Some(output), Some(Value::Null)) if !output.repeated && output.kind.kind().is_value() => Json::from(""),
        (Some(output), Some(value)) => {
            let mut object = Map::new();
            Writer::new(service).push(&mut object, output, value);
            object.into_iter().next().map_or(Json::Null, |(_, value)| value)
        }
        _ => Json::Null,
    }
}

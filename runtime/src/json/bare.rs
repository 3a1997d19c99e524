//! Results as GET and POST return them.

use serde_json::{Map, Value as Json, json};

use super::names::INNER;
use super::write::Writer;
use crate::operation::{Operation, Service};
use crate::protocol::value::document::is_document;
use crate::value::field::View;
use crate::value::message::Message;

/// A result as GET and POST return it, as JSON: of a [described](Operation::described) operation the value of its first part, without the
/// part's name, and null if there is none. A document of any kind is `{"$inner": "<xml/>"}`, because its root is its own; a null of a value type is `""`, because
/// it comes as an empty element.
pub fn bare_result(service: &Service, operation: &Operation, message: &Message) -> Json {
    if !operation.described {
        return super::result(service, operation, message);
    }
    match (operation.outputs.first(), message.parts().next()) {
        (Some(output), Some(value)) if is_document(output.kind) && !value.view().is_null() => {
            json!({ INNER: value.all_text() })
        }
        (Some(output), Some(value))
            if value.view() == View::Null && !output.repeated && output.kind.kind().is_value() =>
        {
            Json::from("")
        }
        (Some(output), Some(value)) => {
            let mut object = Map::new();
            Writer::new(service).push(&mut object, output, value);
            object.into_iter().next().map_or(Json::Null, |(_, value)| value)
        }
        _ => Json::Null,
    }
}

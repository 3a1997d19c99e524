//! The parts that schemas are made of.

use serde_json::{Map, Value as Json, json};

/// An object with these members in a response: a service that is newer than its description sends others too, in `$rest`.
pub(super) fn open_object(properties: Map<String, Json>) -> Map<String, Json> {
    Map::from_iter([("type".to_owned(), "object".into()), ("properties".to_owned(), properties.into())])
}

/// An object with these members and no others.
pub(super) fn object(properties: Map<String, Json>) -> Map<String, Json> {
    Map::from_iter([
        ("type".to_owned(), "object".into()),
        ("properties".to_owned(), properties.into()),
        ("additionalProperties".to_owned(), false.into()),
    ])
}

/// A DataSet or XML, of which only a few words are said.
pub(super) fn opaque(about: &str) -> Json {
    json!({ "type": ["object", "string"], "description": about })
}

pub(super) fn any_json() -> Json {
    json!({ "type": ["object", "array", "string", "number", "boolean"] })
}

#[allow(clippy::needless_pass_by_value, reason = "schemas are made on the spot")]
pub(super) fn array_of(item: Json) -> Json {
    json!({ "type": "array", "items": item })
}

pub(super) fn or_null(mut schema: Json) -> Json {
    let Some(object) = schema.as_object_mut() else { return schema };
    if object.is_empty() || object.get("anyOf").and_then(Json::as_array).is_some_and(|all| all.iter().any(is_null)) {
        return schema;
    }
    match object.get_mut("type") {
        Some(Json::Array(types)) if types.iter().any(|name| name == "null") => {}
        Some(Json::Array(types)) => types.push("null".into()),
        Some(name) => *name = json!([name.take(), "null"]),
        None => return json!({ "anyOf": [schema, { "type": "null" }] }),
    }
    schema
}

fn is_null(schema: &Json) -> bool {
    schema.get("type").is_some_and(|name| name == "null")
}

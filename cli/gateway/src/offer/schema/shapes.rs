//! The parts that schemas are made of.

use serde_json::{Map, Value as Json, json};

/// The definition of a value with tables.
pub(super) const DATA_SET: &str = "DataSet";
/// The definition of a value of XML.
pub(super) const XML: &str = "Xml";

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

pub(super) fn data_set(prefix: &str) -> Vec<(&'static str, Json)> {
    let table = json!({
        "type": "object",
        "properties": {
            "name": { "type": ["string", "null"] },
            "columns": array_of(json!({
                "type": "object",
                "properties": { "name": { "type": "string" }, "type": { "type": "string" } },
            })),
            "rows": array_of(json!({ "type": "object" })),
        },
        "required": ["columns", "rows"],
    });
    let data_set = json!({
        "description": "The tables of a DataSet. As XML it is `$any`: its schema and its diffgram.",
        "type": ["object", "string"],
        "properties": {
            "tables": array_of(json!({ "$ref": format!("{prefix}Table") })),
            "$any": array_of(json!({ "type": "string" })),
            "$inner": { "type": "string" },
        },
        "additionalProperties": false,
        "maxProperties": 1,
    });
    vec![(DATA_SET, data_set), ("Table", table)]
}

pub(super) fn xml(_: &str) -> Vec<(&'static str, Json)> {
    let text = json!({ "type": "string" });
    let schema = json!({
        "description": "XML: `$mixed` is what stands inside an element, `$inner` a whole element.",
        "type": ["object", "string"],
        "properties": { "$mixed": text, "$inner": text, "$any": array_of(text.clone()) },
        "additionalProperties": false,
        "maxProperties": 1,
    });
    vec![(XML, schema)]
}

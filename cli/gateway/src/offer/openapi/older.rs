//! Documents of 3.0 and 2.0 from those of 3.1, with what they have no word for.

use std::collections::HashSet;

use serde_json::{Map, Value as Json, json};

use super::form::OpenApiVersion;
use super::schemas::{COMPONENTS, insert};

const DEFINITIONS: &str = "#/definitions/";

/// The document in an older version, and a sentence for each thing that it leaves out.
pub(super) fn document(mut document: Json, version: OpenApiVersion) -> (Json, Vec<String>) {
    let mut omissions = Omissions::default();
    each_schema(&mut document, &mut |schema| older_schema(schema, version, &mut omissions));
    if version == OpenApiVersion::V20 {
        document = swagger(document, &mut omissions);
    } else {
        insert(&mut document, "openapi", "3.0.3".into());
    }
    (document, omissions.sentences(version))
}

/// Counts of what is left out.
#[derive(Default)]
struct Omissions {
    descriptions: usize,
    nulls: usize,
    derived: Vec<String>,
}

impl Omissions {
    fn sentences(self, version: OpenApiVersion) -> Vec<String> {
        let version = version.name();
        let mut sentences = Vec::new();
        if self.descriptions > 0 {
            let count = self.descriptions;
            sentences.push(format!("OpenAPI {version} has no description beside a reference: {count} left out"));
        }
        if self.nulls > 0 {
            let values = match self.nulls {
                1 => "the value".to_owned(),
                count => format!("the {count} values"),
            };
            sentences.push(format!("OpenAPI {version} has no null: `x-nullable` marks {values} that may be null"));
        }
        if !self.derived.is_empty() {
            let names = self.derived.join(", ");
            sentences
                .push(format!("OpenAPI {version} cannot map names of types, so derived types are left out: {names}"));
        }
        sentences
    }
}

/// Calls `change` with every schema of the document, the outer ones first.
fn each_schema(value: &mut Json, change: &mut impl FnMut(&mut Json)) {
    match value {
        Json::Array(items) => items.iter_mut().for_each(|item| each_schema(item, change)),
        Json::Object(object) => {
            for (key, value) in object {
                match key.as_str() {
                    "schema" => schema(value, change),
                    "schemas" => each_value(value, |value| schema(value, change)),
                    "example" => {}
                    _ => each_schema(value, change),
                }
            }
        }
        _ => {}
    }
}

fn schema(value: &mut Json, change: &mut impl FnMut(&mut Json)) {
    change(value);
    let Some(object) = value.as_object_mut() else { return };
    for (key, value) in object {
        match key.as_str() {
            "properties" => each_value(value, |value| schema(value, change)),
            "items" | "additionalProperties" if value.is_object() => schema(value, change),
            "allOf" => value.as_array_mut().into_iter().flatten().for_each(|value| schema(value, change)),
            _ => {}
        }
    }
}

fn each_value(object: &mut Json, change: impl FnMut(&mut Json)) {
    object.as_object_mut().into_iter().flat_map(Map::values_mut).for_each(change);
}

fn older_schema(schema: &mut Json, version: OpenApiVersion, omissions: &mut Omissions) {
    let Some(object) = schema.as_object_mut() else { return };
    if object.contains_key("$ref") {
        let count = object.len();
        object.retain(|key, _| key == "$ref");
        omissions.descriptions += count - 1;
        return;
    }
    let type_or_null = match object.get("type") {
        Some(Json::Array(names)) => names.first().cloned(),
        _ => None,
    };
    if let Some(name) = type_or_null {
        object.insert("type".to_owned(), name);
        if version == OpenApiVersion::V20 {
            omissions.nulls += 1;
            object.insert("x-nullable".to_owned(), true.into());
        } else {
            object.insert("nullable".to_owned(), true.into());
        }
    }
    if version == OpenApiVersion::V20 {
        object.shift_remove("discriminator");
    }
}

/// The document of 2.0 with the parts of one of 3.
fn swagger(document: Json, omissions: &mut Omissions) -> Json {
    let Json::Object(mut parts) = document else { return document };
    let mut components = match parts.shift_remove("components") {
        Some(Json::Object(components)) => components,
        _ => Map::new(),
    };
    let mut take = |name: &str| match components.shift_remove(name) {
        Some(Json::Object(parts)) => parts,
        _ => Map::new(),
    };
    let (mut schemas, parameters) = (take("schemas"), take("parameters"));
    let (headers, responses, tokens) = (take("headers"), take("responses"), take("securitySchemes"));
    let old = Old { schemas: &schemas, headers: &headers };
    let mut swagger = Map::from_iter([("swagger".to_owned(), Json::from("2.0"))]);
    for name in ["info", "tags", "security"] {
        if let Some(part) = parts.shift_remove(name) {
            swagger.insert(name.to_owned(), part);
        }
    }
    swagger.insert("consumes".to_owned(), json!(["application/json"]));
    swagger.insert("produces".to_owned(), json!(["application/json"]));
    let mut paths = parts.shift_remove("paths").unwrap_or_default();
    each_value(&mut paths, |item| old.path_item(item));
    swagger.insert("paths".to_owned(), paths);
    let changed = |parts: Map<String, Json>, change: &dyn Fn(Json) -> Json| -> Map<String, Json> {
        parts.into_iter().map(|(name, part)| (name, change(part))).collect()
    };
    swagger.insert("parameters".to_owned(), changed(parameters, &|part| old.parameter(part)).into());
    swagger.insert("responses".to_owned(), changed(responses, &|part| old.response(part)).into());
    if !tokens.is_empty() {
        let token = json!({
            "type": "apiKey", "name": "Authorization", "in": "header", "description": "`Bearer ` and the token.",
        });
        swagger.insert("securityDefinitions".to_owned(), changed(tokens, &|_| token.clone()).into());
    }
    let mut swagger = Json::Object(swagger);
    let (mut used, mut waiting) = (HashSet::new(), Vec::new());
    let mut note = |reference: &mut String, waiting: &mut Vec<String>| {
        if let Some(name) = reference.strip_prefix(COMPONENTS)
            && used.insert(name.to_owned())
        {
            waiting.push(name.to_owned());
        }
    };
    each_reference(&mut swagger, &mut |reference| note(reference, &mut waiting));
    while let Some(name) = waiting.pop() {
        let Some(schema) = schemas.get_mut(&name) else { continue };
        each_reference(schema, &mut |reference| note(reference, &mut waiting));
    }
    let mut definitions = Map::new();
    for (name, schema) in schemas {
        if used.contains(&name) {
            definitions.insert(name, schema);
        } else {
            omissions.derived.push(name);
        }
    }
    insert(&mut swagger, "definitions", definitions.into());
    // References have other places in 2.0.
    each_reference(&mut swagger, &mut |reference| {
        *reference = match reference.strip_prefix(COMPONENTS) {
            Some(name) => format!("{DEFINITIONS}{name}"),
            None => reference.replace("#/components/", "#/"),
        };
    });
    swagger
}

/// The components that parts of a document refer to.
struct Old<'a> {
    schemas: &'a Map<String, Json>,
    headers: &'a Map<String, Json>,
}

impl Old<'_> {
    fn path_item(&self, item: &mut Json) {
        let Some(item) = item.as_object_mut() else { return };
        for (name, part) in item {
            if name == "parameters" {
                self.parameters(part);
                continue;
            }
            let Some(method) = part.as_object_mut() else { continue };
            if let Some(parameters) = method.get_mut("parameters") {
                self.parameters(parameters);
            }
            if let Some(body) = method.shift_remove("requestBody") {
                method.insert("parameters".to_owned(), json!([self::body(&body)]));
            }
            if let Some(responses) = method.get_mut("responses") {
                each_value(responses, |response| *response = self.response(response.take()));
            }
        }
    }

    fn parameters(&self, parameters: &mut Json) {
        for parameter in parameters.as_array_mut().into_iter().flatten() {
            *parameter = self.parameter(parameter.take());
        }
    }

    /// A parameter of a query, with its schema in place.
    fn parameter(&self, parameter: Json) -> Json {
        let Json::Object(mut parameter) = parameter else { return parameter };
        parameter.shift_remove("example");
        if let Some(schema) = parameter.shift_remove("schema") {
            let Json::Object(mut schema) = self.in_place(schema) else { return parameter.into() };
            if let Some(items) = schema.get_mut("items") {
                *items = self.in_place(items.take());
                schema.insert("collectionFormat".to_owned(), "multi".into());
            }
            schema.shift_remove("description");
            // The text of any JSON.
            schema.entry("type").or_insert_with(|| "string".into());
            parameter.extend(schema);
        }
        parameter.into()
    }

    fn in_place(&self, schema: Json) -> Json {
        let name = schema.get("$ref").and_then(Json::as_str).and_then(|name| name.strip_prefix(COMPONENTS));
        name.and_then(|name| self.schemas.get(name)).cloned().unwrap_or(schema)
    }

    fn response(&self, response: Json) -> Json {
        let Json::Object(mut response) = response else { return response };
        if let Some(Json::Object(content)) = response.shift_remove("content") {
            for (media_type, content) in content {
                if let Some(schema) = content.get("schema") {
                    response.insert("schema".to_owned(), schema.clone());
                }
                if let Some(example) = content.get("example") {
                    response.insert("examples".to_owned(), json!({ media_type: example }));
                }
            }
        }
        if let Some(Json::Object(headers)) = response.get_mut("headers") {
            for header in headers.values_mut() {
                let name = header.get("$ref").and_then(Json::as_str).and_then(|name| name.rsplit('/').next());
                if let Some(known) = name.and_then(|name| self.headers.get(name)) {
                    *header = self.parameter(known.clone());
                }
            }
        }
        response.into()
    }
}

fn body(body: &Json) -> Json {
    let content = body.pointer("/content/application~1json").cloned().unwrap_or_default();
    let mut schema = content.get("schema").cloned().unwrap_or_default();
    if let (Some(example), Json::Object(schema)) = (content.get("example"), &mut schema)
        && !schema.contains_key("$ref")
    {
        schema.insert("example".to_owned(), example.clone());
    }
    let is_required = body.get("required").cloned().unwrap_or_default();
    json!({ "name": "body", "in": "body", "required": is_required, "schema": schema })
}

/// Calls `each` with every reference.
fn each_reference(value: &mut Json, each: &mut impl FnMut(&mut String)) {
    match value {
        Json::Array(items) => items.iter_mut().for_each(|item| each_reference(item, each)),
        Json::Object(object) => {
            if let Some(Json::String(reference)) = object.get_mut("$ref") {
                each(reference);
            }
            object.values_mut().for_each(|value| each_reference(value, each));
        }
        _ => {}
    }
}

/// The members with the address of the gateway.
pub(super) fn server(address: &str) -> Map<String, Json> {
    let mut members = Map::new();
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    if !host.is_empty() {
        members.insert("host".to_owned(), host.into());
        members.insert("schemes".to_owned(), json!([scheme]));
    }
    members.insert("basePath".to_owned(), format!("/{path}").into());
    members
}

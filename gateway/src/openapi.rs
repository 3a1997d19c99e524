//! The operations of a gateway as a document of `OpenAPI`.

use asmx_document::documentation;
use asmx_types::{Effect, Operation, Place, Type, plain_text};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value as Json, json};

use crate::gateway::{Exposed, Gateway};
use crate::schema::Schemas;

const COMPONENTS: &str = "#/components/schemas/";
/// The most characters of a description.
const WORDS: usize = 1_000;
/// The most parameters of a query.
const QUERY: usize = 32;

impl Gateway {
    /// The `OpenAPI` 3.1 document of the REST interface: `POST /{operation}` for each offered operation, and `GET` for reads whose parameters fit
    /// into a query. It names no credentials, and is the same for the same document and offer.
    #[must_use]
    pub fn openapi(&self) -> Json {
        let service = self.target().service();
        let mut schemas = self.schemas(COMPONENTS, WORDS).exact();
        let mut paths = Map::new();
        for exposed in self.exposed() {
            paths.insert(format!("/{}", path(exposed.operation.name)), self.path_item(exposed, &mut schemas));
        }
        let tags: Vec<Json> = service
            .areas
            .iter()
            .filter(|area| self.operations().any(|operation| operation.area == area.name))
            .map(|area| json!({ "name": area.title, "description": schemas.cut(&plain_text(area.doc)) }))
            .collect();
        let description = plain_text(service.doc);
        let mut definitions = schemas.definitions();
        definitions.insert("Problem".to_owned(), problem());
        json!({
            "openapi": "3.1.0",
            "info": { "title": service.name, "version": "1", "description": description },
            "servers": [{ "url": "/" }],
            "tags": tags,
            "paths": paths,
            "components": {
                "schemas": definitions,
                "parameters": choices(),
                "responses": { "Problem": {
                    "description": "There is no result. `outcome` says whether the operation was carried out.",
                    "content": { "application/problem+json": { "schema": { "$ref": format!("{COMPONENTS}Problem") } } },
                } },
            },
        })
    }

    fn path_item(&self, exposed: &Exposed, schemas: &mut Schemas) -> Json {
        let operation = exposed.operation;
        let request = self.request_schema(schemas, operation);
        let result = schemas.result(operation);
        let area = self.target().service().areas.iter().find(|area| area.name == operation.area);
        let described = |id: &str| {
            let mut object = Map::new();
            object.insert("operationId".to_owned(), id.into());
            object.insert("tags".to_owned(), area.map(|area| area.title).into_iter().collect());
            let text = description(operation);
            if let Some(summary) = text.lines().next().filter(|summary| !summary.is_empty()) {
                object.insert("summary".to_owned(), schemas.cut(summary).into());
                object.insert("description".to_owned(), text.as_str().into());
            }
            if operation.deprecated.is_some() {
                object.insert("deprecated".to_owned(), true.into());
            }
            object.insert("x-effect".to_owned(), exposed.effect.name().into());
            object.insert("responses".to_owned(), responses(&result));
            object
        };
        let mut item = Map::new();
        item.insert("parameters".to_owned(), json!([{ "$ref": "#/components/parameters/Format" }]));
        if let Some(parameters) = query(exposed, &request) {
            let mut get = described(&format!("{}_get", operation.name));
            get.insert("parameters".to_owned(), parameters);
            item.insert("get".to_owned(), get.into());
        }
        let mut post = described(operation.name);
        let is_required = request.get("required").is_some();
        let body = json!({ "required": is_required, "content": { "application/json": { "schema": request } } });
        post.insert("requestBody".to_owned(), body);
        item.insert("post".to_owned(), post.into());
        item.into()
    }
}

/// The documentation of an operation with its limits.
pub(crate) fn description(operation: &Operation) -> String {
    let doc = documentation(operation);
    let limit = plain_text(operation.limit);
    let deprecated = operation.deprecated.map(|why| format!("Deprecated: {}", plain_text(why))).unwrap_or_default();
    let parts = [doc, limit, deprecated];
    parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join("\n\n")
}

/// The parameters of a query; `None` for an operation that is no read, or with a parameter that no query holds.
fn query(exposed: &Exposed, request: &Json) -> Option<Json> {
    let properties = request.get("properties")?.as_object()?;
    if !takes_query(exposed) || properties.len() > QUERY {
        return None;
    }
    let required: Vec<&str> =
        request.get("required").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str).collect();
    let parameter = |(name, schema): (&String, &Json)| {
        let is_required = required.contains(&name.as_str());
        json!({ "name": name, "in": "query", "required": is_required, "schema": schema })
    };
    Some(properties.iter().map(parameter).collect())
}

/// Whether an operation only reads, and all its parameters are scalars, enumerations or arrays of those.
pub(crate) fn takes_query(exposed: &Exposed) -> bool {
    let is_word = |kind: Type| matches!(kind, Type::Scalar(_) | Type::Enumeration(_));
    let fits = |kind: Type| match kind {
        Type::Array(array) => array.alternatives.is_empty() && is_word(array.item),
        Type::List(list) => is_word(list.item),
        kind => is_word(kind),
    };
    let operation = exposed.operation;
    exposed.effect == Effect::Read
        && !operation.open
        && operation.messages.request_headers.iter().all(|header| header.role.is_some() || header.secret)
        && operation.parameters.iter().all(|member| member.place == Place::Element && fits(member.kind))
}

fn responses(result: &Json) -> Json {
    let problem = json!({ "$ref": "#/components/responses/Problem" });
    json!({
        "200": { "description": "The result.", "content": {
            "application/json": { "schema": result },
            "application/x-ndjson": {},
            "text/csv": {},
        } },
        "default": problem,
    })
}

/// The parameter of a query that every operation takes, on top of its own. No parameter of .NET begins with `$`.
fn choices() -> Json {
    json!({
        "Format": {
            "name": "$format", "in": "query", "schema": { "enum": ["json", "jsonl", "csv"] },
            "description": "The form of the result, in the place of the header Accept.",
        },
    })
}

fn problem() -> Json {
    let text = json!({ "type": "string" });
    json!({
        "type": "object",
        "description": "RFC 9457, with what became of the operation.",
        "properties": {
            "title": text,
            "status": { "type": "integer" },
            "detail": text,
            "operation": text,
            "outcome": { "enum": ["not sent", "refused", "unknown", "done"] },
            "service-status": { "type": "integer" },
            "fault": { "type": "object", "properties": { "code": { "type": ["string", "null"] }, "message": text } },
            "errors": { "type": "array", "items": {
                "type": "object",
                "properties": { "place": text, "problem": text },
                "required": ["place", "problem"],
            } },
        },
        "required": ["title", "status", "detail", "operation", "outcome"],
    })
}

/// Names that are paths of the gateway itself.
const RESERVED: [&str; 4] = ["healthz", "mcp", "openapi.json", "page.js"];
/// The folder in which operations of those names are; every other operation is there too.
pub(crate) const OPERATIONS: &str = "operations/";

/// The path of an operation, without its first slash: bytes that a path cannot hold are `%XX`.
pub(crate) fn path(name: &str) -> String {
    const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    let folder = if RESERVED.contains(&name) { OPERATIONS } else { "" };
    format!("{folder}{}", utf8_percent_encode(name, ESCAPED))
}

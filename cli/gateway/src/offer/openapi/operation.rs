//! Operations in a document: their paths, parameters and responses.

use asmx_document::documentation;
use asmx_types::{Effect, Operation, Place, Type, plain_text};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value as Json, json};

use super::examples::Examples;
use super::messages::Request;
use super::names::{Names, comparable};
use super::problem;
use super::schemas::{insert, upper};
use super::text::{cut, first_sentence};
use crate::calls::samples::{sample_parameters, sample_result};
use crate::offer::gateway::Exposed;
use crate::rows::tables::TableShape;

/// The most parameters of a query.
const QUERY: usize = 32;

/// An operation with its schemas.
pub(super) struct Described<'g> {
    pub(super) exposed: &'g Exposed,
    pub(super) tables: &'g [TableShape],
    pub(super) request: Request,
    pub(super) result: Json,
    /// Its name among all operations.
    pub(super) id: String,
}

/// The ids of operations: each also has one for GET.
pub(super) fn id(operation: &Operation, ids: &mut Names) -> String {
    ids.free(operation.name, "Operation")
}

impl Described<'_> {
    /// The item of the path of the operation.
    pub(super) fn path_item(
        &self,
        service: &'static asmx_types::Service,
        ids: &mut Names,
        examples: &Examples<'_>,
    ) -> Json {
        let operation = self.exposed.operation;
        let mut item = Map::new();
        item.insert("parameters".to_owned(), self.choices());
        let request = examples.of(&self.request.body, &sample_parameters(service, operation));
        if let Some(parameters) = self.query(request.as_ref()) {
            let mut get = self.method(&ids.free(&format!("get{}", upper(&self.id)), "get"), service, None);
            get.insert("parameters".to_owned(), parameters);
            item.insert("get".to_owned(), get.into());
        }
        let result = examples.of(&self.result, &sample_result(service, operation));
        let mut post = self.method(&self.id, service, result);
        let mut content = json!({ "schema": self.request.body });
        if let Some(example) = request {
            insert(&mut content, "example", example);
        }
        let is_required = !self.request.required.is_empty();
        let body = json!({ "required": is_required, "content": { "application/json": content } });
        post.insert("requestBody".to_owned(), body);
        item.insert("post".to_owned(), post.into());
        item.into()
    }

    fn method(&self, id: &str, service: &asmx_types::Service, result: Option<Json>) -> Map<String, Json> {
        let Exposed { operation, effect, .. } = self.exposed;
        let area = service.areas.iter().find(|area| area.name == operation.area);
        let mut object = Map::new();
        object.insert("operationId".to_owned(), id.into());
        object.insert("tags".to_owned(), area.map(|area| area.title).into_iter().collect());
        let text = description(operation);
        let summary = first_sentence(&text);
        let summary = if summary.is_empty() { operation.name } else { &summary };
        object.insert("summary".to_owned(), summary.into());
        if !text.is_empty() {
            object.insert("description".to_owned(), text.into());
        }
        if operation.deprecated.is_some() {
            object.insert("deprecated".to_owned(), true.into());
        }
        object.insert("x-effect".to_owned(), effect.name().into());
        let mut content = json!({ "schema": self.result });
        if let Some(example) = result {
            insert(&mut content, "example", example);
        }
        let found = json!({
            "description": "The result. It may not fit its schema if `asmx-deviations` is above 0: the service contradicts its document.",
            "headers": { "asmx-deviations": { "$ref": "#/components/headers/Deviations" } },
            "content": { "application/json": content },
        });
        let responses = std::iter::once(("200".to_owned(), found)).chain(problem::of(*effect));
        object.insert("responses".to_owned(), responses.collect::<Map<_, _>>().into());
        object
    }

    /// The parameters of a query; `None` for an operation that is no read, or with a parameter that no query holds.
    fn query(&self, example: Option<&Json>) -> Option<Json> {
        let Request { properties, required, .. } = &self.request;
        if !takes_query(self.exposed) || properties.len() > QUERY {
            return None;
        }
        let parameter = |(name, schema): (&String, &Json)| {
            let mut schema = schema.clone();
            let description = schema.as_object_mut().and_then(|schema| schema.shift_remove("description"));
            let mut parameter =
                json!({ "name": name, "in": "query", "required": required.contains(name), "schema": schema });
            if let Some(description) = description {
                insert(&mut parameter, "description", description);
            }
            if let Some(example) = example.and_then(|example| example.get(name)) {
                insert(&mut parameter, "example", example.clone());
            }
            parameter
        };
        Some(properties.iter().map(parameter).collect())
    }

    /// The choices of a query that apply to the operation. One beside a parameter of the same letters is left out: both would be one argument of
    /// a generated method.
    fn choices(&self) -> Json {
        let mut choices = Vec::new();
        if self.is_free("Format") {
            choices.push(json!({ "$ref": "#/components/parameters/Format" }));
        }
        if self.is_free("Table") && self.tables.iter().any(|table| !table.is_values()) {
            choices.push(self.table());
        }
        if self.is_free("Full") {
            choices.push(json!({ "$ref": "#/components/parameters/Full" }));
        }
        choices.into()
    }

    /// Whether no parameter has the letters of a choice.
    pub(super) fn is_free(&self, choice: &str) -> bool {
        let choice = comparable(choice);
        !self.request.properties.keys().any(|name| comparable(name) == choice)
    }

    /// The choice of a table.
    fn table(&self) -> Json {
        let names = self.tables.iter().map(|table| table.name.as_str()).filter(|name| !name.is_empty());
        let names: Vec<_> = names.collect();
        let known = if names.is_empty() { String::new() } else { format!(" Known tables: {}.", names.join(", ")) };
        let description = format!("The table, in a form with the rows of one table; empty if none is chosen.{known}");
        let schema = json!({ "type": "string", "default": "" });
        json!({ "name": "$table", "in": "query", "description": cut(&description), "schema": schema })
    }
}

/// The choices of a query that every operation takes, on top of its parameters. No parameter of .NET begins with `$`.
pub(super) fn choices(formats: &[&str]) -> [(&'static str, Json); 2] {
    let format = json!({
        "name": "$format", "in": "query",
        "schema": { "type": "string", "enum": formats, "default": "json" },
        "description": "The form of the result. Only `json` fits the schemas of this document. The header Accept chooses one too.",
    });
    let full = json!({
        "name": "$full", "in": "query", "schema": { "type": "boolean", "default": false },
        "description": "With `true` the result is an object with `output`, whose DataSets are XML as it came, and `headers`, the SOAP headers of the \
                        response. It does not fit the schemas of this document.",
    });
    [("Format", format), ("Full", full)]
}

/// The header of a result.
pub(super) fn headers() -> Json {
    json!({
        "Deviations": {
            "description": "How many contradictions to its document the response of the service has; absent if there is none. Texts `NaN` and `INF` of numbers, and null in the \
                            place of a structure, are none, although no schema of the style `classes` has them.",
            "schema": { "type": "integer", "format": "int32" },
        },
    })
}

/// The documentation of an operation with its limits.
pub(crate) fn description(operation: &Operation) -> String {
    let doc = documentation(operation);
    let limit = plain_text(operation.limit);
    let deprecated = operation.deprecated.map(|why| format!("Deprecated: {}", plain_text(why))).unwrap_or_default();
    let parts = [doc, limit, deprecated];
    parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join("\n\n")
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

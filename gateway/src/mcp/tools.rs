//! Tools: one for each operation, or three for many operations.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use asmx_types::Effect;
use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Map, Value as Json, json};

use crate::gateway::{Exposed, Gateway};
use crate::openapi::description;
use crate::schema::take;

/// The most operations with a tool each: clients limit the number of tools, and every definition takes room of a model.
const MOST: usize = 40;
/// The most characters of the description of a tool, and of a parameter.
const WORDS: (usize, usize) = (200, 60);
/// The most operations that `find_operations` lists.
const FOUND: usize = 30;

const FIND: &str = "find_operations";
const DESCRIBE: &str = "describe_operation";
const CALL: &str = "call_operation";

pub(super) struct Tools {
    all: Vec<Tool>,
    /// The operation of each tool; empty if three tools stand for all.
    by_name: HashMap<String, &'static str>,
}

/// What a call of a tool means.
pub(super) enum Meant<'a> {
    Operation(&'a Exposed, Map<String, Json>),
    Answer(Json),
    Refused(String),
    Unknown,
}

impl Tools {
    pub(super) fn of(gateway: &Gateway) -> Self {
        if gateway.exposed().len() > MOST {
            return Self { all: three(gateway), by_name: HashMap::new() };
        }
        let (mut taken, mut all, mut by_name) = (HashSet::new(), Vec::new(), HashMap::new());
        for exposed in gateway.exposed() {
            let name = free(exposed.operation.name, &mut taken);
            all.push(tool(gateway, exposed, name.clone()));
            by_name.insert(name, exposed.operation.name);
        }
        Self { all, by_name }
    }

    pub(super) fn all(&self) -> &[Tool] {
        &self.all
    }

    pub(super) fn meant<'a>(&self, gateway: &'a Gateway, tool: &str, mut arguments: Map<String, Json>) -> Meant<'a> {
        let found = |name: &str| gateway.find(name).map_err(|refusal| refusal.to_json(name).to_string());
        if let Some(name) = self.by_name.get(tool) {
            return found(name).map_or_else(Meant::Refused, |exposed| Meant::Operation(exposed, arguments));
        }
        if !self.by_name.is_empty() || gateway.exposed().len() <= MOST {
            return Meant::Unknown;
        }
        let text = |arguments: &Map<String, Json>, name: &str| {
            arguments.get(name).and_then(Json::as_str).unwrap_or_default().to_owned()
        };
        let operation = text(&arguments, "operation");
        match tool {
            FIND => Meant::Answer(listed(gateway, &text(&arguments, "words"))),
            DESCRIBE => match found(&operation) {
                Ok(exposed) => Meant::Answer(described(gateway, exposed)),
                Err(why) => Meant::Refused(why),
            },
            CALL => match (found(&operation), arguments.shift_remove("arguments")) {
                (Ok(exposed), Some(Json::Object(arguments))) => Meant::Operation(exposed, arguments),
                (Ok(exposed), None) => Meant::Operation(exposed, Map::new()),
                (Ok(_), Some(_)) => Meant::Refused("`arguments` is an object with the parameters".to_owned()),
                (Err(why), _) => Meant::Refused(why),
            },
            _ => Meant::Unknown,
        }
    }
}

/// A name of letters, digits, `_` and `-`, as clients want them, that is not taken.
fn free(name: &str, taken: &mut HashSet<String>) -> String {
    let plain = |character: char| if character.is_ascii_alphanumeric() || character == '-' { character } else { '_' };
    let plain: String = name.chars().take(58).map(plain).collect();
    take(&plain, taken, |_| true)
}

fn annotations(effect: Effect) -> ToolAnnotations {
    let is_read = effect == Effect::Read;
    let annotations = ToolAnnotations::new().read_only(is_read).open_world(true);
    if is_read { annotations } else { annotations.destructive(true).idempotent(false) }
}

fn tool(gateway: &Gateway, exposed: &Exposed, name: String) -> Tool {
    let (request, result) = schemas(gateway, exposed);
    let words = gateway.short_schemas(WORDS.0).cut(&description(exposed.operation));
    let words = if words.is_empty() { format!("The operation {}.", exposed.operation.name) } else { words };
    Tool::new(name, words, Arc::new(request))
        .with_raw_output_schema(Arc::new(result))
        .with_annotations(annotations(exposed.effect))
}

/// The schemas of request and result, each with its definitions. A result that is no object is `value` in one.
fn schemas(gateway: &Gateway, exposed: &Exposed) -> (Map<String, Json>, Map<String, Json>) {
    let mut schemas = gateway.short_schemas(WORDS.1);
    let request = gateway.request_schema(&mut schemas, exposed.operation);
    let request = whole(request, schemas.definitions());
    let mut schemas = gateway.short_schemas(WORDS.1);
    let result = schemas.result(exposed.operation);
    let is_object = result.get("type").and_then(Json::as_str) == Some("object");
    let result = if is_object { result } else { json!({ "type": "object", "properties": { "value": result } }) };
    (request, short(whole(result, schemas.definitions())))
}

/// The most bytes of the schema of a result: every tool is a part of each conversation.
const LARGEST_RESULT: usize = 2_000;

/// Only the names of the parts, if a result is described at length. The result itself shows the rest.
fn short(result: Map<String, Json>) -> Map<String, Json> {
    if Json::from(result.clone()).to_string().len() <= LARGEST_RESULT {
        return result;
    }
    let names = result.get("properties").and_then(Json::as_object).into_iter().flatten();
    let properties: Map<String, Json> = names.map(|(name, _)| (name.clone(), json!({}))).collect();
    Map::from_iter([("type".to_owned(), "object".into()), ("properties".to_owned(), properties.into())])
}

fn whole(schema: Json, definitions: Map<String, Json>) -> Map<String, Json> {
    let Json::Object(mut schema) = schema else { return Map::new() };
    if !definitions.is_empty() {
        schema.insert("$defs".to_owned(), definitions.into());
    }
    schema
}

fn three(gateway: &Gateway) -> Vec<Tool> {
    let service = gateway.target().service().name;
    let object = |properties: Json, required: &[&str]| {
        let schema =
            json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false });
        Arc::new(schema.as_object().cloned().unwrap_or_default())
    };
    let operation = json!({ "type": "string", "description": "Its name, as find_operations gives it." });
    let words = json!({ "type": "string", "description": "Words that its name or its documentation has." });
    let every = gateway.exposed().iter().map(|exposed| exposed.effect);
    let effect = every.max_by_key(|effect| *effect != Effect::Read).unwrap_or(Effect::Read);
    let find = format!("Lists operations of {service}: {} in all, at most {FOUND} at once.", gateway.exposed().len());
    let call = format!("Calls an operation of {service}. Describe it first: its parameters have a schema.");
    vec![
        Tool::new(FIND, find, object(json!({ "words": words }), &[])).with_annotations(annotations(Effect::Read)),
        Tool::new(
            DESCRIBE,
            format!("Gives the schemas of an operation of {service}: of its parameters, and of its result."),
            object(json!({ "operation": operation }), &["operation"]),
        )
        .with_annotations(annotations(Effect::Read)),
        Tool::new(
            CALL,
            call,
            object(json!({ "operation": operation, "arguments": { "type": "object" } }), &["operation"]),
        )
        .with_annotations(annotations(effect)),
    ]
}

/// The operations with all the words.
fn listed(gateway: &Gateway, words: &str) -> Json {
    // Each word once, however often it was written.
    let words: BTreeSet<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let schemas = gateway.short_schemas(WORDS.1);
    let all = gateway.exposed().iter().map(|exposed| (exposed, description(exposed.operation)));
    let has = |(exposed, text): &(&Exposed, String)| {
        let text = format!("{} {text}", exposed.operation.name).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let found: Vec<_> = all.filter(has).collect();
    let total = found.len();
    let shown: Vec<Json> = found
        .into_iter()
        .take(FOUND)
        .map(|(exposed, text)| {
            json!({ "operation": exposed.operation.name, "effect": exposed.effect.name(), "about": schemas.cut(&text) })
        })
        .collect();
    json!({ "operations": shown, "total": total })
}

fn described(gateway: &Gateway, exposed: &Exposed) -> Json {
    let (request, result) = schemas(gateway, exposed);
    json!({
        "operation": exposed.operation.name,
        "effect": exposed.effect.name(),
        "about": description(exposed.operation),
        "arguments": request,
        "result": result,
    })
}

//! Tools: one for each operation, or three for many operations.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use asmx_types::Effect;
use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Map, Value as Json, json};

use super::search::{Described, Index};
use super::tool_arguments::{Argument, Kind, read, schema};
use crate::calls::words::Setting;
use crate::offer::gateway::{Exposed, Gateway};
use crate::offer::openapi::description;
use crate::offer::refusal::Refusal;
use crate::offer::schema::take;
use crate::rows::tables::TableShape;

/// The most operations with a tool each: clients limit the number of tools, and every definition takes room of a model.
const MOST: usize = 40;
/// The most characters of the description of a tool, and of a parameter.
const WORDS: (usize, usize) = (200, 60);
/// The most operations that `find_operations` lists at once.
const PAGE: usize = 20;
/// The most characters of the names of tables and columns in the description of a tool, and the most columns of a description.
const COLUMNS: (usize, usize) = (300, 200);

const FIND: &str = "find_operations";
const DESCRIBE: &str = "describe_operation";
const CALL: &str = "call_operation";

const OPERATION: Argument = Argument {
    name: "operation",
    kind: Kind::Text,
    is_required: true,
    description: "Its name, as find_operations gives it.",
};
const WORDS_OF_FIND: Argument = Argument {
    name: "words",
    kind: Kind::Text,
    is_required: false,
    description: "A question, or words of its name, its documentation or its parameters.",
};
const FROM: Argument = Argument {
    name: "from",
    kind: Kind::Number,
    is_required: false,
    description: "The number of operations to skip: `next` of the page before.",
};
const ARGUMENTS: Argument = Argument {
    name: "arguments",
    kind: Kind::Parameters,
    is_required: false,
    description: "The parameters of the operation, as describe_operation gives them.",
};
/// The tools that stand for many operations, and the arguments of each.
const OWN: [(&str, &[Argument]); 3] =
    [(FIND, &[WORDS_OF_FIND, FROM]), (DESCRIBE, &[OPERATION]), (CALL, &[OPERATION, ARGUMENTS])];

pub(super) struct Tools {
    all: Vec<Tool>,
    /// The operation of each tool; empty if three tools stand for all.
    by_name: HashMap<String, &'static str>,
    /// The words of all operations, if three tools stand for them.
    index: Option<Index>,
}

/// The meaning of a call of a tool.
pub(super) enum Intent<'a> {
    Operation(&'a Exposed, Map<String, Json>),
    Answer(Json),
    Refused(u16, String),
    Unknown,
}

impl Tools {
    pub(super) fn of(gateway: &Gateway) -> Self {
        if gateway.exposed().len() > MOST {
            let texts: Vec<String> = gateway.exposed().iter().map(|exposed| description(exposed.operation)).collect();
            let all = gateway.exposed().iter().zip(&texts);
            let index = Index::new(all.map(|(exposed, text)| Described { operation: exposed.operation, text }));
            return Self { all: three(gateway), by_name: HashMap::new(), index: Some(index) };
        }
        let (mut names, mut all, mut by_name) = (HashSet::new(), Vec::new(), HashMap::new());
        for exposed in gateway.exposed() {
            let name = free(exposed.operation.name, &mut names);
            all.push(tool(gateway, exposed, name.clone()));
            by_name.insert(name, exposed.operation.name);
        }
        Self { all, by_name, index: None }
    }

    pub(super) fn all(&self) -> &[Tool] {
        &self.all
    }

    pub(super) fn intent<'a>(&self, gateway: &'a Gateway, tool: &str, arguments: Map<String, Json>) -> Intent<'a> {
        let refused =
            |refusal: &Refusal, name: &str| Intent::Refused(refusal.status(), refusal.to_json(name).to_string());
        let found = |name: &str| gateway.find(name).map_err(|refusal| refused(&refusal, name));
        if let Some(name) = self.by_name.get(tool) {
            return found(name).map_or_else(|refused| refused, |exposed| Intent::Operation(exposed, arguments));
        }
        let own = OWN.iter().find(|(name, _)| *name == tool);
        let (Some(index), Some((_, known))) = (&self.index, own) else { return Intent::Unknown };
        let values = match read(known, arguments) {
            Ok(values) => values,
            Err(misfits) => return refused(&Refusal::Unfit(misfits), tool),
        };
        if tool == FIND {
            return Intent::Answer(listed(gateway, index, values.text(WORDS_OF_FIND.name), values.number));
        }
        match found(values.text(OPERATION.name)) {
            Ok(exposed) if tool == CALL => Intent::Operation(exposed, values.parameters),
            Ok(exposed) => Intent::Answer(described(gateway, exposed)),
            Err(refused) => refused,
        }
    }
}

/// A name of letters, digits, `_` and `-`, as clients want them, that is not taken.
fn free(name: &str, names: &mut HashSet<String>) -> String {
    let permitted =
        |character: char| if character.is_ascii_alphanumeric() || character == '-' { character } else { '_' };
    let valid: String = name.chars().take(58).map(permitted).collect();
    take(&valid, names)
}

fn annotations(effect: Effect) -> ToolAnnotations {
    let is_read = effect == Effect::Read;
    let annotations = ToolAnnotations::new().read_only(is_read).open_world(true);
    if is_read { annotations } else { annotations.destructive(true).idempotent(false) }
}

fn tool(gateway: &Gateway, exposed: &Exposed, name: String) -> Tool {
    let (request, result) = schemas(gateway, exposed);
    let words = gateway.schemas(WORDS.0).cut(&description(exposed.operation));
    let words = if words.is_empty() { format!("The operation {}.", exposed.operation.name) } else { words };
    Tool::new(name, words + &names_of_columns(gateway.tables(exposed)), Arc::new(request))
        .with_raw_output_schema(Arc::new(result))
        .with_annotations(annotations(exposed.effect))
}

/// The tables whose columns are known, and their columns.
fn known_tables(shapes: &[TableShape]) -> impl Iterator<Item = &TableShape> {
    shapes.iter().filter(|table| !table.is_values() && !table.columns.is_empty())
}

/// ` Rows of Orders: Id, Day.` for the description of a tool; empty if no columns are known.
fn names_of_columns(shapes: &[TableShape]) -> String {
    let mut names = String::new();
    for table in known_tables(shapes) {
        let columns: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        names.extend([" Rows of ", &table.name, ": ", &columns.join(", "), "."]);
    }
    match names.char_indices().nth(COLUMNS.0) {
        Some((end, _)) => format!("{}…", names.get(..end).unwrap_or_default()),
        None => names,
    }
}

/// The columns of each table with their types; empty if none is known.
fn tables_with_columns(shapes: &[TableShape]) -> Vec<Json> {
    let tables = known_tables(shapes).map(|table| {
        let columns = table.columns.iter().take(COLUMNS.1);
        let columns = columns.map(|column| (column.name.clone(), Json::from(column.type_name.as_str())));
        json!({ "name": table.name, "columns": columns.collect::<Map<_, _>>() })
    });
    tables.collect()
}

/// The schemas of request and result, each with its definitions. A result that is no object is `value` in one.
fn schemas(gateway: &Gateway, exposed: &Exposed) -> (Map<String, Json>, Map<String, Json>) {
    let mut schemas = gateway.schemas(WORDS.1);
    let request = gateway.request_schema(&mut schemas, exposed.operation);
    let request = with_definitions(request, schemas.definitions());
    let mut schemas = gateway.schemas(WORDS.1);
    let result = schemas.result(exposed.operation);
    let is_object = result.get("type").and_then(Json::as_str) == Some("object");
    let result = if is_object { result } else { json!({ "type": "object", "properties": { "value": result } }) };
    (request, short(with_definitions(result, schemas.definitions())))
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

fn with_definitions(schema: Json, definitions: Map<String, Json>) -> Map<String, Json> {
    let Json::Object(mut schema) = schema else { return Map::new() };
    if !definitions.is_empty() {
        schema.insert("$defs".to_owned(), definitions.into());
    }
    schema
}

fn three(gateway: &Gateway) -> Vec<Tool> {
    let service = gateway.service().name;
    let every = gateway.exposed().iter().map(|exposed| exposed.effect);
    let effect = every.max_by_key(|effect| *effect != Effect::Read).unwrap_or(Effect::Read);
    let find = format!(
        "Finds operations of {service} by words, the best first; without words lists all {}. A page has {PAGE}.",
        gateway.exposed().len()
    );
    let call = format!("Calls an operation of {service}. Describe it first: its parameters have a schema.");
    let describe = format!("Gives the schemas of an operation of {service}: of its parameters, and of its result.");
    let about = [(find, Effect::Read), (describe, Effect::Read), (call, effect)];
    let tools = OWN.iter().zip(about);
    tools
        .map(|((name, known), (about, effect))| {
            Tool::new(*name, about, schema(known)).with_annotations(annotations(effect))
        })
        .collect()
}

/// A page of the operations that have any of the words, the best first.
fn listed(gateway: &Gateway, index: &Index, words: &str, from: usize) -> Json {
    let schemas = gateway.schemas(WORDS.1);
    let found = index.find(words);
    let next = from.saturating_add(PAGE);
    let page = found.iter().skip(from).take(PAGE).filter_map(|number| gateway.exposed().get(*number));
    let page = page.map(|exposed| {
        let about = schemas.cut(&description(exposed.operation));
        json!({ "operation": exposed.operation.name, "effect": exposed.effect.name(), "about": about })
    });
    let mut listed = Map::new();
    listed.insert("operations".to_owned(), page.collect());
    listed.insert("total".to_owned(), found.len().into());
    if next < found.len() {
        listed.insert("next".to_owned(), next.into());
    }
    if let Some(hidden) = hidden(gateway) {
        listed.insert("hidden".to_owned(), hidden.into());
    }
    listed.into()
}

/// The numbers of operations that are not offered, and the reasons; `None` if all are.
fn hidden(gateway: &Gateway) -> Option<String> {
    let sentences = [Effect::Write, Effect::Send].into_iter().filter_map(|effect| {
        let (count, setting) = (gateway.hidden_with(effect), gateway.words(&Setting::Offered(effect)));
        let operations = if count == 1 { "operation is" } else { "operations are" };
        let why = format!("{count} more {operations} not offered without {setting}.");
        (count > 0).then_some(why)
    });
    let sentences: Vec<String> = sentences.collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

fn described(gateway: &Gateway, exposed: &Exposed) -> Json {
    let (request, result) = schemas(gateway, exposed);
    let mut described = json!({
        "operation": exposed.operation.name,
        "effect": exposed.effect.name(),
        "about": description(exposed.operation),
        "arguments": request,
        "result": result,
    });
    let tables = tables_with_columns(gateway.tables(exposed));
    if let Some(described) = described.as_object_mut().filter(|_| !tables.is_empty()) {
        described.insert("tables".to_owned(), tables.into());
    }
    described
}

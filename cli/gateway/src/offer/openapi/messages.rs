//! Requests and results of operations.

use asmx_runtime::{Transport, json};
use asmx_types::xml_name::encode_local_name;
use asmx_types::{Member, Messages, Operation, Place, Style};
use serde_json::{Map, Value as Json, json};

use super::direction::Direction;
use super::schemas::{Members, Schemas, upper};
use super::text::of_member;
use crate::offer::schema::SOAP_HEADERS;
use crate::rows::tables::TableShape;

/// The parameters of an operation.
pub(super) struct Request {
    /// A reference to the object that has them.
    pub(super) body: Json,
    pub(super) properties: Map<String, Json>,
    pub(super) required: Vec<String>,
}

impl Schemas<'_> {
    /// The parameters of an operation. Those of bare messages, and of GET and POST, are named as their parts.
    pub(super) fn request(&mut self, operation: &'static Operation, transport: Transport) -> Request {
        self.direction = Direction::Request;
        let callers = self.callers;
        let around = format!("{}Request", operation.name);
        let mut object = Members::default();
        let is_bare = operation.messages.style == Style::Bare;
        let common: &[Member] = if callers.see_secrets() { self.service().common } else { &[] };
        for parameter in common.iter().chain(operation.parameters).filter(|parameter| callers.see(parameter)) {
            let has_part_name = is_bare || !transport.is_soap() || parameter.place != Place::Element;
            let name = if has_part_name { parameter.part_name() } else { parameter.name };
            if parameter.place == Place::Element || is_bare && !name.is_empty() {
                let name = encode_local_name(name).into_owned();
                if callers.must_give_parameter(&name, parameter) {
                    object.required.push(name.clone());
                }
                let schema = self.part(parameter, &around);
                object.properties.insert(name, schema);
            } else {
                self.push(&mut object, operation.parameters, parameter, &around);
            }
        }
        object.properties.retain(|name, _| !callers.lack_parameter(name));
        let headers = self.headers(operation.messages, &around);
        if !headers.is_empty() {
            let headers = Members { properties: headers, ..Members::default() };
            let headers = self.component(&format!("{around}Headers"), headers, "");
            object.properties.insert(SOAP_HEADERS.to_owned(), headers);
        }
        if operation.open {
            object.additional = Some(json!({ "type": "string" }));
        }
        let (properties, required) = (object.properties.clone(), object.required.clone());
        Request { body: self.component(&around, object, ""), properties, required }
    }

    /// Declared headers that are not for the service's credentials.
    fn headers(&mut self, messages: &Messages, around: &str) -> Map<String, Json> {
        let mut headers = Map::new();
        for header in messages.request_headers {
            if self.callers.see_header(header) {
                let schema = self.header(header, around);
                headers.insert(json::key(header).into_owned(), of_member(schema, header));
            }
        }
        headers
    }

    /// A part of a message. One without an element of its own has its content in an object.
    fn part(&mut self, part: &Member, around: &str) -> Json {
        if part.place == Place::Element {
            return self.member(part, around);
        }
        let around = format!("{around}{}", upper(part.part_name()));
        let mut object = Members::default();
        self.push(&mut object, std::slice::from_ref(part), part, &around);
        self.component(&around, object, part.doc)
    }

    /// A reference to the result of an operation, whose tables these are.
    pub(super) fn result(
        &mut self,
        operation: &'static Operation,
        transport: Transport,
        tables: &[TableShape],
    ) -> Json {
        self.direction = Direction::Result;
        if operation.outputs.is_empty() && !transport.is_soap() {
            return json!({ "description": "The operation declares no result. It may respond with JSON of its own." });
        }
        let around = format!("{}Response", operation.name);
        let mut object = Members::default();
        let is_bare = operation.messages.style == Style::Bare;
        for output in operation.outputs.iter().filter(|output| self.callers.see(output)) {
            if is_bare {
                let schema = self.part(output, &around);
                let name = encode_local_name(output.part_name()).into_owned();
                if self.is_always_there(output, &schema) {
                    object.required.push(name.clone());
                }
                object.properties.insert(name, schema);
            } else if let Some(columns) = columns_of(operation, output, tables) {
                let schema = self.data_set(None, &columns, operation.name);
                object.properties.insert(json::key(output).into_owned(), of_member(schema, output));
            } else {
                self.push(&mut object, operation.outputs, output, &around);
            }
        }
        self.component(&around, object, "")
    }
}

/// The tables of a part whose columns the operation declares.
fn columns_of(operation: &Operation, output: &Member, tables: &[TableShape]) -> Option<Vec<TableShape>> {
    let key = json::key(output);
    let is_of_part =
        |table: &&TableShape| table.keys.len() == 1 && table.keys.first().is_some_and(|first| *first == key);
    let has_columns = output.kind.is_table() && !output.repeated && !operation.columns.is_empty();
    has_columns.then(|| tables.iter().filter(is_of_part).cloned().collect())
}

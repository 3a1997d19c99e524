//! Requests and results of operations.

use asmx_runtime::Transport;
use asmx_types::{Member, Messages, Operation, Place, Scalar, Style, Type};
use serde_json::{Map, Value as Json, json};

#[cfg(feature = "mcp")]
use super::shapes::open_object;
use super::shapes::{array_of, object};
use super::{Schemas, Side};

/// The member of a request with the SOAP headers of the call. No parameter of .NET has such a name.
pub(crate) const SOAP_HEADERS: &str = "soap-headers";

impl Schemas {
    /// The object with the parameters of an operation. Parameters of bare messages, and those of GET and POST, are named as their parts.
    pub(crate) fn request(&mut self, operation: &'static Operation, transport: Transport) -> Json {
        let (mut properties, mut required) = (Map::new(), Vec::new());
        let is_bare = operation.messages.style == Style::Bare;
        self.side = if transport.is_soap() { Side::Request } else { Side::Form };
        let common: &[Member] = if self.callers.see_secrets() { self.service.common } else { &[] };
        for parameter in common.iter().chain(operation.parameters) {
            if self.is_hidden(parameter) {
                continue;
            }
            let has_part_name = is_bare || self.side == Side::Form || parameter.place != Place::Element;
            let name = if has_part_name { parameter.part_name() } else { parameter.name };
            if parameter.place == Place::Element || is_bare && !name.is_empty() {
                let name = asmx_types::xml_name::encode_local_name(name).into_owned();
                if self.callers.must_give_parameter(&name, parameter) {
                    required.push(Json::from(name.as_str()));
                }
                let schema = self.part(parameter);
                properties.insert(name, schema);
            } else {
                self.push(&mut properties, parameter);
            }
        }
        properties.retain(|name, _| !self.callers.lack_parameter(name));
        let headers = self.headers(operation.messages);
        if !headers.is_empty() {
            properties.insert(SOAP_HEADERS.to_owned(), object(headers).into());
        }
        let mut request = object(properties);
        if !required.is_empty() {
            request.insert("required".to_owned(), required.into());
        }
        if operation.open {
            let text = json!({ "type": ["string", "number", "boolean"] });
            request.insert("additionalProperties".to_owned(), json!({ "anyOf": [text, array_of(text.clone())] }));
        }
        self.side = Side::Result;
        request.into()
    }

    /// Declared headers that are not for the service's credentials.
    fn headers(&mut self, messages: &Messages) -> Map<String, Json> {
        let mut headers = Map::new();
        for header in messages.request_headers {
            if self.callers.see_header(header) {
                let schema = self.header(header);
                let name = asmx_runtime::json::key(header).into_owned();
                let schema = self.documented(schema, header.doc);
                headers.insert(name, schema);
            }
        }
        headers
    }

    /// Beside its members a header may have `$mustUnderstand` and `$actor`.
    fn header(&mut self, header: &Member) -> Json {
        let Type::Structure(structure) = header.kind else { return self.occurrence(header) };
        let mut schema = self.members_of(structure);
        if let Some(properties) = schema.get_mut("properties").and_then(Json::as_object_mut) {
            let (is_due, actor) = (self.value(Type::Scalar(Scalar::Boolean)), self.value(Type::STRING));
            properties.insert("$mustUnderstand".to_owned(), is_due);
            properties.insert("$actor".to_owned(), actor);
        }
        schema
    }

    /// A part of a message. One without an element of its own has its content in an object.
    fn part(&mut self, part: &Member) -> Json {
        if part.place == Place::Element {
            return self.member(part);
        }
        let mut properties = Map::new();
        self.push(&mut properties, part);
        let only = properties.values().next().cloned().filter(|_| properties.len() == 1);
        // One element needs no array.
        let only = only.map(|only| match part.place {
            Place::AnyElements => json!({ "anyOf": [only, { "type": "string" }] }),
            _ => only,
        });
        let object = Json::from(object(properties));
        // Its only content may stand alone.
        only.map_or_else(|| object.clone(), |only| json!({ "anyOf": [object, only] }))
    }

    /// The result of an operation, as [`Target::call`](crate::Target::call) gives it.
    #[cfg(feature = "mcp")]
    pub(crate) fn result(&mut self, operation: &'static Operation) -> Json {
        let outputs = operation.outputs;
        let is_bare = operation.messages.style == Style::Bare;
        let mut properties = Map::new();
        for output in outputs {
            if self.is_hidden(output) {
                continue;
            }
            if is_bare {
                let schema = self.part(output);
                properties.insert(asmx_types::xml_name::encode_local_name(output.part_name()).into_owned(), schema);
            } else {
                self.push(&mut properties, output);
            }
        }
        open_object(properties).into()
    }
}

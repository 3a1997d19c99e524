//! JSON Schemas of the values of a service, in the form of [`asmx_runtime::json`], for tools and the page.
//!
//! They are wide: a schema allows every value that a caller may write and a service may send. A number may be a string, and members of results are
//! never required, because a service may leave out what it describes. The exact schemas of programs are in [`openapi`](crate::offer::openapi).

mod callers;
mod names;
mod operation;
mod scalars;
mod shapes;

use std::collections::{HashMap, HashSet};

use asmx_runtime::json;
use asmx_types::{Content, Enumeration, Member, Place, Scalar, Service, Structure, Type, outline, plain_text};
use serde_json::{Map, Value as Json, json};

pub(crate) use callers::{Callers, names as parameter_names};
#[cfg(feature = "mcp")]
pub(crate) use names::take;
pub(crate) use operation::SOAP_HEADERS;
use shapes::{any_json, array_of, object, opaque, open_object, or_null};

/// The message that a schema is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Result,
    Request,
    /// A request over GET or POST, where bytes travel as numbers.
    Form,
}

/// Schemas with the definitions that they refer to.
pub(crate) struct Schemas {
    service: &'static Service,
    /// The most characters of a description.
    words: usize,
    callers: Callers,
    side: Side,
    /// By address: structures that are declared within an element have no name.
    names: HashMap<(usize, Side), String>,
    in_use: HashSet<String>,
    waiting: Vec<(&'static Structure, Side)>,
    definitions: Map<String, Json>,
}

impl Schemas {
    pub(crate) fn new(service: &'static Service, words: usize, callers: Callers) -> Self {
        Self {
            service,
            words,
            callers,
            side: Side::Result,
            names: HashMap::new(),
            in_use: HashSet::new(),
            waiting: Vec::new(),
            definitions: Map::new(),
        }
    }

    /// The definitions that the schemas so far refer to, by name.
    #[cfg(feature = "mcp")]
    pub(crate) fn definitions(mut self) -> Map<String, Json> {
        // Structures hold each other, and a chain of them may be long: none is described inside of another.
        while let Some((structure, side)) = self.waiting.pop() {
            self.side = side;
            let name = self.name_of(structure);
            let schema = self.structure(structure);
            self.definitions.insert(name, schema);
        }
        self.definitions.sort_keys();
        self.definitions
    }

    fn is_hidden(&self, member: &Member) -> bool {
        !self.callers.see(member)
    }

    /// The schema of one value of a type.
    fn value(&mut self, kind: Type) -> Json {
        match kind {
            Type::Scalar(Scalar::Base64Binary) if self.side == Side::Form => json!({ "type": ["string", "array"] }),
            Type::Scalar(scalar) => scalars::schema(scalar),
            Type::Enumeration(enumeration) => self.enumeration(enumeration),
            Type::Structure(structure) => self.reference(structure),
            Type::Array(array) if array.alternatives.is_empty() => {
                let item = self.value(array.item);
                array_of(if array.nullable_items { or_null(item) } else { item })
            }
            Type::Array(array) => array_of(self.choice(array.alternatives)),
            Type::List(list) => array_of(self.value(list.item)),
            Type::Any => json!({}),
            kind if kind.is_table() => opaque("tables, each with columns and rows"),
            Type::Xml(_) | Type::DataSet(_) => opaque("XML"),
        }
    }

    /// The schema of one value of a member.
    fn occurrence(&mut self, member: &Member) -> Json {
        match member.content {
            // A string of JSON may hold null. In a request null is an absent member.
            Some(Content::Json) if self.side == Side::Result => or_null(any_json()),
            Some(Content::Json) => any_json(),
            Some(Content::Xml) => opaque("XML"),
            None => self.value(member.kind),
        }
    }

    /// The value of a member: all its occurrences if it is repeated.
    fn member(&mut self, member: &Member) -> Json {
        let schema = self.occurrence(member);
        let schema = if member.presence.is_nullable() { or_null(schema) } else { schema };
        self.documented(if member.repeated { array_of(schema) } else { schema }, member.doc)
    }

    /// Adds the members of an object.
    fn push(&mut self, properties: &mut Map<String, Json>, member: &Member) {
        let name = json::key(member).into_owned();
        let schema = match member.place {
            _ if self.is_hidden(member) => return,
            Place::Element | Place::Attribute | Place::Text => self.member(member),
            Place::Choice(alternatives) if !member.repeated => {
                for alternative in alternatives {
                    self.push(properties, alternative);
                }
                return;
            }
            Place::Choice(alternatives) => {
                let mut item = self.choice(alternatives);
                // A structure with several repeated choices has all their items in one array.
                if let Some(known) = properties.get_mut(&name).and_then(|known| known.pointer("/items/properties")) {
                    let more = known.as_object().cloned().unwrap_or_default();
                    if let Some(own) = item.get_mut("properties").and_then(Json::as_object_mut) {
                        own.extend(more);
                    }
                }
                array_of(item)
            }
            Place::AnyElements => array_of(json!({ "type": "string" })),
            Place::AnyAttributes => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
            Place::Mixed => self.value(Type::STRING),
        };
        properties.insert(name, schema);
    }

    /// An object with one of the alternatives.
    fn choice(&mut self, alternatives: &[Member]) -> Json {
        let mut properties = Map::new();
        for alternative in alternatives {
            self.push(&mut properties, alternative);
            // The chosen one is there.
            if alternative.place == Place::Element && !self.is_hidden(alternative) {
                let schema = self.member(alternative);
                properties.insert(json::key(alternative).into_owned(), schema);
            }
        }
        let mut object = object(properties);
        object.insert("maxProperties".to_owned(), 1.into());
        object.into()
    }

    #[cfg(feature = "mcp")]
    fn structure(&mut self, structure: &'static Structure) -> Json {
        let mut own = self.members_of(structure);
        if structure.derived().is_empty() {
            return own;
        }
        let derived = structure.derived().iter().map(|derived| {
            let mut derived = self.reference(derived);
            if let Some(schema) = derived.as_object_mut() {
                schema.insert("required".to_owned(), json!(["$type"]));
            }
            derived
        });
        let derived: Vec<Json> = derived.collect();
        if structure.is_abstract && self.side != Side::Result {
            return json!({ "anyOf": derived });
        }
        // Only a value of the declared type may leave its name out.
        if let Some(own) = own.as_object_mut() {
            own.shift_remove("description");
        }
        json!({ "anyOf": std::iter::once(own).chain(derived).collect::<Vec<_>>() })
    }

    fn members_of(&mut self, structure: &'static Structure) -> Json {
        let mut properties = Map::new();
        if structure.base().is_some() || !structure.derived().is_empty() {
            let name = json::type_key(Type::Structure(structure), self.service);
            // A type that no schema declares is read as the declared one.
            let schema = if self.side == Side::Result {
                json!({ "anyOf": [{ "const": name }, { "type": "string" }] })
            } else {
                json!({ "const": name })
            };
            properties.insert("$type".to_owned(), schema);
        }
        structure.members().iter().for_each(|member| self.push(&mut properties, member));
        let mut own = if self.side == Side::Result { open_object(properties) } else { object(properties) };
        let is_value = |member: &&Member| matches!(member.place, Place::Element | Place::Attribute | Place::Text);
        let is_due = |member: &&Member| self.side != Side::Result && self.callers.must_give_member(member);
        let required: Vec<Json> =
            structure.members().iter().filter(is_value).filter(is_due).map(|member| json::key(member).into()).collect();
        if !required.is_empty() {
            own.insert("required".to_owned(), required.into());
        }
        own.into()
    }

    fn reference(&mut self, structure: &'static Structure) -> Json {
        let key = (std::ptr::from_ref(structure).addr(), self.side);
        if !self.names.contains_key(&key) {
            let name = self.free_name(structure.name);
            self.names.insert(key, name);
            self.waiting.push((structure, self.side));
        }
        reference_to(&self.name_of(structure))
    }

    fn enumeration(&mut self, enumeration: &'static Enumeration) -> Json {
        let key = (std::ptr::from_ref(enumeration).addr(), Side::Result);
        let known = self.names.get(&key).cloned();
        let name = known.unwrap_or_else(|| {
            let name = self.free_name(enumeration.name);
            self.names.insert(key, name.clone());
            // A next version of the service may send other values.
            let schema = json!({ "anyOf": [{ "enum": enumeration.values }, { "type": "string" }] });
            self.definitions.insert(name.clone(), schema);
            name
        });
        let reference = reference_to(&name);
        // Several flags are an array, or a text with spaces.
        if enumeration.flags { json!({ "anyOf": [array_of(reference), { "type": "string" }] }) } else { reference }
    }

    fn name_of(&self, structure: &'static Structure) -> String {
        self.names.get(&(std::ptr::from_ref(structure).addr(), self.side)).cloned().unwrap_or_default()
    }

    fn free_name(&mut self, name: &str) -> String {
        names::free(name, &mut self.in_use)
    }

    /// The schema with the beginning of its documentation.
    fn documented(&self, mut schema: Json, doc: &str) -> Json {
        let text = plain_text(doc);
        if let (false, Some(object)) = (text.is_empty(), schema.as_object_mut()) {
            object.insert("description".to_owned(), self.cut(&text).into());
        }
        schema
    }

    /// The first paragraph, or its beginning.
    pub(crate) fn cut(&self, text: &str) -> String {
        outline::beginning(text, self.words)
    }
}

fn reference_to(name: &str) -> Json {
    json!({ "$ref": format!("#/$defs/{name}") })
}

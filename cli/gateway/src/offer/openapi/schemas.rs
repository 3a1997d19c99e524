//! Exact schemas of the values of a service, from its descriptors: one type for one thing, as results have it. What a request may be besides is left
//! out, so that generated clients have one way to say a thing.

use std::collections::{HashMap, HashSet};

use asmx_runtime::json;
use asmx_types::{Content, Enumeration, Member, Place, Service, Structure, Type, XmlKind};
use serde_json::{Map, Value as Json, json};

use super::direction::Direction;
use super::form::OpenApiStyle;
use super::names::{Names, comparable};
use super::scalars;
use super::text::{cut, documented, of_member};
use crate::offer::schema::Callers;
use crate::rows::tables::TableShape;

pub(super) const COMPONENTS: &str = "#/components/schemas/";
/// The components that are the same for every service.
const OWN: [&str; 8] = ["Problem", "ProblemFault", "ProblemError", "DataSet", "Table", "Column", "Xml", "Row"];

/// The subject of a component, by address: structures that are declared within an element have no name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Subject {
    /// A structure without the types derived from it.
    Structure(usize, Direction),
    /// A structure or one of the types derived from it, in the style of unions.
    Family(usize, Direction),
    /// A structure as a SOAP header.
    Header(usize),
    /// The item of an array with alternatives, or of a repeated choice.
    Item(usize, Direction),
    Enumeration(usize),
    DataSet(usize),
}

/// Schemas of values, and the components that they refer to.
pub(super) struct Schemas<'g> {
    service: &'static Service,
    pub(super) callers: &'g Callers,
    pub(super) style: OpenApiStyle,
    pub(super) direction: Direction,
    names: Names,
    known: HashMap<Subject, String>,
    /// Structures hold each other, and a chain of them may be long: none is described inside of another.
    waiting: Vec<(String, &'static Structure, Direction)>,
    components: Map<String, Json>,
}

impl<'g> Schemas<'g> {
    pub(super) fn new(service: &'static Service, callers: &'g Callers, style: OpenApiStyle) -> Self {
        Self {
            service,
            callers,
            style,
            direction: Direction::Result,
            names: Names::without(&OWN),
            known: HashMap::new(),
            waiting: Vec::new(),
            components: Map::new(),
        }
    }

    pub(super) const fn service(&self) -> &'static Service {
        self.service
    }

    /// The components that the schemas so far refer to, by name.
    pub(super) fn into_components(mut self) -> Map<String, Json> {
        while let Some((name, structure, direction)) = self.waiting.pop() {
            self.direction = direction;
            let schema = self.structure(&name, structure);
            self.components.insert(name, schema);
        }
        self.components
    }

    /// The schema of one value of a type. `around` is the name of what has it.
    pub(super) fn value(&mut self, kind: Type, around: &str) -> Json {
        match kind {
            Type::Scalar(scalar) => scalars::schema(scalar, self.direction, self.style),
            Type::Enumeration(enumeration) => self.enumeration(enumeration),
            Type::Structure(structure) => self.reference(structure, around),
            Type::Array(array) if array.alternatives.is_empty() => {
                let item = self.value(array.item, around);
                array_of(if array.nullable_items { self.or_null(item) } else { item })
            }
            Type::Array(array) => {
                let name = format!("{}Item", kind.name());
                let subject = Subject::Item(array.alternatives.as_ptr().addr(), self.direction);
                array_of(self.item(subject, &name, &[array.alternatives]))
            }
            Type::List(list) => array_of(self.value(list.item, around)),
            Type::Any => json!({ "description": "A value of any type. An object names its type in `$type`." }),
            Type::DataSet(data_set) => {
                let address = std::ptr::from_ref(data_set).addr();
                let shapes = crate::rows::tables::of_data_set(data_set);
                self.data_set(Some(address), &shapes, data_set.name)
            }
            Type::Xml(XmlKind::DataSet | XmlKind::DataTable) => self.data_set(None, &[], around),
            Type::Xml(_) => self.xml(),
        }
    }

    /// The schema of one value of a member.
    fn occurrence(&mut self, member: &Member, around: &str) -> Json {
        match (member.content, self.direction) {
            (Some(Content::Json), _) => json!({ "description": "Any JSON." }),
            // An empty text comes as it is.
            (Some(Content::Xml), Direction::Result) => {
                json!({ "description": "XML: an object with the whole text in `$inner`, or an empty text." })
            }
            (Some(Content::Xml), Direction::Request) => self.xml(),
            (None, _) => self.value(member.kind, around),
        }
    }

    /// The value of a member: all its occurrences if it is repeated.
    pub(super) fn member(&mut self, member: &Member, around: &str) -> Json {
        let around = format!("{around}{}", upper(member.name));
        let schema = self.occurrence(member, &around);
        let schema = if member.presence.is_nullable() { self.or_null(schema) } else { schema };
        of_member(if member.repeated { array_of(schema) } else { schema }, member)
    }

    /// The schema of a value that may be null. Generators of classes take null for every reference.
    pub(super) fn or_null(&self, mut schema: Json) -> Json {
        if schema.get("$ref").is_some() && self.style == OpenApiStyle::Unions {
            return json!({ "anyOf": [schema, { "type": "null" }] });
        }
        if let Some(name @ Json::String(_)) = schema.get_mut("type") {
            *name = json!([name.take(), "null"]);
        }
        schema
    }

    /// The members of an object that callers see, and the names of those that are always there.
    pub(super) fn object(&mut self, members: &[Member], around: &str) -> Members {
        let mut object = Members::default();
        for member in members {
            self.push(&mut object, members, member, around);
        }
        object
    }

    /// Adds the members of an object.
    pub(super) fn push(&mut self, object: &mut Members, all: &[Member], member: &Member, around: &str) {
        let name = json::key(member).into_owned();
        let schema = match member.place {
            _ if !self.callers.see(member) => return,
            Place::Element | Place::Attribute | Place::Text => self.member(member, around),
            Place::Choice(alternatives) if !member.repeated => {
                // Only the chosen one is there.
                let mut chosen = self.object(alternatives, around);
                chosen.required.clear();
                if chosen.properties.len() > 1 {
                    object.choices.push(chosen.properties.keys().cloned().collect());
                }
                object.properties.extend(chosen.properties);
                return;
            }
            Place::Choice(_) if object.properties.contains_key(&name) => return,
            Place::Choice(first) => {
                // A structure with several repeated choices has all their items in one array.
                let choices = all.iter().filter(|member| member.repeated);
                let choices = choices.filter_map(|member| match member.place {
                    Place::Choice(alternatives) => Some(alternatives),
                    _ => None,
                });
                let choices: Vec<_> = choices.collect();
                let subject = Subject::Item(first.as_ptr().addr(), self.direction);
                array_of(self.item(subject, &format!("{around}Choice"), &choices))
            }
            Place::AnyElements => {
                if self.direction == Direction::Result && !object.properties.contains_key("tables") {
                    // Elements that are a DataSet come as its tables.
                    let tables = array_of(self.table());
                    object.properties.insert("tables".to_owned(), tables);
                }
                array_of(json!({ "type": "string", "description": "An element of XML." }))
            }
            Place::AnyAttributes => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
            Place::Mixed => json!({ "type": "string", "description": "Texts and elements of XML." }),
        };
        if self.is_always_there(member, &schema) {
            object.required.push(name.clone());
        }
        object.properties.insert(name, schema);
    }

    /// Whether an object lacks something without the member. A reference in the style of classes may be null, which its schema cannot say.
    pub(super) fn is_always_there(&self, member: &Member, schema: &Json) -> bool {
        match self.direction {
            Direction::Request => {
                let is_value = matches!(member.place, Place::Element | Place::Attribute | Place::Text);
                is_value && self.callers.must_give_member(member)
            }
            Direction::Result => {
                let says_null = !member.presence.is_nullable() || schema.get("$ref").is_none();
                member.must_be_in_response() && says_null
            }
        }
    }

    /// An object with one of the alternatives.
    fn item(&mut self, subject: Subject, wanted: &str, choices: &[&[Member]]) -> Json {
        if let Some(name) = self.known.get(&subject) {
            return reference_to(name);
        }
        let members = choices.iter().flat_map(|alternatives| alternatives.iter());
        let name = self.name(wanted, members.map(|member| json::key(member).into_owned()));
        self.known.insert(subject, name.clone());
        let mut object = Members::default();
        for alternatives in choices {
            for alternative in *alternatives {
                self.push(&mut object, alternatives, alternative, &name);
            }
        }
        object.required.clear();
        let mut schema = object.schema(self.direction);
        insert(&mut schema, "maxProperties", 1.into());
        if self.direction == Direction::Request {
            insert(&mut schema, "minProperties", 1.into());
        }
        self.components.insert(name.clone(), schema);
        reference_to(&name)
    }

    fn enumeration(&mut self, enumeration: &'static Enumeration) -> Json {
        let schema = if self.direction == Direction::Result || enumeration.values.is_empty() {
            // A next version of the service may send other values.
            open_enumeration(enumeration.values)
        } else {
            let subject = Subject::Enumeration(std::ptr::from_ref(enumeration).addr());
            if let Some(name) = self.known.get(&subject) {
                reference_to(name)
            } else {
                let name = self.names.free(enumeration.name, "Type");
                self.known.insert(subject, name.clone());
                let mut distinct = HashSet::new();
                let values: Vec<_> = enumeration.values.iter().filter(|value| distinct.insert(**value)).collect();
                self.components.insert(name.clone(), json!({ "type": "string", "enum": values }));
                reference_to(&name)
            }
        };
        if enumeration.flags { array_of(schema) } else { schema }
    }

    /// A reference to a structure, and to the types derived from it.
    pub(super) fn reference(&mut self, structure: &'static Structure, around: &str) -> Json {
        if self.style == OpenApiStyle::Unions && !structure.derived().is_empty() {
            return self.family(structure, around);
        }
        reference_to(&self.structure_name(structure, around))
    }

    /// The component of a structure without the types derived from it.
    pub(super) fn structure_name(&mut self, structure: &'static Structure, around: &str) -> String {
        let subject = Subject::Structure(std::ptr::from_ref(structure).addr(), self.direction);
        if let Some(name) = self.known.get(&subject) {
            return name.clone();
        }
        let wanted = if structure.name.is_empty() { around } else { structure.name };
        let suffix = if self.direction == Direction::Request { "Input" } else { "" };
        let name = self.name(&format!("{wanted}{suffix}"), keys(structure));
        self.known.insert(subject, name.clone());
        self.waiting.push((name.clone(), structure, self.direction));
        name
    }

    /// The component that is a structure or one of the types derived from it.
    fn family(&mut self, structure: &'static Structure, around: &str) -> Json {
        let subject = Subject::Family(std::ptr::from_ref(structure).addr(), self.direction);
        if let Some(name) = self.known.get(&subject) {
            return reference_to(name);
        }
        let suffix = if self.direction == Direction::Request { "Input" } else { "" };
        let name = self.name(&format!("Any{}{suffix}", upper(structure.name)), std::iter::empty());
        self.known.insert(subject, name.clone());
        let all = std::iter::once(structure).chain(structure.derived().iter().copied());
        let mut alternatives: Vec<Json> = Vec::new();
        for alternative in all.filter(|structure| !structure.is_abstract) {
            alternatives.push(reference_to(&self.structure_name(alternative, around)));
        }
        if alternatives.is_empty() {
            alternatives.push(reference_to(&self.structure_name(structure, around)));
        }
        self.components.insert(name.clone(), json!({ "anyOf": alternatives }));
        reference_to(&name)
    }

    /// The component of a structure.
    fn structure(&mut self, name: &str, structure: &'static Structure) -> Json {
        if !structure.is_of_family() {
            return self.object(structure.members(), name).schema(self.direction);
        }
        match self.style {
            OpenApiStyle::Unions => {
                let own = self.object(structure.members(), name);
                let type_name = json::type_key(Type::Structure(structure), self.service);
                own.with_type(json!({ "type": "string", "const": type_name }), self.must_state_type(structure))
                    .schema(self.direction)
            }
            OpenApiStyle::Classes => self.class(name, structure),
        }
    }

    /// Whether a value must state its type: in a request only if it is not the declared one.
    fn must_state_type(&self, structure: &Structure) -> bool {
        self.direction == Direction::Result || structure.base().is_some()
    }

    /// A base with its discriminator, or a type that extends one.
    fn class(&mut self, name: &str, structure: &'static Structure) -> Json {
        let Some(base) = structure.base().filter(|base| base.is_of_family()) else {
            let own = self.object(structure.members(), name);
            let own = own.with_type(json!({ "type": "string" }), self.direction == Direction::Result);
            let mut schema = own.open_schema();
            insert(&mut schema, "discriminator", self.discriminator(name, structure));
            return schema;
        };
        let inherited = base.members();
        let own: Vec<&Member> = structure.members().iter().filter(|member| !inherited.contains(member)).collect();
        let mut object = Members::default();
        for member in own {
            self.push(&mut object, structure.members(), member, name);
        }
        let base = reference_to(&self.structure_name(base, name));
        let mut schema = json!({ "allOf": [base, object.open_schema()] });
        if !structure.derived().is_empty() {
            insert(&mut schema, "discriminator", self.discriminator(name, structure));
        }
        schema
    }

    /// The member that names the type of a value, and the component of each name.
    fn discriminator(&mut self, own: &str, structure: &'static Structure) -> Json {
        let mut mapping = Map::new();
        let type_key = |structure| json::type_key(Type::Structure(structure), self.service);
        if !structure.is_abstract {
            mapping.insert(type_key(structure), format!("{COMPONENTS}{own}").into());
        }
        let names: Vec<_> = structure.derived().iter().map(|derived| type_key(derived)).collect();
        for (derived, type_name) in structure.derived().iter().zip(names) {
            let component = self.structure_name(derived, own);
            if !derived.is_abstract {
                mapping.insert(type_name, format!("{COMPONENTS}{component}").into());
            }
        }
        json!({ "propertyName": "$type", "mapping": mapping })
    }

    /// A SOAP header of a request: beside its members it may have `$mustUnderstand` and `$actor`.
    pub(super) fn header(&mut self, header: &Member, around: &str) -> Json {
        let Type::Structure(structure) = header.kind else { return self.occurrence(header, around) };
        let subject = Subject::Header(std::ptr::from_ref(structure).addr());
        if let Some(name) = self.known.get(&subject) {
            return reference_to(name);
        }
        let wanted = if structure.name.is_empty() { header.name } else { structure.name };
        let wanted = format!("{}HeaderInput", wanted.strip_suffix("Header").unwrap_or(wanted));
        let name = self.name(&wanted, keys(structure));
        self.known.insert(subject, name.clone());
        let mut object = self.object(structure.members(), &name);
        object.properties.insert("$mustUnderstand".to_owned(), json!({ "type": "boolean" }));
        object.properties.insert("$actor".to_owned(), json!({ "type": "string" }));
        let schema = object.schema(self.direction);
        self.components.insert(name.clone(), schema);
        reference_to(&name)
    }

    /// A DataSet with these tables; `address` is that of its type.
    pub(super) fn data_set(&mut self, address: Option<usize>, tables: &[TableShape], wanted: &str) -> Json {
        let mut columns = Map::new();
        for column in tables.iter().flat_map(|table| &table.columns) {
            let cell = self.or_null(scalars::cell(&column.type_name));
            // Columns of one name in several tables may be of several types.
            let is_other = columns.get(&column.name).is_some_and(|known| *known != cell);
            columns.insert(column.name.clone(), if is_other { json!({}) } else { cell });
        }
        if columns.is_empty() {
            let tables = array_of(self.table());
            return self.own("DataSet", data_set_of(tables));
        }
        let subject = address.map(Subject::DataSet);
        if let Some(name) = subject.and_then(|subject| self.known.get(&subject)) {
            return reference_to(name);
        }
        let wanted = wanted.strip_suffix("DataSet").unwrap_or(wanted);
        let row = self.name(&format!("{wanted}Row"), columns.keys().cloned());
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).filter(|name| !name.is_empty()).collect();
        let mut schema = json!({ "type": "object", "properties": columns, "additionalProperties": true });
        if names.len() > 1 {
            let about = format!("A row of one of the tables {}: it has the columns of its table.", names.join(", "));
            insert(&mut schema, "description", cut(&about).into());
        }
        self.components.insert(row.clone(), schema);
        let table = self.name(&format!("{wanted}Table"), std::iter::empty());
        let schema = self.table_of(&reference_to(&row));
        self.components.insert(table.clone(), schema);
        let name = self.name(&format!("{wanted}DataSet"), std::iter::empty());
        self.components.insert(name.clone(), data_set_of(array_of(reference_to(&table))));
        if let Some(subject) = subject {
            self.known.insert(subject, name.clone());
        }
        reference_to(&name)
    }

    /// A table of which no column is known.
    fn table(&mut self) -> Json {
        let row = json!({ "type": "object", "additionalProperties": true });
        let table = self.table_of(&row);
        self.own("Table", table)
    }

    fn table_of(&mut self, row: &Json) -> Json {
        let column = json!({
            "type": "object",
            "properties": { "name": { "type": "string" }, "type": { "type": "string", "description": "Such as xs:int." } },
            "required": ["name", "type"],
        });
        let column = self.own("Column", column);
        json!({
            "type": "object",
            "properties": { "name": { "type": "string" }, "columns": array_of(column), "rows": array_of(row.clone()) },
            "required": ["name", "columns", "rows"],
        })
    }

    fn xml(&mut self) -> Json {
        let text = json!({ "type": "string" });
        let schema = json!({
            "type": "object",
            "description": "XML. One member is there: `$mixed` has what stands inside an element, `$inner` a whole element, `$any` several elements.",
            "properties": { "$mixed": text, "$inner": text, "$any": array_of(text.clone()) },
        });
        self.own("Xml", schema)
    }

    /// A component that is the same for every service.
    fn own(&mut self, name: &'static str, schema: Json) -> Json {
        self.components.entry(name).or_insert(schema);
        reference_to(name)
    }

    /// Adds a component with these members, and refers to it.
    pub(super) fn component(&mut self, wanted: &str, object: Members, description: &str) -> Json {
        let name = self.name(wanted, object.properties.keys().cloned());
        let schema = documented(object.schema(self.direction), description);
        self.components.insert(name.clone(), schema);
        reference_to(&name)
    }

    /// The name of a component with these members.
    fn name(&mut self, wanted: &str, members: impl Iterator<Item = String>) -> String {
        let members = members.map(|name| comparable(&name)).collect();
        self.names.free_beside(wanted, "Type", &members)
    }
}

/// The members of an object.
#[derive(Default)]
pub(super) struct Members {
    pub(super) properties: Map<String, Json>,
    /// The names of those that are always there.
    pub(super) required: Vec<String>,
    /// The names of members of which one is there at most. No word of schemas that generators understand says so.
    pub(super) choices: Vec<Vec<String>>,
    /// The schema of further members of a request.
    pub(super) additional: Option<Json>,
}

impl Members {
    /// Puts the name of the type before the other members.
    fn with_type(mut self, schema: Json, is_required: bool) -> Self {
        self.properties.shift_insert(0, "$type".to_owned(), schema);
        if is_required {
            self.required.insert(0, "$type".to_owned());
        }
        self
    }

    /// The object. A service that is newer than its description sends further members.
    pub(super) fn schema(self, direction: Direction) -> Json {
        let additional =
            self.additional.clone().or_else(|| (direction == Direction::Request).then_some(Json::Bool(false)));
        let mut schema = self.open_schema();
        if let Some(additional) = additional {
            insert(&mut schema, "additionalProperties", additional);
        }
        schema
    }

    /// The object, which others extend.
    fn open_schema(self) -> Json {
        let mut schema = json!({ "type": "object", "properties": self.properties });
        if !self.required.is_empty() {
            insert(&mut schema, "required", self.required.into());
        }
        if !self.choices.is_empty() {
            let sentences = self.choices.iter().map(|names| format!("One of {} is there at most.", names.join(", ")));
            let description = cut(&sentences.collect::<Vec<_>>().join(" "));
            insert(&mut schema, "description", description.into());
            insert(&mut schema, "x-choices", self.choices.into());
        }
        schema
    }
}

/// The keys of a structure's members.
fn keys(structure: &'static Structure) -> impl Iterator<Item = String> {
    structure.members().iter().flat_map(|member| match member.place {
        Place::Choice(alternatives) if !member.repeated => {
            alternatives.iter().map(|member| json::key(member).into_owned()).collect::<Vec<_>>()
        }
        _ => vec![json::key(member).into_owned()],
    })
}

/// A text that is usually one of these values.
fn open_enumeration(values: &[&str]) -> Json {
    match values {
        [] => json!({ "type": "string" }),
        values => json!({
            "type": "string",
            "x-extensible-enum": values,
            "description": cut(&format!("One of {}, or another value of a newer service.", values.join(", "))),
        }),
    }
}

#[allow(clippy::needless_pass_by_value, reason = "schemas are made on the spot")]
fn data_set_of(tables: Json) -> Json {
    json!({ "type": "object", "properties": { "tables": tables } })
}

#[allow(clippy::needless_pass_by_value, reason = "schemas are made on the spot")]
pub(super) fn array_of(item: Json) -> Json {
    json!({ "type": "array", "items": item })
}

pub(super) fn reference_to(name: &str) -> Json {
    json!({ "$ref": format!("{COMPONENTS}{name}") })
}

pub(super) fn insert(schema: &mut Json, key: &str, value: Json) {
    if let Some(object) = schema.as_object_mut() {
        object.insert(key.to_owned(), value);
    }
}

/// The name with an upper case letter at its beginning.
pub(super) fn upper(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), letters.as_str()))
}

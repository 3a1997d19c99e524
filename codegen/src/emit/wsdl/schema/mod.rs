//! `wsdl:types`: a schema for each namespace, with the elements of messages, their types, and the roots of results over HTTP.

mod anonymous;
mod members;
mod messages;
pub(super) mod microsoft;
mod types;
mod wildcards;

use std::collections::BTreeSet;

use self::anonymous::AnonymousTypes;
use self::microsoft::{MICROSOFT_TYPES, microsoft_types};
use super::arrays::Arrays;
use super::element::{encode, section, wsdl, xsd};
use crate::elements::{Build as _, Element};
use crate::model::{Families, NamedTypeKind, Namespace, Service};

pub(super) struct Schemas<'a> {
    service: &'a Service,
    arrays: Arrays<'a>,
    anonymous: AnonymousTypes,
    families: Families,
    has_comments: bool,
    namespace: &'a str,
    /// In the order of first use; the service's schema comes first.
    all: Vec<Schema>,
    data_sets: Vec<Element>,
    defined: BTreeSet<String>,
    /// Defined elements, by schema and name.
    elements: BTreeSet<(usize, String)>,
    /// Types in progress.
    open: Vec<usize>,
    /// Types to define after the open ones.
    waiting: Vec<usize>,
}

struct Schema {
    namespace: String,
    /// Imported namespaces, in the order of first use.
    imports: Vec<String>,
    elements: Vec<Element>,
    /// Types, and elements that types refer to.
    definitions: Vec<Element>,
    roots: Vec<Element>,
}

const OWN: usize = 0;
impl<'a> Schemas<'a> {
    pub(super) fn new(service: &'a Service, namespace: &'a str, has_comments: bool) -> Self {
        let arrays = Arrays::new(service);
        let mut schemas = Self {
            service,
            anonymous: AnonymousTypes::of(service, &arrays),
            arrays,
            families: Families::of(service, namespace),
            has_comments,
            namespace,
            all: Vec::new(),
            data_sets: Vec::new(),
            defined: BTreeSet::new(),
            elements: BTreeSet::new(),
            open: Vec::new(),
            waiting: Vec::new(),
        };
        schemas.schema_of(namespace);
        // Schemas come in the order of the types, so that an import keeps the order of types.
        for named in
            service.types.iter().filter(|named| !named.anonymous && !matches!(named.kind, NamedTypeKind::DataSet(_)))
        {
            schemas.schema(&named.namespace);
        }
        schemas
    }

    /// The name of the type of array parts over HTTP.
    pub(super) fn part_array(&self) -> String {
        self.arrays.name(self.arrays.parts())
    }

    /// The prefixes and their namespaces, in the order of first use. No namespace has no prefix.
    pub(super) fn prefixes(&self) -> impl Iterator<Item = (String, &str)> {
        let all = self.all.iter().enumerate().filter(|(_, schema)| !schema.namespace.is_empty());
        all.map(|(number, schema)| (prefix(number, &schema.namespace), schema.namespace.as_str()))
    }

    pub(super) fn name(&mut self, namespace: &Namespace, name: &str) -> String {
        let schema = self.schema(namespace);
        self.qualified(schema, name)
    }

    /// Adds everything that the operations need, and all types.
    pub(super) fn fill(&mut self) {
        if self.service.has_array_parts() {
            self.define_array(self.arrays.parts());
        }
        let operations = &self.service.operations;
        for operation in operations.iter().filter(|operation| operation.transports.over_soap()) {
            self.operation(operation);
        }
        for (index, named) in self.service.types.iter().enumerate() {
            if let NamedTypeKind::DataSet(data_set) = &named.kind {
                let schema = microsoft::data_set_schema(named, data_set, &self.uri(&named.namespace));
                self.data_sets.push(schema);
            } else if !named.anonymous {
                self.define_named(index, named, &encode(&named.name));
            }
        }
        for array in &self.service.standalone_arrays {
            self.define_array(array);
        }
        for operation in operations.iter().filter(|operation| operation.transports.over_http()) {
            self.root(operation);
        }
    }

    pub(super) fn types(self) -> Element {
        let has_comments = self.has_comments;
        let schemas =
            self.all.into_iter().enumerate().filter_map(|(number, schema)| schema.finish(number == OWN, has_comments));
        wsdl("types").children(schemas).children(self.data_sets)
    }

    fn uri(&self, namespace: &Namespace) -> String {
        namespace.uri(self.namespace).to_owned()
    }

    fn schema(&mut self, namespace: &Namespace) -> usize {
        let uri = self.uri(namespace);
        self.schema_of(&uri)
    }

    fn schema_of(&mut self, uri: &str) -> usize {
        if let Some(number) = self.all.iter().position(|schema| schema.namespace == uri) {
            return number;
        }
        self.all.push(Schema {
            namespace: uri.to_owned(),
            imports: Vec::new(),
            elements: Vec::new(),
            definitions: Vec::new(),
            roots: Vec::new(),
        });
        self.all.len() - 1
    }

    fn at(&mut self, schema: usize) -> Option<&mut Schema> {
        self.all.get_mut(schema)
    }

    fn define(&mut self, schema: usize, definition: Element) {
        if let Some(schema) = self.at(schema) {
            schema.definitions.push(definition);
        }
    }

    fn qualified(&self, schema: usize, name: &str) -> String {
        match self.all.get(schema).map(|schema| schema.namespace.as_str()) {
            Some("") | None => name.to_owned(),
            Some(uri) => format!("{}:{name}", prefix(schema, uri)),
        }
    }

    /// A qualified name in another schema, which `from` then imports.
    fn reference(&mut self, from: usize, to: usize, name: &str) -> String {
        if from != to
            && let Some(uri) = self.all.get(to).map(|schema| schema.namespace.clone())
        {
            self.import(from, &uri);
        }
        self.qualified(to, name)
    }

    fn import(&mut self, from: usize, uri: &str) {
        if let Some(schema) = self.at(from).filter(|schema| !schema.imports.iter().any(|known| known == uri)) {
            schema.imports.push(uri.to_owned());
        }
    }
}

impl Schema {
    /// `s:schema`; `None` if it is empty.
    fn finish(self, is_own: bool, has_comments: bool) -> Option<Element> {
        if self.namespace == MICROSOFT_TYPES {
            return Some(microsoft_types().children(self.definitions));
        }
        if !is_own && self.elements.is_empty() && self.definitions.is_empty() && self.roots.is_empty() {
            return None;
        }
        let non_empty = |uri: &String| Some(uri.clone()).filter(|uri| !uri.is_empty());
        let imports = self.imports.iter().map(|uri| xsd("import").with_some("namespace", non_empty(uri)));
        let mut schema = xsd("schema")
            .with("elementFormDefault", "qualified")
            .with_some("targetNamespace", non_empty(&self.namespace))
            .children(imports);
        section(&mut schema, has_comments, "soap11 soap12", self.elements);
        schema = schema.children(self.definitions);
        section(&mut schema, has_comments, "get post", self.roots);
        Some(schema)
    }
}

fn prefix(number: usize, uri: &str) -> String {
    match (number, uri) {
        (_, MICROSOFT_TYPES) => "mst".to_owned(),
        (OWN, _) => "tns".to_owned(),
        (number, _) => format!("s{number}"),
    }
}

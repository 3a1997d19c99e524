//! `wsdl:types`: one schema for each namespace, with the elements of messages, the types they need, and the roots of results over HTTP.

use std::collections::BTreeSet;

use asmx_types::rules::{DATA_SET_ROOT, STRING_ROOT, array_name};

use super::super::text;
use super::arrays::{self, Arrays, integers};
use super::element::Node;
use super::{encode, offered, over_soap};
use crate::model::{
    ArrayType, Member, NamedType, NamedTypeKind, Namespace, Operation, Place, Presence, ResultKind, Scalar, Service,
    Structure, Style, Type, XmlKind,
};

/// Where ASMX keeps its `guid` and `char`.
pub(super) const MICROSOFT_TYPES: &str = "http://microsoft.com/wsdl/types/";

const XML_SCHEMA: &str = "http://www.w3.org/2001/XMLSchema";
/// The namespace of `xml:lang`: readers know its schema, and its prefix needs no declaration.
const XML: &str = "http://www.w3.org/XML/1998/namespace";
const DIFFGRAM: &str = "urn:schemas-microsoft-com:xml-diffgram-v1";

/// The schemas of a document while they are written.
pub(super) struct Schemas<'a> {
    service: &'a Service,
    arrays: Arrays<'a>,
    marks: bool,
    /// The namespace of the service.
    namespace: &'a str,
    /// In the order of first use, that of the service first.
    all: Vec<Schema>,
    /// Array types that are defined.
    defined: BTreeSet<String>,
    /// Elements that are defined, by schema and name.
    elements: BTreeSet<(usize, String)>,
    /// Types without a name that are being written, for one that holds itself has no end.
    open: Vec<usize>,
}

/// One schema.
struct Schema {
    namespace: String,
    /// Namespaces that it refers to, in the order of first use.
    imports: Vec<String>,
    /// Elements of messages over SOAP.
    elements: Vec<Node>,
    /// Types, and elements that types refer to.
    definitions: Vec<Node>,
    /// Roots of results over HTTP.
    roots: Vec<Node>,
}

/// The schema of the service's own namespace.
const OWN: usize = 0;

impl<'a> Schemas<'a> {
    pub(super) fn new(service: &'a Service, namespace: &'a str, marks: bool) -> Self {
        let mut schemas = Self {
            service,
            arrays: Arrays::new(service),
            marks,
            namespace,
            all: Vec::new(),
            defined: BTreeSet::new(),
            elements: BTreeSet::new(),
            open: Vec::new(),
        };
        schemas.schema_of(namespace);
        schemas
    }

    /// The name of the type that array parts over HTTP have.
    pub(super) fn part_array(&self) -> String {
        self.arrays.name(self.arrays.parts())
    }

    /// The prefixes of the namespaces, each with its namespace, in the order of first use. That of none has no prefix.
    pub(super) fn prefixes(&self) -> impl Iterator<Item = (String, &str)> {
        let all = self.all.iter().enumerate().filter(|(_, schema)| !schema.namespace.is_empty());
        all.map(|(number, schema)| (prefix(number, &schema.namespace), schema.namespace.as_str()))
    }

    /// A reference to something of a namespace from outside of the schemas.
    pub(super) fn name(&mut self, namespace: &Namespace, name: &str) -> String {
        let schema = self.schema(namespace);
        self.qualified(schema, name)
    }

    /// Writes everything that the operations need, and all types.
    pub(super) fn fill(&mut self) {
        if arrays::has_array_parts(self.service) {
            self.define_array(self.arrays.parts());
        }
        for operation in offered(self.service, over_soap) {
            self.operation(operation);
        }
        for (index, named) in self.service.types.iter().enumerate() {
            if !named.anonymous {
                self.define_named(index, named);
            }
        }
        for operation in offered(self.service, |transports| transports.get || transports.post) {
            self.root(operation);
        }
    }

    /// `wsdl:types`
    pub(super) fn types(self) -> Node {
        let marks = self.marks;
        let schemas =
            self.all.into_iter().enumerate().filter_map(|(number, schema)| schema.finish(number == OWN, marks));
        Node::wsdl("types").children(schemas)
    }

    fn uri(&self, namespace: &Namespace) -> String {
        match namespace {
            Namespace::Service => self.namespace.to_owned(),
            Namespace::None => String::new(),
            Namespace::Of(uri) => uri.clone(),
        }
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

    fn qualified(&self, schema: usize, name: &str) -> String {
        match self.all.get(schema).map(|schema| schema.namespace.as_str()) {
            Some("") | None => name.to_owned(),
            Some(uri) => format!("{}:{name}", prefix(schema, uri)),
        }
    }

    /// A reference in one schema to something of another, which it imports from then on.
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

    /// The elements of an operation's messages over SOAP, its headers included.
    fn operation(&mut self, operation: &'a Operation) {
        let messages = &operation.messages;
        let headers = messages.request_headers.iter().chain(&messages.response_headers);
        let outputs = self.outputs(operation);
        match messages.style {
            Style::Wrapped => self.wrappers(operation, &outputs),
            Style::Bare => {
                let parameters = self.service.common.iter().chain(&operation.parameters);
                for part in parameters.chain(&outputs).filter(|part| part.place == Place::Element) {
                    self.global_element(part, true);
                }
            }
            Style::Rpc => {}
        }
        for header in headers {
            self.global_element(header, true);
        }
    }

    fn wrappers(&mut self, operation: &'a Operation, outputs: &[Member]) {
        let messages = &operation.messages;
        let (name, namespace) = messages
            .request
            .as_ref()
            .map_or((operation.name.as_str(), &Namespace::Service), |name| (name.name.as_str(), &name.namespace));
        let parameters: Vec<&Member> = self.service.common.iter().chain(&operation.parameters).collect();
        let schema = self.schema(namespace);
        let mut content = self.content(schema, &parameters);
        if operation.open {
            let any = Node::schema("any").with("minOccurs", "0").with("maxOccurs", "unbounded");
            content.particles.push(any.with("processContents", "lax"));
        }
        self.wrapper(schema, &encode(name), content);
        if messages.one_way {
            return;
        }
        let usual = format!("{}Response", operation.name);
        let (name, namespace) = messages
            .response
            .as_ref()
            .map_or((usual.as_str(), &Namespace::Service), |name| (name.name.as_str(), &name.namespace));
        let outputs: Vec<&Member> = outputs.iter().collect();
        let schema = self.schema(namespace);
        let content = self.content(schema, &outputs);
        self.wrapper(schema, &encode(name), content);
    }

    fn wrapper(&mut self, schema: usize, name: &str, content: Content) {
        if self.elements.insert((schema, name.to_owned())) {
            let element = Node::schema("element").with("name", name).child(content.complex_type());
            if let Some(schema) = self.at(schema) {
                schema.elements.push(element);
            }
        }
    }

    /// The parts of a response, a result of a kind among them.
    pub(super) fn outputs(&self, operation: &Operation) -> Vec<Member> {
        let kind = match &operation.result.kind {
            ResultKind::None => return Vec::new(),
            ResultKind::Message => return operation.outputs.clone(),
            ResultKind::String | ResultKind::Delimited => Type::Scalar(Scalar::String),
            ResultKind::DataSet => Type::Xml(XmlKind::DataSet),
            ResultKind::Xml => Type::Xml(XmlKind::Content),
            ResultKind::Integers => Type::Array(Box::new(integers().clone())),
            ResultKind::Typed(kind) => kind.clone(),
        };
        let name = operation.result.element.clone().unwrap_or_else(|| format!("{}Result", operation.name));
        let presence = if self.is_value(&kind) { Presence::Required } else { Presence::Optional };
        vec![Member { doc: operation.result.doc.clone(), ..Member::element(&name, kind, presence) }]
    }

    fn is_value(&self, kind: &Type) -> bool {
        let is_enumeration = |named: &NamedType| matches!(named.kind, NamedTypeKind::Enumeration(_));
        kind.kind(|index| self.service.types.get(index).is_some_and(is_enumeration)).is_value()
    }

    /// The particles and attributes of members.
    fn content(&mut self, schema: usize, members: &[&Member]) -> Content {
        let mut content = Content::default();
        for member in members {
            match &member.place {
                Place::Attribute => {
                    let attribute = self.attribute(schema, member);
                    content.attributes.push(attribute);
                }
                Place::AnyAttributes => content.any_attributes = true,
                Place::Mixed => content.is_mixed = true,
                Place::Text => content.text = Some((*member).clone()),
                Place::Element | Place::Choice(_) | Place::AnyElements => {
                    let particle = self.particle(schema, member);
                    content.particles.push(particle);
                }
            }
        }
        content
    }

    /// An element, a choice or a wildcard.
    fn particle(&mut self, schema: usize, member: &Member) -> Node {
        let minimum = if member.presence.is_optional() { "0" } else { "1" };
        let maximum = if member.repeated { "unbounded" } else { "1" };
        let with_occurs = |node: Node| node.with("minOccurs", minimum).with("maxOccurs", maximum);
        match &member.place {
            Place::Choice(alternatives) => {
                let alternatives: Vec<Node> =
                    alternatives.iter().map(|alternative| self.particle(schema, alternative)).collect();
                with_occurs(Node::schema("choice")).children(alternatives).annotated(&text::plain(&member.doc))
            }
            Place::AnyElements => with_occurs(Node::schema("any")).annotated(&text::plain(&member.doc)),
            _ => {
                let target = self.uri(&member.namespace);
                let own = self.all.get(schema).map(|schema| schema.namespace.clone()).unwrap_or_default();
                let element = with_occurs(Node::schema("element"));
                if target != own && !target.is_empty() {
                    let name = self.global_element(member, false);
                    let to = self.schema(&member.namespace);
                    return element.with("ref", self.reference(schema, to, &name));
                }
                let element = if target == own { element } else { element.with("form", "unqualified") };
                let element = element.with("name", encode(&member.name));
                self.declare(schema, element, member).annotated(&text::plain(&member.doc))
            }
        }
    }

    /// What an element says of its values.
    fn declare(&mut self, schema: usize, element: Node, member: &Member) -> Node {
        let element = if member.presence.is_nullable() { element.with("nillable", "true") } else { element };
        let element = match &member.default {
            Some(text) => element.with("default", text),
            None => element,
        };
        self.typed(schema, element, &member.kind)
    }

    /// Defines an element of a namespace, unless it is defined; its name. `is_message` tells that it is one of a message.
    fn global_element(&mut self, member: &Member, is_message: bool) -> String {
        let name = encode(&member.name);
        let schema = self.schema(&member.namespace);
        if self.elements.insert((schema, name.clone())) {
            let element = Node::schema("element").with("name", &name);
            let element = self.declare(schema, element, member).annotated(&text::plain(&member.doc));
            if let Some(schema) = self.at(schema) {
                if is_message { &mut schema.elements } else { &mut schema.definitions }.push(element);
            }
        }
        name
    }

    fn attribute(&mut self, schema: usize, member: &Member) -> Node {
        let name = encode(&member.name);
        let target = self.uri(&member.namespace);
        let own = self.all.get(schema).map(|schema| schema.namespace.clone()).unwrap_or_default();
        let mut node = Node::schema("attribute");
        if !member.presence.is_optional() {
            node = node.with("use", "required");
        }
        if target == XML {
            self.import(schema, XML);
            return node.with("ref", format!("xml:{name}"));
        }
        if target != own && !target.is_empty() {
            let to = self.schema(&member.namespace);
            // Attributes are names of their own: an element may have the same.
            if self.elements.insert((to, format!("@{name}"))) {
                let attribute = Node::schema("attribute").with("name", &name);
                let attribute = self.attribute_type(to, attribute, &member.kind);
                if let Some(schema) = self.at(to) {
                    schema.definitions.push(attribute);
                }
            }
            node = node.with("ref", self.reference(schema, to, &name));
        } else {
            if target == own && !own.is_empty() {
                node = node.with("form", "qualified");
            }
            node = self.attribute_type(schema, node.with("name", &name), &member.kind);
        }
        let node = match &member.default {
            Some(text) => node.with("default", text),
            None => node,
        };
        node.annotated(&text::plain(&member.doc))
    }

    fn attribute_type(&mut self, schema: usize, attribute: Node, kind: &Type) -> Node {
        match kind {
            Type::Scalar(_) | Type::Named(_) | Type::List(_) => self.typed(schema, attribute, kind),
            Type::Array(_) | Type::Any | Type::Xml(_) => attribute.with("type", "s:string"),
        }
    }

    /// The node with its type: a reference, or the type itself where it has no name.
    fn typed(&mut self, schema: usize, node: Node, kind: &Type) -> Node {
        match kind {
            Type::Any => node,
            Type::Xml(XmlKind::DataSet) => {
                self.import(schema, XML_SCHEMA);
                node.child(data_set())
            }
            Type::Xml(XmlKind::DataTable) => node.child(data_table()),
            Type::Xml(_) => node.child(xml_document()),
            Type::List(item) => {
                let item = self.type_name(schema, item);
                node.child(Node::schema("simpleType").child(Node::schema("list").with("itemType", item)))
            }
            Type::Named(index) if self.is_inline(*index) => {
                self.open.push(*index);
                let inline = self.service.types.get(*index).map(|named| self.definition(schema, named));
                self.open.pop();
                node.children(inline)
            }
            kind => node.with("type", self.type_name(schema, kind)),
        }
    }

    /// Whether a type has no name and can be written where it is used.
    fn is_inline(&self, index: usize) -> bool {
        self.service.types.get(index).is_some_and(|named| named.anonymous) && !self.open.contains(&index)
    }

    /// The qualified name of a type, as a schema refers to it.
    pub(super) fn type_name(&mut self, schema: usize, kind: &Type) -> String {
        match kind {
            Type::Scalar(scalar @ (Scalar::Guid | Scalar::Char)) => {
                let microsoft = self.schema_of(MICROSOFT_TYPES);
                self.reference(schema, microsoft, scalar.name())
            }
            Type::Scalar(scalar) => format!("s:{}", scalar.name()),
            Type::Named(index) => {
                let Some(named) = self.service.types.get(*index) else {
                    return String::new();
                };
                let target = self.schema(&named.namespace);
                // One that has no name gets one where it holds itself.
                if named.anonymous && self.defined.insert(format!("type {index}")) {
                    self.define_named(*index, named);
                }
                self.reference(schema, target, &encode(&named.name))
            }
            Type::Array(array) => {
                let name = self.define_array(array);
                let target = self.schema(&array.namespace);
                self.reference(schema, target, &name)
            }
            Type::List(item) => self.type_name(schema, item),
            Type::Any => "s:anyType".to_owned(),
            Type::Xml(_) => {
                self.define_any();
                self.reference(schema, OWN, "any")
            }
        }
    }

    /// The type of parts that hold any elements.
    pub(super) fn define_any(&mut self) {
        let is_declared = |named: &NamedType| named.name == "any" && named.namespace == Namespace::Service;
        if self.service.types.iter().any(is_declared) || !self.defined.insert("any".to_owned()) {
            return;
        }
        let any = Node::schema("any").with("minOccurs", "0").with("maxOccurs", "unbounded");
        let sequence = Node::schema("sequence").child(any);
        let definition = Node::schema("complexType").with("mixed", "true").child(sequence).with("name", "any");
        if let Some(schema) = self.at(OWN) {
            schema.definitions.push(definition);
        }
    }

    fn define_named(&mut self, index: usize, named: &'a NamedType) {
        let schema = self.schema(&named.namespace);
        self.open.push(index);
        let definition = self.definition(schema, named).with("name", encode(&named.name));
        self.open.pop();
        if let Some(schema) = self.at(schema) {
            schema.definitions.push(definition);
        }
    }

    /// A type without its name.
    fn definition(&mut self, schema: usize, named: &NamedType) -> Node {
        let definition = match &named.kind {
            NamedTypeKind::Enumeration(enumeration) => {
                let values = enumeration.values.iter().map(|value| {
                    Node::schema("enumeration").with("value", &value.name).annotated(&text::plain(&value.doc))
                });
                let restriction = Node::schema("restriction").with("base", "s:string").children(values);
                if enumeration.flags {
                    let items = Node::schema("simpleType").child(restriction);
                    Node::schema("simpleType").child(Node::schema("list").child(items))
                } else {
                    Node::schema("simpleType").child(restriction)
                }
            }
            NamedTypeKind::Structure(structure) => self.structure(schema, structure),
        };
        definition.annotated(&text::plain(&named.doc))
    }

    fn structure(&mut self, schema: usize, structure: &Structure) -> Node {
        let members: Vec<&Member> = structure.members.iter().collect();
        let content = self.content(schema, &members);
        let definition = match (structure.base, &content.text) {
            (None, None) => content.complex_type(),
            (None, Some(text)) => {
                let base = self.type_name(schema, &text.kind);
                content.extension("simpleContent", &base)
            }
            (Some(base), _) => {
                let kind = if self.has_text(base) { "simpleContent" } else { "complexContent" };
                let base = self.type_name(schema, &Type::Named(base));
                content.extension(kind, &base)
            }
        };
        if structure.is_abstract { definition.with("abstract", "true") } else { definition }
    }

    /// Whether a structure is a text, by itself or by what it is derived from.
    fn has_text(&self, mut index: usize) -> bool {
        // A line of structures that are derived from one another is not longer than there are structures.
        for _ in 0..=self.service.types.len() {
            let Some(NamedTypeKind::Structure(structure)) = self.service.types.get(index).map(|named| &named.kind)
            else {
                return false;
            };
            if structure.members.iter().any(|member| member.place == Place::Text) {
                return true;
            }
            match structure.base {
                Some(base) => index = base,
                None => return false,
            }
        }
        false
    }

    /// Defines an array, unless it is defined; its name.
    fn define_array(&mut self, array: &ArrayType) -> String {
        let name = self.arrays.name(array);
        let schema = self.schema(&array.namespace);
        if !self.defined.insert(format!("array {schema} {name}")) {
            return name;
        }
        // Its place is before that of the arrays that its items are.
        let place = self.at(schema).map(|schema| {
            schema.definitions.push(Node::schema("complexType"));
            schema.definitions.len() - 1
        });
        let content = if array.alternatives.is_empty() {
            let presence = if array.nullable_items { Presence::OptionalNullable } else { Presence::Optional };
            let item = Member {
                namespace: array.item_namespace.clone(),
                repeated: true,
                ..Member::element(&array.item_name, array.item.clone(), presence)
            };
            Node::schema("sequence").child(self.particle(schema, &item))
        } else {
            let alternatives: Vec<Node> =
                array.alternatives.iter().map(|alternative| self.particle(schema, alternative)).collect();
            Node::schema("choice").with("minOccurs", "0").with("maxOccurs", "unbounded").children(alternatives)
        };
        let definition = Node::schema("complexType").with("name", &name).child(content);
        if let Some(slot) = place.and_then(|place| self.at(schema)?.definitions.get_mut(place)) {
            *slot = definition;
        }
        name
    }

    /// The root element of an operation's result over HTTP.
    fn root(&mut self, operation: &Operation) {
        let Some(name) = self.root_name(operation) else { return };
        let Some(output) = self.outputs(operation).into_iter().next() else { return };
        if !self.elements.insert((OWN, name.clone())) {
            return;
        }
        let root = Node::schema("element").with("name", name);
        let root = if self.is_value(&output.kind) { root } else { root.with("nillable", "true") };
        let root = self.typed(OWN, root, &output.kind);
        if let Some(schema) = self.at(OWN) {
            schema.roots.push(root);
        }
    }

    /// Name of the root element of a result over HTTP: that of its type. An XML document has one of its own, and what has no type has
    /// none.
    pub(super) fn root_name(&self, operation: &Operation) -> Option<String> {
        if operation.result.kind == ResultKind::Integers {
            return Some(array_name(Scalar::Int.name()));
        }
        let outputs = self.outputs(operation);
        let output = outputs.first().filter(|output| output.place == Place::Element && !output.repeated)?;
        Some(match &output.kind {
            Type::Scalar(Scalar::String) => STRING_ROOT.to_owned(),
            Type::Scalar(scalar) => scalar.name().to_owned(),
            Type::Named(index) => encode(&self.service.types.get(*index).filter(|named| !named.anonymous)?.name),
            Type::Array(array) => self.arrays.name(array),
            Type::Any => "anyType".to_owned(),
            Type::Xml(XmlKind::DataSet) => DATA_SET_ROOT.to_owned(),
            Type::Xml(XmlKind::DataTable) => XmlKind::DataTable.name().to_owned(),
            Type::Xml(_) | Type::List(_) => return None,
        })
    }
}

impl Schema {
    /// `s:schema`; `None` if there is nothing in it.
    fn finish(self, is_own: bool, marks: bool) -> Option<Node> {
        if self.namespace == MICROSOFT_TYPES {
            return Some(microsoft_types());
        }
        if !is_own && self.elements.is_empty() && self.definitions.is_empty() && self.roots.is_empty() {
            return None;
        }
        let mut schema = Node::schema("schema").with("elementFormDefault", "qualified");
        if !self.namespace.is_empty() {
            schema = schema.with("targetNamespace", &self.namespace);
        }
        for uri in &self.imports {
            let import = Node::schema("import");
            schema = schema.child(if uri.is_empty() { import } else { import.with("namespace", uri) });
        }
        schema = schema.section(marks, "soap11 soap12", self.elements);
        schema = schema.children(self.definitions);
        Some(schema.section(marks, "get post", self.roots))
    }
}

/// What a complex type holds.
#[derive(Default)]
struct Content {
    particles: Vec<Node>,
    attributes: Vec<Node>,
    any_attributes: bool,
    is_mixed: bool,
    text: Option<Member>,
}

impl Content {
    /// `s:complexType`. Without members there is no sequence either.
    fn complex_type(self) -> Node {
        let definition = Node::schema("complexType");
        let definition = if self.is_mixed { definition.with("mixed", "true") } else { definition };
        self.into_holder(definition)
    }

    /// The same of a type that adds to another, as `complexContent` or `simpleContent`.
    fn extension(self, kind: &str, base: &str) -> Node {
        let content = Node::schema(kind);
        let content = match (kind, self.is_mixed) {
            ("complexContent", is_mixed) => content.with("mixed", is_mixed.to_string()),
            _ => content,
        };
        let extension = self.into_holder(Node::schema("extension").with("base", base));
        Node::schema("complexType").child(content.child(extension))
    }

    fn into_holder(mut self, holder: Node) -> Node {
        if self.is_mixed {
            self.particles.push(Node::schema("any").with("minOccurs", "0").with("maxOccurs", "unbounded"));
        }
        let sequence = (!self.particles.is_empty()).then(|| Node::schema("sequence").children(self.particles));
        let any_attributes = self.any_attributes.then(|| Node::schema("anyAttribute"));
        holder.children(sequence).children(self.attributes).children(any_attributes)
    }
}

/// The prefix of a namespace.
fn prefix(number: usize, uri: &str) -> String {
    match (number, uri) {
        (_, MICROSOFT_TYPES) => "mst".to_owned(),
        (OWN, _) => "tns".to_owned(),
        (number, _) => format!("s{number}"),
    }
}

/// The name of an array type in the service's document.
pub(in crate::emit) fn array_type_name(service: &Service, array: &ArrayType) -> String {
    Arrays::new(service).name(array)
}

fn data_set() -> Node {
    let sequence = Node::schema("sequence").child(Node::schema("element").with("ref", "s:schema"));
    Node::schema("complexType").child(sequence.child(Node::schema("any")))
}

fn data_table() -> Node {
    let any = |minimum: &str, maximum: &str, namespace: &str| {
        let any = Node::schema("any").with("minOccurs", minimum).with("maxOccurs", maximum);
        any.with("namespace", namespace).with("processContents", "lax")
    };
    let sequence = Node::schema("sequence").child(any("0", "unbounded", XML_SCHEMA)).child(any("1", "1", DIFFGRAM));
    Node::schema("complexType").child(sequence)
}

fn xml_document() -> Node {
    let sequence = Node::schema("sequence").child(Node::schema("any"));
    Node::schema("complexType").with("mixed", "true").child(sequence)
}

/// The schema of `guid` and `char`, which ASMX puts into a namespace of its own.
fn microsoft_types() -> Node {
    let pattern = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}";
    let guid =
        Node::schema("restriction").with("base", "s:string").child(Node::schema("pattern").with("value", pattern));
    let character = Node::schema("restriction").with("base", "s:unsignedShort");
    Node::schema("schema")
        .with("elementFormDefault", "qualified")
        .with("targetNamespace", MICROSOFT_TYPES)
        .child(Node::schema("simpleType").with("name", "guid").child(guid))
        .child(Node::schema("simpleType").with("name", "char").child(character))
}

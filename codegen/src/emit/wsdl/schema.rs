//! `wsdl:types`: the wrapper elements, the types they need, and the roots of results over HTTP.

use std::collections::BTreeSet;

use asmx_types::rules::{DATA_SET_ROOT, STRING_ROOT, array_name};

use super::super::text;
use super::element::Node;
use super::encode;
use super::{element_name, offered, over_soap, own};
use crate::model::{
    ArrayType, Member, NamedType, NamedTypeKind, Operation, Presence, ResultKind, Scalar, Service, Type,
};

/// Where ASMX keeps its `guid` and `char`.
pub(super) const MICROSOFT_TYPES: &str = "http://microsoft.com/wsdl/types/";

/// What is known of a schema while it is written: the types that something needs, in the order of need.
pub(super) struct Schema<'a> {
    service: &'a Service,
    marks: bool,
    /// Arrays, with the names they got.
    arrays: Vec<(&'a ArrayType, String)>,
    /// Indices of named types.
    named: Vec<usize>,
    /// Names of types that are taken.
    taken: BTreeSet<String>,
    /// Definitions of `types`, written as far as they are known.
    definitions: Vec<Node>,
    uses_microsoft_types: bool,
    uses_data_sets: bool,
}

/// How often an element stands where it is declared.
#[derive(Clone, Copy)]
enum Occurs {
    /// `minOccurs="0"`
    Maybe,
    /// `minOccurs="1"`
    Once,
    /// `minOccurs="0" maxOccurs="unbounded"`
    Often,
}

/// The array that array parts over HTTP are, whatever their items are.
fn strings() -> &'static ArrayType {
    static STRINGS: std::sync::OnceLock<ArrayType> = std::sync::OnceLock::new();
    STRINGS.get_or_init(|| ArrayType::of(Type::Scalar(Scalar::String), "string", true))
}

impl<'a> Schema<'a> {
    pub(super) fn new(service: &'a Service, marks: bool) -> Self {
        let taken = service.types.iter().map(|named| encode(&named.name)).collect();
        let (arrays, named, definitions) = (Vec::new(), Vec::new(), Vec::new());
        Self { service, marks, arrays, named, taken, definitions, uses_microsoft_types: false, uses_data_sets: false }
    }

    /// `wsdl:types`
    pub(super) fn types(&mut self, namespace: &str) -> Node {
        // HTTP parts name this type whatever else there is, so that it has to have its plain name: it comes first.
        if self.has_array_parts() {
            self.array_name(strings());
        }
        let soap = offered(self.service, over_soap);
        let wrappers: Vec<Node> = soap.into_iter().flat_map(|operation| self.wrappers(operation)).collect();
        let roots = self.result_roots();
        let mut schema =
            Node::schema("schema").with("elementFormDefault", "qualified").with("targetNamespace", namespace);
        if self.uses_data_sets {
            schema = schema.child(import("http://www.w3.org/2001/XMLSchema"));
        }
        if self.uses_microsoft_types {
            schema = schema.child(import(MICROSOFT_TYPES));
        }
        schema = schema.section(self.marks, "soap11 soap12", wrappers);
        schema = schema.children(std::mem::take(&mut self.definitions));
        schema = schema.section(self.marks, "get post", roots);
        let types = Node::wsdl("types").child(schema);
        if self.uses_microsoft_types { types.child(microsoft_types()) } else { types }
    }

    fn has_array_parts(&self) -> bool {
        let over_http = offered(self.service, |transports| transports.get || transports.post);
        let own = over_http.iter().flat_map(|operation| &operation.parameters);
        let common = if over_http.is_empty() { [].iter() } else { self.service.common.iter() };
        own.chain(common).any(|parameter| matches!(parameter.kind, Type::Array(_)))
    }

    /// The request's element and the response's.
    fn wrappers(&mut self, operation: &'a Operation) -> [Node; 2] {
        let parameters = self.service.common.iter().chain(&operation.parameters);
        let mut members: Vec<Node> = parameters.map(|parameter| self.member(parameter)).collect();
        if operation.open {
            let any = Node::schema("any").with("minOccurs", "0").with("maxOccurs", "unbounded");
            members.push(any.with("processContents", "lax"));
        }
        let name = element_name(operation);
        let result = self.result(operation).into_iter().collect();
        [wrapper(&name, members), wrapper(&format!("{name}Response"), result)]
    }

    /// A parameter, or a member of a structure.
    fn member(&mut self, parameter: &'a Member) -> Node {
        let occurs = if parameter.presence == Presence::Optional { Occurs::Maybe } else { Occurs::Once };
        let element = self.element(&encode(&parameter.name), &parameter.kind, occurs);
        let element = element.annotated(&text::plain(&parameter.doc));
        if parameter.presence == Presence::Nullable { element.with("nillable", "true") } else { element }
    }

    /// The result's element inside the response's.
    fn result(&mut self, operation: &'a Operation) -> Option<Node> {
        let name = operation.result.element.as_ref().map_or_else(|| format!("{}Result", operation.name), Clone::clone);
        let name = encode(&name);
        Some(match &operation.result.kind {
            ResultKind::None | ResultKind::Message => return None,
            ResultKind::String | ResultKind::Delimited => {
                self.element(&name, &Type::Scalar(Scalar::String), Occurs::Maybe)
            }
            ResultKind::DataSet => declaration(&name, Occurs::Maybe).child(self.data_set()),
            ResultKind::Xml => declaration(&name, Occurs::Maybe).child(xml_document()),
            ResultKind::Integers => {
                let kind = self.array_name(integers());
                declaration(&name, Occurs::Maybe).with("type", own(&kind))
            }
            ResultKind::Typed(kind) => {
                let occurs = if self.is_value_type(kind) { Occurs::Once } else { Occurs::Maybe };
                self.element(&name, kind, occurs)
            }
        })
    }

    fn is_value_type(&self, kind: &Type) -> bool {
        let is_enumeration = |named: &NamedType| matches!(named.kind, NamedTypeKind::Enumeration(_));
        kind.kind(|index| self.service.types.get(index).is_some_and(is_enumeration)).is_value()
    }

    fn element(&mut self, name: &str, kind: &'a Type, occurs: Occurs) -> Node {
        let kind = self.type_name(kind);
        declaration(name, occurs).with("type", kind)
    }

    /// The qualified name of a type, which is defined from now on.
    fn type_name(&mut self, kind: &'a Type) -> String {
        match kind {
            Type::Scalar(scalar @ (Scalar::Guid | Scalar::Char)) => {
                self.uses_microsoft_types = true;
                format!("mst:{}", scalar.name())
            }
            Type::Scalar(scalar) => format!("s:{}", scalar.name()),
            Type::Named(index) => own(&self.named_name(*index)),
            Type::Array(array) => own(&self.array_name(array)),
            Type::List(item) => self.type_name(item),
            Type::Any | Type::Xml(_) => "s:anyType".to_owned(),
        }
    }

    fn named_name(&mut self, index: usize) -> String {
        let Some(named) = self.service.types.get(index) else {
            return String::new();
        };
        let name = encode(&named.name);
        if self.named.contains(&index) {
            return name;
        }
        self.named.push(index);
        let definition = match &named.kind {
            NamedTypeKind::Enumeration(enumeration) => {
                let values = enumeration.values.iter().map(|value| {
                    Node::schema("enumeration").with("value", &value.name).annotated(&text::plain(&value.doc))
                });
                let restriction = Node::schema("restriction").with("base", "s:string").children(values);
                Node::schema("simpleType").with("name", &name).child(restriction)
            }
            NamedTypeKind::Structure(structure) => {
                let members = structure.members.iter().map(|member| self.member(member)).collect();
                complex_type(members).with("name", &name)
            }
        };
        self.definitions.push(definition.annotated(&text::plain(&named.doc)));
        name
    }

    /// `ArrayOf…`; a second array of that name gets a digit, as ASMX gives it one.
    fn array_name(&mut self, array: &'a ArrayType) -> String {
        if let Some((_, name)) = self.arrays.iter().find(|(known, _)| *known == array) {
            return name.clone();
        }
        let plain = self.plain_array_name(array);
        let mut name = plain.clone();
        let mut digit = 0;
        while !self.taken.insert(name.clone()) {
            digit += 1;
            name = format!("{plain}{digit}");
        }
        self.arrays.push((array, name.clone()));
        let mut item = self.element(&encode(&array.item_name), &array.item, Occurs::Often);
        if array.nullable_items {
            item = item.with("nillable", "true");
        }
        self.definitions.push(complex_type(vec![item]).with("name", &name));
        name
    }

    fn plain_array_name(&self, array: &ArrayType) -> String {
        let item = match &array.item {
            Type::Scalar(scalar) => scalar.name().to_owned(),
            Type::Named(index) => self.service.types.get(*index).map(|named| encode(&named.name)).unwrap_or_default(),
            Type::Array(inner) => self.plain_array_name(inner),
            Type::List(_) => String::new(),
            Type::Any => "anyType".to_owned(),
            Type::Xml(kind) => kind.name().to_owned(),
        };
        array_name(&item)
    }

    fn data_set(&mut self) -> Node {
        self.uses_data_sets = true;
        let sequence = Node::schema("sequence").child(Node::schema("element").with("ref", "s:schema"));
        Node::schema("complexType").child(sequence.child(Node::schema("any")))
    }

    /// The root elements of results over HTTP, each once.
    fn result_roots(&mut self) -> Vec<Node> {
        let mut known: BTreeSet<String> = BTreeSet::new();
        let mut roots = Vec::new();
        for operation in offered(self.service, |transports| transports.get || transports.post) {
            let Some(name) = self.result_root(&operation.result.kind) else {
                continue;
            };
            if !known.insert(name.clone()) {
                continue;
            }
            let root = Node::schema("element").with("name", &name);
            roots.push(match &operation.result.kind {
                ResultKind::None | ResultKind::Xml | ResultKind::Message => continue,
                ResultKind::String | ResultKind::Delimited => root.with("nillable", "true").with("type", "s:string"),
                ResultKind::DataSet => root.with("nillable", "true").child(self.data_set()),
                ResultKind::Integers => {
                    let kind = self.array_name(integers());
                    root.with("nillable", "true").with("type", own(&kind))
                }
                ResultKind::Typed(kind) => {
                    let root = root.with("type", self.type_name(kind));
                    if self.is_value_type(kind) { root } else { root.with("nillable", "true") }
                }
            });
        }
        roots
    }
}

/// Name of the root element of a result over HTTP; an XML document has one of its own.
pub(super) fn result_root(service: &Service, kind: &ResultKind) -> Option<String> {
    // A root has its type's name.
    if let ResultKind::Typed(Type::Array(array)) = kind {
        return Some(array_type_name(service, array));
    }
    Schema::new(service, false).result_root(kind)
}

/// The name of an array type in the service's document.
pub(in crate::emit) fn array_type_name(service: &Service, array: &ArrayType) -> String {
    let mut schema = Schema::new(service, false);
    let plain = schema.plain_array_name(array);
    if !is_contested(service, array, &plain) {
        return plain;
    }
    // Which of them gets a digit is known when all were met.
    schema.types("");
    let found = schema.arrays.iter().find(|(known, _)| *known == array);
    found.map_or(plain, |(_, name)| name.clone())
}

/// Whether something else of the service would have the name of this array.
fn is_contested(service: &Service, array: &ArrayType, name: &str) -> bool {
    let schema = Schema::new(service, false);
    let is_other = |other: &ArrayType| other != array && schema.plain_array_name(other) == name;
    let has_other = |mut kind: &Type| {
        while let Type::Array(other) = kind {
            if is_other(other) {
                return true;
            }
            kind = &other.item;
        }
        false
    };
    let members = service.types.iter().flat_map(|named| match &named.kind {
        NamedTypeKind::Structure(structure) => structure.members.as_slice(),
        NamedTypeKind::Enumeration(_) => &[],
    });
    let parameters = service.operations.iter().flat_map(|operation| &operation.parameters);
    let mut taken = members.chain(&service.common).chain(parameters).map(|parameter| &parameter.kind);
    let mut results = service.operations.iter().filter_map(|operation| match &operation.result.kind {
        ResultKind::Typed(kind) => Some(kind),
        _ => None,
    });
    schema.taken.contains(name)
        || is_other(integers())
        || (is_other(strings()) && schema.has_array_parts())
        || taken.any(has_other)
        || results.any(has_other)
}

impl<'a> Schema<'a> {
    /// Name of the root element of a result over HTTP; an XML document has one of its own.
    fn result_root(&mut self, kind: &'a ResultKind) -> Option<String> {
        Some(match kind {
            ResultKind::None | ResultKind::Xml | ResultKind::Message => return None,
            ResultKind::String | ResultKind::Delimited => STRING_ROOT.to_owned(),
            ResultKind::DataSet => DATA_SET_ROOT.to_owned(),
            ResultKind::Integers => array_name(Scalar::Int.name()),
            ResultKind::Typed(Type::Scalar(scalar)) => scalar.name().to_owned(),
            ResultKind::Typed(Type::Named(index)) => encode(&self.service.types.get(*index)?.name),
            ResultKind::Typed(Type::Array(array)) => self.array_name(array),
            ResultKind::Typed(Type::List(_) | Type::Any | Type::Xml(_)) => return None,
        })
    }
}

/// `int[]`
fn integers() -> &'static ArrayType {
    static INTEGERS: std::sync::OnceLock<ArrayType> = std::sync::OnceLock::new();
    INTEGERS.get_or_init(|| ArrayType::of(Type::Scalar(Scalar::Int), "int", false))
}

fn wrapper(name: &str, members: Vec<Node>) -> Node {
    Node::schema("element").with("name", name).child(complex_type(members))
}

/// Without members there is no sequence either.
fn complex_type(members: Vec<Node>) -> Node {
    let complex_type = Node::schema("complexType");
    if members.is_empty() { complex_type } else { complex_type.child(Node::schema("sequence").children(members)) }
}

fn declaration(name: &str, occurs: Occurs) -> Node {
    let (min, max) = match occurs {
        Occurs::Maybe => ("0", "1"),
        Occurs::Once => ("1", "1"),
        Occurs::Often => ("0", "unbounded"),
    };
    Node::schema("element").with("minOccurs", min).with("maxOccurs", max).with("name", name)
}

fn xml_document() -> Node {
    let sequence = Node::schema("sequence").child(Node::schema("any"));
    Node::schema("complexType").with("mixed", "true").child(sequence)
}

fn import(namespace: &str) -> Node {
    Node::schema("import").with("namespace", namespace)
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

//! Makes the types of the model from schema definitions.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use asmx_codegen::diagnostic::{Code, quoted};
use asmx_codegen::locations::Location;
use asmx_codegen::model::{
    ArrayType, Member, NamedType, NamedTypeKind, Namespace, Presence, Scalar, Structure, Type, XmlKind, kinds,
};
use asmx_codegen::read::format::DEEPEST;
use asmx_codegen::scope::Scope;
use asmx_types::xml_name::{decode_local_name, encode_local_name};
use roxmltree::NodeId;

use super::element::{ByName, Element, MICROSOFT_TYPES, QName, SOAP_ENCODING, SOAP12_ENCODING, XSD};
use super::origins::{Origins, TypeOrigins};
use super::problems::{Loss, Problems, Subject};
use super::schemas::Schemas;
use super::shapes::{self, Shape, levels, weight};

/// Maximum number of types in an array type, alternatives included.
const HEAVIEST_ARRAY: usize = 256;

/// Every document may have this many particles, however short it is.
const LEAST_BUDGET: usize = 100_000;

/// Names of unnamed types start with the name of their parent, up to this length.
const LONGEST_CONTEXT: usize = 80;

pub(super) struct Types<'a> {
    pub(super) schemas: &'a Schemas<'a>,
    pub(super) problems: &'a Problems,
    pub(super) service: &'a str,
    pub(super) named: Vec<NamedType>,
    /// The elements of each definition and of its parts.
    pub(super) declared: Vec<TypeOrigins<'a>>,
    /// The place of each definition, and the subject of warnings about it.
    pub(super) origins: Vec<(Location, Subject)>,
    /// Named types that are read.
    pub(super) known: HashMap<QName<'a>, (Type, Subject)>,
    /// Unnamed types that are read, by the element that holds them.
    pub(super) inline: HashMap<(usize, NodeId), Type>,
    /// The arrays that the schemas define by name, in the order in which they are read.
    named_arrays: Vec<QName<'a>>,
    pub(super) waiting: VecDeque<(usize, Element<'a>)>,
    /// Structures that repeat the members of their base.
    pub(super) restrictions: Vec<usize>,
    /// Typed DataSets by the namespace of their schema.
    pub(super) data_sets: BTreeMap<&'a str, Type>,
    /// Types that are being read; meeting one again closes a circle.
    pub(super) open: HashSet<QName<'a>>,
    pub(super) depth: usize,
    /// The name of the parent, for unnamed types.
    pub(super) context: String,
    pub(super) names: Scope,
    /// Groups that are being followed; meeting one again closes a circle.
    pub(super) open_groups: Vec<OpenGroup<'a>>,
    pub(super) budget: usize,
    /// The values of each enumeration, which are collected at its first default.
    pub(super) values_of: RefCell<HashMap<usize, HashSet<String>>>,
}

/// A group that is being followed.
pub(super) struct OpenGroup<'a> {
    pub(super) reference: Element<'a>,
    pub(super) definition: (usize, NodeId),
}

impl<'a> Types<'a> {
    /// `text` is the size of all documents in bytes, which bounds the number of particles.
    pub(super) fn new(schemas: &'a Schemas<'a>, problems: &'a Problems, service: &'a str, text: usize) -> Self {
        let names = schemas.types_in_order.iter().map(|((_, name), _)| decode_local_name(name).into_owned()).collect();
        Self {
            schemas,
            problems,
            service,
            named: Vec::new(),
            declared: Vec::new(),
            origins: Vec::new(),
            known: HashMap::new(),
            inline: HashMap::new(),
            named_arrays: Vec::new(),
            waiting: VecDeque::new(),
            restrictions: Vec::new(),
            data_sets: BTreeMap::new(),
            open: HashSet::new(),
            values_of: RefCell::default(),
            depth: 0,
            context: String::new(),
            names,
            open_groups: Vec::new(),
            budget: LEAST_BUDGET + text / 16,
        }
    }

    /// Takes every type that the schemas define, used or not: a derived type may occur wherever its base is declared. The order is that of an export:
    /// the namespace of the service first, arrays last.
    pub(super) fn take_all(&mut self) {
        let schemas = self.schemas;
        let mut namespaces = HashMap::from([(self.service, 0)]);
        for ((namespace, _), _) in &schemas.types_in_order {
            let next = namespaces.len();
            namespaces.entry(namespace).or_insert(next);
        }
        let mut all: Vec<_> = schemas
            .types_in_order
            .iter()
            .filter(|(key, definition)| key.0 != MICROSOFT_TYPES && !schemas.is_of_data_set(*definition))
            .collect();
        // Does not visit the items: that would number their types too early.
        all.sort_by_cached_key(|(key, definition)| (self.is_array(*key, *definition), namespaces.get(key.0).copied()));
        for (key, definition) in all {
            self.defined(*key, *definition);
        }
        for (namespace, definition) in &schemas.data_sets {
            self.data_set(namespace, definition.location());
        }
    }

    fn is_array(&self, key: QName<'a>, definition: Element<'a>) -> bool {
        let name = (!self.schemas.bases.contains(&key)).then_some(key.1);
        definition.local() == "complexType" && matches!(shapes::of(self.schemas, definition, name), Shape::Array(_))
    }

    /// The types of the schemas in order, then typed DataSets.
    pub(super) fn known(&self) -> impl Iterator<Item = (&'a str, &Type)> {
        let types = self.schemas.types_in_order.iter().filter_map(|(key, _)| Some((key.1, &self.known.get(key)?.0)));
        let name = |namespace: &str| self.schemas.data_sets.get(namespace)?.word("name");
        types.chain(self.data_sets.iter().filter_map(move |(namespace, kind)| Some((name(namespace)?, kind))))
    }

    /// The arrays that the schemas define by name, in the order in which they were read.
    pub(super) fn declared_arrays(&self) -> Vec<ArrayType> {
        // In a circle, a type that looks like an array may have become a structure.
        let array = |key| match &self.known.get(key)?.0 {
            Type::Array(array) => Some((**array).clone()),
            _ => None,
        };
        self.named_arrays.iter().filter_map(array).collect()
    }

    pub(super) fn namespace(&self, uri: &str) -> Namespace {
        if uri.is_empty() {
            Namespace::None
        } else if uri == self.service {
            Namespace::Service
        } else {
            Namespace::Of(uri.to_owned())
        }
    }

    pub(super) fn decoded(&self, name: &str, location: Location) -> String {
        let decoded = decode_local_name(name);
        if encode_local_name(&decoded) != name {
            self.problems.report(
                (Code::NameNotKept, location),
                format!("{} is not how .NET writes this name", quoted(name)),
                (
                    format!("it will be written as {}", quoted(&encode_local_name(&decoded))),
                    "such a name cannot be kept: try whether the service takes the other one",
                ),
            );
        }
        decoded.into_owned()
    }

    pub(super) fn is_value(&self, kind: &Type) -> bool {
        kind.kind(kinds(&self.named)).is_value()
    }

    pub(super) fn reference(&mut self, element: Element<'a>, attribute: &str) -> Type {
        let location = element.location_of(attribute);
        let written = element.word(attribute).unwrap_or_default();
        match self.schemas.reference(element, attribute) {
            Some(name) => self.named_type(name, location),
            None => self.undeclared_prefix(written, location),
        }
    }

    pub(super) fn undeclared_prefix(&self, written: &str, location: Location) -> Type {
        self.problems.undeclared_prefix(written, location, "imported as arbitrary XML");
        Type::Xml(XmlKind::Content)
    }

    pub(super) fn named_type(&mut self, name: QName<'a>, location: Location) -> Type {
        if let Some(scalar) = of_dotnet(name) {
            return Type::Scalar(scalar);
        }
        match name {
            (XSD, local) => self.built_in(local, location),
            (SOAP_ENCODING | SOAP12_ENCODING, local) if !self.known.contains_key(&name) => match local {
                "base64" => Type::Scalar(Scalar::Base64Binary),
                "Array" => Type::Array(Box::new(ArrayType::of(Type::Any, "anyType", true))),
                _ => self.built_in(local, location),
            },
            _ => {
                let all = &self.schemas.types;
                if let Some(definition) = all.get(&name) {
                    return self.defined(name, *definition);
                }
                self.undefined((Code::UndefinedType, location), "type", name, all, "imported as arbitrary XML");
                Type::Xml(XmlKind::Content)
            }
        }
    }

    pub(super) fn undefined(
        &self,
        at: (Code, Location),
        kind: &str,
        (namespace, local): QName<'_>,
        all: &ByName<'a>,
        became: &str,
    ) {
        let help = match self.problems.question(local, all.keys().map(|(_, name)| *name)) {
            Some(question) => format!("{question} Otherwise save the schema that defines it beside the document"),
            None => {
                format!("save the schema of the namespace {} beside the document, and import it", quoted(namespace))
            }
        };
        let message = format!("no schema defines the {kind} {}", quoted(local));
        self.problems.report(at, message, (became, help));
    }

    fn built_in(&self, local: &str, location: Location) -> Type {
        match local {
            "anyType" | "ur-type" => return Type::Any,
            // Schemas may only restrict NOTATION, not use it.
            "anySimpleType" | "anyAtomicType" | "NOTATION" => {
                self.problems.lose(Loss::SIMPLE_TYPES, location, local);
                return Type::Scalar(Scalar::String);
            }
            _ => {}
        }
        if let Some(scalar) = built_in(local) {
            return Type::Scalar(scalar);
        }
        self.problems.report(
            (Code::UndefinedType, location),
            format!("XML Schema has no type {}", quoted(local)),
            (
                "imported as text",
                self.problems
                    .question(local, Scalar::ALL.iter().map(|scalar| scalar.name()))
                    .unwrap_or_else(|| "write one of its types: `string`, `int`, `dateTime`, …".to_owned()),
            ),
        );
        Type::Scalar(Scalar::String)
    }

    fn defined(&mut self, key: QName<'a>, definition: Element<'a>) -> Type {
        if let Some((kind, subject)) = self.known.get(&key) {
            self.problems.uses(*subject);
            return kind.clone();
        }
        let subject = self.problems.subject(None);
        self.problems.uses(subject);
        if !self.open.insert(key) {
            return self.circle(key, definition, subject);
        }
        let before = self.problems.about(subject);
        self.depth += 1;
        let kind = if self.depth > DEEPEST {
            self.too_deep(definition.location_of("name"));
            self.structure_or_text(key, definition)
        } else if definition.local() == "simpleType" {
            self.simple(definition, Some(key))
        } else {
            let shaped = self.shaped(definition, Some(key));
            shaped.unwrap_or_else(|| self.structure(key.1, definition, false))
        };
        self.depth -= 1;
        self.problems.about(before);
        self.open.remove(&key);
        // The type may have closed a circle with itself meanwhile.
        self.known.entry(key).or_insert((kind, subject)).0.clone()
    }

    /// The placeholder for a type that is met again while it is being read.
    fn circle(&mut self, key: QName<'a>, definition: Element<'a>, subject: Subject) -> Type {
        if definition.local() == "simpleType" {
            self.problems.report(
                (Code::CyclicDefinition, definition.location_of("name")),
                format!("the type {} is made of itself", quoted(key.1)),
                ("imported as text", "base it on a type of XML Schema"),
            );
        }
        let kind = self.structure_or_text(key, definition);
        self.known.insert(key, (kind.clone(), subject));
        kind
    }

    fn structure_or_text(&mut self, key: QName<'a>, definition: Element<'a>) -> Type {
        if definition.local() == "simpleType" {
            Type::Scalar(Scalar::String)
        } else {
            self.structure(key.1, definition, false)
        }
    }

    pub(super) fn too_deep(&self, location: Location) {
        self.problems.report(
            (Code::DefinitionTooDeep, location),
            "definitions are nested too deeply here",
            ("not followed further", "use fewer levels"),
        );
    }

    /// An unnamed complex type. `hint` is the name of its element.
    pub(super) fn inline(&mut self, definition: Element<'a>, hint: &str) -> Type {
        let key = definition.key();
        if let Some(kind) = self.inline.get(&key).cloned() {
            return self.again(kind);
        }
        let kind = self.shaped(definition, None).unwrap_or_else(|| {
            let name = self.name_for(hint);
            self.structure(&name, definition, true)
        });
        self.inline.insert(key, kind.clone());
        kind
    }

    pub(super) fn again(&self, kind: Type) -> Type {
        if let Type::Named(index) = kind
            && let Some((_, subject)) = self.origins.get(index)
        {
            self.problems.uses(*subject);
        }
        kind
    }

    /// The type of a complex type that is not a structure.
    fn shaped(&mut self, definition: Element<'a>, key: Option<QName<'a>>) -> Option<Type> {
        let array = key.filter(|key| !self.schemas.bases.contains(key));
        Some(match shapes::of(self.schemas, definition, array.map(|(_, name)| name)) {
            Shape::Xml(kind) => Type::Xml(kind),
            Shape::TypedDataSet(any) => self.data_set(any.word("namespace")?, any.location_of("namespace")),
            Shape::Encoded(restriction) => self.encoded_array(restriction),
            Shape::Array(items) => {
                let array = self.array(array?, items);
                if weight(&array) > HEAVIEST_ARRAY || levels(&array) > DEEPEST {
                    self.too_deep(definition.location_of("name"));
                    return None;
                }
                self.named_arrays.extend(key);
                array
            }
            Shape::Structure => return None,
        })
    }

    pub(super) fn name_for(&mut self, hint: &str) -> String {
        let hint: String = capitalised(hint).collect();
        // Deeply nested types do not take the names of all ancestors.
        let is_named_alike = hint.starts_with(&self.context);
        let context = if is_named_alike || self.context.len() > LONGEST_CONTEXT { "" } else { self.context.as_str() };
        self.names.give(&format!("{context}{hint}"), "", |name| !name.is_empty())
    }

    fn structure(&mut self, name: &str, element: Element<'a>, is_inline: bool) -> Type {
        if element.word("block").is_some() {
            self.problems.lose(Loss::BLOCKS, element.location_of("block"), name);
        }
        let kind = NamedTypeKind::Structure(Structure {
            members: Vec::new(),
            base: None,
            is_abstract: element.says("abstract"),
        });
        let index = self.push(name, element, is_inline, kind);
        self.waiting.push_back((index, element));
        Type::Named(index)
    }

    pub(super) fn push(&mut self, name: &str, definition: Element<'a>, is_inline: bool, kind: NamedTypeKind) -> usize {
        let location = if is_inline { definition.location() } else { definition.location_of("name") };
        let name = if is_inline { name.to_owned() } else { self.decoded(name, location) };
        let subject = self.problems.subject(None);
        self.problems.uses(subject);
        self.origins.push((location, subject));
        // An unnamed type is known by the element that has it.
        let node = definition.node.parent_element().filter(|_| is_inline).unwrap_or(definition.node);
        self.declared.push(TypeOrigins { element: Element { node, ..definition }, parts: Origins::default() });
        self.named.push(NamedType {
            name,
            namespace: self.namespace(self.schemas.namespace(definition)),
            anonymous: is_inline,
            rust_name: String::new(),
            doc: definition.documentation(),
            kind,
        });
        self.named.len() - 1
    }
}

pub(super) fn capitalised(name: &str) -> impl Iterator<Item = char> {
    let mut letters = name.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters)
}

/// An element as .NET usually declares it: required exactly for .NET value types.
pub(super) fn value(types: &[NamedType], name: &str, kind: Type) -> Member {
    let is_value = kind.kind(kinds(types)).is_value();
    Member::element(name, kind, if is_value { Presence::Required } else { Presence::Optional })
}

pub(super) fn built_in(local: &str) -> Option<Scalar> {
    // .NET's own scalars have a namespace of their own.
    Scalar::ALL.iter().copied().find(|scalar| !scalar.is_of_dotnet() && scalar.name() == local)
}

/// A type that .NET names itself, whether the document declares it or not.
fn of_dotnet((namespace, local): QName<'_>) -> Option<Scalar> {
    let named = |scalar: &Scalar| scalar.is_of_dotnet() && scalar.name() == local;
    Scalar::ALL.iter().copied().find(named).filter(|_| namespace == MICROSOFT_TYPES)
}

//! Looks up the names of types.
//!
//! A type's name in a spec is its name on the wire, unless another type has the same name there. `wire-name` then states it.

use std::collections::{BTreeMap, BTreeSet};

use asmx_types::rules::Kind;

use super::declared::{Unique, unknown, wire_name};
use crate::diagnostic::{Code, Diagnostic, did_you_mean, question_behind, quoted};
use crate::model::naming::Naming;
use crate::model::{ArrayType, Enumerations, Namespace, Scalar, Type, XmlKind};
use crate::read::ast::{Flag, Service, Text, TypeBody, TypeDefinition};
use crate::read::format::{RESULT_KINDS, SERVICE_NAMESPACE};

/// Names of scalars in .NET or XSD that specs do not use.
const OTHER_NAMES: &[(&str, &[&str])] = &[
    ("string", &["String"]),
    ("boolean", &["bool", "Boolean"]),
    ("byte", &["sbyte", "SByte"]),
    ("unsignedByte", &["Byte"]),
    ("short", &["Int16"]),
    ("unsignedShort", &["ushort", "UInt16"]),
    ("int", &["Int32", "i32"]),
    ("unsignedInt", &["uint", "UInt32"]),
    ("long", &["Int64", "i64"]),
    ("unsignedLong", &["ulong", "UInt64"]),
    ("float", &["single", "Single", "f32"]),
    ("double", &["f64"]),
    ("dateTime", &["DateTime", "datetime"]),
    ("base64Binary", &["bytes", "base64"]),
    ("any", &["object", "anyType"]),
    ("xml", &["XmlNode"]),
    ("guid", &["Guid", "uuid"]),
    ("anyURI", &["Uri", "uri"]),
];

pub(super) struct Index<'a> {
    by_name: BTreeMap<&'a str, Known>,
    types: Vec<Declared<'a>>,
    arrays: Vec<Option<ArrayType>>,
    /// The namespace of the service, if the spec states it.
    service: Option<&'a str>,
    /// Whether the spec was imported.
    pub(super) is_imported: bool,
}

#[derive(Clone, Copy)]
enum Known {
    Type(usize),
    Array(usize),
}

struct Declared<'a> {
    wire_name: &'a str,
    kind: Kind,
    /// The values of an enumeration, and whether a text may hold several.
    values: Option<(BTreeSet<&'a str>, bool)>,
}

impl<'a> Index<'a> {
    /// Takes the names; the first of two types with the same name keeps it. Arrays are added later.
    pub(super) fn new(spec: &'a Service, mistakes: &mut Vec<Diagnostic>) -> Self {
        let mut by_name = BTreeMap::new();
        let mut unique = Unique::new(Code::DuplicateType, "type");
        let types = spec.types.iter().enumerate().map(|(number, definition)| (&definition.name, Known::Type(number)));
        let arrays =
            spec.arrays.iter().enumerate().map(|(number, definition)| (&definition.name, Known::Array(number)));
        for (name, known) in types.chain(arrays) {
            wire_name(name, "a type", mistakes);
            // Names that the format added later may be redefined by a spec.
            if scalar(&name.value).is_some_and(|scalar| !scalar.is_unchecked() && !scalar.has_base()) {
                let message = format!("{} is a built-in type", quoted(&name.value));
                mistakes.push(Diagnostic::new(Code::TypeHidesScalar, name.span, message).help(format!(
                    "give the type another name, and `wire-name=\"{}\"` if the service uses this name",
                    name.value
                )));
            }
            if unique.add(name, mistakes) && !name.is_missing() {
                by_name.insert(name.value.as_str(), known);
            }
        }
        let declared = |definition: &'a TypeDefinition| Declared {
            wire_name: definition.wire_name.as_ref().map_or(&definition.name.value, |name| &name.value),
            kind: match definition.body {
                TypeBody::Enumeration { .. } => Kind::Enumeration,
                TypeBody::Structure { .. } => Kind::Structure,
                TypeBody::DataSet { .. } => Kind::Xml(XmlKind::DataSet),
            },
            values: match &definition.body {
                TypeBody::Enumeration { values, flags } => {
                    let names = values.iter().filter_map(|value| Some(value.name.as_ref()?.value.as_str()));
                    Some((names.collect(), Flag::is_set(*flags)))
                }
                TypeBody::Structure { .. } | TypeBody::DataSet { .. } => None,
            },
        };
        let service = spec.namespace.as_ref().map(|namespace| namespace.value.as_str());
        let (types, arrays) = (spec.types.iter().map(declared).collect(), vec![None; spec.arrays.len()]);
        Self { by_name, types, arrays, service, is_imported: spec.imported }
    }

    pub(super) fn set_array(&mut self, number: usize, array: ArrayType) {
        if let Some(slot) = self.arrays.get_mut(number) {
            *slot = Some(array);
        }
    }

    pub(super) fn into_arrays(self) -> Vec<ArrayType> {
        self.arrays.into_iter().flatten().collect()
    }

    pub(super) fn array_number(&self, name: &str) -> Option<usize> {
        match self.by_name.get(name) {
            Some(Known::Array(number)) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn type_number(&self, name: &str) -> Option<usize> {
        match self.by_name.get(name) {
            Some(Known::Type(number)) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn find(&self, name: &Text, mistakes: &mut Vec<Diagnostic>) -> Option<Type> {
        if name.is_missing() {
            return None;
        }
        match self.by_name.get(name.value.as_str()) {
            Some(Known::Type(number)) => return Some(Type::Named(*number)),
            // An array without a type is in a circle, which has been reported.
            Some(Known::Array(number)) => {
                return self.arrays.get(*number)?.clone().map(|array| Type::Array(Box::new(array)));
            }
            None => {}
        }
        if let Some(known) = scalar(&name.value).map(Type::Scalar).or_else(|| other(&name.value)) {
            return Some(known);
        }
        let otherwise = if RESULT_KINDS.contains(&name.value.as_str()) {
            format!("it is a kind of result, not a type: write `<result kind=\"{}\">`", name.value)
        } else {
            "declare it as `<enum>`, `<structure>` or `<dataset>`, or write a built-in type: `string`, `int`, `long`, `boolean`, `dateTime`, …"
                .to_owned()
        };
        mistakes.push(unknown(Code::UnknownType, "type", name, self.question(&name.value, mistakes), &otherwise));
        None
    }

    fn question(&self, name: &str, mistakes: &[Diagnostic]) -> Option<String> {
        let other = OTHER_NAMES.iter().find(|(_, synonyms)| synonyms.contains(&name)).map(|(scalar, _)| *scalar);
        // `DataSet` (a type) and `dataset` (a kind of result) are not misspellings of each other.
        let built_in = Scalar::ALL.iter().map(|scalar| scalar.name());
        let names = built_in.chain(self.by_name.keys().copied());
        other.map(|other| did_you_mean(&[other])).or_else(|| question_behind(mistakes, name, names))
    }

    /// Whether .NET holds the type by value, so that it cannot be absent.
    pub(super) fn is_value(&self, kind: &Type) -> bool {
        kind.kind(|number| self.kind(number)).is_value()
    }

    pub(super) fn kind(&self, number: usize) -> Kind {
        self.types.get(number).map_or(Kind::Structure, |declared| declared.kind)
    }

    /// The values of an enumeration.
    pub(super) fn values(&self, number: usize) -> impl Iterator<Item = &'a str> + '_ {
        self.types
            .get(number)
            .and_then(|declared| declared.values.as_ref())
            .into_iter()
            .flat_map(|(names, _)| names.iter().copied())
    }

    /// The type, or a list of it in one text.
    pub(super) fn listed(&self, kind: Type, list: Option<Flag>, mistakes: &mut Vec<Diagnostic>) -> Type {
        let Some(list) = list.filter(|list| list.value) else {
            return kind;
        };
        let is_text = match kind {
            Type::Scalar(_) => true,
            Type::Named(number) => self.kind(number) == Kind::Enumeration,
            _ => false,
        };
        if is_text {
            return Type::List(Box::new(kind));
        }
        mistakes.push(
            Diagnostic::new(Code::ListOfStructures, list.span, "a list can hold only built-in types and enumerations")
                .help("write `array=\"true\"`, or remove `list`"),
        );
        kind
    }

    pub(super) fn naming(&self) -> Naming<impl Fn(usize) -> String + '_> {
        Naming::encoded(|number| {
            self.types.get(number).map(|declared| declared.wire_name.to_owned()).unwrap_or_default()
        })
    }

    /// The namespace that an attribute states, or `default`.
    pub(super) fn namespace(&self, attribute: Option<&Text>, default: &Namespace) -> Namespace {
        match attribute.map(|text| text.value.as_str()) {
            None => default.clone(),
            Some(SERVICE_NAMESPACE) => Namespace::Service,
            Some("") => Namespace::None,
            Some(uri) if Some(uri) == self.service => Namespace::Service,
            Some(uri) => Namespace::Of(uri.to_owned()),
        }
    }
}

impl Enumerations for Index<'_> {
    fn flags(&self, number: usize) -> Option<bool> {
        self.types.get(number)?.values.as_ref().map(|(_, flags)| *flags)
    }

    fn has(&self, number: usize, value: &str) -> bool {
        self.types
            .get(number)
            .and_then(|declared| declared.values.as_ref())
            .is_some_and(|(names, _)| names.contains(value))
    }
}

fn other(name: &str) -> Option<Type> {
    Some(match name {
        "any" => Type::Any,
        "xml" => Type::Xml(XmlKind::Content),
        "DataSet" => Type::Xml(XmlKind::DataSet),
        "DataTable" => Type::Xml(XmlKind::DataTable),
        _ => return None,
    })
}

pub(super) fn scalar(name: &str) -> Option<Scalar> {
    Scalar::ALL.iter().copied().find(|scalar| scalar.name() == name)
}

//! Enumerations, structures, and what a type's name refers to.

use asmx_types::xml_name::decode_local_name;
use std::collections::BTreeMap;

use super::parameters::{self, Resolved};
use super::rust_names::{self, Case};
use super::{DEEPEST, Unique, graph, wire_name};
use crate::diagnostic::{Code, Diagnostic, Span, nearest, quoted};
use crate::model::{Enumeration, EnumerationValue, NamedType, NamedTypeKind, Namespace, Scalar, Structure, Type};
use crate::read::ast::{Service, Text, TypeBody, TypeDefinition};
use crate::read::format::RESULT_KINDS;

/// Names that .NET or XSD have for a scalar and a spec has not.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("String", "string"),
    ("bool", "boolean"),
    ("Boolean", "boolean"),
    ("sbyte", "byte"),
    ("SByte", "byte"),
    ("Byte", "unsignedByte"),
    ("Int16", "short"),
    ("ushort", "unsignedShort"),
    ("UInt16", "unsignedShort"),
    ("Int32", "int"),
    ("i32", "int"),
    ("uint", "unsignedInt"),
    ("UInt32", "unsignedInt"),
    ("Int64", "long"),
    ("i64", "long"),
    ("ulong", "unsignedLong"),
    ("UInt64", "unsignedLong"),
    ("single", "float"),
    ("Single", "float"),
    ("f32", "float"),
    ("f64", "double"),
    ("DateTime", "dateTime"),
    ("datetime", "dateTime"),
    ("TimeSpan", "duration"),
    ("bytes", "base64Binary"),
    ("base64", "base64Binary"),
    ("Guid", "guid"),
    ("uuid", "guid"),
    ("Uri", "anyURI"),
    ("uri", "anyURI"),
];

/// The types of a spec by name.
pub(super) struct Index<'a> {
    by_name: BTreeMap<&'a str, usize>,
    is_enumeration: Vec<bool>,
}

impl<'a> Index<'a> {
    /// Takes the names; of two types with the same name the first keeps it.
    pub(super) fn new(spec: &'a Service, mistakes: &mut Vec<Diagnostic>) -> Self {
        let mut by_name = BTreeMap::new();
        let mut unique = Unique::new(Code::DuplicateType, "type");
        for (number, definition) in spec.types.iter().enumerate() {
            let name = &definition.name;
            wire_name(name, "a type", mistakes);
            if scalar(&name.value).is_some() {
                mistakes.push(
                    Diagnostic::new(
                        Code::TypeHidesScalar,
                        name.span,
                        format!("{} is a built-in type", quoted(&name.value)),
                    )
                    .help("give the type another name"),
                );
            }
            if unique.add(name, mistakes) && !name.is_missing() {
                by_name.insert(name.value.as_str(), number);
            }
        }
        let is_enumeration =
            spec.types.iter().map(|definition| matches!(definition.body, TypeBody::Enumeration(_))).collect();
        Self { by_name, is_enumeration }
    }

    /// The type of a name, or the mistake.
    pub(super) fn find(&self, name: &Text, mistakes: &mut Vec<Diagnostic>) -> Option<Type> {
        if name.is_missing() {
            return None;
        }
        let found = self.by_name.get(name.value.as_str());
        if let Some(known) = scalar(&name.value).map(Type::Scalar).or_else(|| found.map(|number| Type::Named(*number)))
        {
            return Some(known);
        }
        mistakes.push(
            Diagnostic::new(Code::UnknownType, name.span, format!("there is no type {}", quoted(&name.value))).help(
                match self.similar(&name.value) {
                    Some(near) => format!("did you mean {}?", quoted(near)),
                    None if RESULT_KINDS.contains(&name.value.as_str()) => {
                        format!("it is a kind of result and no type: write `<result kind=\"{}\">`", name.value)
                    }
                    None => {
                        "declare it as `<enum>` or `<structure>`, or write a built-in type: `string`, `int`, `long`, \
                             `boolean`, `dateTime`, …"
                            .to_owned()
                    }
                },
            ),
        );
        None
    }

    fn similar<'b>(&'b self, name: &str) -> Option<&'b str> {
        let other = OTHER_NAMES.iter().find(|(other, _)| *other == name).map(|(_, scalar)| *scalar);
        let names = Scalar::ALL.iter().map(|scalar| scalar.name()).chain(self.by_name.keys().copied());
        other.or_else(|| nearest(name, names))
    }

    /// Whether .NET holds the type by value, so that it cannot be absent.
    pub(super) fn is_value(&self, kind: &Type) -> bool {
        kind.kind(|number| self.is_enumeration(number)).is_value()
    }

    /// Whether a named type is an enumeration.
    pub(super) fn is_enumeration(&self, number: usize) -> bool {
        self.is_enumeration.get(number).copied().unwrap_or(false)
    }
}

/// The built-in type of a name.
pub(super) fn scalar(name: &str) -> Option<Scalar> {
    Scalar::ALL.iter().copied().find(|scalar| scalar.name() == name)
}

/// Every type, in the order of the spec.
pub(super) fn types(spec: &Service, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> Vec<NamedType> {
    let types: Vec<NamedType> = spec.types.iter().map(|definition| named_type(definition, index, mistakes)).collect();
    check_nesting(spec, index, mistakes);
    types
}

fn named_type(definition: &TypeDefinition, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> NamedType {
    let kind = match &definition.body {
        TypeBody::Enumeration(_) => {
            NamedTypeKind::Enumeration(Enumeration { values: values(definition, mistakes), flags: false })
        }
        TypeBody::Structure(params) => {
            let mut unique = Unique::new(Code::DuplicateMember, "member");
            let mut members: Vec<Resolved<'_>> = Vec::new();
            for param in params {
                let member = parameters::member(param, index, mistakes);
                if unique.add(&param.name, mistakes) {
                    members.push(member);
                }
            }
            rust_names::check_fields(
                &members.iter().collect::<Vec<_>>(),
                "member",
                &mut rust_names::Reported::default(),
                mistakes,
            );
            NamedTypeKind::Structure(Structure {
                members: members.into_iter().map(|member| member.model).collect(),
                base: None,
                is_abstract: false,
            })
        }
    };
    NamedType {
        name: decode_local_name(&definition.name.value).into_owned(),
        namespace: Namespace::Service,
        anonymous: false,
        rust_name: rust_names::rust_name(&definition.name, definition.rust.as_ref(), Case::Type, mistakes),
        doc: definition.doc.clone(),
        kind,
    }
}

fn values(definition: &TypeDefinition, mistakes: &mut Vec<Diagnostic>) -> Vec<EnumerationValue> {
    let TypeBody::Enumeration(values) = &definition.body else {
        return Vec::new();
    };
    let mut unique = Unique::new(Code::DuplicateEnumValue, "value");
    let mut resolved = Vec::new();
    let mut variants = Vec::new();
    for value in values {
        let Some(name) = &value.name else { continue };
        if !unique.add_even_empty(name, mistakes) {
            continue;
        }
        let variant = rust_names::rust_name_even_empty(name, value.rust.as_ref(), Case::Variant, mistakes);
        variants.push((variant.clone(), value.rust.as_ref().unwrap_or(name).span));
        resolved.push(EnumerationValue { name: name.value.clone(), variant, doc: value.doc.clone() });
    }
    rust_names::check_values(&variants, mistakes);
    resolved
}

/// Reports structures that contain themselves, or one another too deeply. An array ends the chain: it can be empty.
fn check_nesting(spec: &Service, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) {
    let members: Vec<Vec<(usize, Span)>> = spec
        .types
        .iter()
        .map(|definition| match &definition.body {
            TypeBody::Enumeration(_) => Vec::new(),
            TypeBody::Structure(params) => params
                .iter()
                .filter(|param| !crate::read::ast::Flag::is_set(param.array))
                .filter_map(|param| {
                    let number = index.by_name.get(param.type_name.value.as_str()).copied()?;
                    (!index.is_enumeration(number)).then_some((number, param.type_name.span))
                })
                .collect(),
        })
        .collect();
    let edges: Vec<Vec<usize>> =
        members.iter().map(|members| members.iter().map(|(number, _)| *number).collect()).collect();
    let walk = graph::walk(&edges);
    for circle in &walk.circles {
        let mut places = circle.iter().filter_map(|(node, edge)| members.get(*node)?.get(*edge)).map(|(_, span)| *span);
        let Some(first) = places.next() else { continue };
        let names: Vec<&str> = circle
            .iter()
            .chain(circle.first())
            .filter_map(|(node, _)| spec.types.get(*node))
            .map(|definition| definition.name.value.as_str())
            .take(8)
            .collect();
        let mistake = Diagnostic::new(
            Code::CyclicStructure,
            first,
            format!("a structure contains itself: {}", quoted(&names.join(" > "))),
        )
        .label("a value of it would have no end");
        let mistake = places.take(6).fold(mistake, |mistake, place| mistake.also(place, "by way of this member"));
        mistakes.push(mistake.help("make one of the members an array: `array=\"true\"`"));
    }
    // Only the first level too many is reported, not all that contain it.
    for (definition, depth) in spec.types.iter().zip(walk.depths(&edges)) {
        if depth == DEEPEST + 1 {
            mistakes.push(too_deep(&definition.name, "structures"));
        }
    }
}

/// The mistake of something nested too deeply.
pub(super) fn too_deep(name: &Text, what: &str) -> Diagnostic {
    Diagnostic::new(
        Code::NestedTooDeep,
        name.span,
        format!("{} nests {what} more than {DEEPEST} levels deep", quoted(&name.value)),
    )
    .help("say it with fewer levels")
}

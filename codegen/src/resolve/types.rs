//! Enumerations, structures and typed DataSets.

use asmx_types::rules::Kind;
use asmx_types::xml_name::decode_local_name;
use std::collections::BTreeMap;

use super::data_sets;
use super::declared::{Links, Unique, too_deep, wire_name};
use super::parameters;
use super::rust_names::{self, Case};
use super::type_names::Index;
use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::model::{DataSetType, Enumeration, EnumerationValue, NamedType, NamedTypeKind, Namespace, Structure, Type};
use crate::read::ast::{EnumValue, Flag, Param, Place, Service, Text, TypeBody, TypeDefinition};
use crate::read::format::DEEPEST;

pub(super) fn types(spec: &Service, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> Vec<NamedType> {
    let types: Vec<NamedType> = spec.types.iter().map(|definition| named_type(definition, index, mistakes)).collect();
    check_nesting(spec, index, mistakes);
    data_sets::check_namespaces(spec, &types, mistakes);
    let mut known: BTreeMap<(&Namespace, &str), Span> = BTreeMap::new();
    for (definition, named) in spec.types.iter().zip(&types).filter(|(_, named)| !named.anonymous) {
        let Some(name) = &definition.wire_name else {
            known.entry((&named.namespace, &named.name)).or_insert(definition.name.span);
            continue;
        };
        if let Some(first) = known.get(&(&named.namespace, named.name.as_str())) {
            let message = format!("a second type with the wire name {}", quoted(&name.value));
            mistakes.push(
                Diagnostic::new(Code::DuplicateType, name.span, message)
                    .also(*first, "the first one")
                    .help("state the namespace of one of the two: `namespace=\"…\"`"),
            );
        }
        known.entry((&named.namespace, &named.name)).or_insert(name.span);
    }
    types
}

fn named_type(definition: &TypeDefinition, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> NamedType {
    if let Some(name) = &definition.wire_name {
        wire_name(name, "a type", mistakes);
    }
    let namespace = index.namespace(definition.namespace.as_ref(), &Namespace::Service);
    let rust_name = rust_names::rust_name(&definition.name, definition.rust.as_ref(), Case::Type, mistakes);
    let kind = match &definition.body {
        TypeBody::Enumeration { values, flags } => NamedTypeKind::Enumeration(Enumeration {
            values: self::values(values, mistakes),
            flags: Flag::is_set(*flags),
        }),
        TypeBody::Structure { members, base, is_abstract } => {
            check_content(members, mistakes);
            NamedTypeKind::Structure(Structure {
                members: parameters::members(members, &namespace, "member", index, mistakes),
                base: base.as_ref().and_then(|base| self::base(base, index, mistakes)),
                is_abstract: Flag::is_set(*is_abstract),
            })
        }
        TypeBody::DataSet { tables } => {
            NamedTypeKind::DataSet(DataSetType { tables: data_sets::tables(tables, &rust_name, mistakes) })
        }
    };
    let name = definition.wire_name.as_ref().unwrap_or(&definition.name);
    NamedType {
        name: decode_local_name(&name.value).into_owned(),
        namespace,
        anonymous: Flag::is_set(definition.anonymous),
        rust_name,
        doc: definition.doc.clone(),
        kind,
    }
}

/// Reports elements beside a text or mixed content, which must be the only content of a structure.
fn check_content(params: &[Param], mistakes: &mut Vec<Diagnostic>) {
    let all = params.iter().find(|param| matches!(param.place, Place::Text | Place::Mixed));
    let is_other = |param: &&Param| match (&param.place, all) {
        (Place::Attribute | Place::AnyAttributes, _) | (_, None) => false,
        (_, Some(all)) => !std::ptr::eq(*param, all),
    };
    if let (Some(all), Some(other)) = (all, params.iter().find(is_other)) {
        let content = if matches!(all.place, Place::Text) { "a text" } else { "mixed content" };
        mistakes.push(
            Diagnostic::new(
                Code::TextBesideElements,
                all.name.span,
                format!("{content} cannot stand beside other content"),
            )
            .label("must be the only content of the structure")
            .also(other.name.span, "the other content")
            .help("keep one of the two; attributes may stand beside either"),
        );
    }
}

fn base(name: &Text, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> Option<usize> {
    match index.find(name, mistakes)? {
        Type::Named(number) if index.kind(number) == Kind::Structure => Some(number),
        _ => {
            mistakes.push(
                Diagnostic::new(
                    Code::BaseNotStructure,
                    name.span,
                    format!("{} is not a structure", quoted(&name.value)),
                )
                .help("a base must be a structure: name one, or declare a member of that type"),
            );
            None
        }
    }
}

fn values(values: &[EnumValue], mistakes: &mut Vec<Diagnostic>) -> Vec<EnumerationValue> {
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

/// Reports structures that contain themselves, that are derived from themselves, or that are nested too deeply. A member that may be absent
/// ends the chain, and so does an array, which can be empty. Imported structures may be nested in any way.
fn check_nesting(spec: &Service, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) {
    check_bases(spec, index, mistakes);
    if spec.imported {
        return;
    }
    let members = links(spec, |definition| match &definition.body {
        TypeBody::Enumeration { .. } | TypeBody::DataSet { .. } => Vec::new(),
        TypeBody::Structure { members, .. } => {
            let mandatory = members.iter().filter(|param| is_always_there(param));
            mandatory
                .filter_map(|param| Some((structure(&param.type_name.value, index)?, param.type_name.span)))
                .collect()
        }
    });
    report(
        spec,
        &members,
        (Code::CyclicStructure, "a structure contains itself", "its values would be infinite"),
        "make one of the members optional: remove `required`, or make it an array",
        mistakes,
    );
    // Only the first level beyond the limit is reported, not all structures that contain it.
    for (definition, depth) in spec.types.iter().zip(members.graph.depths()) {
        if depth == DEEPEST + 1 {
            mistakes.push(too_deep(&definition.name, "structures"));
        }
    }
}

fn check_bases(spec: &Service, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) {
    let bases = links(spec, |definition| match &definition.body {
        TypeBody::Structure { base: Some(base), .. } => {
            structure(&base.value, index).map(|number| (number, base.span)).into_iter().collect()
        }
        _ => Vec::new(),
    });
    let messages = (Code::CyclicBase, "a structure is derived from itself", "is its own base");
    report(spec, &bases, messages, "remove one `base`", mistakes);
}

/// Whether every value of the structure has the member.
fn is_always_there(param: &Param) -> bool {
    matches!(param.place, Place::Element)
        && param.attributes.is_set("required")
        && !["array", "repeated"].into_iter().any(|name| param.attributes.is_set(name))
}

fn structure(name: &str, index: &Index<'_>) -> Option<usize> {
    index.type_number(name).filter(|number| index.kind(*number) == Kind::Structure)
}

fn links(spec: &Service, of: impl Fn(&TypeDefinition) -> Vec<(usize, Span)>) -> Links {
    Links::new(spec.types.iter().map(of).collect())
}

fn report(
    spec: &Service,
    links: &Links,
    (code, message, label): (Code, &str, &str),
    help: &str,
    mistakes: &mut Vec<Diagnostic>,
) {
    links.report_circles(
        |number| spec.types.get(number).map(|definition| &definition.name),
        |span, names| Diagnostic::new(code, span, format!("{message}: {}", quoted(&names.join(" > ")))).label(label),
        help,
        mistakes,
    );
}

//! Structures that contain themselves, are derived from themselves, or are nested too deeply.

use super::declared::{Links, too_deep};
use super::type_names::Index;
use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::read::ast::{Flag, Param, Place, Service, TypeBody, TypeDefinition};
use crate::read::format::DEEPEST;
use asmx_types::rules::Kind;

/// Reports structures that contain themselves, that are derived from themselves, or that are nested too deeply. A member that may be absent
/// ends the chain, and so does an array, which can be empty. Imported structures may be nested in any way.
pub(super) fn check(spec: &Service, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) {
    check_bases(spec, index, mistakes);
    if spec.imported {
        return;
    }
    let members = links(spec, |definition| match &definition.body {
        TypeBody::Enumeration { .. } | TypeBody::DataSet { .. } => Vec::new(),
        TypeBody::Structure { members, .. } => {
            let given = members.iter().filter(|param| is_always_there(param));
            given.filter_map(|param| Some((structure(&param.type_name.value, index)?, param.type_name.span))).collect()
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
    let what = (Code::CyclicBase, "a structure is derived from itself", "is its own base");
    report(spec, &bases, what, "remove one `base`", mistakes);
}

/// Whether every value of the structure has the member.
fn is_always_there(param: &Param) -> bool {
    matches!(param.place, Place::Element)
        && Flag::is_set(param.required)
        && ![param.array, param.repeated].into_iter().any(Flag::is_set)
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
        |place, names| Diagnostic::new(code, place, format!("{message}: {}", quoted(&names.join(" > ")))).label(label),
        help,
        mistakes,
    );
}

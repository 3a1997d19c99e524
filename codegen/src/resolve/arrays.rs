//! Arrays that a spec declares by name, because their items' type does not describe them fully.

use asmx_types::rules::array_name;
use asmx_types::xml_name::decode_local_name;

use super::declared::{Links, too_deep, wire_name};
use super::parameters;
use super::type_names::Index;
use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::model::{ArrayType, Namespace, Scalar, Type};
use crate::read::ast::{ArrayDefinition, Flag, Service, with_alternatives};
use crate::read::format::DEEPEST;

/// The types that a spec declares, arrays included. Items come first, because arrays depend on them.
pub(super) fn index<'a>(spec: &'a Service, mistakes: &mut Vec<Diagnostic>) -> Index<'a> {
    let mut index = Index::new(spec, mistakes);
    let links = Links::new(spec.arrays.iter().map(|array| needs(array, &index)).collect());
    links.report_circles(
        |number| spec.arrays.get(number).map(|array| &array.name),
        |span, _| Diagnostic::new(Code::CyclicArray, span, "an array is an item of itself"),
        "put a structure in between, with the array as a member",
        mistakes,
    );
    let depths = links.graph.depths();
    for number in links.graph.order().iter().copied() {
        let (Some(array), Some(depth)) = (spec.arrays.get(number), depths.get(number).copied()) else { continue };
        if depth == DEEPEST + 1 {
            mistakes.push(too_deep(&array.name, "arrays"));
        }
        // Arrays nested too deeply get no items, so that the time of a long chain does not grow with its square.
        let resolved = if depth > DEEPEST {
            ArrayType::of(Type::Scalar(Scalar::String), "string", true)
        } else {
            array_type(array, &index, mistakes)
        };
        index.set_array(number, resolved);
    }
    index
}

fn needs(array: &ArrayDefinition, index: &Index<'_>) -> Vec<(usize, Span)> {
    let alternatives = with_alternatives(&array.alternatives).into_iter().map(|param| &param.type_name);
    array
        .type_name
        .iter()
        .chain(alternatives)
        .filter_map(|name| Some((index.array_number(&name.value)?, name.span)))
        .collect()
}

fn array_type(spec: &ArrayDefinition, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> ArrayType {
    for (name, noun) in [(&spec.wire_name, "a type"), (&spec.item, "an array's items")] {
        if let Some(name) = name {
            wire_name(name, noun, mistakes);
        }
    }
    let item = match (&spec.type_name, spec.alternatives.as_slice()) {
        (Some(name), []) => index.find(name, mistakes).map(|kind| index.listed(kind, spec.list, mistakes)),
        (None, [_, ..]) => Some(Type::Any),
        (type_name, _) => {
            let message =
                if type_name.is_some() { "both a type and alternatives" } else { "neither a type nor alternatives" };
            let message = format!("the array {} has {message}", quoted(&spec.name.value));
            mistakes.push(
                Diagnostic::new(Code::ArrayTypeOrAlternatives, spec.name.span, message)
                    .help("write `type=\"…\"`, or one `<param>` for each element that an item can be"),
            );
            None
        }
    };
    let item = item.unwrap_or(Type::Scalar(Scalar::String));
    let namespace = index.namespace(spec.namespace.as_ref(), &Namespace::Service);
    let has_alternatives = !spec.alternatives.is_empty();
    let default_name = |name: &dyn Fn(&Type) -> String| if has_alternatives { String::new() } else { name(&item) };
    let naming = index.naming();
    let (item_name, type_name) = (default_name(&|kind| naming.of_items(kind)), default_name(&|kind| naming.of(kind)));
    let name = match (&spec.wire_name, spec.anonymous) {
        (Some(name), _) => Some(name),
        (None, anonymous) if Flag::is_set(anonymous) => None,
        (None, _) => Some(&spec.name).filter(|name| name.value != array_name(&type_name)),
    };
    let nullable = spec.nullable.map_or_else(|| !has_alternatives && !index.is_value(&item), |nullable| nullable.value);
    let item_name = spec.item.as_ref().map_or(item_name.as_str(), |item| &item.value);
    ArrayType {
        item_name: decode_local_name(item_name).into_owned(),
        nullable_items: nullable,
        item_namespace: index.namespace(spec.item_namespace.as_ref(), &namespace),
        alternatives: parameters::members(&spec.alternatives, &namespace, "alternative", index, mistakes),
        name: name.map(|name| decode_local_name(&name.value).into_owned()),
        namespace,
        item,
    }
}

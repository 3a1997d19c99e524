//! What an operation returns.

use super::types::Index;
use super::{columns, wire_name};
use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::model::{ArrayType, ResultKind, ResultShape, Role, Type};
use crate::read::ast::{Flag, Operation, ResultElement};
use asmx_types::xml_name::decode_local_name;

/// The result of an operation, from its attribute or its element. `request` is the Rust name of its request.
pub(super) fn result(
    spec: &Operation,
    request: &str,
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> ResultShape {
    let mut shape = ResultShape { kind: ResultKind::None, element: None, doc: Vec::new(), table: None };
    match (&spec.result, &spec.result_element) {
        (None, None) => mistakes.push(
            Diagnostic::new(
                Code::MissingResult,
                spec.tag,
                format!("the operation {} says nothing of its result", quoted(&spec.name.value)),
            )
            .help("write `result=\"…\"`: one of `string`, `delimited`, `dataset`, `xml`, `integers`, `none`, or a `<result type=\"…\"/>`"),
        ),
        (Some(attribute), None) => shape.kind = kind(&attribute.value).unwrap_or(ResultKind::None),
        (attribute, Some(element)) => {
            if let Some(attribute) = attribute {
                mistakes.push(
                    Diagnostic::new(Code::ResultStatedTwice, element.tag, "the result is stated a second time")
                        .also(attribute.span, "first stated here")
                        .help("remove the attribute; it is a short form of the element"),
                );
            }
            shape = from_element(element, request, index, mistakes);
        }
    }
    shape
}

fn from_element(spec: &ResultElement, request: &str, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> ResultShape {
    let kind = match (&spec.kind, &spec.type_name) {
        (Some(name), None) => kind(&name.value),
        (None, Some(name)) => index.find(name, mistakes).map(|found| {
            ResultKind::Typed(if Flag::is_set(spec.array) {
                let nullable_items = !index.is_value(&found);
                Type::Array(Box::new(ArrayType::of(found, &decode_local_name(&name.value), nullable_items)))
            } else {
                found
            })
        }),
        (Some(kind), Some(type_name)) => {
            mistakes.push(
                Diagnostic::new(Code::ResultKindOrType, type_name.span, "a result has a kind or a type, not both")
                    .also(kind.span, "the kind")
                    .help("remove one of the two"),
            );
            None
        }
        (None, None) => {
            mistakes.push(
                Diagnostic::new(Code::ResultKindOrType, spec.tag, "`<result>` has neither a kind nor a type")
                    .help("write `kind=\"string\"`, or `type=\"int\"`"),
            );
            None
        }
    };
    if let Some(array) = spec.array.filter(|_| spec.kind.is_some() && spec.type_name.is_none()) {
        mistakes.push(unused(array.span, "array", "it goes with `type`"));
    }
    if let Some(element) = &spec.element {
        wire_name(element, "an element", mistakes);
        if kind == Some(ResultKind::None) {
            mistakes.push(unused(element.span, "element", "an operation that returns nothing has no result element"));
        }
    }
    let table = spec.columns.as_ref().and_then(|columns| columns::table(columns, request, kind.as_ref(), mistakes));
    ResultShape {
        kind: kind.unwrap_or(ResultKind::None),
        element: spec.element.as_ref().map(|element| decode_local_name(&element.value).into_owned()),
        doc: spec.doc.clone(),
        table,
    }
}

/// An attribute that is of no use with what it stands beside.
pub(super) fn unused(span: Span, attribute: &str, why: &str) -> Diagnostic {
    Diagnostic::new(Code::ResultAttributeUnused, span, format!("this result has no use for `{attribute}`"))
        .help(format!("remove it: {why}"))
}

/// A delimited result and the parameters that delimit it need one another.
pub(super) fn check_delimiters(
    spec: &Operation,
    result: &ResultShape,
    roles: &[(Role, Span)],
    mistakes: &mut Vec<Diagnostic>,
) {
    // The place of what says the kind; if nothing does, that has been reported.
    let stated = spec.result.as_ref().or_else(|| {
        let element = spec.result_element.as_ref()?;
        element.kind.as_ref().or(element.type_name.as_ref())
    });
    let Some(stated) = stated else { return };
    let place = |wanted: Role| roles.iter().find(|(role, _)| *role == wanted).map(|(_, place)| *place);
    if result.kind == ResultKind::Delimited {
        let lacking: Vec<&str> = [(Role::RowDelimiter, "row-delimiter"), (Role::ColumnDelimiter, "column-delimiter")]
            .into_iter()
            .filter(|(role, _)| place(*role).is_none())
            .map(|(_, name)| name)
            .collect();
        if !lacking.is_empty() {
            mistakes.push(
                Diagnostic::new(
                    Code::DelimitedWithoutRoles,
                    stated.span,
                    format!("nothing says what delimits the result of {}", quoted(&spec.name.value)),
                )
                .label(format!("no parameter has the role `{}`", lacking.join("` or `")))
                .help("give the delimiter parameters their roles, or write `result=\"string\"`"),
            );
        }
    } else if let Some(delimiter) =
        [Role::RowDelimiter, Role::ColumnDelimiter, Role::TextQualifier].into_iter().find_map(place)
    {
        if kind(&stated.value).is_none() && spec.result.is_some() {
            return;
        }
        mistakes.push(
            Diagnostic::new(
                Code::RolesWithoutDelimited,
                delimiter,
                format!(
                    "{} takes the delimiters of its result and its result is not delimited",
                    quoted(&spec.name.value)
                ),
            )
            .also(stated.span, "the result")
            .help("write `result=\"delimited\"`, or use parameters without roles if they delimit what is sent"),
        );
    }
}

fn kind(name: &str) -> Option<ResultKind> {
    Some(match name {
        "none" => ResultKind::None,
        "string" => ResultKind::String,
        "delimited" => ResultKind::Delimited,
        "dataset" => ResultKind::DataSet,
        "xml" => ResultKind::Xml,
        "integers" => ResultKind::Integers,
        _ => return None,
    })
}

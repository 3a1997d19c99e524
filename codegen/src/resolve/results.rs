//! What an operation returns.

use super::declared::wire_name;
use super::type_names::Index;
use super::{columns, messages, parameters};
use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::model::{Member, Messages, Namespace, Presence, ResultKind, ResultShape, Role};
use crate::names;
use crate::read::ast::{Flag, Operation, Param, ResultElement, Text};
use asmx_types::xml_name::{decode_local_name, encode_local_name};

/// The result of an operation, from its attribute or its element, and all its outputs if they are more or other than a result.
/// `request` is the Rust name of its request.
pub(super) fn result(
    spec: &Operation,
    messages: &Messages,
    request: &str,
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> (ResultShape, Vec<Member>) {
    let mut shape = ResultShape { kind: ResultKind::None, element: None, doc: Vec::new(), table: None };
    let mut result = None;
    let stated = spec.result_element.as_ref().map(|element| element.tag).or(spec.result.as_ref().map(|text| text.span));
    let is_one_way = Flag::is_set(spec.one_way);
    match (&spec.result, &spec.result_element) {
        (None, None) if !spec.outputs.is_empty() || is_one_way => {}
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
            (shape, result) = from_element(element, request, index, mistakes);
        }
    }
    let namespace = messages::usual_namespace(messages.style, messages.response.as_ref());
    let mut outputs = messages::outputs(spec, &namespace, index, mistakes);
    let returned =
        spec.outputs.first().map(|output| output.name.span).or(stated.filter(|_| shape.kind != ResultKind::None));
    if let (true, Some(place)) = (is_one_way, returned) {
        mistakes.push(
            Diagnostic::new(Code::OneWayResult, place, format!("{} has no response", quoted(&spec.name.value)))
                .help("remove the result, or `one-way`"),
        );
    }
    // A result of a kind is in the namespace of the service, as a result of a type is of which nothing else is said.
    let elsewhere = namespace != Namespace::Service && shape.table.is_none() && shape.kind != ResultKind::Delimited;
    if outputs.is_empty() && result.is_none() && !(elsewhere && shape.kind != ResultKind::None) {
        return (shape, outputs);
    }
    if let (ResultKind::Delimited, Some(place)) = (&shape.kind, stated) {
        mistakes.push(
            Diagnostic::new(Code::OutputsBesideKind, place, "a delimited result goes with no other output")
                .help("write `string` if it is the delimited text of an operation with several outputs"),
        );
    }
    let element = shape.element.take().unwrap_or_else(|| format!("{}Result", decode_local_name(&spec.name.value)));
    if let Some(kind) = shape.kind.typed() {
        let (mut member, stated) = result.unwrap_or_else(|| {
            let mut member = Member::element("", kind.clone(), Presence::Optional);
            member.presence = member.usual_presence(index.is_value(&kind));
            (member, None)
        });
        member.kind = kind;
        member.namespace = index.namespace(stated, &namespace);
        member.field = free_field(names::member_name(&encode_local_name(&element)).unwrap_or_default(), &outputs);
        member.doc = std::mem::take(&mut shape.doc);
        member.name = element;
        outputs.insert(0, member);
    }
    (ResultShape { kind: ResultKind::Message, element: None, doc: Vec::new(), table: None }, outputs)
}

/// The field of the result beside those of the other outputs, whose names are stated.
pub fn free_field(name: String, outputs: &[Member]) -> String {
    let is_taken =
        |name: &str| names::CONSTRUCTORS.contains(&name) || outputs.iter().any(|output| output.field == name);
    if is_taken(&name) { names::free(&name, "_", is_taken) } else { name }
}

/// A result as one of the parts of a message, and the namespace that it states.
type Part<'a> = (Member, Option<&'a Text>);

/// The result that an element states, and what it says of it that only a part of a message can be.
fn from_element<'a>(
    spec: &'a ResultElement,
    request: &str,
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> (ResultShape, Option<Part<'a>>) {
    let mut part = None;
    let kind = match (&spec.kind, &spec.type_name) {
        (Some(name), None) => kind(&name.value),
        (None, Some(_)) => {
            let (member, is_typed) = parameters::result(&spec.param, index, mistakes);
            let usual = member.usual_presence(index.is_value(&member.kind));
            let kind = is_typed.then(|| ResultKind::Typed(member.kind.clone()));
            if is_typed && (member.presence != usual || member.repeated || spec.param.namespace.is_some()) {
                part = Some((member, spec.param.namespace.as_ref()));
            }
            kind
        }
        (Some(kind), Some(type_name)) => {
            mistakes.push(
                Diagnostic::new(Code::ResultKindOrType, type_name.span, "a result has a kind or a type, not both")
                    .also(kind.span, "the kind")
                    .help("remove one of the two"),
            );
            None
        }
        (None, None) => {
            let help = if spec.columns.is_some() {
                "write `kind=\"dataset\"`; `delimited` and `xml` are the other kinds that have columns"
            } else {
                "write `kind=\"string\"`, or `type=\"int\"`"
            };
            mistakes.push(
                Diagnostic::new(Code::ResultKindOrType, spec.tag, "`<result>` has neither a kind nor a type")
                    .help(help),
            );
            None
        }
    };
    if spec.kind.is_some() && spec.type_name.is_none() {
        for (attribute, span) in of_types(&spec.param) {
            mistakes.push(columns::unused(span, attribute, "it goes with `type`"));
        }
    }
    if let Some(element) = &spec.element {
        wire_name(element, "an element", mistakes);
        if kind == Some(ResultKind::None) {
            mistakes.push(columns::unused(
                element.span,
                "element",
                "an operation that returns nothing has no result element",
            ));
        }
    }
    let table = spec.columns.as_ref().and_then(|columns| columns::table(columns, request, kind.as_ref(), mistakes));
    let shape = ResultShape {
        kind: kind.unwrap_or(ResultKind::None),
        element: spec.element.as_ref().map(|element| decode_local_name(&element.value).into_owned()),
        doc: spec.doc.clone(),
        table,
    };
    (shape, part)
}

/// What a result of a type can say and one of a kind cannot, with its place.
fn of_types(param: &Param) -> Vec<(&'static str, Span)> {
    let flags = [
        ("array", param.array),
        ("list", param.list),
        ("repeated", param.repeated),
        ("required", param.required),
        ("optional", param.optional),
        ("nullable", param.nullable),
        ("array-nullable", param.array_nullable),
    ];
    let texts = [("item", &param.item), ("namespace", &param.namespace)];
    let flags = flags.into_iter().filter_map(|(name, flag)| Some((name, flag?.span)));
    flags.chain(texts.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?.span)))).collect()
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
    if result.kind != ResultKind::Delimited && kind(&stated.value) == Some(ResultKind::Delimited) {
        // It goes with no other output, which has been reported.
        return;
    }
    if result.kind == ResultKind::Delimited {
        let lacking: Vec<&str> = [(Role::RowDelimiter, "row-delimiter"), (Role::ColumnDelimiter, "column-delimiter")]
            .into_iter()
            .filter(|(role, _)| place(*role).is_none())
            .map(|(_, name)| name)
            .collect();
        if !lacking.is_empty() {
            let message = format!("nothing says what delimits the result of {}", quoted(&spec.name.value));
            mistakes.push(
                Diagnostic::new(Code::DelimitedWithoutRoles, stated.span, message)
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

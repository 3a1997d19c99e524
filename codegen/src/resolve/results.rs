//! The outputs of an operation, and the short words for them.

use super::declared::wire_name;
use super::type_names::Index;
use super::{columns, messages, parameters};
use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::model::{ArrayType, DeclaredTable, Member, Messages, Place, Presence, Role, Scalar, Type, XmlKind};
use crate::names;
use crate::read::ast::{Flag, Operation, ResultElement, Text};
use crate::read::format::RESULT_KINDS;
use asmx_types::xml_name::{decode_local_name, encode_local_name};

/// The response of an operation, in the terms of the model.
#[derive(Default)]
pub(super) struct Returned {
    pub(super) outputs: Vec<Member>,
    /// The documentation of a result that is nothing.
    pub(super) doc: Vec<String>,
    pub(super) table: Option<DeclaredTable>,
}

/// The result as the spec states it, by a word or a type. Without a part, the operation returns nothing.
#[derive(Default)]
struct DeclaredResult<'a> {
    part: Option<Member>,
    namespace: Option<&'a Text>,
    table: Option<DeclaredTable>,
}

impl DeclaredResult<'_> {
    /// The result of that word, with the content that stands beside it.
    fn by_word(word: &str, name: &str, content: Option<&Text>, mistakes: &mut Vec<Diagnostic>) -> Self {
        let content = parameters::content(content, word == "string", mistakes);
        let part = outputs_of(word, name).unwrap_or_default().pop();
        Self { part: part.map(|part| part.with(|facets| facets.content = content)), ..Self::default() }
    }

    fn is_delimited(&self) -> bool {
        self.part.as_ref().is_some_and(|part| part.role == Some(Role::Records))
    }
}

/// The outputs of an operation, from its attribute or its elements. `request` is the Rust name of its request.
pub(super) fn result(
    spec: &Operation,
    messages: &Messages,
    request: &str,
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> Returned {
    let usual_name = format!("{}Result", decode_local_name(&spec.name.value));
    let tag = spec.result_element.as_ref().map(|element| element.tag).or(spec.result.as_ref().map(|text| text.span));
    let is_one_way = Flag::is_set(spec.one_way);
    let declared = match (&spec.result, &spec.result_element) {
        (None, None) => {
            if spec.outputs.is_empty() && !is_one_way {
                mistakes.push(
                    Diagnostic::new(
                        Code::MissingResult,
                        spec.tag,
                        format!("the operation {} does not state its result", quoted(&spec.name.value)),
                    )
                    .help("write `result=\"…\"`: one of `string`, `delimited`, `dataset`, `xml`, `integers`, `none`, or a `<result type=\"…\"/>`"),
                );
            }
            DeclaredResult::default()
        }
        (Some(attribute), None) => {
            DeclaredResult::by_word(&attribute.value, &usual_name, spec.content.as_ref(), mistakes)
        }
        (attribute, Some(element)) => {
            if let Some(attribute) = attribute {
                mistakes.push(
                    Diagnostic::new(Code::ResultStatedTwice, element.tag, "the result is stated twice")
                        .also(attribute.span, "first stated here")
                        .help("remove the attribute; it is a short form of the element"),
                );
            }
            from_element(element, &usual_name, request, index, mistakes)
        }
    };
    if spec.result.is_none() {
        let _ = parameters::content(spec.content.as_ref(), false, mistakes);
    }
    let namespace = messages::usual_namespace(messages.style, messages.response.as_ref());
    let mut outputs = messages::outputs(spec, &namespace, index, mistakes);
    let first = spec.outputs.first().map(|output| output.name.span);
    if let (true, Some(span)) = (is_one_way, first.or(tag.filter(|_| declared.part.is_some()))) {
        mistakes.push(
            Diagnostic::new(
                Code::OneWayResult,
                span,
                format!("the one-way operation {} has no response", quoted(&spec.name.value)),
            )
            .help("remove the result, or `one-way`"),
        );
    }
    if let (true, false, Some(span)) = (declared.is_delimited(), outputs.is_empty(), tag) {
        mistakes.push(
            Diagnostic::new(Code::OutputsBesideKind, span, "a delimited result must be the only output")
                .help("write `string` for delimited text among several outputs"),
        );
    }
    let element_doc = spec.result_element.as_ref().map(|element| element.doc.clone()).unwrap_or_default();
    let Some(mut result) = declared.part else {
        return Returned { outputs: without_lone_field(outputs), doc: element_doc, table: declared.table };
    };
    result.namespace = index.namespace(declared.namespace, &namespace);
    result.doc = element_doc;
    if outputs.is_empty() {
        return Returned { outputs: vec![result], doc: Vec::new(), table: declared.table };
    }
    result.field = free_field(names::member_name(&encode_local_name(&result.name)).unwrap_or_default(), &outputs);
    result.role = None;
    outputs.insert(0, result);
    Returned { outputs, ..Returned::default() }
}

/// The outputs of an operation: a lone one is not a field.
fn without_lone_field(mut outputs: Vec<Member>) -> Vec<Member> {
    if let [Member { place: Place::Element, field, .. }] = outputs.as_mut_slice() {
        field.clear();
    }
    outputs
}

/// The field of the result, distinct from those of the other outputs, whose names are stated.
pub fn free_field(name: String, outputs: &[Member]) -> String {
    let is_taken =
        |name: &str| names::CONSTRUCTORS.contains(&name) || outputs.iter().any(|output| output.field == name);
    if is_taken(&name) { names::free(&name, "_", is_taken) } else { name }
}

/// The result that an element states.
fn from_element<'a>(
    spec: &'a ResultElement,
    usual_name: &str,
    request: &str,
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> DeclaredResult<'a> {
    let name = spec.element.as_ref().map_or_else(|| usual_name.into(), |element| decode_local_name(&element.value));
    let mut result = DeclaredResult::default();
    let (mut word, attributes) = (None, &spec.param.attributes);
    match (&spec.kind, &spec.type_name) {
        (Some(kind), None) => {
            word = outputs_of(&kind.value, &name).map(|_| kind.value.as_str());
            result = DeclaredResult::by_word(&kind.value, &name, attributes.text("content"), mistakes);
            // No word stands for decimals.
            let _ = parameters::scale(attributes.text("scale"), false, mistakes);
        }
        (None, Some(_)) => {
            let (member, is_typed) = parameters::result(&spec.param, index, mistakes);
            if is_typed {
                result.namespace = attributes.text("namespace");
                result.part = Some(Member { name: name.into_owned(), field: String::new(), doc: Vec::new(), ..member });
            }
        }
        (Some(kind), Some(type_name)) => {
            mistakes.push(
                Diagnostic::new(Code::ResultKindOrType, type_name.span, "a result has a kind or a type, not both")
                    .also(kind.span, "the kind")
                    .help("remove one of the two"),
            );
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
        }
    }
    if spec.kind.is_some() && spec.type_name.is_none() {
        for (attribute, text) in OF_TYPES.iter().filter_map(|name| Some((name, attributes.text(name)?))) {
            mistakes.push(columns::unused(text.span, attribute, "it needs `type`"));
        }
    }
    if let Some(element) = &spec.element {
        wire_name(element, "an element", mistakes);
        if word == Some("none") {
            mistakes.push(columns::unused(
                element.span,
                "element",
                "an operation that returns nothing has no result element",
            ));
        }
    }
    if let Some(columns) = &spec.columns {
        let of = word.or_else(|| result.part.as_ref().map(|_| "a type"));
        result.table = columns::table(columns, request, of, mistakes);
    }
    result
}

/// Attributes that only a result with a type can have.
const OF_TYPES: &[&str] =
    &["array", "list", "repeated", "required", "optional", "nullable", "array-nullable", "item", "namespace"];

/// A delimited result needs parameters that delimit it, and the reverse.
pub(super) fn check_delimiters(
    spec: &Operation,
    is_delimited: bool,
    roles: &[(Role, Span)],
    mistakes: &mut Vec<Diagnostic>,
) {
    // The location of the stated kind. If there is none, that has been reported.
    let result = spec.result.as_ref().or_else(|| {
        let element = spec.result_element.as_ref()?;
        element.kind.as_ref().or(element.type_name.as_ref())
    });
    let Some(result) = result else { return };
    let span_of = |wanted: Role| roles.iter().find(|(role, _)| *role == wanted).map(|(_, span)| *span);
    if !is_delimited && result.value == "delimited" {
        // Another output beside it has been reported.
        return;
    }
    if is_delimited {
        let lacking: Vec<&str> = [(Role::RowDelimiter, "row-delimiter"), (Role::ColumnDelimiter, "column-delimiter")]
            .into_iter()
            .filter(|(role, _)| span_of(*role).is_none())
            .map(|(_, name)| name)
            .collect();
        if !lacking.is_empty() {
            let message = format!("the delimited result of {} has no delimiters", quoted(&spec.name.value));
            mistakes.push(
                Diagnostic::new(Code::DelimitedWithoutRoles, result.span, message)
                    .label(format!("no parameter has the role `{}`", lacking.join("` or `")))
                    .help("give the delimiter parameters their roles, or write `result=\"string\"`"),
            );
        }
    } else if let Some(delimiter) =
        [Role::RowDelimiter, Role::ColumnDelimiter, Role::TextQualifier].into_iter().find_map(span_of)
    {
        if outputs_of(&result.value, "").is_none() && spec.result.is_some() {
            return;
        }
        mistakes.push(
            Diagnostic::new(
                Code::RolesWithoutDelimited,
                delimiter,
                format!("{} has delimiter parameters, but its result is not delimited", quoted(&spec.name.value)),
            )
            .also(result.span, "the result")
            .help("write `result=\"delimited\"`, or remove the roles if the parameters delimit sent text"),
        );
    }
}

/// The outputs that a short word stands for; `None` for an unknown word. `name` is the name of the result element.
#[must_use]
pub fn outputs_of(word: &str, name: &str) -> Option<Vec<Member>> {
    let (kind, role) = match word {
        "none" => return Some(Vec::new()),
        "string" => (Type::Scalar(Scalar::String), None),
        "delimited" => (Type::Scalar(Scalar::String), Some(Role::Records)),
        "dataset" => (Type::Xml(XmlKind::DataSet), None),
        "xml" => (Type::Xml(XmlKind::Content), None),
        "integers" => (Type::Array(Box::new(ArrayType::integers())), None),
        _ => return None,
    };
    Some(vec![Member::element(name, kind, Presence::Optional).with(|facets| facets.role = role)])
}

/// The short word for outputs, if there is one. Content of a string and documentation stand beside the word.
#[must_use]
pub fn word_for(outputs: &[Member]) -> Option<&'static str> {
    RESULT_KINDS.iter().copied().find(|word| {
        let mut expected = outputs_of(word, "").unwrap_or_default();
        for (expected, output) in expected.iter_mut().zip(outputs) {
            expected.name.clone_from(&output.name);
            expected.doc.clone_from(&output.doc);
            expected.content = output.content;
        }
        expected == outputs
    })
}

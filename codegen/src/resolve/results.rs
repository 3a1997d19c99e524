//! The outputs of an operation, and the short words for them.

use super::declared::wire_name;
use super::type_names::Index;
use super::{columns, messages, parameters};
use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::model::{
    ArrayType, DeclaredTable, Member, Messages, Namespace, Presence, ResultForm, Role, Scalar, Type, XmlKind,
};
use crate::names;
use crate::read::ast::{Flag, Operation, ResultElement, Text};
use crate::read::format::RESULT_KINDS;
use asmx_types::xml_name::{decode_local_name, encode_local_name};

pub(super) struct Returned<'a> {
    pub(super) outputs: Vec<Member>,
    pub(super) form: ResultForm,
    pub(super) doc: Vec<String>,
    pub(super) table: Option<DeclaredTable>,
    /// The namespace that `<result>` states.
    namespace: Option<&'a Text>,
}

impl Returned<'_> {
    fn by_word(word: &str, name: &str) -> Self {
        let outputs = outputs_of(word, name).unwrap_or_default();
        Self { outputs, form: ResultForm::Word, doc: Vec::new(), table: None, namespace: None }
    }

    /// With the content that is stated beside the word. Such a result has the Rust type of its content, as one of a stated type has.
    fn with_content(mut self, stated: Option<&Text>, word: Option<&str>, mistakes: &mut Vec<Diagnostic>) -> Self {
        let content = parameters::content(stated, word == Some("string"), mistakes);
        if let (Some(content), Some(result)) = (content, self.outputs.first_mut()) {
            result.content = Some(content);
            self.form = ResultForm::Type;
        }
        self
    }

    pub(super) fn is_delimited(&self) -> bool {
        self.outputs.first().is_some_and(|result| result.role == Some(Role::Records))
    }
}

/// The outputs of an operation, from its attribute or its elements. `request` is the Rust name of its request.
pub(super) fn result<'a>(
    spec: &'a Operation,
    messages: &Messages,
    request: &str,
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> Returned<'a> {
    let usual_name = format!("{}Result", decode_local_name(&spec.name.value));
    let stated = spec.result_element.as_ref().map(|element| element.tag).or(spec.result.as_ref().map(|text| text.span));
    let is_one_way = Flag::is_set(spec.one_way);
    let mut returned = match (&spec.result, &spec.result_element) {
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
            Returned::by_word("none", &usual_name)
        }
        (Some(attribute), None) => Returned::by_word(&attribute.value, &usual_name).with_content(
            spec.content.as_ref(),
            Some(&attribute.value),
            mistakes,
        ),
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
    if let (true, Some(place)) = (is_one_way, first.or(stated.filter(|_| !returned.outputs.is_empty()))) {
        mistakes.push(
            Diagnostic::new(
                Code::OneWayResult,
                place,
                format!("the one-way operation {} has no response", quoted(&spec.name.value)),
            )
            .help("remove the result, or `one-way`"),
        );
    }
    // Short words, and types that state no more, are for results in the namespace of the service.
    let is_elsewhere = namespace != Namespace::Service
        && returned.table.is_none()
        && !returned.is_delimited()
        && !returned.outputs.is_empty();
    if outputs.is_empty() && returned.form != ResultForm::Parts && !is_elsewhere {
        return returned;
    }
    if let (true, Some(place)) = (returned.is_delimited(), stated) {
        mistakes.push(
            Diagnostic::new(Code::OutputsBesideKind, place, "a delimited result must be the only output")
                .help("write `string` for delimited text among several outputs"),
        );
    }
    if let Some(mut result) = returned.outputs.pop() {
        result.namespace = index.namespace(returned.namespace, &namespace);
        result.field = free_field(names::member_name(&encode_local_name(&result.name)).unwrap_or_default(), &outputs);
        result.doc = returned.doc;
        result.role = None;
        outputs.insert(0, result);
    }
    Returned { outputs, form: ResultForm::Parts, doc: Vec::new(), table: None, namespace: None }
}

/// The field of the result, distinct from those of the other outputs, whose names are stated.
pub fn free_field(name: String, outputs: &[Member]) -> String {
    let is_taken =
        |name: &str| names::CONSTRUCTORS.contains(&name) || outputs.iter().any(|output| output.field == name);
    if is_taken(&name) { names::free(&name, "_", is_taken) } else { name }
}

/// The result that an element states. Its form is [`ResultForm::Parts`] if the element states what only a part of a message has.
fn from_element<'a>(
    spec: &'a ResultElement,
    usual_name: &str,
    request: &str,
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> Returned<'a> {
    let name = spec.element.as_ref().map_or_else(|| usual_name.into(), |element| decode_local_name(&element.value));
    let mut returned = Returned::by_word("none", usual_name);
    let (mut word, stated) = (None, &spec.param.attributes);
    match (&spec.kind, &spec.type_name) {
        (Some(kind), None) => {
            word = outputs_of(&kind.value, &name).map(|_| kind.value.as_str());
            returned = Returned::by_word(&kind.value, &name).with_content(stated.text("content"), word, mistakes);
        }
        (None, Some(_)) => {
            let (member, is_typed) = parameters::result(&spec.param, index, mistakes);
            if is_typed {
                let usual = member.usual_presence(index.is_value(&member.kind));
                let is_plain = member.presence == usual && !member.repeated && stated.text("namespace").is_none();
                returned.form = if is_plain { ResultForm::Type } else { ResultForm::Parts };
                returned.namespace = stated.text("namespace");
                returned.outputs = vec![Member { name: name.into_owned(), doc: Vec::new(), ..member }];
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
        for (attribute, text) in OF_TYPES.iter().filter_map(|name| Some((name, stated.text(name)?))) {
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
        let of = word.or_else(|| returned.outputs.first().map(|_| "a type"));
        returned.table = columns::table(columns, request, of, mistakes);
    }
    returned.doc.clone_from(&spec.doc);
    returned
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
    let stated = spec.result.as_ref().or_else(|| {
        let element = spec.result_element.as_ref()?;
        element.kind.as_ref().or(element.type_name.as_ref())
    });
    let Some(stated) = stated else { return };
    let place = |wanted: Role| roles.iter().find(|(role, _)| *role == wanted).map(|(_, place)| *place);
    if !is_delimited && stated.value == "delimited" {
        // Another output beside it has been reported.
        return;
    }
    if is_delimited {
        let lacking: Vec<&str> = [(Role::RowDelimiter, "row-delimiter"), (Role::ColumnDelimiter, "column-delimiter")]
            .into_iter()
            .filter(|(role, _)| place(*role).is_none())
            .map(|(_, name)| name)
            .collect();
        if !lacking.is_empty() {
            let message = format!("the delimited result of {} has no delimiters", quoted(&spec.name.value));
            mistakes.push(
                Diagnostic::new(Code::DelimitedWithoutRoles, stated.span, message)
                    .label(format!("no parameter has the role `{}`", lacking.join("` or `")))
                    .help("give the delimiter parameters their roles, or write `result=\"string\"`"),
            );
        }
    } else if let Some(delimiter) =
        [Role::RowDelimiter, Role::ColumnDelimiter, Role::TextQualifier].into_iter().find_map(place)
    {
        if outputs_of(&stated.value, "").is_none() && spec.result.is_some() {
            return;
        }
        mistakes.push(
            Diagnostic::new(
                Code::RolesWithoutDelimited,
                delimiter,
                format!("{} has delimiter parameters, but its result is not delimited", quoted(&spec.name.value)),
            )
            .also(stated.span, "the result")
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

/// The short word for outputs, if there is one. Content of a string stands beside the word.
#[must_use]
pub fn word_for(outputs: &[Member]) -> Option<&'static str> {
    let (name, content) = outputs.first().map_or(("", None), |output| (output.name.as_str(), output.content));
    RESULT_KINDS.iter().copied().find(|word| {
        let mut due = outputs_of(word, name).unwrap_or_default();
        for output in &mut due {
            output.content = content;
        }
        due == outputs
    })
}

//! Operations: parameters, result, further outputs, headers, limits.

use asmx_codegen::elements::{Build as _, Element};
use asmx_codegen::model::{
    Column, Content, DeclaredTable, Mapping, Member, Messages, Name, Namespace, OnContradiction, Operation,
    OperationNames, Service, Style, Transport, Transports, kinds,
};
use asmx_codegen::names;
use asmx_codegen::resolve::usual_namespace;
use asmx_codegen::resolve::word_for;

use super::keys::{Keys, encoded};
use super::members;

pub fn operation(
    service: &Service,
    keys: &Keys<'_>,
    operation: &Operation,
    style: ResultStyle,
    common_headers: usize,
) -> Element {
    let name = encoded(&operation.name);
    let (attribute, result) = result(keys, operation, style);
    let variant_of = operation.variant_of.and_then(|index| service.operations.get(index));
    let element = Element::new("operation")
        .with("name", &name)
        .with_some("result", attribute)
        .with_some("content", attribute.and_then(|_| content(operation)))
        .with_some("rows", operation.rows.clone())
        .with("effect", operation.effect.name())
        .with_flag("open", operation.open)
        .with_some("open-namespaces", operation.open_namespaces.clone())
        .with_some("variant-of", variant_of.map(|original| encoded(&original.name)))
        .with_some("rust", rust(&name, &operation.names))
        .with_some("deprecated", operation.deprecated.clone())
        .with_some("transports", transports(service, operation));
    let ports: Vec<&str> =
        operation.ports.iter().filter_map(|index| Some(service.ports.get(*index)?.name.as_str())).collect();
    let element = element.with_some("ports", (!ports.is_empty()).then(|| ports.join(" ")));
    let messages = &operation.messages;
    let element = of_messages(element, operation, messages)
        .with_some("on-contradiction", operation.on_contradiction.map(OnContradiction::name))
        .described(&operation.doc, &[]);
    let default_namespace = usual_namespace(messages.style, messages.request.as_ref());
    let parameters = operation.parameters.iter().map(|parameter| members::member(keys, parameter, &default_namespace));
    let headers = headers(messages);
    let limits = operation.limits.iter().map(|limit| {
        Element::new("limit")
            .paragraphs(&limit.doc)
            .with_some("records", limit.records.map(|records| records.to_string()))
    });
    element
        .children(parameters)
        .children(result)
        .children(
            headers
                .into_iter()
                .skip(common_headers)
                .map(|(header, direction)| members::header(keys, header, direction)),
        )
        .children(limits)
        .described(&[], &operation.undocumented)
}

/// The Rust name that gives all three, where it is not that which is made of the name.
fn rust(name: &str, chosen: &OperationNames) -> Option<String> {
    let gives = |base: &str, is_request: bool, is_method: bool| {
        let request = if is_request { Some(base.to_owned()) } else { names::type_name(base) };
        let method = if is_method { Some(base.to_owned()) } else { names::member_name(base) };
        request.as_ref() == Some(&chosen.request)
            && method.as_ref() == Some(&chosen.method)
            && names::constant_name(base).as_ref() == Some(&chosen.descriptor)
    };
    if gives(name, false, false) {
        return None;
    }
    let by_method = gives(&chosen.method, false, true) && !gives(&chosen.request, true, false);
    Some(if by_method { chosen.method.clone() } else { chosen.request.clone() })
}

/// The transports, where they are not all four: also where GET and POST could not carry the operation, so that it is seen to be meant.
fn transports(service: &Service, operation: &Operation) -> Option<String> {
    let mut parameters = service.common.iter().chain(&operation.parameters);
    let http = operation.outputs.len() <= 1
        && parameters.all(|parameter| parameter.hindrance(kinds(&service.types)).is_none());
    let offered = operation.transports;
    let is_usual = http && offered == Transports::ALL;
    (!is_usual && !offered.is_empty()).then(|| offered.iter().map(Transport::name).collect::<Vec<_>>().join(" "))
}

fn of_messages(element: Element, operation: &Operation, messages: &Messages) -> Element {
    let style = match messages.style {
        Style::Wrapped => None,
        Style::Bare => Some("bare"),
        Style::Rpc => Some("rpc"),
    };
    let wrapper = |name: Option<&Name>, default_name: &str| {
        let Some(name) = name else { return (None, None) };
        let namespace = (name.namespace != Namespace::Service).then(|| members::words_of(&name.namespace).to_owned());
        // The default name is written if nothing else would state the wrapper.
        ((name.name != default_name || namespace.is_none()).then(|| encoded(&name.name)), namespace)
    };
    let request = wrapper(messages.request.as_ref(), &operation.name);
    let response = wrapper(messages.response.as_ref(), &format!("{}Response", operation.name));
    element
        .with_some("style", style)
        .with_some("request-element", request.0)
        .with_some("request-namespace", request.1)
        .with_some("response-element", response.0)
        .with_some("response-namespace", response.1)
        .with_some("action", messages.action.clone())
        .with_some("location", messages.location.clone())
        .with_flag("one-way", messages.one_way)
}

/// How a spec writes a result, if there are several ways to write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultStyle {
    /// In the shortest way: `result="string"`, else `<result kind="string"/>`, `<result type="int"/>`, `<output name="Found" type="int"/>`.
    Shortest,
    /// As an element: `<result kind="string"/>`, `<result type="int"/>`.
    Kind,
    /// As an element with a type: `<result type="string"/>`. Text with delimiters, and what has columns, has a kind.
    Type,
    /// As the first output: `<output name="FindResult" type="string"/>`.
    Output,
}

/// The attribute `result`, or the elements that state what the operation returns.
fn result(keys: &Keys<'_>, operation: &Operation, style: ResultStyle) -> (Option<&'static str>, Vec<Element>) {
    let usual_name = format!("{}Result", operation.name);
    let default_namespace = usual_namespace(operation.messages.style, operation.messages.response.as_ref());
    let Some(word) = word(operation, &default_namespace, style) else {
        return (None, outputs(keys, operation, style, &usual_name, &default_namespace));
    };
    let result = operation.outputs.first();
    let (name, doc) = result.map_or((None, &operation.result_doc), |result| (Some(&result.name), &result.doc));
    let name = name.filter(|name| **name != usual_name);
    let is_short = name.is_none() && doc.is_empty() && operation.table.is_none();
    if is_short && (style != ResultStyle::Kind || result.is_none()) {
        return (Some(word).filter(|_| result.is_some() || !operation.messages.one_way), Vec::new());
    }
    let element = Element::new("result").with("kind", word).with_some("content", content(operation));
    let element = element.with_some("element", name.map(|name| encoded(name))).described(doc, &[]);
    (None, vec![element.children(operation.table.as_ref().map(|table| declared(operation, table)))])
}

/// The short word for the outputs, if that is the way to write them.
fn word(operation: &Operation, default_namespace: &Namespace, style: ResultStyle) -> Option<&'static str> {
    let needs_word = operation.table.is_some() || operation.is_delimited() || operation.outputs.is_empty();
    // A word stands for results in the namespace of the service.
    let is_wanted =
        matches!(style, ResultStyle::Shortest | ResultStyle::Kind) && *default_namespace == Namespace::Service;
    if !(needs_word || is_wanted) {
        return None;
    }
    let mut outputs = operation.outputs.clone();
    for output in outputs.iter_mut().filter(|output| output.namespace == *default_namespace) {
        output.namespace = Namespace::Service;
    }
    word_for(&outputs)
}

fn content(operation: &Operation) -> Option<&'static str> {
    operation.outputs.first().and_then(|result| result.content).map(Content::name)
}

/// The outputs, the first as the result where it is called so.
fn outputs(
    keys: &Keys<'_>,
    operation: &Operation,
    style: ResultStyle,
    usual_name: &str,
    default_namespace: &Namespace,
) -> Vec<Element> {
    let is_lone = operation.lone_output().is_some();
    let is_result = |output: &Member| match style {
        ResultStyle::Output => false,
        ResultStyle::Kind | ResultStyle::Type => members::can_be_result(output),
        ResultStyle::Shortest => members::can_be_result(output) && (is_lone || output.name == usual_name),
    };
    let elements = operation.outputs.iter().enumerate().map(|(index, output)| {
        if index == 0 && is_result(output) {
            members::result(keys, output, usual_name, default_namespace)
        } else {
            members::output(keys, output, default_namespace)
        }
    });
    elements.collect()
}

fn declared(operation: &Operation, table: &DeclaredTable) -> Element {
    let default_row = format!("{}Row", operation.names.request.trim_end_matches('_'));
    Element::new("columns")
        .with_some("table", table.name.clone())
        .with_some("rust", (table.row != default_row).then(|| table.row.clone()))
        .children(columns(&table.columns))
}

pub(super) fn columns(columns: &[Column]) -> impl Iterator<Item = Element> {
    columns.iter().map(|column| {
        let mapping = (column.mapping != Mapping::Element).then(|| column.mapping.name());
        let default_field = names::member_name(&column.name).unwrap_or_default();
        Element::new("column")
            .with("name", &column.name)
            .with("type", column.kind.name())
            .with_flag("required", column.required)
            .with_some("scale", column.scale.map(|digits| digits.to_string()))
            .with_some("mapping", mapping)
            .with_some("rust", (column.field != default_field).then(|| column.field.clone()))
            .described(&column.doc, &[])
    })
}

/// A header, and the messages that have it.
pub type Header<'a> = (&'a Member, &'static str);

/// Headers in the order of both messages: those that both have, as far as one order serves both, are said once.
pub fn headers(messages: &Messages) -> Vec<Header<'_>> {
    let (request, response) = (messages.request_headers.as_slice(), messages.response_headers.as_slice());
    let (mut headers, mut next) = (Vec::new(), 0);
    for header in request {
        let found = response.iter().skip(next).position(|other| other == header);
        let Some(before) = found else {
            headers.push((header, "in"));
            continue;
        };
        headers.extend(response.iter().skip(next).take(before).map(|other| (other, "out")));
        headers.push((header, "both"));
        next += before + 1;
    }
    headers.extend(response.iter().skip(next).map(|header| (header, "out")));
    headers
}

/// The headers that all operations have first, if there are several operations.
pub fn common_headers(operations: &[Operation]) -> Vec<Header<'_>> {
    let [first, rest @ ..] = operations else {
        return Vec::new();
    };
    let mut common = if rest.is_empty() { Vec::new() } else { headers(&first.messages) };
    for operation in rest {
        let mine = headers(&operation.messages);
        let same = common.iter().zip(&mine).take_while(|(left, right)| left == right).count();
        common.truncate(same);
    }
    common
}

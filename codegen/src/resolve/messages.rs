//! The messages of an operation: ports, elements around parts, outputs and headers.

use asmx_types::xml_name::decode_local_name;

use super::declared::{Unique, unknown, wire_name};
use super::parameters::{self, Parts};
use super::type_names::Index;
use crate::diagnostic::{Code, Diagnostic, question_behind};
use crate::model::{Member, Messages, Name, Namespace, Port, Style, Transport};
use crate::read::ast::{self, Flag, Operation, Service, WrapperName};

pub(super) fn ports(spec: &Service, mistakes: &mut Vec<Diagnostic>) -> Vec<Port> {
    let mut unique = Unique::new(Code::DuplicatePort, "port");
    let mut ports = Vec::new();
    for port in &spec.ports {
        wire_name(&port.name, "a port", mistakes);
        unique.add(&port.name, mistakes);
        ports.push(Port {
            name: port.name.value.clone(),
            transport: port.transport.value.parse().unwrap_or(Transport::Soap11),
            path: port.path.as_ref().unwrap_or(&spec.path).value.clone(),
        });
    }
    ports
}

pub(super) fn named_ports(spec: &Operation, ports: &[Port], mistakes: &mut Vec<Diagnostic>) -> Vec<usize> {
    let mut numbers = Vec::new();
    for name in spec.ports.iter().flatten() {
        match ports.iter().position(|port| port.name == name.value) {
            Some(number) if !numbers.contains(&number) => numbers.push(number),
            Some(_) => {}
            None => {
                let near = question_behind(mistakes, &name.value, ports.iter().map(|port| port.name.as_str()));
                let otherwise = "declare it: `<port name=\"…\" transport=\"…\"/>` before the types";
                mistakes.push(unknown(Code::UnknownPort, "port", name, near, otherwise));
            }
        }
    }
    numbers
}

pub(super) fn messages(
    spec: &Operation,
    common: &[ast::Header],
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> Messages {
    let style = match spec.style.as_ref().map(|style| style.value.as_str()) {
        Some("bare") => Style::Bare,
        Some("rpc") => Style::Rpc,
        _ => Style::Wrapped,
    };
    let attributes =
        [&spec.request, &spec.response].map(|wrapper| wrapper.element.as_ref().or(wrapper.namespace.as_ref()));
    if let (Style::Bare, Some(name)) = (style, attributes.into_iter().flatten().next()) {
        mistakes.push(
            Diagnostic::new(Code::NoWrapper, name.span, "a bare message has no element around its parts")
                .help("remove it, and state `namespace` at the part"),
        );
    }
    let name = decode_local_name(&spec.name.value).into_owned();
    let (request_headers, response_headers) = headers(common, &spec.headers, index, mistakes);
    Messages {
        style,
        request: wrapper(&spec.request, &name, index, mistakes),
        response: wrapper(&spec.response, &format!("{name}Response"), index, mistakes),
        action: spec.action.as_ref().map(|action| action.value.clone()),
        location: spec.location.as_ref().map(|location| location.value.clone()),
        request_headers,
        response_headers,
        one_way: Flag::is_set(spec.one_way),
    }
}

fn wrapper(spec: &WrapperName, default_name: &str, index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) -> Option<Name> {
    if spec.element.is_none() && spec.namespace.is_none() {
        return None;
    }
    if let Some(element) = &spec.element {
        wire_name(element, "an element", mistakes);
    }
    let name = spec
        .element
        .as_ref()
        .map_or_else(|| default_name.to_owned(), |name| decode_local_name(&name.value).into_owned());
    Some(Name { name, namespace: index.namespace(spec.namespace.as_ref(), &Namespace::Service) })
}

/// The namespace of parts that state none: that of the element around them, if there is one.
pub fn usual_namespace(style: Style, wrapper: Option<&Name>) -> Namespace {
    match (style, wrapper) {
        (Style::Wrapped, Some(name)) => name.namespace.clone(),
        (Style::Wrapped | Style::Bare, _) => Namespace::Service,
        (Style::Rpc, _) => Namespace::None,
    }
}

pub(super) fn outputs(
    spec: &Operation,
    namespace: &Namespace,
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> Vec<Member> {
    let mut parts = Parts::new("output", Code::DuplicatePart);
    for output in &spec.outputs {
        for (attribute, text) in [("name", &output.name), ("type", &output.type_name)] {
            if text.is_missing() && matches!(output.place, ast::Place::Element) {
                let message = format!("`<output>` lacks the attribute `{attribute}`");
                mistakes.push(
                    Diagnostic::new(Code::MissingAttribute, text.span, message)
                        .help(format!("add `{attribute}=\"…\"`, or put `<choice>` or `<any>` into it")),
                );
            }
        }
        parts.add(parameters::member(output, index, mistakes), namespace, mistakes);
    }
    parts.finish(mistakes)
}

pub(super) fn check_headers(common: &[ast::Header], index: &Index<'_>, mistakes: &mut Vec<Diagnostic>) {
    let _ = headers(&[], common, index, mistakes);
}

/// The headers of request and response: first those of every operation, which have been checked, then its own.
fn headers(
    common: &[ast::Header],
    own: &[ast::Header],
    index: &Index<'_>,
    mistakes: &mut Vec<Diagnostic>,
) -> (Vec<Member>, Vec<Member>) {
    let (mut request, mut response) =
        (Parts::new("header", Code::DuplicatePart), Parts::new("header", Code::DuplicatePart));
    let all = common.iter().map(|header| (header, true)).chain(own.iter().map(|header| (header, false)));
    for (header, is_reported) in all {
        let direction = header.direction.as_ref().map_or("in", |direction| direction.value.as_str());
        let mut mine = Vec::new();
        if direction != "out" {
            request.add(parameters::header(&header.param, index, &mut mine), &Namespace::Service, &mut mine);
        }
        if direction != "in" {
            response.add(parameters::header(&header.param, index, &mut mine), &Namespace::Service, &mut mine);
        }
        if !is_reported {
            push_once(mine, mistakes);
        }
    }
    let mut mine = Vec::new();
    let both = (request.finish(&mut mine), response.finish(&mut mine));
    push_once(mine, mistakes);
    both
}

/// Adds mistakes; a mistake of both messages is added once.
fn push_once(mut mine: Vec<Diagnostic>, mistakes: &mut Vec<Diagnostic>) {
    let key = |mistake: &Diagnostic| (mistake.code(), mistake.span());
    mine.sort_by_key(key);
    mine.dedup_by_key(|mistake| key(mistake));
    mistakes.append(&mut mine);
}

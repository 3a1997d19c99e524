//! Roles that need other roles.

use std::collections::{BTreeSet, HashSet};

use super::groups::Occurrence;
use super::rust_names::Reported;
use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::model::{self, Member, Namespace, Role, Type};
use crate::read::ast::{Header, Operation, Service};

/// Each role with the roles of which its operation needs one.
pub const PARTNERS: &[(Role, &[Role])] = &[
    (Role::BeginDate, &[Role::EndDate]),
    (Role::EndDate, &[Role::BeginDate]),
    (Role::FieldNames, &[Role::FieldValues, Role::Records]),
    (Role::FieldValues, &[Role::FieldNames]),
    (Role::Records, &[Role::SentRowDelimiter]),
    (Role::Records, &[Role::SentColumnDelimiter]),
    (Role::SentRowDelimiter, &[Role::Records]),
    (Role::SentColumnDelimiter, &[Role::Records, Role::FieldValues]),
    (Role::SentTextQualifier, &[Role::Records, Role::FieldValues]),
];

/// Reports headers of a session that no response or no request has.
pub(super) fn check_sessions(spec: &Service, mistakes: &mut Vec<Diagnostic>) {
    let operations = spec.areas.iter().flat_map(|area| &area.operations);
    let headers = spec.headers.iter().chain(operations.flat_map(|operation| &operation.headers));
    let is_of_session =
        |header: &&Header| header.param.attributes.text("role").is_some_and(|role| role.value == "session");
    let headers: Vec<&Header> = headers.filter(is_of_session).collect();
    let key = |header: &Header| {
        let namespace = header.param.attributes.text("namespace").map(|namespace| namespace.value.clone());
        (header.param.name.value.clone(), namespace)
    };
    let has = |header: &Header, direction: &str| {
        header.direction.as_ref().map_or("in", |direction| direction.value.as_str()) == direction
    };
    let of_messages = |without: &str| -> BTreeSet<_> {
        headers.iter().filter(|header| !has(header, without)).map(|header| key(header)).collect()
    };
    let (requests, responses) = (of_messages("out"), of_messages("in"));
    for header in &headers {
        let (of_one, lacking, help) = match (requests.contains(&key(header)), responses.contains(&key(header))) {
            (true, false) => ("request", "response", "with `direction=\"out\"`"),
            (false, true) => ("response", "request", "without `direction`"),
            _ => continue,
        };
        let Some(role) = header.param.attributes.text("role").filter(|_| !header.param.name.is_missing()) else {
            continue;
        };
        let message = format!("no {lacking} has the session header {}", quoted(&header.param.name.value));
        mistakes.push(
            Diagnostic::new(Code::IncompleteRoles, role.span, message)
                .label(format!("has no effect if only a {of_one} has it"))
                .help(format!(
                    "declare it {help} and with this role at an operation whose {lacking} has it, or remove the role"
                )),
        );
    }
}

/// Removes the role of session headers that no response or no request has. Returns each header, and which of the two lacks it.
pub fn lose_sessions<'a>(
    operations: impl Iterator<Item = &'a mut model::Operation>,
) -> BTreeSet<(String, &'static str)> {
    let mut all: Vec<&mut model::Messages> = operations.map(|operation| &mut operation.messages).collect();
    let of_session = |headers: fn(&model::Messages) -> &[Member]| -> HashSet<(String, Namespace)> {
        let headers = all.iter().flat_map(|messages| headers(messages));
        let headers = headers.filter(|header| header.role == Some(Role::Session));
        headers.map(|header| (header.name.clone(), header.namespace.clone())).collect()
    };
    let (requests, responses) =
        (of_session(|messages| &messages.request_headers), of_session(|messages| &messages.response_headers));
    let mut unpaired = BTreeSet::new();
    for messages in &mut all {
        let headers = messages.request_headers.iter_mut().chain(&mut messages.response_headers);
        for header in headers.filter(|header| header.role == Some(Role::Session)) {
            let key = (header.name.clone(), header.namespace.clone());
            let lacking = match (requests.contains(&key), responses.contains(&key)) {
                (true, true) => continue,
                (true, false) => "response",
                (false, _) => "request",
            };
            header.role = None;
            unpaired.insert((key.0, lacking));
        }
    }
    unpaired
}

/// Reports roles without effect because another role is missing, and names and values of fields that differ in form.
pub(super) fn check_partners(
    spec: &Operation,
    all: &[&Occurrence<'_>],
    roles: &[(Role, Span)],
    reported: &mut Reported,
    mistakes: &mut Vec<Diagnostic>,
) {
    let span_of = |wanted: Role| roles.iter().find(|(role, _)| *role == wanted).map(|(_, span)| *span);
    for (role, partners) in PARTNERS {
        let Some(at) = span_of(*role).filter(|_| !partners.iter().any(|partner| span_of(*partner).is_some())) else {
            continue;
        };
        let names: Vec<_> = partners.iter().map(|partner| format!("`{}`", partner.name())).collect();
        let needed = names.join(" or ");
        let message = format!("{} has the role `{}` without {needed}", quoted(&spec.name.value), role.name());
        mistakes.push(
            Diagnostic::new(Code::IncompleteRoles, at, message)
                .label(format!("has no effect without a parameter with the role {needed}"))
                .help("give that parameter its role, or remove this one"),
        );
    }
    let is_list = |wanted: Role| {
        let occurrence = all.iter().find(|occurrence| occurrence.parameter.model.role == Some(wanted))?;
        occurrence.parameter.is_typed.then_some(matches!(occurrence.parameter.model.kind, Type::Array(_)))
    };
    let (names, values) = (Role::FieldNames, Role::FieldValues);
    if let (Some(names_are_lists), Some(values_are_lists), Some(first), Some(second)) =
        (is_list(names), is_list(values), span_of(names), span_of(values))
        && names_are_lists != values_are_lists
        && reported.is_new(first, second)
    {
        let message = format!("names and values of fields have different forms in {}", quoted(&spec.name.value));
        mistakes.push(
            Diagnostic::new(Code::IncompleteRoles, second, message)
                .label("one is an array, the other is not")
                .also(first, "the names")
                .help("make both arrays, or both strings"),
        );
    }
}

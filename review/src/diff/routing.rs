//! Whether requests of one version reach the operation of the other, and whether the response is taken for the one that is due.

use super::outcome::{Outcome, Read, Set};
use crate::model::{Name, Namespace, Operation, Style, Transport};

const UNKNOWN: &str = "the call fails, because the service does not know the operation";
const NOTHING_READ: &str = "the service reads no parameter, without an error";
const OTHER_RESPONSE: &str = "they refuse the response as that of another operation";

/// A name with its namespace, as it is on the wire.
type WireName<'a> = (&'a str, &'a Namespace);

fn named<'a>(name: Option<&'a Name>, usual: &'a str) -> WireName<'a> {
    name.map_or((usual, &Namespace::Service), |name| (name.name.as_str(), &name.namespace))
}

/// The element of a request.
pub(super) fn request_element(operation: &Operation) -> WireName<'_> {
    named(operation.messages.request.as_ref(), &operation.name)
}

/// The element of a response.
pub(super) fn response_element(operation: &Operation) -> (String, Namespace) {
    let usual = format!("{}Response", operation.name);
    let (name, namespace) = named(operation.messages.response.as_ref(), &usual);
    (name.to_owned(), namespace.clone())
}

/// The action: as it is stated, or made of the namespace and the name.
pub(super) fn action(operation: &Operation) -> (Option<&str>, &str) {
    match &operation.messages.action {
        Some(action) => (Some(action), ""),
        None => (None, &operation.name),
    }
}

/// The last part of the path over GET and POST.
pub(super) fn location(operation: &Operation) -> &str {
    operation.messages.location.as_deref().unwrap_or(&operation.name)
}

/// What clients that know the operation as `client` meet at a service that knows it as `service`. `is_strict` tells whether the client
/// minds the namespace of a response.
pub(super) fn met(client: &Operation, service: &Operation, over: Set, is_strict: bool) -> Outcome {
    let mut outcome = Outcome::default();
    for transport in over.list() {
        let only = Set::only(transport);
        outcome.add(request(client, service, transport), only);
        if transport.is_soap() && outcome.fails.and(only).is_empty() && !service.messages.one_way {
            outcome.add(response(client, service, is_strict), only);
        }
    }
    outcome
}

fn request(client: &Operation, service: &Operation, transport: Transport) -> Read {
    if !transport.is_soap() {
        return if location(client) == location(service) { Read::Same } else { Read::Fails(UNKNOWN) };
    }
    if client.messages.style != service.messages.style {
        let is_bare = client.messages.style == Style::Bare || service.messages.style == Style::Bare;
        let wrappers_differ = is_bare || request_element(client) != request_element(service);
        return if wrappers_differ && transport == Transport::Soap12 && action(client) != action(service) {
            Read::Fails(UNKNOWN)
        } else {
            Read::Silent(NOTHING_READ)
        };
    }
    let same_element = client.messages.style == Style::Bare || request_element(client) == request_element(service);
    let same_action = action(client) == action(service);
    let by_element = transport == Transport::Soap12 || action(client) == (Some(""), "");
    match (same_action, same_element) {
        (true, true) => Read::Same,
        (true, false) if by_element && action(client) == (Some(""), "") => Read::Fails(UNKNOWN),
        (true, false) if service.parameters.is_empty() => Read::Same,
        (true, false) => Read::Silent(NOTHING_READ),
        (false, true) if by_element && client.messages.style != Style::Bare => Read::Same,
        (false, true) if by_element && !client.parameters.is_empty() => Read::Same,
        (false, _) => Read::Fails(UNKNOWN),
    }
}

fn response(client: &Operation, service: &Operation, is_strict: bool) -> Read {
    if client.messages.style == Style::Bare || service.messages.style == Style::Bare {
        return Read::Same;
    }
    let (due, given) = (response_element(client), response_element(service));
    if due.0 != given.0 || is_strict && due.1 != given.1 { Read::Fails(OTHER_RESPONSE) } else { Read::Same }
}

//! Finds the operation of a request by `SOAPAction`, `action=`, the body's element or the path (docs/RULES.md, rule 14).

use super::media_type::MediaType;
use super::server_settings::ServerSettings;
use super::soap::soap_version::SoapVersion;
use crate::operation::{Name, Operation, Service, Style};
use crate::xml;

/// The `SOAPAction` of an operation, without quotes. Other characters than ASCII are percent-encoded UTF-8 with upper-case digits, the only
/// form that genuine servers recognise.
pub(super) fn action(namespace: &str, operation: &str) -> String {
    let mut action = String::with_capacity(namespace.len() + "/".len() + operation.len());
    push_action(&mut action, namespace, operation);
    action
}

pub(super) fn quoted_action(namespace: &str, operation: &str) -> String {
    // Nearly always the exact length: a full buffer becomes a header without being moved.
    let slash = usize::from(!namespace.ends_with('/'));
    let mut action = String::with_capacity(namespace.len() + slash + operation.len() + 2 * "\"".len());
    action.push('"');
    push_action(&mut action, namespace, operation);
    action.push('"');
    action
}

fn push_action(action: &mut String, namespace: &str, operation: &str) {
    let slash = if namespace.ends_with('/') { "" } else { "/" };
    for part in [namespace, slash, operation] {
        if part.is_ascii() {
            action.push_str(part);
        } else {
            action.push_str(&percent_encoded(part));
        }
    }
}

/// Percent-encodes the characters that are not ASCII.
pub(super) fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii() {
            encoded.push(character);
        } else {
            super::get_post::form::percent_encode(&mut encoded, character.encode_utf8(&mut [0; 4]));
        }
    }
    encoded
}

/// The candidate with the `SOAPAction` `text`, quoted or not. Among several, the element of the body decides.
fn by_action(
    service: &Service,
    namespace: &str,
    text: &str,
    element: Option<ElementName<'_>>,
    is_candidate: impl Fn(&Operation) -> bool,
) -> Option<&'static Operation> {
    let text = text.trim();
    let text = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
    let name = text.strip_prefix(&action(namespace, ""));
    let is_named = |operation: &&Operation| match operation.messages.action {
        // The elements of such operations differ.
        Some("") => false,
        Some(action) if action.is_ascii() => action == text,
        Some(action) => percent_encoded(action) == text,
        None if operation.name.is_ascii() => name == Some(operation.name),
        None => name.is_some_and(|name| percent_encoded(operation.name) == name),
    };
    let mut named =
        service.operations.iter().copied().filter(|operation| is_candidate(operation) && is_named(operation));
    let first = named.next()?;
    let Some(second) = named.next() else { return Some(first) };
    let mut all = [first, second].into_iter().chain(named);
    all.find(|operation| has_element(operation, namespace, element)).or(Some(first))
}

/// The candidate that GET and POST have at that location.
pub(super) fn by_location(
    service: &Service,
    location: &str,
    is_candidate: impl Fn(&Operation) -> bool,
) -> Option<&'static Operation> {
    service.operations.iter().copied().find(|operation| operation.location() == location && is_candidate(operation))
}

#[derive(Clone, Copy)]
pub(super) struct ElementName<'a> {
    pub(super) namespace: &'a str,
    pub(super) local: &'a str,
}

/// The candidate whose request has that element: around its parameters, or in the style `Bare` as one of them.
fn by_element(
    service: &Service,
    namespace: &str,
    element: Option<ElementName<'_>>,
    mut is_candidate: impl FnMut(&Operation) -> bool,
) -> Option<&'static Operation> {
    element?;
    let mut operations = service.operations.iter().copied();
    operations.find(|operation| is_candidate(operation) && has_element(operation, namespace, element))
}

/// Whether a request of the operation may begin with that element; `None` is an empty body.
fn has_element(operation: &Operation, namespace: &str, element: Option<ElementName<'_>>) -> bool {
    let Some(element) = element else {
        return operation.messages.style == Style::Bare && operation.parameters.is_empty();
    };
    let is_one = |name: Name| {
        element.namespace == name.namespace.uri(namespace) && xml::name::is_encoding_of(element.local, name.name)
    };
    match operation.messages.style {
        Style::Wrapped | Style::Rpc => is_one(operation.request_name()),
        Style::Bare => operation
            .parameters
            .iter()
            .any(|parameter| is_one(Name { name: parameter.name, namespace: parameter.namespace })),
    }
}

pub(super) enum Unrouted {
    /// SOAP 1.1: the header names an unknown operation.
    UnknownAction(String),
    /// SOAP 1.2: neither the action nor the body names an operation.
    NoAction,
}

/// Finds the operation of a SOAP request. SOAP 1.1: the `SOAPAction` decides, or without one the body. SOAP 1.2: an `action` that names an
/// operation decides, or else the body. Operations that share an action are told apart by the body. `at` is the path of the request; a path may offer only some operations.
pub(super) fn soap(
    settings: &ServerSettings,
    at: &str,
    version: SoapVersion,
    soap_action: Option<&str>,
    media_type: &MediaType,
    element: Option<ElementName<'_>>,
) -> Result<&'static Operation, Unrouted> {
    let (service, namespace, transport) = (settings.service, &*settings.namespace, version.transport());
    let is_at = |operation: &Operation| service.is_at(at, operation, transport);
    let offered = |operation: &&Operation| operation.offered_over(transport);
    match (version, soap_action) {
        (SoapVersion::V11, Some(action)) => {
            let action = action.trim().trim_matches('"');
            let found = if action.is_empty() {
                by_element(service, namespace, element, |operation| {
                    is_at(operation) && operation.messages.action == Some("")
                })
            } else {
                by_action(service, namespace, action, element, is_at)
            };
            found.filter(offered).ok_or_else(|| Unrouted::UnknownAction(action.to_owned()))
        }
        (SoapVersion::V11, None) => {
            let found = by_element(service, namespace, element, is_at).filter(offered);
            found.ok_or_else(|| Unrouted::UnknownAction(String::new()))
        }
        (SoapVersion::V12, _) => {
            let action = media_type.parameter("action");
            let named = action.and_then(|action| by_action(service, namespace, &action, element, is_at));
            named.or_else(|| by_element(service, namespace, element, is_at)).filter(offered).ok_or(Unrouted::NoAction)
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum PathTarget {
    /// The `.asmx` file itself.
    Service,
    /// `/Operation` after it, decoded.
    Operation(String),
    /// Not an address of the service.
    Elsewhere,
}

/// The target of a path on this server, with the path of the service as its description states it.
pub(super) fn target(settings: &ServerSettings, asked: &str) -> (&'static str, PathTarget) {
    let found = settings.paths().map(|(base, stated)| (base.len(), stated, path(&base, asked)));
    let found = found.filter(|(.., target)| *target != PathTarget::Elsewhere);
    let longest = found.max_by_key(|(length, ..)| *length);
    longest.map_or((settings.service.path, PathTarget::Elsewhere), |(_, stated, target)| (stated, target))
}

fn path(base: &str, path: &str) -> PathTarget {
    match path.strip_prefix(base.trim_end_matches('/')) {
        Some("") => PathTarget::Service,
        Some("/") if base.ends_with('/') => PathTarget::Service,
        Some(rest) => match rest.strip_prefix('/') {
            // In a path, unlike in a query, `+` is not a blank.
            Some(name) => PathTarget::Operation(
                super::get_post::form::decode(name.replace('+', "%2B").as_bytes(), None).into_owned(),
            ),
            None => PathTarget::Elsewhere,
        },
        None => PathTarget::Elsewhere,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions() {
        assert_eq!(action("http://a.test/ws/", "Op"), "http://a.test/ws/Op");
        assert_eq!(action("http://a.test/ws", "Op"), "http://a.test/ws/Op");
        assert_eq!(action("urn:a", "Été"), "urn:a/%C3%89t%C3%A9");
        assert_eq!(quoted_action("urn:é", "Op"), "\"urn:%C3%A9/Op\"");
    }

    #[test]
    fn paths() {
        assert_eq!(path("/api.asmx", "/api.asmx"), PathTarget::Service);
        assert_eq!(path("/api.asmx", "/api.asmx/"), PathTarget::Operation(String::new()));
        assert_eq!(path("/api.asmx", "/api.asmx/A%20+b"), PathTarget::Operation("A +b".to_owned()));
        assert_eq!(path("/api.asmx", "/api.asmxx"), PathTarget::Elsewhere);
        assert_eq!(path("/api.asmx", "/"), PathTarget::Elsewhere);
        assert_eq!(["/ws", "/ws/"].map(|asked| path("/ws/", asked)), [PathTarget::Service, PathTarget::Service]);
        assert_eq!(path("/ws/", "/ws/Op"), PathTarget::Operation("Op".to_owned()));
        assert_eq!(path("/", "/Op"), PathTarget::Operation("Op".to_owned()));
        assert_eq!(path("/", "/"), PathTarget::Service);
    }
}

//! The attributes of the service: namespace, path, documentation.

use super::declared::plain_name;
use crate::diagnostic::{Code, Diagnostic, quoted};
use crate::names;
use crate::read::ast::{Service, Text};

pub(super) fn check(spec: &Service, mistakes: &mut Vec<Diagnostic>) {
    plain_name(&spec.name, "a service", mistakes);
    if !spec.name.is_missing() && names::type_name(&spec.name.value).is_none() {
        let message = format!("{} cannot become a Rust name", quoted(&spec.name.value));
        mistakes.push(Diagnostic::new(Code::NoIdentifier, spec.name.span, message).help("use at least one letter"));
    }
    if spec.doc.is_empty() && !spec.imported {
        mistakes.push(
            Diagnostic::new(Code::MissingDoc, spec.tag, "the service is not documented")
                .help("describe its purpose: `<doc>…</doc>` as the first element"),
        );
    }
    for path in std::iter::once(&spec.path).chain(spec.ports.iter().filter_map(|port| port.path.as_ref())) {
        let is_taken_as_it_is = spec.imported && path.value.starts_with('/');
        if !path.is_missing() && !is_taken_as_it_is {
            check_path(path, mistakes);
        }
    }
    if let Some(namespace) = spec.namespace.as_ref().filter(|namespace| !namespace.value.is_empty() && !spec.imported) {
        check_namespace(namespace, mistakes);
    }
}

/// A path follows a base URL, and `/Operation` follows it over GET and POST.
fn check_path(path: &Text, mistakes: &mut Vec<Diagnostic>) {
    let value = path.value.as_str();
    let wrong = value.chars().find(|character| {
        !character.is_ascii() || character.is_ascii_control() || " \"#<>?[\\]^`{|}".contains(*character)
    });
    let (reason, help) = if let Some(character) = wrong {
        (
            format!("it holds {}", quoted(character.encode_utf8(&mut [0; 4]))),
            "write characters that a URL path cannot hold as `%` and two digits; a path has no query".to_owned(),
        )
    } else if !value.starts_with('/') {
        ("it does not begin with `/`".to_owned(), format!("write {}", quoted(&format!("/{value}"))))
    } else if value.ends_with('/') {
        ("it ends with `/`".to_owned(), "name the `.asmx` file: `/api.asmx`".to_owned())
    } else if value.contains("//") || value.split('/').any(|segment| matches!(segment, "." | "..")) {
        ("it is not a plain path".to_owned(), "leave out `//`, `.` and `..`".to_owned())
    } else {
        return;
    };
    mistakes.push(
        Diagnostic::new(Code::InvalidPath, path.span, format!("{} cannot follow a base URL: {reason}", quoted(value)))
            .help(help),
    );
}

/// A namespace is an absolute URI. It is sent unchanged, and services compare it exactly.
fn check_namespace(namespace: &Text, mistakes: &mut Vec<Diagnostic>) {
    let value = namespace.value.as_str();
    let scheme_end = value.find(':').unwrap_or_default();
    let (scheme, rest) = value.split_at(scheme_end);
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|character| character.is_ascii_alphanumeric() || "+-.".contains(character));
    let has_blank = value.chars().any(|character| character.is_whitespace() || character.is_control());
    let (reason, help) = if has_blank {
        ("it holds a blank", "copy it from the service's documentation without blanks; `%20` stands for one")
    } else if value.chars().any(|character| "\"<>\\^`{|}".contains(character)) {
        ("it holds a character that URIs do not allow", "write the character as `%` and two digits")
    } else if !is_scheme || rest.len() < 2 {
        ("it is not an absolute URI", "write it with its scheme: `http://example.com/ws/`, `urn:example:ws`")
    } else {
        return;
    };
    let message = format!("{} is not an XML namespace: {reason}", quoted(value));
    mistakes.push(Diagnostic::new(Code::InvalidNamespace, namespace.span, message).help(help));
}

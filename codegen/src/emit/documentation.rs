//! Rustdoc of generated items: the spec's documentation, and facts that the declaration does not show.
//!
//! The declaration has types, names on the wire, presence and effect; the runtime's macros add them to rustdoc.

use asmx_types::EndDate;
use heck::ToShoutySnakeCase as _;

use super::text::{code, one_line, paragraphs, plain_text, sentence, thousands};
use crate::model::{
    ArrayType, Column, DataSetTable, DeclaredTable, Member, NamedType, Operation, Role, Service, Transports, Type,
    XmlKind, kinds,
};

/// The purpose, or the bare name if the spec has no documentation.
pub(super) fn purpose(operation: &Operation) -> Vec<String> {
    or_else(sentences(&operation.doc), || format!("The operation {}.", code(&operation.name)))
}

/// Facts for callers besides the purpose, one a line.
pub(super) fn notes(service: &Service, index: usize, operation: &Operation) -> Vec<String> {
    let mut lines = Vec::new();
    let result = one_line(operation.lone_output().map_or(&operation.result_doc, |result| &result.doc));
    if !result.is_empty() {
        lines.push(format!("- Result: {}", sentence(&result)));
    }
    lines.extend(operation.table.as_ref().map(|table| {
        format!(
            "- Rows: each is a {}, by `declared_rows()` of the result.",
            link(&table.row, &table.row.to_uppercase())
        )
    }));
    let records = operation.limits.iter().filter_map(|limit| limit.records).min();
    lines.extend(records.map(|records| format!("- Limit: at most {} records.", thousands(records))));
    lines.extend(variants(service, index, operation));
    lines.extend(transports(service, operation));
    lines.extend(headers(service, operation));
    if operation.messages.one_way {
        lines
            .push("- One-way: the service sends no response, so callers do not learn whether it succeeded.".to_owned());
    }
    if operation.open {
        let method = "[`Prepared::parameter`](rt::Prepared::parameter)";
        lines.push(format!("- Its documentation leaves further parameters open: send them with {method}."));
    }
    lines.extend(undocumented(&operation.undocumented, &operation.parameters));
    lines
}

pub(super) fn of_outputs(operation: &Operation) -> Vec<String> {
    vec![format!("The outputs of {}.", link_to_request(operation))]
}

fn headers(service: &Service, operation: &Operation) -> Option<String> {
    let names = |headers: &[Member]| {
        let name = |header: &Member| {
            if header.secret { format!("{} (secret)", code(&header.name)) } else { code(&header.name) }
        };
        headers.iter().map(name).collect::<Vec<_>>().join(", ")
    };
    let (request, response) = (names(&operation.messages.request_headers), names(&operation.messages.response_headers));
    let request_headers = &operation.messages.request_headers;
    let filled_in = request_headers.iter().filter(|header| !credential_roles(service, header).is_empty()).count();
    let by = "by [`Prepared::soap_header_of`](rt::Prepared::soap_header_of)";
    let roles: Vec<Role> = request_headers.iter().flat_map(|header| credential_roles(service, header)).collect();
    let from = builder_methods(&roles);
    let request = (!request.is_empty()).then(|| match (filled_in, operation.messages.request_headers.len()) {
        (0, _) => format!("takes {request}, {by}"),
        (1, 1) => format!("takes {request}, filled in from {from}; another one {by}"),
        _ => format!("takes {request}, those of credentials filled in from {from}; others {by}"),
    });
    let response = (!response.is_empty()).then(|| format!("returns {response}"));
    let headers: Vec<String> = request.into_iter().chain(response).collect();
    (!headers.is_empty()).then(|| format!("- SOAP headers: {}.", headers.join("; ")))
}

fn credential_roles(service: &Service, header: &Member) -> Vec<Role> {
    let members = match &header.kind {
        Type::Named(index) => service.structure(*index).map(|structure| structure.members.as_slice()),
        _ => None,
    };
    let all = std::iter::once(header).chain(members.unwrap_or_default());
    all.filter_map(|member| member.role).filter(|role| role.is_credential()).collect()
}

fn builder_methods(roles: &[Role]) -> String {
    let has = |role: Role| roles.contains(&role);
    let methods = [
        // A user name beside a token is part of it.
        (has(Role::Password) || has(Role::Username) && !has(Role::Token), "credentials"),
        (has(Role::Key), "key"),
        (has(Role::Token), "token"),
    ];
    let links = methods.iter().filter(|(is_one, _)| *is_one);
    let links: Vec<String> = links.map(|(_, method)| format!("[`Builder::{method}`](rt::Builder::{method})")).collect();
    links.join(" and ")
}

pub(super) fn of_row(operation: &Operation, table: &DeclaredTable) -> Vec<String> {
    let is_document = matches!(operation.outputs.as_slice(), [Member { kind: Type::Xml(XmlKind::Content), .. }]);
    let of = match &table.name {
        Some(name) if is_document => format!("An element {} of the document", code(name)),
        Some(name) => format!("A row of the table {}", code(name)),
        None if is_document => "An element of the document".to_owned(),
        None if operation.is_delimited() => "A row of the text".to_owned(),
        None => "A row of the first table".to_owned(),
    };
    vec![format!("{of} that {} returns.", link_to_request(operation))]
}

pub(super) fn of_data_set_row(named: &NamedType, table: &DataSetTable) -> Vec<String> {
    let data_set = link(&named.rust_name, &named.rust_name.to_shouty_snake_case());
    vec![format!("A row of the table {} of {data_set}.", code(table.name()))]
}

pub(super) fn of_data_set(named: &NamedType) -> Vec<String> {
    or_else(sentences(&named.doc), || format!("The DataSet {}.", code(&named.name)))
}

pub(super) fn of_structure(named: &NamedType, members: &[Member]) -> Vec<String> {
    let mut lines = or_else(sentences(&named.doc), || format!("The structure {}.", code(&named.name)));
    push_paragraph(&mut lines, undocumented(&[], members));
    lines
}

/// The enumeration of a structure and its derived structures.
pub(super) fn of_any(named: &NamedType, is_abstract: bool) -> Vec<String> {
    let name = code(&named.name);
    let summary = if is_abstract {
        format!("A value of a type derived from {name}, which is abstract.")
    } else {
        format!("A value of the type {name} or of a type derived from it.")
    };
    let mut lines = vec![summary];
    push_paragraph(&mut lines, sentences(&named.doc));
    lines
}

pub(super) fn of_choice(choice: &Member, owner: &str) -> Vec<String> {
    let often = if choice.repeated { "Each of some elements" } else { "One of several elements" };
    let mut lines = vec![format!("{often} of {}.", code(owner))];
    push_paragraph(&mut lines, sentences(&choice.doc));
    lines
}

pub(super) fn of_item(array: &ArrayType) -> Vec<String> {
    let of = array.name.as_deref().map_or_else(|| "an array".to_owned(), code);
    vec![format!("An item of {of}: one of several elements.")]
}

pub(super) fn of_enumeration(named: &NamedType) -> Vec<String> {
    or_else(sentences(&named.doc), || format!("The enumeration {}.", code(&named.name)))
}

pub(super) fn of_client(service: &Service) -> Vec<String> {
    let mut lines = vec![
        format!("A client of {}, with a method for every operation. Cheap to clone.", code(&service.name)),
        String::new(),
        "A method takes the operation's request and returns a prepared call, which is sent when it is awaited."
            .to_owned(),
    ];
    push_paragraph(&mut lines, undocumented(&service.undocumented, &service.common));
    lines
}

fn link_to_request(operation: &Operation) -> String {
    link(&operation.names.request, &operation.names.descriptor)
}

/// A link to a struct or enum. If a static or a derive macro has the same name, rustdoc needs to know which one is meant.
fn link(type_name: &str, static_name: &str) -> String {
    let derives = ["Debug", "Hash"];
    let name = code(type_name);
    if type_name == static_name || derives.contains(&type_name) {
        format!("[{name}](type@{type_name})")
    } else {
        format!("[{name}]")
    }
}

/// The limits in words; the runtime's macro shows them with the notes. `None` if there are none.
#[must_use]
pub fn limits(operation: &Operation) -> Option<String> {
    let words = operation.limits.iter().map(|limit| one_line(&limit.doc)).filter(|words| !words.is_empty());
    let words: Vec<String> = words.map(|words| sentence(&words)).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

fn variants(service: &Service, index: usize, operation: &Operation) -> Vec<String> {
    let original = operation.variant_of.and_then(|original| service.operations.get(original));
    let of = original.map(|original| format!("- Variant of {}.", link_to_request(original)));
    let variants: Vec<String> =
        service.operations.iter().filter(|other| other.variant_of == Some(index)).map(link_to_request).collect();
    let variants = (!variants.is_empty()).then(|| format!("- Variants: {}.", variants.join(", ")));
    of.into_iter().chain(variants).collect()
}

fn transports(service: &Service, operation: &Operation) -> Option<String> {
    let offered = operation.transports;
    let names: Vec<String> = offered.iter().map(|transport| transport.to_string()).collect();
    let why = if offered.over_http() { None } else { hindrance(service, operation) };
    (offered != Transports::ALL).then(|| format!("- Transports: {} only{}.", names.join(", "), why.unwrap_or_default()))
}

fn hindrance(service: &Service, operation: &Operation) -> Option<String> {
    let mut parameters = service.common.iter().chain(&operation.parameters);
    parameters.find_map(|parameter| {
        let why = parameter.hindrance(kinds(&service.types))?;
        Some(format!("; HTTP GET and POST do not carry {}: {why}", code(&parameter.name)))
    })
}

/// Facts that the service's documentation leaves open: about the item and about its parameters. Parameters with the same text share a line.
fn undocumented(items: &[String], parameters: &[Member]) -> Vec<String> {
    let mut open: Vec<(Vec<String>, String)> = Vec::new();
    for text in texts(items) {
        open.push((Vec::new(), text));
    }
    for parameter in parameters {
        for text in texts(&parameter.undocumented) {
            match open.iter_mut().find(|(names, known)| !names.is_empty() && *known == text) {
                Some((names, _)) => names.push(code(&parameter.name)),
                None => open.push((vec![code(&parameter.name)], text)),
            }
        }
    }
    let line = |(names, text): &(Vec<String>, String)| {
        if names.is_empty() { text.clone() } else { format!("{}: {text}", names.join(", ")) }
    };
    match open.as_slice() {
        [] => Vec::new(),
        [single] => vec![format!("- Not documented by the service: {}", line(single))],
        several => {
            let mut lines = vec!["- Not documented by the service:".to_owned()];
            lines.extend(several.iter().map(|gap| format!("  - {}", line(gap))));
            lines
        }
    }
}

fn texts(items: &[String]) -> impl Iterator<Item = String> + '_ {
    let texts = items.iter().map(|item| one_line(std::slice::from_ref(item)));
    texts.filter(|text| !text.is_empty()).map(|text| sentence(&text))
}

pub(super) fn sentences(doc: &[String]) -> Vec<String> {
    let mut lines = paragraphs(doc);
    if let Some(first) = lines.first_mut() {
        *first = sentence(first);
    }
    lines
}

fn push_paragraph(lines: &mut Vec<String>, paragraph: Vec<String>) {
    if !paragraph.is_empty() {
        lines.push(String::new());
        lines.extend(paragraph);
    }
}

fn or_else(lines: Vec<String>, otherwise: impl FnOnce() -> String) -> Vec<String> {
    if lines.is_empty() { vec![otherwise()] } else { lines }
}

/// The lines of a member, in Rust as in descriptors: its meaning.
pub(super) fn of_member(member: &Member) -> Vec<String> {
    let mut sentences = with_scale(sentences(&member.doc), member.scale);
    let end = member.end.map(|end| match end {
        EndDate::Included => "Records at this date belong to the response.".to_owned(),
        EndDate::Excluded => "Records at this date do not belong to the response.".to_owned(),
    });
    let step = member.resolution.map(|step| format!("The service compares it with times in steps of {step}."));
    for sentence in end.into_iter().chain(step) {
        push_paragraph(&mut sentences, vec![sentence]);
    }
    sentences
}

pub(super) fn of_column(column: &Column) -> Vec<String> {
    with_scale(sentences(&column.doc), column.scale)
}

fn with_scale(mut sentences: Vec<String>, scale: Option<u8>) -> Vec<String> {
    let digits = match scale {
        None => return sentences,
        Some(0) => "No digits behind the point.".to_owned(),
        Some(1) => "At most 1 digit behind the point.".to_owned(),
        Some(digits) => format!("At most {digits} digits behind the point."),
    };
    if !sentences.is_empty() {
        sentences.push(String::new());
    }
    sentences.push(digits);
    sentences
}

/// The documentation of a column in a descriptor, as Markdown; empty if there is none.
#[must_use]
pub fn column_doc(column: &Column) -> String {
    of_column(column).join("\n")
}

/// The documentation of a member in a WSDL document. The import reads it.
pub(super) fn words(member: &Member) -> String {
    plain_text(&member.doc)
}

/// The documentation of a member in a descriptor, as Markdown; empty if there is none.
#[must_use]
pub fn member_doc(member: &Member) -> String {
    of_member(member).join("\n")
}

/// The documentation of an item in a descriptor, as Markdown; empty if there is none.
#[must_use]
pub fn doc(doc: &[String]) -> String {
    sentences(doc).join("\n")
}

/// The documentation of an area as Markdown.
#[must_use]
pub fn area_doc(doc: &[String]) -> String {
    paragraphs(doc).join("\n")
}

/// The documentation of a typed DataSet as Markdown; its name if there is none.
#[must_use]
pub fn data_set_doc(named: &NamedType) -> String {
    of_data_set(named).join("\n")
}

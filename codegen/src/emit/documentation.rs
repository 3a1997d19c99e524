//! Rustdoc of generated items: what a person has to know of an operation, a parameter, a type.

use super::text::{code, one_line, paragraphs, sentence, thousands};
use crate::model::{
    Column, DeclaredTable, Effect, EnumerationValue, Limit, NamedType, Operation, Parameter, Presence, ResultKind,
    Service, Transports, Type,
};

/// Purpose; then result, effect, limits, variants and whatever else is unusual, one line each.
pub(super) fn of_operation(service: &Service, index: usize, operation: &Operation) -> Vec<String> {
    let mut lines = purpose(operation);
    lines.push(String::new());
    lines.push(format!("- Result: {}", result(service, operation)));
    lines.extend(operation.result.table.as_ref().map(columns));
    lines.push(format!("- Effect: {}", effect(operation.effect)));
    lines.extend(operation.limits.iter().filter_map(limit));
    lines.extend(variants(service, index, operation));
    lines.extend(transports(operation.transports));
    lines.extend(operation.open.then(|| {
        let method = "[`Prepared::parameter`](::asmx_runtime::Prepared::parameter)";
        format!("- Its documentation leaves further parameters open: send them with {method}.")
    }));
    lines.extend(
        operation
            .deprecated
            .as_ref()
            .map(|why| format!("- Deprecated: {}", sentence(&one_line(std::slice::from_ref(why))))),
    );
    lines.extend(undocumented(&operation.undocumented).map(|text| format!("- {text}")));
    lines
}

/// The purpose, or the bare name where the spec says nothing.
fn purpose(operation: &Operation) -> Vec<String> {
    let mut lines = paragraphs(&operation.doc);
    if lines.is_empty() {
        lines.push(format!("The operation {}.", code(&operation.name)));
    }
    lines
}

/// One line for lists of methods: the purpose's first paragraph and where to read on.
pub(super) fn of_client_method(operation: &Operation) -> String {
    let purpose = purpose(operation).into_iter().next().unwrap_or_default();
    let rows = operation.result.table.as_ref();
    let rows = rows.map(|table| format!(", and for its rows {}", link(&table.row, &table.row.to_uppercase())));
    format!("{} See {}{}.", sentence(&purpose), link_to_request(operation), rows.unwrap_or_default())
}

/// One line for implementors.
pub(super) fn of_service_method(operation: &Operation) -> String {
    format!("Answers {}; see {}.", code(&operation.name), link_to_request(operation))
}

fn link_to_request(operation: &Operation) -> String {
    link(&operation.names.request, &operation.names.descriptor)
}

/// A link to a struct or enum. Where its name also names a static or a derive macro, rustdoc must be told which is meant.
fn link(type_name: &str, static_name: &str) -> String {
    let derives = ["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];
    let shown = code(type_name);
    if type_name == static_name || derives.contains(&type_name) {
        format!("[{shown}](type@{type_name})")
    } else {
        format!("[{shown}]")
    }
}

fn result(service: &Service, operation: &Operation) -> String {
    let kind = match &operation.result.kind {
        ResultKind::None => "none, the answer is empty".to_owned(),
        ResultKind::String => "a string".to_owned(),
        ResultKind::Delimited => "delimited text".to_owned(),
        ResultKind::DataSet => "a `DataSet`".to_owned(),
        ResultKind::Xml => "an XML document".to_owned(),
        ResultKind::Integers => "an array of integers".to_owned(),
        ResultKind::Typed(kind) => type_in_words(service, kind),
    };
    let element =
        operation.result.element.as_ref().map(|name| format!(", in the element {}", code(name))).unwrap_or_default();
    let doc = one_line(&operation.result.doc);
    if doc.is_empty() { format!("{kind}{element}.") } else { format!("{kind}{element}. {}", sentence(&doc)) }
}

/// Where a caller finds the declared columns.
fn columns(table: &DeclaredTable) -> String {
    let (row, rows) =
        (link(&table.row, &table.row.to_uppercase()), code(&format!("answer.declared_rows::<{}>()?", table.row)));
    let names: Vec<String> = table.columns.iter().map(|column| code(&column.name)).collect();
    format!("- Declared columns: {}. Each row is a {row}: {rows}.", names.join(", "))
}

/// What a row is of, and how to get at it.
pub(super) fn of_row(operation: &Operation, table: &DeclaredTable) -> Vec<String> {
    let of = match (&table.name, &operation.result.kind) {
        (Some(name), ResultKind::Xml) => format!("An element {} of the document that", code(name)),
        (Some(name), _) => format!("A row of the table {} that", code(name)),
        (None, ResultKind::Xml) => "An element of the document that".to_owned(),
        (None, ResultKind::Delimited) => "A row of the text that".to_owned(),
        (None, _) => "A row of the first table that".to_owned(),
    };
    let rows = code(&format!("answer.declared_rows::<{}>()?", table.row));
    vec![
        format!("{of} {} answers, by its declared columns.", link_to_request(operation)),
        String::new(),
        format!("{rows} gives all of them."),
    ]
}

/// The field for columns that are not declared.
pub(super) const OF_UNDECLARED: &str = "What came in columns that are not declared, by name.";

/// Name, type, whether there is always a value, meaning.
pub(super) fn of_column(column: &Column) -> Vec<String> {
    let presence = if column.required { "" } else { ", may be `DBNull`" };
    let start = format!("{} ({}{presence})", code(&column.name), code(column.kind.name()));
    documented(&start, &column.doc)
}

/// What something is, then what the spec says of it.
fn documented(start: &str, doc: &[String]) -> Vec<String> {
    let mut paragraphs = paragraphs(doc).into_iter();
    let first = match paragraphs.next() {
        Some(text) => format!("{start}: {}", sentence(&text)),
        None => format!("{start}."),
    };
    [first].into_iter().chain(paragraphs).collect()
}

const fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Read => "changes nothing.",
        Effect::Write => "changes data of the account.",
        Effect::Send => "sends messages; never repeated by itself.",
    }
}

fn limit(limit: &Limit) -> Option<String> {
    let words = one_line(&limit.doc);
    match (limit.records, words.is_empty()) {
        (Some(records), true) => Some(format!("- Limit: at most {} records.", thousands(records))),
        (Some(records), false) => {
            Some(format!("- Limit: at most {} records. {}", thousands(records), sentence(&words)))
        }
        (None, false) => Some(format!("- Limit: {}", sentence(&words))),
        (None, true) => None,
    }
}

/// Links to the operation that this one is a variant of, and to its variants.
fn variants(service: &Service, index: usize, operation: &Operation) -> Vec<String> {
    let original = operation.variant_of.and_then(|original| service.operations.get(original));
    let of = original.map(|original| format!("- Variant of {}.", link_to_request(original)));
    let others: Vec<String> =
        service.operations.iter().filter(|other| other.variant_of == Some(index)).map(link_to_request).collect();
    let others = (!others.is_empty()).then(|| format!("- Variants: {}.", others.join(", ")));
    of.into_iter().chain(others).collect()
}

/// The transports, where they are not all four.
fn transports(offered: Transports) -> Option<String> {
    let all = [
        (offered.soap11, "SOAP 1.1"),
        (offered.soap12, "SOAP 1.2"),
        (offered.get, "HTTP GET"),
        (offered.post, "HTTP POST"),
    ];
    let names: Vec<&str> = all.iter().filter(|(offered, _)| *offered).map(|(_, name)| *name).collect();
    (names.len() < all.len()).then(|| format!("- Transports: {} only.", names.join(", ")))
}

/// What the service's own documentation does not say, one sentence an item.
fn undocumented(items: &[String]) -> impl Iterator<Item = String> + '_ {
    let texts = items.iter().map(|item| one_line(std::slice::from_ref(item)));
    texts.filter(|text| !text.is_empty()).map(|text| format!("Not documented by the service: {}", sentence(&text)))
}

/// Wire name, type, whether it may be left out, meaning, what is left open.
pub(super) fn of_member(service: &Service, member: &Parameter) -> Vec<String> {
    let presence = match member.presence {
        Presence::Required => "required",
        Presence::Optional => "optional",
        Presence::Nullable => "may be null",
    };
    let secret = if member.secret { ", secret" } else { "" };
    let start = format!("{} ({}, {presence}{secret})", code(&member.name), type_in_words(service, &member.kind));
    let mut lines = documented(&start, &member.doc);
    let open: Vec<String> = undocumented(&member.undocumented).collect();
    if lines.len() == 1 {
        return vec![[lines, open].concat().join(" ")];
    }
    for text in open {
        lines.extend([String::new(), text]);
    }
    lines
}

/// A type for people: `` `int` ``, `array of string`, a link to a named type.
fn type_in_words(service: &Service, kind: &Type) -> String {
    match kind {
        Type::Scalar(scalar) => code(scalar.name()),
        Type::Named(index) => service.types.get(*index).map(link_to_type).unwrap_or_default(),
        Type::Array(array) if array.nullable_items => {
            format!("array of {}, items may be null", type_in_words(service, &array.item))
        }
        Type::Array(array) => format!("array of {}", type_in_words(service, &array.item)),
    }
}

fn link_to_type(named: &NamedType) -> String {
    link(&named.rust_name, &super::data_types::static_name(named).to_string())
}

/// What the constructor takes.
pub(super) fn of_constructor(required: &[&Parameter], requires_too_much: bool, is_structure: bool) -> String {
    match (requires_too_much, is_structure) {
        (true, true) => {
            return "Nothing set yet: values that cannot be absent have the defaults of their types.".to_owned();
        }
        (true, false) => {
            return "Nothing is given yet; what is required is checked before anything is sent.".to_owned();
        }
        (false, _) => {}
    }
    let names: Vec<String> = required.iter().map(|parameter| code(&parameter.name)).collect();
    match names.split_last() {
        None => "Nothing is given yet.".to_owned(),
        Some((only, [])) => format!("Takes {only}, which is required."),
        Some((last, names)) => {
            format!("Takes {} and {last}, which are required.", names.join(", "))
        }
    }
}

pub(super) fn of_setter(member: &Parameter) -> String {
    format!("Sets {}.", code(&member.name))
}

pub(super) fn of_structure(named: &NamedType) -> Vec<String> {
    or_else(paragraphs(&named.doc), || format!("The structure {}.", code(&named.name)))
}

pub(super) fn of_enumeration(named: &NamedType) -> Vec<String> {
    or_else(paragraphs(&named.doc), || format!("The enumeration {}.", code(&named.name)))
}

pub(super) fn of_enumeration_value(value: &EnumerationValue) -> Vec<String> {
    let text = one_line(&value.doc);
    let name = if value.name.is_empty() { "The empty text".to_owned() } else { code(&value.name) };
    vec![if text.is_empty() { format!("{name}.") } else { format!("{name}: {}", sentence(&text)) }]
}

/// What the service is for, and what its documentation leaves open.
pub(super) fn of_service(service: &Service) -> Vec<String> {
    let mut lines = or_else(paragraphs(&service.doc), || format!("The service {}.", code(&service.name)));
    for text in undocumented(&service.undocumented) {
        lines.extend([String::new(), text]);
    }
    lines
}

fn or_else(lines: Vec<String>, otherwise: impl FnOnce() -> String) -> Vec<String> {
    if lines.is_empty() { vec![otherwise()] } else { lines }
}

//! The Rust names of declared items, and collisions of parameters and values.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::model::OperationNames;
use crate::names;
use crate::read::ast::{self, Text};
use crate::scope::Scope;

/// Pairs of locations that have been reported.
#[derive(Default)]
pub(super) struct Reported(BTreeSet<(Span, Span)>);

impl Reported {
    /// Whether the pair has not been reported yet. It counts as reported from then on.
    pub(super) fn is_new(&mut self, first: Span, second: Span) -> bool {
        self.0.insert((first, second))
    }
}

#[derive(Clone, Copy)]
pub(super) enum Case {
    /// Types: `DeliveryReport`.
    Type,
    /// Values of enumerations: `DeliveryReport`.
    Variant,
    /// Parameters and members: `delivery_report`.
    Member,
}

impl Case {
    fn of(self, name: &str) -> Option<String> {
        match self {
            Self::Type => names::type_name(name),
            Self::Variant => names::variant_name(name),
            Self::Member => names::member_name(name),
        }
    }

    /// Whether a chosen name is an identifier in this case, as the compiler's lints require.
    pub(super) fn allows(self, name: &str) -> bool {
        let is_plain_type = !name.contains('_') && !name.starts_with(char::is_lowercase);
        let fits = match self {
            Self::Type => is_plain_type && !names::PRELUDE.contains(&name),
            Self::Variant => is_plain_type,
            Self::Member => {
                !name.chars().any(char::is_uppercase)
                    && !name.contains("__")
                    && !name.starts_with('_')
                    && !name.ends_with('_')
            }
        };
        fits && names::is_identifier(name)
    }

    fn example(self) -> &'static str {
        match self {
            Self::Type | Self::Variant => "SomeName",
            Self::Member => "some_name",
        }
    }
}

/// The Rust name of an item: its `rust` attribute, or made from its name. Empty if there is neither.
pub(super) fn rust_name(name: &Text, rust: Option<&Text>, case: Case, mistakes: &mut Vec<Diagnostic>) -> String {
    if name.is_missing() && rust.is_none() {
        return String::new();
    }
    rust_name_even_empty(name, rust, case, mistakes)
}

/// The Rust name of a table's rows, which an attribute states.
pub(super) fn row_name(row: &Text, mistakes: &mut Vec<Diagnostic>) -> String {
    if !Case::Type.allows(&row.value) {
        mistakes.push(invalid(row, "row", &[&proposal(Case::Type, &row.value)]));
    }
    row.value.clone()
}

pub(super) fn rust_name_even_empty(
    name: &Text,
    rust: Option<&Text>,
    case: Case,
    mistakes: &mut Vec<Diagnostic>,
) -> String {
    if let Some(rust) = rust {
        if !case.allows(&rust.value) {
            let proposal = proposal(case, &rust.value);
            mistakes.push(invalid(rust, "rust", &[&proposal]));
        }
        return rust.value.clone();
    }
    let candidate = case.of(&name.value);
    if candidate.is_none() {
        mistakes.push(no_identifier(name, case.example()));
    }
    candidate.unwrap_or_default()
}

/// A name in the right case that a wrong one probably means.
fn proposal(case: Case, mistaken: &str) -> String {
    let candidate = case.of(mistaken.strip_prefix("r#").unwrap_or(mistaken));
    candidate.filter(|candidate| case.allows(candidate)).unwrap_or_else(|| case.example().to_owned())
}

fn invalid(rust: &Text, attribute: &str, proposals: &[&str]) -> Diagnostic {
    let why = if names::is_identifier(&rust.value) {
        "does not have the case of such Rust names"
    } else {
        "is not a valid Rust name"
    };
    let mut help: Vec<String> = proposals.iter().map(|proposal| format!("`{attribute}=\"{proposal}\"`")).collect();
    help.dedup();
    let mut mistake = Diagnostic::new(Code::InvalidRustName, rust.span, format!("{} {why}", quoted(&rust.value)))
        .help(format!("write {}", help.join(" or ")));
    if rust.value.starts_with("r#") {
        mistake = mistake.help("leave out `r#`: keywords get it automatically");
    }
    mistake
}

fn no_identifier(name: &Text, example: &str) -> Diagnostic {
    let subject = if name.value.is_empty() { "an empty text".to_owned() } else { quoted(&name.value) };
    Diagnostic::new(Code::NoIdentifier, name.span, format!("{subject} cannot become a Rust name"))
        .help(format!("add `rust=\"{example}\"` with a name of your choice"))
}

/// The Rust names of an operation. Its `rust` attribute may have the case of the request or of the method.
pub(super) fn operation_names(spec: &ast::Operation, mistakes: &mut Vec<Diagnostic>) -> OperationNames {
    let base = spec.rust.as_ref().unwrap_or(&spec.name).value.as_str();
    let candidates = names::type_name(base).zip(names::member_name(base)).zip(names::constant_name(base));
    let Some(((request, method), descriptor)) = candidates else {
        match &spec.rust {
            Some(rust) => mistakes.push(invalid(rust, "rust", &[Case::Type.example(), Case::Member.example()])),
            None if spec.name.is_missing() => {}
            None => mistakes.push(no_identifier(&spec.name, Case::Type.example())),
        }
        return OperationNames {
            request: String::new(),
            method: String::new(),
            descriptor: String::new(),
            output: None,
        };
    };
    match &spec.rust {
        Some(rust) if Case::Type.allows(&rust.value) => {
            OperationNames { request: rust.value.clone(), method, descriptor, output: None }
        }
        Some(rust) if Case::Member.allows(&rust.value) => {
            OperationNames { request, method: rust.value.clone(), descriptor, output: None }
        }
        Some(rust) => {
            let proposals = [Case::Type, Case::Member].map(|case| proposal(case, &rust.value));
            mistakes.push(invalid(rust, "rust", &proposals.each_ref().map(String::as_str)));
            OperationNames { request, method, descriptor, output: None }
        }
        None => OperationNames { request, method, descriptor, output: None },
    }
}

/// Reports parameters or members whose fields and setters would collide with each other or with the constructor.
pub(super) fn check_fields(
    fields: &[(&ast::Param, &str)],
    noun: &str,
    reported: &mut Reported,
    mistakes: &mut Vec<Diagnostic>,
) {
    let all: BTreeSet<&str> = fields.iter().map(|(_, name)| *name).collect();
    let mut scope = Scope::default();
    for (field, name) in fields {
        let span = written(&field.name, field.rust.as_ref());
        if name.is_empty() {
            continue;
        }
        if names::CONSTRUCTORS.contains(name) && reported.is_new(span, span) {
            let subject = format!("the {noun} {}", quoted(field.shown_name()));
            mistakes.push(setter_is_constructor(span, &subject, name));
        }
        let Some(first) = scope.take(name, *field) else { continue };
        let first_place = written(&first.name, first.rust.as_ref());
        if reported.is_new(first_place, span) {
            let proposal = names::free(name, "_", |proposal| all.contains(proposal));
            let message =
                format!("the {noun} {} would have the Rust name `{name}`, which is in use", quoted(field.shown_name()));
            mistakes.push(
                Diagnostic::new(Code::ParametersCollide, span, message)
                    .also(first_place, format!("the first `{name}`"))
                    .help(format!("add `rust=\"{proposal}\"` to one of the two")),
            );
        }
    }
}

fn setter_is_constructor(span: Span, noun: &str, name: &str) -> Diagnostic {
    Diagnostic::new(
        Code::SetterIsConstructor,
        span,
        format!("the setter of {noun} would have the name of the constructor"),
    )
    .help(format!("add `rust=\"{name}_value\"`"))
}

pub(super) fn check_values(variants: &[(String, Span)], mistakes: &mut Vec<Diagnostic>) {
    check_each_once(variants, (Code::ValuesCollide, "value", ""), mistakes);
}

/// Reports tables of a DataSet whose methods would collide with each other or with a method of every DataSet.
pub(super) fn check_tables(methods: &[(String, Span)], mistakes: &mut Vec<Diagnostic>) {
    for (name, span) in methods {
        if names::DATA_SET_METHODS.contains(&name.as_str()) {
            let message = format!("every typed DataSet already has a method `{name}`");
            mistakes.push(
                Diagnostic::new(Code::MethodIsReserved, *span, message).help(format!("add `rust=\"{name}_table\"`")),
            );
        }
    }
    check_each_once(methods, (Code::TablesCollide, "table", "_"), mistakes);
    for (name, span) in methods {
        let setter = |(other, first): &(String, Span)| {
            (name.strip_prefix(names::SETS_ROWS) == Some(other.as_str())).then_some((other.clone(), *first))
        };
        if let Some((other, first)) = methods.iter().find_map(setter) {
            let message = format!("the getter `{name}` of this table would have the name of another setter");
            mistakes.push(
                Diagnostic::new(Code::TablesCollide, *span, message)
                    .also(first, format!("the table of `{other}`"))
                    .help(format!("add `rust=\"{name}_table\"`")),
            );
        }
    }
}

pub(super) fn check_columns(fields: &[(String, Span)], mistakes: &mut Vec<Diagnostic>) {
    for (name, span) in fields.iter().filter(|(name, _)| names::CONSTRUCTORS.contains(&name.as_str())) {
        mistakes.push(setter_is_constructor(*span, "this column", name));
    }
    check_each_once(fields, (Code::ColumnsCollide, "column", "_"), mistakes);
}

/// Reports names that are not unique. `joint` precedes the number of the proposed name.
fn check_each_once(names: &[(String, Span)], (code, what, joint): (Code, &str, &str), mistakes: &mut Vec<Diagnostic>) {
    let all: BTreeSet<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
    let mut scope = Scope::default();
    for (name, span) in names.iter().filter(|(name, _)| !name.is_empty()) {
        let Some(first) = scope.take(name, *span) else { continue };
        let proposal = names::free(name, joint, |proposal| all.contains(proposal));
        mistakes.push(
            Diagnostic::new(code, *span, format!("this {what} would have the Rust name `{name}`, which is in use"))
                .also(*first, format!("the first `{name}`"))
                .help(format!("add `rust=\"{proposal}\"` to one of the two")),
        );
    }
}

pub(super) fn written(name: &Text, rust: Option<&Text>) -> Span {
    rust.unwrap_or(name).span
}

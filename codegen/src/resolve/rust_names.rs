//! The Rust names of everything in a spec, and where two of them meet.

use std::collections::{BTreeMap, BTreeSet};

use super::parameters::Resolved;
use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::model::{self, NamedType, OperationNames, ServiceNames};
use crate::names;
use crate::read::ast::{self, Text};

/// Pairs of places of which something has been said.
#[derive(Default)]
pub(super) struct Reported(BTreeSet<(Span, Span)>);

impl Reported {
    /// Whether this is the first time that the pair is asked for.
    pub(super) fn is_new(&mut self, first: Span, second: Span) -> bool {
        self.0.insert((first, second))
    }
}

/// The case that a Rust name is written in.
#[derive(Clone, Copy)]
pub(super) enum Case {
    /// Types and values of enumerations: `DeliveryReport`.
    Type,
    /// Parameters and members: `delivery_report`.
    Member,
}

impl Case {
    fn of(self, name: &str) -> Option<String> {
        match self {
            Self::Type => names::type_name(name),
            Self::Member => names::member_name(name),
        }
    }

    fn example(self) -> &'static str {
        match self {
            Self::Type => "SomeName",
            Self::Member => "some_name",
        }
    }
}

/// The Rust name of something: its `rust` attribute, or made of its name. Empty where neither gives one.
pub(super) fn rust_name(
    name: &Text,
    rust: Option<&Text>,
    case: Case,
    mistakes: &mut Vec<Diagnostic>,
) -> String {
    if name.is_missing() && rust.is_none() {
        return String::new();
    }
    rust_name_even_empty(name, rust, case, mistakes)
}

/// The same for names that may be empty.
pub(super) fn rust_name_even_empty(
    name: &Text,
    rust: Option<&Text>,
    case: Case,
    mistakes: &mut Vec<Diagnostic>,
) -> String {
    if let Some(rust) = rust {
        let proper = case.of(rust.value.strip_prefix("r#").unwrap_or(&rust.value));
        if proper.as_deref() != Some(rust.value.as_str()) {
            mistakes.push(invalid(
                rust,
                &[proper.as_deref().unwrap_or(case.example())],
            ));
        }
        return rust.value.clone();
    }
    let made = case.of(&name.value);
    if made.is_none() {
        mistakes.push(no_identifier(name, case.example()));
    }
    made.unwrap_or_default()
}

fn invalid(rust: &Text, proposals: &[&str]) -> Diagnostic {
    let why = if names::is_identifier(&rust.value) {
        "is not in the case that Rust has for it"
    } else {
        "is no Rust name"
    };
    let proposals: Vec<String> = proposals
        .iter()
        .map(|proposal| format!("`rust=\"{proposal}\"`"))
        .collect();
    Diagnostic::new(
        Code::InvalidRustName,
        rust.span,
        format!("{} {why}", quoted(&rust.value)),
    )
    .help(format!(
        "write {}; `r#` is added where a keyword needs it",
        proposals.join(" or ")
    ))
}

fn no_identifier(name: &Text, example: &str) -> Diagnostic {
    Diagnostic::new(
        Code::NoIdentifier,
        name.span,
        format!("{} gives no Rust name", quoted(&name.value)),
    )
    .help(format!(
        "add `rust=\"{example}\"` with a name of your choice"
    ))
}

/// The Rust names of the service itself.
pub(super) fn service_names(name: &str) -> ServiceNames {
    let with = |suffix: &str| names::type_name(&format!("{name}_{suffix}")).unwrap_or_default();
    ServiceNames {
        client: names::type_name(name).unwrap_or_default(),
        service_trait: with("Service"),
        dispatch: with("Dispatch"),
    }
}

/// The Rust names of an operation. Its `rust` attribute may be in the case of the request or of the method.
pub(super) fn operation_names(
    spec: &ast::Operation,
    mistakes: &mut Vec<Diagnostic>,
) -> OperationNames {
    let base = spec.rust.as_ref().unwrap_or(&spec.name);
    let value = base
        .value
        .strip_prefix("r#")
        .filter(|_| spec.rust.is_some())
        .unwrap_or(&base.value);
    let made = names::type_name(value)
        .zip(names::member_name(value))
        .zip(names::constant_name(value));
    let Some(((request, method), descriptor)) = made else {
        match &spec.rust {
            Some(rust) => mistakes.push(invalid(
                rust,
                &[Case::Type.example(), Case::Member.example()],
            )),
            None if spec.name.is_missing() => {}
            None => mistakes.push(no_identifier(&spec.name, Case::Type.example())),
        }
        return OperationNames {
            request: String::new(),
            method: String::new(),
            descriptor: String::new(),
        };
    };
    if let Some(rust) = spec
        .rust
        .as_ref()
        .filter(|rust| rust.value != request && rust.value != method)
    {
        mistakes.push(invalid(rust, &[&request, &method]));
    }
    OperationNames {
        request,
        method,
        descriptor,
    }
}

/// Reports parameters or members whose fields and setters would have the same name, or that of the constructor.
pub(super) fn check_fields(
    fields: &[&Resolved<'_>],
    what: &str,
    reported: &mut Reported,
    mistakes: &mut Vec<Diagnostic>,
) {
    let mut taken: BTreeMap<&str, &Resolved<'_>> = BTreeMap::new();
    for field in fields {
        let name = field.model.field.as_str();
        let place = written(&field.spec.name, field.spec.rust.as_ref());
        if name.is_empty() {
            continue;
        }
        if names::CONSTRUCTORS.contains(&name) && reported.is_new(place, place) {
            mistakes.push(
                Diagnostic::new(
                    Code::SetterIsConstructor,
                    place,
                    format!(
                        "the setter of the {what} {} would be called like the constructor",
                        quoted(&field.spec.name.value)
                    ),
                )
                .help(format!("add `rust=\"{name}_value\"`")),
            );
        }
        let Some(first) = taken.get(name) else {
            taken.insert(name, field);
            continue;
        };
        let first_place = written(&first.spec.name, first.spec.rust.as_ref());
        if reported.is_new(first_place, place) {
            let proposal = free(name, "_", |proposal| {
                fields.iter().any(|other| other.model.field == proposal)
            });
            mistakes.push(
                Diagnostic::new(
                    Code::ParametersCollide,
                    place,
                    format!(
                        "the {what} {} would be the second `{name}` in Rust",
                        quoted(&field.spec.name.value)
                    ),
                )
                .also(first_place, format!("the first `{name}`"))
                .help(format!("add `rust=\"{proposal}\"` to one of the two")),
            );
        }
    }
}

/// Reports values of an enumeration whose variants would have the same name.
pub(super) fn check_values(variants: &[(String, Span)], mistakes: &mut Vec<Diagnostic>) {
    let mut taken: BTreeMap<&str, Span> = BTreeMap::new();
    for (variant, place) in variants.iter().filter(|(variant, _)| !variant.is_empty()) {
        let Some(first) = taken.get(variant.as_str()) else {
            taken.insert(variant, *place);
            continue;
        };
        let proposal = free(variant, "", |proposal| {
            variants.iter().any(|(other, _)| other == proposal)
        });
        mistakes.push(
            Diagnostic::new(
                Code::ValuesCollide,
                *place,
                format!("this would be the second value `{variant}` in Rust"),
            )
            .also(*first, format!("the first `{variant}`"))
            .help(format!("add `rust=\"{proposal}\"` to one of the two")),
        );
    }
}

/// Reports operations and types that would have the same names as one another, or as items of the service itself.
pub(super) fn check_items(
    spec: &ast::Service,
    service: &ServiceNames,
    sources: &[&ast::Operation],
    operations: &[model::Operation],
    types: &[NamedType],
    mistakes: &mut Vec<Diagnostic>,
) {
    let mut items = Items::new(spec, service);
    items.all_types = operations
        .iter()
        .map(|operation| operation.names.request.as_str())
        .collect();
    items
        .all_types
        .extend(types.iter().map(|named| named.rust_name.as_str()));
    let mut methods: BTreeMap<&str, Span> = BTreeMap::new();
    for (source, operation) in sources
        .iter()
        .zip(operations)
        .filter(|(_, operation)| !operation.names.request.is_empty())
    {
        let place = written(&source.name, source.rust.as_ref());
        let names = &operation.names;
        if names::CLIENT_METHODS.contains(&names.method.as_str()) {
            let proposal = items.free(&format!("{}Operation", names.request));
            mistakes.push(
                Diagnostic::new(
                    Code::MethodIsReserved,
                    place,
                    format!("every client has a method `{}` of its own", names.method),
                )
                .help(format!("add `rust=\"{proposal}\"`")),
            );
        }
        let reserved = items
            .reserved(&names.request)
            .or_else(|| items.reserved(&names.descriptor));
        if let Some(reserved) = reserved {
            mistakes.push(items.is_reserved(
                place,
                "operation",
                reserved,
                &names.request,
                "Operation",
            ));
        } else if let Some(first) = items
            .types
            .get(names.request.as_str())
            .or_else(|| methods.get(names.method.as_str()))
        {
            let proposal = items.free(&names.request);
            mistakes.push(
                Diagnostic::new(
                    Code::OperationsCollide,
                    place,
                    format!(
                        "the operation {} would be the second `{}` in Rust",
                        quoted(&source.name.value),
                        names.request
                    ),
                )
                .also(*first, "the first one")
                .help(format!("add `rust=\"{proposal}\"` to one of the two")),
            );
        }
        methods.entry(&names.method).or_insert(place);
        items.types.entry(&names.request).or_insert(place);
    }
    for (definition, named) in spec
        .types
        .iter()
        .zip(types)
        .filter(|(_, named)| !named.rust_name.is_empty())
    {
        let place = written(&definition.name, definition.rust.as_ref());
        if let Some(reserved) = items.reserved(&named.rust_name) {
            mistakes.push(items.is_reserved(place, "type", reserved, &named.rust_name, "Type"));
        } else if let Some(first) = items.types.get(named.rust_name.as_str()) {
            let proposal = items.free(&format!("{}Type", named.rust_name));
            mistakes.push(
                Diagnostic::new(
                    Code::TypesCollide,
                    place,
                    format!(
                        "the type {} would be the second `{}` in Rust",
                        quoted(&named.name),
                        named.rust_name
                    ),
                )
                .also(*first, "the first one")
                .help(format!("add `rust=\"{proposal}\"`")),
            );
        }
        items.types.entry(&named.rust_name).or_insert(place);
    }
}

/// The items of a generated module.
struct Items<'a> {
    reserved: Vec<(String, &'static str)>,
    types: BTreeMap<&'a str, Span>,
    all_types: BTreeSet<&'a str>,
}

impl Items<'_> {
    fn new(spec: &ast::Service, service: &ServiceNames) -> Self {
        let mut reserved = vec![
            (service.client.clone(), "the client"),
            (service.service_trait.clone(), "the trait for implementors"),
            (service.dispatch.clone(), "the service's dispatch"),
            (
                names::constant_name(&spec.name.value).unwrap_or_default(),
                "the service's description",
            ),
        ];
        reserved.extend(
            names::SERVICE_STATICS
                .map(|name| (name.to_owned(), "a part of the service's description")),
        );
        reserved.retain(|(name, _)| !name.is_empty());
        Self {
            reserved,
            types: BTreeMap::new(),
            all_types: BTreeSet::new(),
        }
    }

    /// What of the service itself has a name already.
    fn reserved(&self, name: &str) -> Option<(String, &'static str)> {
        self.reserved
            .iter()
            .find(|(reserved, _)| reserved == name)
            .cloned()
    }

    fn is_reserved(
        &self,
        place: Span,
        what: &str,
        (name, owner): (String, &str),
        base: &str,
        suffix: &str,
    ) -> Diagnostic {
        let proposal = self.free(&format!("{base}{suffix}"));
        Diagnostic::new(
            Code::ItemIsReserved,
            place,
            format!("this {what} would be called `{name}`, like {owner}"),
        )
        .help(format!("add `rust=\"{proposal}\"`"))
    }

    fn free(&self, base: &str) -> String {
        let is_taken = |name: &str| {
            self.all_types.contains(name)
                || self.reserved.iter().any(|(reserved, _)| reserved == name)
        };
        if is_taken(base) {
            free(base, "", is_taken)
        } else {
            base.to_owned()
        }
    }
}

/// The first name with a number behind it that nobody has.
fn free(base: &str, joint: &str, is_taken: impl Fn(&str) -> bool) -> String {
    (2..)
        .map(|number: u64| format!("{base}{joint}{number}"))
        .find(|name| !is_taken(name))
        .unwrap_or_default()
}

/// Where the text stands that a Rust name comes from.
fn written(name: &Text, rust: Option<&Text>) -> Span {
    rust.unwrap_or(name).span
}

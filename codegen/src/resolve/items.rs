//! The items of a generated module, and where two of them would have the same name.

use std::collections::{BTreeMap, BTreeSet};

use super::rust_names::{free, written};
use crate::diagnostic::{Code, Diagnostic, Span, quoted};
use crate::model::{self, NamedType, ServiceNames};
use crate::names;
use crate::read::ast;

/// Reports operations and types that would have the same names as one another, or as items of the service itself.
pub(super) fn check(
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

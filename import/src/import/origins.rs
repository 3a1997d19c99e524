//! Which item of the service each line of the report is about, so that `only` can shorten both.

use std::collections::BTreeSet;

use asmx_codegen::NoSuchOperation;
use asmx_codegen::model::{Service, Type};

use super::credentials;
use super::report::Report;
use crate::name_hints::{Verb, verb};

/// What the entries of a report became.
#[derive(Debug, Clone)]
pub(super) struct Origins {
    /// Names in the service of the first operations of the report, those that were imported.
    pub(super) operations: Vec<String>,
    pub(super) types: Vec<Type>,
}

impl Origins {
    /// The error of a name, with the operations that share it in the document.
    pub(super) fn told(&self, report: &Report, error: NoSuchOperation) -> NoSuchOperation {
        let named = report.operations.iter().zip(&self.operations);
        let sharing = named.filter(|(entry, _)| entry.alias.as_deref() == Some(error.pattern())).map(|(_, name)| name);
        let mut sharing = sharing.map(String::as_str).peekable();
        if sharing.peek().is_none() {
            return error;
        }
        NoSuchOperation::shared(&report.service, sharing, error.pattern())
    }

    /// Takes out of the report what is not in the service any more. `before` is the service of the report, `service` what is left of it.
    pub(super) fn narrow(&self, report: &mut Report, before: &Service, service: &Service) {
        let operations: BTreeSet<&str> = service.operations.iter().map(|one| one.name.as_str()).collect();
        for (entry, name) in report.operations.iter_mut().zip(&self.operations) {
            if !operations.contains(name.as_str()) {
                entry.leave_out();
            }
        }
        // Rust names are of one type each, and stay.
        let types: BTreeSet<&str> = service.types.iter().map(|named| named.rust_name.as_str()).collect();
        for (entry, kind) in report.types.iter_mut().zip(&self.types) {
            if let Type::Named(index) = kind
                && !before.types.get(*index).is_some_and(|named| types.contains(named.rust_name.as_str()))
            {
                entry.leave_out();
            }
        }
        report.proposals = proposals(service);
    }
}

/// What names suggest and the document does not say.
pub(super) fn proposals(service: &Service) -> Vec<String> {
    let mut proposals = Vec::new();
    let reads: Vec<&str> = service
        .operations
        .iter()
        .map(|operation| operation.name.as_str())
        .filter(|name| verb(name) == Some(Verb::Reads))
        .collect();
    if !reads.is_empty() {
        proposals.push(format!("effect=\"read\" by their names: {}", reads.join(", ")));
    }
    let common: Vec<&str> = service.common.iter().map(|member| member.name.as_str()).collect();
    if !common.is_empty() {
        proposals.push(format!("taken by every operation: {}", common.join(", ")));
    }
    proposals.extend(credentials::sentences(credentials::owned(service, "common")));
    proposals
}

//! What is looked at, and what is found.

use std::collections::HashMap;

use super::kind::Lint;
use asmx_codegen::diagnostic::{Diagnostic, Span};
use asmx_codegen::model;
use asmx_codegen::read::ast;

/// Something that reads like a mistake, as a warning: its code, position, reason, and what to do.
pub type Finding = Diagnostic<Lint>;

impl Lint {
    /// The finding at a place.
    pub(super) fn at(self, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(self, span, message).warning().reason(self.reason())
    }
}

/// A spec without mistakes: as it is written, and what it means.
pub(super) struct Subject<'a> {
    pub(super) spec: &'a ast::Service,
    pub(super) service: &'a model::Service,
    groups: HashMap<&'a str, &'a ast::Group>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(spec: &'a ast::Service, service: &'a model::Service) -> Self {
        let groups = spec.groups.iter().map(|group| (group.name.value.as_str(), group)).collect();
        Self { spec, service, groups }
    }

    /// The operations, as they are written and what they mean.
    pub(super) fn operations(&self) -> impl Iterator<Item = (&'a ast::Operation, &'a model::Operation)> + use<'a> {
        self.spec.areas.iter().flat_map(|area| &area.operations).zip(&self.service.operations)
    }

    /// The parameters that entries add up to.
    pub(super) fn parameters(&self, entries: &'a [ast::Entry]) -> Vec<&'a ast::Param> {
        let mut parameters = Vec::new();
        for entry in entries {
            match entry {
                ast::Entry::Param(param) => parameters.push(&**param),
                ast::Entry::Use(name) => {
                    let group = self.groups.get(name.value.as_str());
                    parameters.extend(group.into_iter().flat_map(|group| self.parameters(&group.entries)));
                }
            }
        }
        parameters
    }

    /// Everything that has a name and a value, where it is written.
    pub(super) fn values(&self) -> Vec<&'a ast::Param> {
        let spec = self.spec;
        let operations = || spec.areas.iter().flat_map(|area| &area.operations);
        let entries = spec.groups.iter().map(|group| &group.entries).chain([&spec.common]);
        let own = entries.chain(operations().map(|operation| &operation.entries)).flatten();
        let mut values: Vec<&ast::Param> = own.filter_map(param).collect();
        values.extend(operations().flat_map(|operation| &operation.outputs));
        let headers = spec.headers.iter().chain(operations().flat_map(|operation| &operation.headers));
        values.extend(headers.map(|header| &header.param));
        values.extend(spec.types.iter().flat_map(members));
        values.extend(spec.arrays.iter().flat_map(|array| &array.alternatives));
        // The alternatives of choices are behind them, and looked at in their turn.
        let mut at = 0;
        while let Some(value) = values.get(at) {
            if let ast::Place::Choice(alternatives) = &value.place {
                values.extend(alternatives);
            }
            at += 1;
        }
        values
    }
}

/// What is no use of a group.
fn param(entry: &ast::Entry) -> Option<&ast::Param> {
    match entry {
        ast::Entry::Param(param) => Some(param),
        ast::Entry::Use(_) => None,
    }
}

/// The members of a structure.
pub(super) fn members(definition: &ast::TypeDefinition) -> &[ast::Param] {
    match &definition.body {
        ast::TypeBody::Structure { members, .. } => members,
        ast::TypeBody::Enumeration { .. } | ast::TypeBody::DataSet { .. } => &[],
    }
}
